/** The attributes of a cloud: described when its file is read, their values fetched from the certifier when they are wanted. */

/** @typedef {import('../certifier/functions.js').Attribute} Attribute */

export class CloudAttributes {
  #engine;
  #handle;
  /** Values of attributes that a view has used, by name. @type {Map<string, Promise<Float64Array | null>>} */
  #values = new Map();
  /** Values that have come. @type {Map<string, Float64Array>} */
  #known = new Map();

  /**
   * @param {Pick<import('../certifier/engine.js').Engine, 'attribute'>} engine @param {string} handle of the cloud @param {Attribute[]} list
   */
  constructor(engine, handle, list) {
    this.#engine = engine;
    this.#handle = handle;
    this.list = list;
  }

  /** @param {string} name */
  has(name) {
    return this.list.some((one) => one.name === name);
  }

  /**
   * The values of an attribute; null where they cannot be had, because the cloud is not open any more.
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
    if (values) this.#known.set(name, values);
    return values;
  }

  /** Waits for all values, as far as they can be had. */
  async ready() {
    await Promise.all(this.list.map(({ name }) => this.values(name)));
  }

  /**
   * What a point has of each attribute, null until all values have come.
   * @param {number} number of the point, from 0 @returns {{name: string, value: number}[] | null}
   */
  at(number) {
    if (this.list.some(({ name }) => !this.#known.has(name))) return null;
    return this.list.map(({ name }) => ({ name, value: /** @type {Float64Array} */ (this.#known.get(name))[number] }));
  }

  /** The values of some points by name, undefined where there are none or not all have come. @param {number[]} numbers of the points, from 0 */
  of(numbers) {
    if (this.list.length === 0 || this.at(0) === null) return undefined;
    return Object.fromEntries([...this.#known].map(([name, values]) => [name, numbers.map((number) => values[number])]));
  }

  /** All values by name, as far as they can be had. @returns {Promise<[string, number[]][]>} */
  async entries() {
    const all = await Promise.all(this.list.map(async ({ name }) => /** @type {const} */ ([name, await this.values(name)])));
    return all.flatMap(([name, values]) => (values ? [[name, [...values]]] : []));
  }
}
