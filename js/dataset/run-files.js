/** The files of a run: those on their way into the certifier, those that it has, and those that it asks about. The first that is given is read first. */

import { place } from '../words/error-sentence.js';
import { documented } from './run-entered.js';

/**
 * @import {Caught} from '../words/error-sentence.js'
 * @import {Remedy} from '../certifier/functions.js'
 * @import {State} from './run-state.js'
 * @typedef {import('./sources.js').Source} Source
 * @typedef {import('./log.js').Failure} Failure
 *
 * @typedef {object} Reading how a file came into the certifier
 * @property {number} number
 * @property {string} reading how it is read, '' for as it comes
 * @property {number} since how many texts had been entered when it was given; Infinity where what it says is entered already
 * @property {{name: string, bytes: Uint8Array}} [as] what the certifier reads, once that is known
 * @property {string} [settings] of a run document, as text
 * @property {{message: string, remedies: Remedy[]}} [question] where it can be read in several ways
 * @typedef {Source & Reading} Given
 *
 * @typedef {object} Found what the files have
 * @property {number} clouds
 * @property {number} votes
 * @property {string} lacks the votes still missing: 'votes_pred', 'votes_cert', 'votes' for both, '' for none of these
 * @property {string[] | null} classes their names, null if the files have only numbers
 * @property {{dimension: number, count: number} | null} shape of the first cloud
 * @property {import('./log.js').VotedBy | undefined} voted what the votes of a run document were counted with
 *
 * @typedef {object} Files
 * @property {string} set tells these files from those of another window, '' for none
 * @property {number} gives how many there were
 * @property {Given[]} coming
 * @property {number} total of those that came with them
 * @property {Given[]} open those that the certifier has, in its order
 * @property {Given[]} puzzles
 * @property {boolean} stale whether the certifier has others
 * @property {Found} found
 * @property {Failure[]} refused what could not be read
 * @property {Given[]} unkept files that the browser is still to keep
 * @property {number[]} gone numbers of those that it is to keep no longer
 * @property {Source[]} parts that are to be taken
 */

/** @type {Found} */
const NOTHING = { clouds: 0, votes: 0, lacks: 'votes', classes: null, shape: null, voted: undefined };

/** @type {Files} */
export const noFiles = {
  set: '', gives: 0, coming: [], total: 0, open: [], puzzles: [], stale: false, found: NOTHING, refused: [], unkept: [], gone: [], parts: [],
};

/** Reports whether all files come with the page; without any, whether those of the run did. @param {State} state */
export function isShipped({ open, puzzles, coming, log }) {
  const files = [...open, ...puzzles, ...coming];
  return files.length > 0 ? files.every(({ shipped }) => shipped) : Boolean(log?.head.shipped);
}

/** Tells a file from those that another window gives of the same set. @param {{number: number, name: string}} file */
const keyOf = ({ number, name }) => `${number} ${name}`;

/** Lists the files whose settings are entered. @param {State} state */
export const heardIn = ({ open, coming }) =>
  [...open.filter(({ settings }) => settings), ...coming.filter(({ since }) => since === Infinity)].map(keyOf);

/** Reports whether all files are there whose settings were entered. @param {Given[]} files @param {string[]} heard */
export function isWhole(files, heard) {
  const keys = new Set(files.map(keyOf));
  return heard.every((key) => keys.has(key));
}

/** Has the settings of files entered, but for those whose settings were entered before. @param {Given[]} files @param {string[]} heard @returns {Given[]} */
export function unheard(files, heard) {
  const known = new Set(heard);
  return files.map((file) => ({ ...file, since: known.has(keyOf(file)) ? Infinity : 0 }));
}

/** Takes all files away but parts. @param {State} state @returns {State} */
export const emptied = (state) => ({ ...state, ...noFiles, gives: state.gives, parts: state.parts, stale: true, votes: null });

/** Keeps files no longer. @param {State} state @param {Given[]} files @returns {State} */
function dropped(state, files) {
  const unkept = state.unkept.filter((one) => !files.includes(one));
  return { ...state, unkept, gone: [...state.gone, ...files.map(({ number }) => number)] };
}

