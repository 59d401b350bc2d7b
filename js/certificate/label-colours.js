/** Labels of the clean cloud's points: their colours, the certified radius of each, and which are left at a distance. */

import { certificateOf } from '../documents/lengths.js';
import { labelRadii, sharpest } from '../documents/stated.js';
import { significant } from '../words/decimal.js';
import { inUnit, measureOf } from '../words/lengths.js';

/** @typedef {import('../drawing/geometry.js').Shown} Shown */

/** The ways to colour points by their labels. */
export const LABEL = 'label', RADIUS = 'certified radius of its label';

/** Colours of the labels that most points have. */
const COLOURS = ['#4e79a7', '#e07b1f', '#3f9142', '#d6404a', '#a0629a', '#8f6a55', '#2f9c95', '#b8930f', '#c55a8f', '#6a6fc4', '#7d8b2d'];

/** The colour of a label that is not certified: grey are the points of the original. */
const OPEN = '#8a5000';

/** @param {number} place */
const colourOf = (place) => COLOURS[place] ?? `hsl(${Math.round(137.5 * place) % 360} 45% 45%)`;

/** Labels in the order of how many points have them. @param {number[]} predicted */
function byFrequency(predicted) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const label of predicted) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort(([a, most], [b, other]) => other - most || a - b).map(([label]) => label);
}

/** Dispatches 'change' when the slider over distances has moved. */
export class LabelColours extends EventTarget {
  /** Distance of the slider, null for the cloud of the verdict. @type {number | null} */
  #distance = null;
  /** Labels that were coloured last, and their colours by name. @type {{of: unknown[], shown: Map<string, Shown>}} */
  #known = { of: [], shown: new Map() };
  /** The places of labels among the colours, and the labels that these belong to. @type {{of: number[], places: Map<number, number>}} */
  #places = { of: [], places: new Map() };
  #desk;

  /** @param {import('./desk.js').Desk} desk */
  constructor(desk) {
    super();
    this.#desk = desk;
  }

  /** The votes on labels, null where none belong to the clean cloud as it is drawn. */
  get votes() {
    const { outputs, files: { clouds: { clean } } } = this.#desk, labels = outputs?.labels;
    return labels && clean?.count === labels.votes.length ? labels : null;
  }

  /** The name of a label, its number where the model has none. @param {number} label */
  #named(label) {
    return this.#desk.outputs?.evidence?.model?.classes?.[label] ?? String(label);
  }

  /** The certificate of these labels, undefined before it is there. */
  get #certificate() {
    const { result: { certificate }, entries } = this.#desk;
    return certificate && certificateOf(certificate.value, entries.values.about);
  }

  /** The certified radius of each label, null before it is known. */
  get radii() {
    return (this.votes && this.#certificate && labelRadii(this.#certificate)) ?? null;
  }

  /** The distance that a visitor has chosen, null for the cloud of the verdict. */
  get distance() {
    return this.radii && this.#distance;
  }

  /** @param {number | null} distance */
  move(distance) {
    this.#distance = distance;
    this.dispatchEvent(new Event('change'));
  }

  /** The inputs differ: the slider is back at the cloud of the verdict. */
  rest() {
    this.#distance = null;
  }

  /**
   * For each point whether its label stays, at the chosen distance or at the cloud of the verdict; null where that is not known.
   * @returns {boolean[] | null}
   */
  get stays() {
    const { radii, distance } = this;
    if (radii && distance !== null) return radii.map((radius) => distance < radius);
    return (this.votes && this.#certificate && sharpest(this.#certificate)?.labels?.certified) ?? null;
  }

  /** The names of its colours. @returns {string[]} */
  get names() {
    return this.votes ? [LABEL, ...(this.radii ? [RADIUS] : [])] : [];
  }

  /** The colours of a name, null where they are another's. @param {string} name @returns {Shown | null} */
  shown(name) {
    const { votes, radii, distance } = this;
    if (!votes || !this.names.includes(name)) return null;
    const of = [votes, radii, distance, this.#certificate];
    if (!of.every((part, i) => part === this.#known.of[i])) this.#known = { of, shown: new Map() };
    const shown = this.#known.shown.get(name) ?? (name === RADIUS ? this.#byRadius(radii ?? []) : this.#byLabel(votes.predicted));
    this.#known.shown.set(name, shown);
    return shown;
  }

  /** @param {number[]} predicted */
  #placesOf(predicted) {
    if (this.#places.of !== predicted) this.#places = { of: predicted, places: new Map(byFrequency(predicted).map((label, place) => [label, place])) };
    return this.#places.places;
  }

  /** @param {number[]} predicted @returns {Shown} */
  #byLabel(predicted) {
    const { stays } = this;
    const places = this.#placesOf(predicted);
    const palette = [...places.keys()].map((label, place) => ({ name: place < COLOURS.length ? this.#named(label) : '', colour: colourOf(place) }));
    const more = palette.length - COLOURS.length;
    if (more > 0) palette[COLOURS.length].name = `${more.toLocaleString('en')} more`;
    const left = stays?.includes(false) ? [{ name: 'not certified', colour: OPEN }] : [];
    const grey = palette.length;
    return {
      name: LABEL, palette: [...palette, ...left], ends: null, radii: null, bonds: [],
      tints: Float32Array.from(predicted, (label, i) => (stays && !stays[i] ? grey : places.get(label) ?? grey)),
    };
  }

  /** @param {number[]} radii @returns {Shown} */
  #byRadius(radii) {
    const most = Math.max(...radii, Number.MIN_VALUE);
    return { name: RADIUS, palette: [], ends: [0, most], radii: null, bonds: [], tints: Float32Array.from(radii, (radius) => radius / most) };
  }

  /** Describes a point that is picked; none where labels are not known. @param {number} number from 0 @returns {{name: string, text: string}[]} */
  at(number) {
    const { votes, radii } = this;
    if (!votes || number >= votes.votes.length) return [];
    const count = `${votes.votes[number].toLocaleString('en')} of ${votes.samples.toLocaleString('en')}`;
    const radius = radii ? [{ name: 'radius', text: radii[number] > 0 ? inUnit(significant(radii[number], 4, 'down'), measureOf(this.#desk.measure)) : 'none' }] : [];
    return [{ name: 'label', text: this.#named(votes.predicted[number]) }, { name: 'votes', text: count }, ...radius];
  }
}
