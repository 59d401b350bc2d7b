/** The attributes of a cloud: described when its file is read, their values fetched from the certifier when they are wanted. */

/** @typedef {import('../certifier/functions.js').Attribute} Attribute */

export class CloudAttributes {
  #engine;
  #handle;
  #count;
  /** Values that were asked for, by name. @type {Map<string, Promise<Float64Array | null>>} */
  #values = new Map();
  /** Values that have come. @type {Map<string, Float64Array>} */
  #known = new Map();

  /**
   * @param {Pick<import('../certifier/engine.js').Engine, 'attribute'>} engine @param {string} handle of the cloud @param {number} count of its points
   * @param {Attribute[]} list
   */
  constructor(engine, handle, count, list) {
    this.#engine = engine;
    this.#handle = handle;
    this.#count = count;
    this.list = list;
  }

  /** @param {string} name */
  has(name) {
    return this.list.some((one) => one.name === name);
  }

  /**
   * The values of an attribute; null where they cannot be had, because another cloud has taken the place of this one.
   * @param {string} name @returns {Promise<Float64Array | null>}
   */
  values(name) {
    const values = this.#values.get(name) ?? this.#fetch(name);
    this.#values.set(name, values);
    return values;
  }

  /** @param {string} name */
  async #fetch(name) {
    const values = await this.#engine.attribute(this.#handle, name).catch(() => null);
    if (values?.length !== this.#count) return null;
    this.#known.set(name, values);
    return values;
  }

  /**
   * What a point has of each attribute, null until all values have come.
   * @param {number} number of the point, from 0 @returns {{name: string, value: number}[] | null}
   */
  at(number) {
    if (this.list.some(({ name }) => !this.#known.has(name))) return null;
    return this.list.map(({ name }) => ({ name, value: /** @type {Float64Array} */ (this.#known.get(name))[number] }));
  }

  /** Fetches all values. */
  async all() {
    await Promise.all(this.list.map(({ name }) => this.values(name)));
  }
}