/** Lays files down to be read. @param {State} state @param {(Source & Partial<Given>)[]} files @param {string} set of the first @returns {State} */
export function laid(state, files, set) {
  const { acts, gives, coming, total, unkept } = state, given = files.map((file, i) => ({ reading: '', since: acts, ...file, number: gives + 1 + i }));
  return {
    ...state, set: state.set || set, gives: gives + given.length, coming: [...coming, ...given], total: given.length + (coming.length ? total : 0),
    unkept: [...unkept, ...given.filter(({ blob }) => blob)],
  };
}

/** Takes files, in the place of unread ones of the same names. @param {State} state @param {Source[]} files @param {string} set @returns {State} */
export function gathered(state, files, set) {
  const names = new Set(files.map(({ name }) => name)), others = (/** @type {{name: string}} */ { name }) => !names.has(name);
  const next = dropped(state, state.puzzles.filter((one) => !others(one)));
  return laid({ ...next, votes: null, puzzles: next.puzzles.filter(others), refused: next.refused.filter(others) }, files, set);
}

/** Reads all files again, some in another way. @param {State} state @param {string[]} names @param {string} reading @param {string} set @returns {State} */
export function reread(state, names, reading, set) {
  const files = state.open.map((one) => ({ ...one, since: Infinity, ...(names.includes(one.as?.name ?? '') && { reading }) }));
  return laid({ ...emptied(state), puzzles: state.puzzles, refused: state.refused, unkept: state.puzzles }, files, set);
}

/** Says all that is wrong with a file. @param {Failure[]} refused before @param {string} name @param {unknown} error @returns {Failure[]} */
export function withRefused(refused, name, error) {
  const first = /** @type {Caught} */ (error);
  const faults = [first, ...(first?.others ?? [])].map((fault) => ({ name, message: fault?.field ? `${fault.field}: ${fault.message}` : place(fault, name) }));
  return [...refused.filter((one) => one.name !== name), ...faults];
}

/** Takes what came of reading a file, unless that has been taken away since. @param {State} state @param {(file: Given, next: State) => State} take */
function read(state, take) {
  const [file] = state.coming, isDue = file?.number === state.turn?.file?.number && !state.stale;
  return isDue ? take(file, { ...state, turn: null, coming: state.coming.slice(1), stirs: true }) : { ...state, turn: null };
}

/** @type {Record<string, (state: State, event: any) => State>} */
export const changes = {
  /** A file is to be read in the way that answers its question. */
  answer(state, { number, remedy }) {
    const file = state.puzzles.find((one) => one.number === number);
    if (!file) return state;
    const next = { ...dropped(state, [file]), votes: null, puzzles: state.puzzles.filter((one) => one !== file) };
    return laid(next, [{ ...file, question: undefined, reading: JSON.stringify(remedy.reading) }], state.set);
  },
  opened: (state, { blob, as, found: { settings, voted, clouds, votes, lacks = '', classes = null, dimension, points } }) => read(state, (file, next) => {
    const one = { ...file, blob, as, settings: settings && JSON.stringify(settings) }, shape = dimension ? { dimension, count: points } : null;
    const unkept = file.blob ? next.unkept : [...next.unkept, one];
    const open = { ...next, open: [...next.open, one], unkept, found: { clouds, votes, lacks, classes, shape, voted } };
    return settings && file.since < Infinity ? documented(open, settings, file.since) : open;
  }),
  /** A file can be read in several ways. */
  puzzling: (state, { as, blob, question }) => read(state, (file, next) => ({ ...next, puzzles: [...next.puzzles, { ...file, as, blob, question }] })),
  unread: (state, { error }) => read(state, (file, next) => dropped({ ...next, refused: withRefused(next.refused, file.name, error) }, [file])),
  /** The certifier has no files any more. */
  vacant: (state) => ({ ...state, turn: null, stale: false, open: [], found: NOTHING }),
};
