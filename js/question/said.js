/**
 * What is entered, and what is said of the clean cloud. That belongs to the one cloud and goes with it: another clean cloud begins with nothing
 * said.
 */

import { initial } from '../form/address.js';
import { inWords, isSaid, isSameSaid, NAMES, pick, SAMPLING, samplingOf, unsaid, unset } from '../form/evidence.js';

/**
 * @typedef {import('../form/reader.js').Values} Values
 * @typedef {{examples: boolean}} Origin whether settings and what is said are of an example, or of nothing yet
 *
 * @typedef {object} Ahead another clean cloud on its way
 * @property {number} by its number: what is entered since then is of the cloud that comes
 * @property {Said} of what is said of the cloud that is there, and comes back if the other one does not come
 * @property {Values} since the entries when it was given
 *
 * @typedef {object} Laid what a question is made of beside the entries and the clouds
 * @property {import('../documents/votes.js').Counted | null} counted votes as they were counted, for as long as the entries say the same
 * @property {import('../documents/stated.js').Outputs | null} outputs numbers or labels that a model returned for noisy copies of the clean cloud
 * @property {import('../documents/types.js').Calibration | null} sets the calibration of sets that hold the true class
 * @property {import('../documents/documents.js').CertificateRequest['gram'] | null} gram inner products of two clouds whose points were not shared
 * @property {(import('../documents/votes.js').Paired & {pointStates?: Uint8Array}) | null} brushed the clean cloud after brushing, with the numbers of
 *   the points that both share, and what a brush has done to each
 * @property {{text: string, request: import('../documents/documents.js').CertificateRequest} | null} exact a request from a document, which is asked
 *   unchanged, and the text of the question that the form would ask
 *
 * @typedef {object} Entries
 * @property {Values} values texts as typed, valid or not
 * @property {Values | null} before what was said of an earlier cloud, to be offered again
 * @property {Values} settings that the votes, or the probability, belong to
 * @property {string[]} closed settings that stay as they are: another text takes the evidence away
 * @property {Record<string, boolean>} entered entries since the cloud came; true if there was none then
 * @property {Record<string, number>} typed how much had been given when a visitor entered a text last
 * @property {Ahead | null} ahead
 * @property {string} expected the file that a document means by its clean cloud, '' for none
 * @property {string} unbrushed the perturbation that was entered before a brush took points
 * @typedef {Entries & Origin & Laid} Said
 *
 * @typedef {{count: number} | null} Clean the clean cloud that is there
 */

/** @type {Said} */
export const nothingSaid = Object.freeze({
  values: initial(), before: null, settings: samplingOf(initial()), closed: [], entered: {}, typed: {}, examples: true, ahead: null, expected: '',
  unbrushed: 'none', counted: null, outputs: null, sets: null, gram: null, brushed: null, exact: null,
});

/** The entries since something was given. @param {Pick<Said, 'typed'>} said @param {number} [by] its number */
const since = ({ typed }, by = Infinity) => Object.keys(typed).filter((name) => typed[name] >= by);

/** Reports whether what is said is of a cloud that is still on its way. @param {Said} said */
export const isAhead = (said) => since(said, said.ahead?.by).some((name) => NAMES.includes(name));

/**
 * Entries that come late, with those that a visitor has entered since they were asked for, but for what is said of another cloud.
 * @param {Said} said @param {Values} late @param {number} by
 */
export const lateIn = (said, late, by) =>
  ({ ...late, ...pick(said.values, since(said, by).filter((name) => !NAMES.includes(name) || (said.entered[name] && !isAhead(said)))) });

/** @param {Said} said @param {Values} values @returns {Said} */
export const withValues = (said, values) => ({ ...said, values: { ...said.values, ...values } });

/** Returns what is said of the clean cloud that is there, without what is said of one on its way. @param {Said} said @returns {Said} */
export function ownOf(said) {
  const { ahead } = said;
  if (!ahead || !isAhead(said)) return said;
  const { values, settings, entered } = ahead.of;
  return { ...withValues(said, pick(values, NAMES)), settings, entered };
}

/** With points that a brush has left, and the perturbation that is entered with them. @param {Said} said @param {Laid['brushed']} brushed @returns {Said} */
export function brushedIn(said, brushed) {
  const { values: { perturbation } } = said, unbrushed = perturbation === 'brush' ? said.unbrushed : perturbation;
  return withValues({ ...said, brushed, unbrushed }, { perturbation: brushed ? 'brush' : unbrushed });
}

/** Ties what is said to settings, those that are entered by default. @param {Said} said @param {Values} [settings] @returns {Said} */
const pinned = (said, settings = samplingOf(said.values)) => ({ ...said, settings, closed: SAMPLING });

/** Notes what a visitor has entered. @param {Saying} state @param {string} name @param {string} text @returns {Said} */
function noted({ said, said: { closed, typed }, clouds: { clean }, gives }, name, text) {
  const next = withValues({ ...said, typed: { ...typed, [name]: gives } }, { [name]: text });
  if (NAMES.includes(name)) return { ...next, entered: { ...next.entered, [name]: clean === null }, settings: samplingOf(next.values) };
  return SAMPLING.includes(name) && !closed.includes(name) ? { ...next, settings: { ...next.settings, [name]: text } } : next;
}

/** Keeps the text of an entry as a setting, but more points per vote than the cloud has, which another text corrects. */
const closed = (/** @type {Said} */ said, /** @type {string} */ name, /** @type {Clean} */ clean) =>
  (name === 'subsample' && Number(said.values.subsample) > (clean?.count ?? Infinity) ? said : { ...said, closed: [...said.closed, name] });

/** Says again what was said before a cloud that does not come was given. @param {Said} said @returns {Said} */
export const backOf = (said) => ({ ...ownOf(said), ahead: null });

