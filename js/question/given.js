/** Keeps track of what is given and on its way, and of the clouds that are there: what is given later to the same place gives up what came before. */

import { NAMES } from '../form/evidence.js';
import { excused, nothingSaid, read, removed, without } from './said.js';

/**
 * @typedef {'clean' | 'perturbed'} Handle
 * @typedef {Handle | 'all' | 'settings'} Place what is to be replaced: a cloud, everything, or all but a cloud that comes meanwhile
 * @typedef {{file: string, attributes: {list: unknown[]}} & Record<string, any>} Cloud file: under which the engine holds its points
 * @typedef {[signal: AbortSignal, tell: (event: import('./state.js').Event) => boolean, number: number]} Turn
 * @typedef {(...turn: Turn) => Promise<unknown>} Task
 *
 * @typedef {object} Given
 * @property {number} number
 * @property {Place} place
 * @property {Task} task brings it; its events count until it is given up
 * @property {number} by number of another one that this is a part of, 0 for none
 * @property {boolean} own whether it is a visitor's file for this place
 * @property {string} file key of the cloud that is read, '' while it may be a document
 * @property {boolean} [filled] whether a document is filled in, so that other entries give up what is left to do
 * @property {any} [progress] of a reading that takes a while
 *
 * @typedef {object} Files
 * @property {Given[]} coming
 * @property {number} gives how many there were
 * @property {Record<Handle, Cloud | null>} clouds
 * @property {Record<Handle, any>} questions files that cannot be read as they came: one of their clouds is to be chosen, or how they are read
 * @property {{[handle in Handle]?: {name: string, why: string}}} unread the last files that could not be read, and why
 * @property {{of: string, list: any[]} | null} differences attributes that both clouds have with other values
 * @property {import('./said.js').Said} said what is entered
 * @property {Record<string, string>} errors what is wrong with it, by control: as was found when it was last looked at
 */

/** @type {Files} */
export const noFiles = {
  coming: [], gives: 0, clouds: { clean: null, perturbed: null }, questions: { clean: null, perturbed: null }, unread: {}, differences: null,
  said: nothingSaid, errors: {},
};

/** @param {Place} place */
const isCloud = (place) => place === 'clean' || place === 'perturbed';

/** Reports whether a cloud is on its way. @param {Files} files */
export const isReading = ({ coming }) => coming.some(({ place }) => isCloud(place));

/** @param {Files} files @returns {number} number of a visitor's clean cloud on its way, 0 for none */
export const expected = ({ coming }) => coming.find(({ place, own }) => place === 'clean' && own)?.number ?? 0;

/** Reports whether something on its way has its place beside another that is given. @param {Given} one @param {Place} place */
const staysBeside = (one, place) => (isCloud(place) ? one.place !== 'all' && one.place !== place : one.file !== '');

/** The one of this number, and those that it is a part of. @param {Given[]} coming @param {number} number @returns {Given[]} */
function kin(coming, number) {
  const one = coming.find((each) => each.number === number);
  return one ? [...kin(coming, one.by), one] : [];
}

/** @template {Files} S @param {S} state @param {string | undefined} key @param {Partial<Given>} part */
const withGiven = (state, key, part) => ({ ...state, coming: state.coming.map((one) => (keyOf(one) === key ? { ...one, ...part } : one)) });

/** @param {{number: number}} given */
export const keyOf = ({ number }) => `give ${number}`;

/** The controls of a cloud, and of what is said of it where that goes with it. @param {Handle} place @param {boolean} [goes] */
const controlsOf = (place, goes = true) => (place === 'clean' && goes ? [place, ...NAMES] : [place]);

/** Stays with the cloud that was there before a file that could not be read. @param {any} state @param {Handle} place */
function kept(state, place) {
  // Of one that has several clouds one is still to be chosen.
  const stays = !state.clouds[place] && state.questions[place]?.parts.length;
  return { ...excused(state, [place]), unread: without(state.unread, [place]), ...(!stays && { questions: { ...state.questions, [place]: null } }) };
}

/** Gives up strokes of a brush where the clean cloud is another one. @param {any} state @param {Handle} place */
const unbrushed = ({ strokes, brushes }, place) => ({ brushes: place === 'clean' ? strokes : brushes });

