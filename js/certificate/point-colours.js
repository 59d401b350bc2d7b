/** Colours of the points of the clean cloud beside the picture's own ways, and the attributes of a point that is picked. */

import { WAYS } from '../drawing/picture.js';

/**
 * @import {Shown} from '../drawing/geometry.js'
 * @import {Handle} from '../clouds/cloud-files.js'
 *
 * @typedef {object} Source
 * @property {string} name among the colours
 * @property {object} of what its numbers belong to
 * @property {() => Promise<Shown | null>} load
 */

/** Attributes that are one colour together. */
const CHANNELS = ['red', 'green', 'blue'];

export class PointColours {
  #desk;
  /** Colours that were wanted, by what they belong to; null where they have none, or are on their way. @type {WeakMap<object, Map<string, Shown | null>>} */
  #loaded = new WeakMap();

  /** @param {import('./desk.js').Desk} desk */
  constructor(desk) {
    this.#desk = desk;
  }

  /** All that colours the points. @returns {Source[]} */
  get sources() {
    return attributeSources(this.#desk.files.clouds.clean);
  }

  /** The names of all that colours the points. */
  get names() {
    return [...this.#desk.labels.names, ...this.sources.map(({ name }) => name)];
  }

  /** The colouring that a cloud starts with. */
  get first() {
    return this.#desk.labels.names[0] ?? this.#desk.files.clouds.clean?.shown?.name ?? WAYS[0];
  }

  /**
   * The colours of this name as far as they were loaded, else those that the cloud starts with.
   * @param {string} name @returns {Shown | null}
   */
  shown(name) {
    const first = this.#desk.files.clouds.clean?.shown ?? null;
    const labels = this.#desk.labels.shown(name);
    if (labels) return labels;
    if (first?.name === name) return first;
    const source = this.#named(name), shown = (source && this.#loaded.get(source.of)?.get(name)) ?? null;
    // Atoms stay balls and sticks, whatever colours them.
    return shown && first?.bonds.length ? { ...shown, bonds: first.bonds, radii: first.radii } : shown ?? first;
  }

  /** Has colours loaded once they are wanted. @param {string} name */
  want(name) {
    const source = this.#named(name);
    if (!source || this.#desk.files.clouds.clean?.shown?.name === name) return;
    const loaded = this.#loaded.get(source.of) ?? new Map();
    this.#loaded.set(source.of, loaded);
    if (loaded.has(name)) return;
    loaded.set(name, null);
    source.load().then((shown) => {
      loaded.set(name, shown);
      this.#desk.changed();
    }, () => loaded.delete(name));
  }

  /** @param {string} name */
  #named(name) {
    return this.sources.find((source) => source.name === name);
  }

  /**
   * What a point has beside its place, null where that is nothing.
   * @param {Handle} handle @param {number} number of the point, from 0
   * @returns {{name: string, value?: number, text?: string}[] | null}
   */
  at(handle, number) {
    // Points of the perturbed cloud have the labels of those with their numbers, unless their order was searched for.
    const ordered = handle === 'clean' || this.#desk.entries.values.permutation !== 'true';
    const labels = ordered ? this.#desk.labels.at(number) : [];
    const attributes = this.#attributesAt(handle, number);
    return labels.length ? [...labels, ...attributes ?? []] : attributes;
  }

  /**
   * The attributes of a point, null where it has none or they are on their way.
   * @param {Handle} handle @param {number} number of the point, from 0
   */
  #attributesAt(handle, number) {
    const { clouds } = this.#desk.files, cloud = clouds[handle]?.attributes.list.length ? clouds[handle] : clouds.clean;
    if (!cloud?.attributes.list.length || number >= cloud.count) return null;
    const known = cloud.attributes.at(number);
    if (!known) void cloud.attributes.entries().then(() => this.#desk.changed());
    return known;
  }
}

/** The name of an attribute among the colours: not one of those that the picture has. @param {string} name */
const called = (name) => (/** @type {readonly string[]} */ (WAYS).includes(name) ? `${name} (attribute)` : name);

/** @param {import('../clouds/cloud-source.js').Cloud | null} cloud @returns {Source[]} */
function attributeSources(cloud) {
  if (!cloud) return [];
  const { attributes, points, dimension, shown: first } = cloud;
  const own = CHANNELS.every((name) => attributes.has(name));
  const library = () => import('../clouds/shown.js');
  const single = attributes.list.filter(({ name, least, most }) => (most > least || name === 'element') && !(own && CHANNELS.includes(name)));
  return [
    // Those of an example came without the attribute.
    ...first && !attributes.has(first.name) ? [{ name: first.name, of: first, load: async () => first }] : [],
    ...single.map(({ name }) => ({
      name: called(name), of: attributes,
      load: async () => {
        const [{ shownOf }, values] = await Promise.all([library(), attributes.values(name)]);
        const shown = values && shownOf(name, values, points, dimension);
        return shown && { ...shown, name: called(name) };
      },
    })),
    ...own ? [{
      name: 'colour', of: attributes,
      load: async () => {
        const [{ ownColours }, ...values] = await Promise.all([library(), ...CHANNELS.map((name) => attributes.values(name))]);
        return values.every((one) => one !== null) ? ownColours('colour', values) : null;
      },
    }] : [],
  ];
}