/**
 * Another clean cloud is on its way, in the place of one that still was: what is said from now on is of that one.
 * @param {Said} said @param {number} by @returns {Said}
 */
function awaiting(said, by) {
  const of = backOf(said);
  return { ...of, ahead: { by, of, since: said.values } };
}

/** The cloud on its way does not come: what was said of it is offered to the next one. @param {Said} said @returns {Said} */
const givenUp = (said) => ({ ...backOf(said), ...(isAhead(said) && inWords(said.values) && { before: said.values }) });

/** Follows the clean cloud: another one than before is on its way, or none any more. @param {Said} said @param {number} before @param {number} now */
export const followed = (said, before, now) => (before === now ? said : now ? awaiting(said, now) : givenUp(said));

/** Assigns the entries to the cloud that is there now. @param {Said} said @param {Clean} clean @returns {Said} */
const arrived = (said, clean) =>
  (clean ? { ...said, expected: '', entered: Object.fromEntries(Object.keys(said.entered).map((name) => [name, false])) } : said);

/**
 * A visitor has put another clean cloud in the place of what was there, or taken it away: what was said of that goes, with what a brush has left of
 * it and its outputs. Keeps everything entered since the cloud was given, and everything entered while there was none. Noise and invariance of an
 * example's classifier are open again.
 * @param {Said} said @param {Clean} clean that is there now @param {string} [name] of its file @returns {Said}
 */
function left(said, clean, name = '') {
  const { values, examples, entered, ahead, before, expected } = said, was = ahead?.since ?? values, typed = since(said, ahead?.by);
  const next = { ...said, brushed: null, ahead: null };
  if (name !== '' && name === expected) return arrived(next, clean);
  const stays = NAMES.filter((entry) => entered[entry] === true || typed.includes(entry));
  const own = examples ? unset(values, typed) : values, after = { ...unsaid(own), ...pick(values, stays), unit: '' };
  const offered = inWords(was) && !isSaid(after) && (!examples || Object.keys(entered).length > 0) ? was : before;
  return arrived({ ...pinned({ ...next, values: after }), closed: [], examples: false, before: offered }, clean);
}

/** @param {Said} said @param {Clean} clean @param {string} [name] @returns {Said} */
function leftWith(said, clean, name) {
  const next = left(said, clean, name);
  return next.values.given === 'outputs' ? next : { ...next, outputs: null };
}

/**
 * A cloud has been read. An example's perturbed cloud means nothing next to a visitor's clean one, nor does what was said of that.
 * @param {Said} said @param {import('./given.js').Handle} place @param {Clean} clean that is there now
 * @param {string | undefined} own name of the file, where it is a visitor's @param {number} [by] its number: a perturbation entered since stays
 * @returns {Said}
 */
export function read(said, place, clean, own, by) {
  const next = place === 'clean' ? { ...said, brushed: null } : said;
  if (own === undefined) return place === 'clean' ? arrived(next, clean) : next;
  const { values, ...rest } = { ...(place === 'clean' ? leftWith(next, clean, own) : next), gram: null };
  const isFile = place === 'perturbed' && !since(said, by).includes('perturbation');
  return { ...rest, values: { ...values, example: '', ...(isFile && { perturbation: 'file' }) } };
}

/** A visitor has removed a cloud. @param {Said} said @param {import('./given.js').Handle} place @returns {Said} */
export const removed = (said, place) => withValues(place === 'clean' ? leftWith(givenUp(said), null) : said, { example: '' });

/** @typedef {{said: Said, clouds: {clean: Clean}, gives: number, errors: Record<string, string>}} Saying */

/** @template T @param {{[name: string]: T}} all @param {string[]} names */
export const without = (all, names) => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));

/** Takes back what was wrong with entries. @template {{errors: Record<string, string>}} S @param {S} state @param {string[]} names @returns {S} */
export const excused = (state, names) => ({ ...state, errors: without(state.errors, names) });

/** @type {Record<string, (state: Saying & any, event: import('./state.js').Event) => any>} */
export const changes = {
  /** A visitor has entered a text. */
  set: (state, { name, text }) => ({ ...excused(state, [name]), said: noted(state, name, text) }),
  /** A visitor has finished an entry. */
  close: (state, { name }) => ({ ...state, said: closed(state.said, name, state.clouds.clean) }),
  excuse: (state, { names }) => excused(state, names),
  /** Entries of an address come late, for a visitor's clouds: what is said in them is of others. */
  adapt(state, { values, by }) {
    const { said, gives } = state, late = without(lateIn(said, unsaid(values), by), [...NAMES, 'perturbation']);
    const typed = { ...said.typed, ...Object.fromEntries(Object.keys(late).map((name) => [name, gives])) };
    return { ...state, said: withValues({ ...said, typed }, { ...late, example: '' }) };
  },
  /**
   * All entries are replaced; origin: where it is known from before; settings: that the evidence belongs to, where they are not those among the
   * entries; after: number of what they come late with, where entries since then stay.
   */
  fill(state, { values: late, origin = { examples: late.example !== '' }, expected = '', settings = samplingOf(late), after }) {
    const values = lateIn(state.said, late, after), own = isSameSaid(values, late) ? settings : undefined;
    const next = pinned({ ...state.said, ...origin, values, before: null, ahead: null, entered: {}, expected }, own);
    return { ...state, errors: {}, said: isSaid(values) ? next : { ...next, closed: [] } };
  },
  /** Parts of a question are laid down or taken away. */
  put: (state, { part }) => ({ ...state, said: { ...state.said, ...part } }),
  /** Offers no more what was said of an earlier cloud. */
  again: (state) => ({ ...state, said: { ...state.said, before: null } }),
  pin: (state) => ({ ...state, said: pinned(state.said) }),
};