/** @type {Record<string, (state: any, event: import('./state.js').Event) => any>} */
export const changes = {
  give(state, { place, task, by = 0, own = false, file = '' }) {
    const [others, gone] = [true, false].map((stays) => state.coming.filter((/** @type {Given} */ one) =>
      (kin(state.coming, by).includes(one) || staysBeside(one, place)) === stays));
    const number = state.gives + 1;
    // A question about an example on its way does not carry over to a visitor's cloud in its place.
    const another = own && gone.some((/** @type {Given} */ one) => !one.own);
    return { ...state, ...(another && { ask: null, hopes: false }), gives: number, coming: [...others, { number, place, task, by, own, file }] };
  },
  /** Gives up what is on its way to a place. */
  drop: (state, { place }) => ({ ...state, coming: state.coming.filter((/** @type {Given} */ one) => staysBeside(one, place)) }),
  /** All is replaced: what is on its way is given up, but for what this is a part of. */
  replace: (state, { by = 0, clouds, outputs = null }) => ({
    ...state, coming: kin(state.coming, by), questions: noFiles.questions, unread: {},
    ...(clouds && { clouds, brushes: state.strokes, said: { ...state.said, brushed: null, gram: null, outputs } }),
  }),
  remove: (state, { place }) => ({
    ...excused(changes.drop(state, { type: 'drop', place }), controlsOf(place)), clouds: { ...state.clouds, [place]: null }, questions: { ...state.questions, [place]: null },
    unread: without(state.unread, [place]), said: removed(state.said, place), ...unbrushed(state, place),
  }),
  keep: (state, { place }) => kept(state, place),

  /** It is known to be a document, for all places: only where nothing was given after it. */
  whole(state, { key }) {
    const isLast = key === keyOf({ number: state.gives }), next = withGiven(state, key, { place: 'all', own: false });
    return { ...next, coming: next.coming.filter((/** @type {Given} */ one) => (keyOf(one) === key ? isLast : !isLast || staysBeside(one, 'all'))) };
  },
  /** It is known to be a cloud. */
  begin: (state, { key, place, file }) => withGiven(kept(state, place), key, { file }),
  reading: (state, { key, progress }) => withGiven(state, key, { progress }),
  /** A cloud has been read, or is to be chosen in a file; own: the file's name where it is a visitor's. An example's perturbed cloud goes then. */
  read(state, { key, place, cloud, asked = null, own }) {
    const by = state.coming.find((/** @type {Given} */ one) => keyOf(one) === key)?.number;
    const alone = own !== undefined && place === 'clean' && state.said.values.example !== '';
    const rest = alone ? state.coming.filter((/** @type {Given} */ one) => one.place !== 'perturbed' || one.own) : state.coming;
    const [clouds, questions] = alone ? [noFiles.clouds, noFiles.questions] : [state.clouds, state.questions];
    const next = { ...excused(state, controlsOf(place, own !== undefined)), coming: rest, clouds: { ...clouds, [place]: cloud }, questions: { ...questions, [place]: asked } };
    const unread = alone ? {} : without(state.unread, [place]);
    return { ...next, ...unbrushed(state, place), unread, said: read(state.said, place, next.clouds.clean, own, by) };
  },
  /** The file of a cloud that is shown already has been read: its attributes, and the colours that it starts with. */
  described(state, { place, cloud: { file, attributes, shown } }) {
    const known = state.clouds[place];
    return known?.file === file ? { ...state, clouds: { ...state.clouds, [place]: { ...known, attributes, shown } } } : state;
  },
  refused: (state, { place, name, why, asked }) => ({
    ...state, errors: { ...state.errors, [place]: why }, unread: { ...state.unread, [place]: { name, why } }, questions: asked ? { ...state.questions, [place]: asked } : state.questions,
  }),
  filled: (state, { key }) => withGiven(state, key, { filled: true }),
  given: (state, { key }) => ({ ...state, coming: state.coming.filter((/** @type {Given} */ one) => keyOf(one) !== key) }),
  differ: (state, { list }) => ({ ...state, differences: { of: paired(state), list } }),
};

/** Names two clouds that both have attributes, '' for others. @param {Files} state */
const paired = ({ clouds: { clean, perturbed } }) =>
  (clean?.attributes.list.length && perturbed?.attributes.list.length ? `${clean.file} ${perturbed.file}` : '');

/** The attributes that both clouds have with other values, null where they are not compared. @param {Files} state */
export const differencesTo = (state) => (state.differences?.of === paired(state) ? state.differences.list : null);

/** Reports whether both clouds have attributes, and it is not known which differ. @param {Files} state */
export const isUncompared = (state) => paired(state) !== '' && differencesTo(state) === null && !isReading(state);
