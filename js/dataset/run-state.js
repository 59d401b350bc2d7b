/**
 * The state of a run over a dataset: what is entered, its files, how far it is, and what the browser keeps of it. The work to do and what is shown
 * follow from the state.
 */

import { textsOf } from '../form/table.js';
import { RUN_FORM } from '../form/run-form.js';
import { reducer } from '../question/reducer.js';
import { sentence } from '../words/error-sentence.js';
import {
  accepted, adapted, changes as entryChanges, complained, isBlamed, nothingEntered, notedIn, restoredFor,
} from './run-entered.js';
import { changes as fileChanges, emptied, gathered, heardIn, isShipped, isWhole, laid, noFiles, reread, unheard, withRefused } from './run-files.js';
import { isPart, RunLog } from './log.js';
import { BUSY, given, outdated, unfinished, waiting } from './words.js';

/**
 * empty → collecting → ready → running ⇄ paused → done. Where a model votes, counting ⇄ paused comes before running. What is
 * found after a reload starts as paused.
 * @typedef {'empty' | 'collecting' | 'ready' | 'counting' | 'running' | 'paused' | 'done'} Phase
 */

/**
 * @import {Caught} from '../words/error-sentence.js'
 * @import {RunSettings} from '../documents/types.js'
 * @import {Line} from './log.js'
 * @import {Given} from './run-files.js'
 * @typedef {import('../question/reducer.js').Event} Event
 *
 * @typedef {object} Ask a run that is wanted
 * @property {number} number
 * @property {'check' | 'model' | 'join'} [stage] undefined before the files are read
 * @property {RunSettings} [settings]
 * @property {number} [samples] that a model is to be shown of each cloud
 * @property {import('../form/request.js').Drawn} [classifier]
 * @property {import('./run-work.js').RunCount | null} [counting] null where the files have the votes
 *
 * @typedef {object} Running
 * @property {string} message for the visitor, '' for none
 * @property {'' | 'take' | 'drop'} restoring what is to be done with files and run of an earlier visit, while they are looked for
 * @property {import('./store.js').Kept | null} earlier a run of an earlier visit, before it is known whether this core has made it
 * @property {Ask | null} ask
 * @property {number} asks how many there were
 * @property {RunLog | null} log of a run that has begun
 * @property {number} go number of the order to go on with it, 0 while it is paused
 * @property {number} gos how many there were
 * @property {import('./pace.js').Pace | null} pace of what is left of it, in clouds, or in samples while votes are counted
 * @property {import('./log.js').Outcome | null} outcome of a run that is done
 * @property {{of: string, by: string, document: Blob} | null} votes that were counted here: in which run, by what, and the run with them
 * @property {any} turn what the certifier's collection of files does: one thing after another, each to its end
 * @property {any} writing what is written for the next visit: likewise
 * @property {number} steps how many turns and writings there were
 * @property {{set: string, run: string}} disk files and run that are kept
 * @property {{set: boolean, run: string}} lost those that cannot be kept
 * @property {string} outdated a run that is kept, and that this core has not made
 * @property {Line[]} fresh lines of the run that are not written
 * @property {boolean} due whether they are to be written
 * @property {boolean} stirs whether something is to be drawn and written after a rest
 * @property {number} rests
 *
 * @typedef {import('./run-entered.js').Entered & import('./run-files.js').Files & Running} State
 * @typedef {{key: string, kind: string} & Record<string, any>} Job
 */

/** @type {State} */
export const initialState = Object.freeze({
  ...nothingEntered, ...noFiles, message: '', restoring: '', earlier: null, ask: null, asks: 0, log: null, go: 0, gos: 0, pace: null, outcome: null,
  votes: null, turn: null, writing: null, steps: 0, disk: { set: '', run: '' }, lost: { set: false, run: '' }, outdated: '', fresh: [], due: false,
  stirs: false, rests: 0,
});

/** Reports whether a run is on its way. @param {State} state */
export const isRunning = ({ log, go, outcome }) => log !== null && go > 0 && outcome === null;

/** Reports whether files or a run are on their way. @param {State} state */
const isComing = ({ restoring, earlier, coming }) => restoring !== '' || earlier !== null || coming.length > 0;

/** @param {State} state @returns {Phase} */
export function phaseOf(state) {
  const { log, outcome, coming, found } = state;
  if (isRunning(state)) return log?.head.counting ? 'counting' : 'running';
  return outcome ? 'done' : log ? 'paused' : coming.length > 0 ? 'collecting' : found.clouds > 0 ? 'ready' : 'empty';
}

/** Reports whether another run may take the place of this one unasked: what comes with the page and is not begun, or done. @param {State} state */
export function isReplaceable(state) {
  const phase = phaseOf(state);
  return phase === 'empty' || (!isRunning(state) && !state.ask && phase !== 'paused' && isShipped(state));
}

/** The run that is on the screen, '' for none. @param {State} state */
const runOf = ({ log }) => log?.head.run ?? '';

/** Returns what a reload finds again, once it is noted. @param {State} state @returns {import('./run-entered.js').Noted} */
export const notedOf = (state) => {
  const { values, sets, begun, claimed, set } = state;
  return { values, sets, begun, claimed, set, run: runOf(state), heard: heardIn(state) };
};

/** Lists the work that is wanted. @param {State} state @returns {Job[]} */
export function wanted(state) {
  const { restoring, earlier, turn, writing, ask, stirs, rests, log, parts, found, votes, go, gos, outcome, fresh } = state, run = runOf(state);
  /** @type {Job[]} */
  const jobs = [turn, writing].filter(Boolean);
  const add = (/** @type {string} */ kind, /** @type {string | number} */ of, more = {}) => void jobs.push({ key: `${kind} ${of}`, kind, ...more });
  if (restoring) add('restore', '');
  if (earlier) add('recognise', earlier.head.run, { earlier });
  if (stirs) add('rest', rests);
  if (ask?.stage === 'check') add('check', ask.number, { asked: state.asked });
  if (ask?.stage === 'model') add('model', ask.number, { ask, dimension: found.shape?.dimension ?? 0, by: votes?.by });
  if (!log) return jobs;
  const { counting } = log.head;
  if (parts.length > 0 && !counting) add('take', `${run} ${gos}`, { log, parts });
  else if (!go || outcome) return jobs;
  else if (log.done < log.total) add(counting ? 'count' : 'certify', `${run} ${go}`, { log });
  else if (fresh.length > 0) return jobs; // what is done is kept before it is shown
  else if (!counting) add('result', `${run} ${go}`, { log });
  else if (votes?.of !== run) add('vote', `${run} ${go}`, { log });
  return jobs;
}

/** Returns the next thing for the certifier's collection to do, null for nothing. @param {State} state */
function turnOf(state) {
  const { stale, coming: [file], open, set, found, ask, log, go, votes } = state, { counting, run, settings } = log?.head ?? {};
  const of = () => ({ ...found, set, whole: open.length === 1 ? open[0] : null, shipped: isShipped(state) });
  if (stale) return { kind: 'vacate' };
  if (file) return { kind: 'read', file };
  if (ask?.stage === 'join') return { kind: 'join', of: of(), ask: ask.number, settings: ask.settings, counting: ask.counting ?? null };
  if (!counting || !go || log?.done !== log?.total || votes?.of !== run) return null;
  return { kind: 'join', of: of(), after: run, settings: JSON.parse(settings ?? ''), counting: null };
}

/** Returns the next thing to write for the next visit, null for nothing. @param {State} state */
function writingOf(state) {
  const { disk, lost, earlier, outdated: spared, log, set, unkept, gone, fresh, due } = state, run = runOf(state);
  const ends = disk.run && !run && !earlier && disk.run !== spared, keeps = !lost.set && (disk.set !== set || unkept.length > 0 || gone.length > 0);
  if (ends && !(keeps && set)) return { kind: 'end', run: disk.run }; // files that take its place are kept first
  if (keeps) return { kind: 'files', set, first: disk.set !== set, puts: unkept, gone };
  if (run && disk.run !== run) return lost.run === run ? null : { kind: 'begin', run, log };
  return run && fresh.length > 0 && (due || log?.done === log?.total || !isRunning(state)) ? { kind: 'lines', run, lines: fresh } : null;
}

/** Gives up a run, and the wish for one. @param {State} state @returns {State} */
const ended = (state) => ({ ...state, ask: null, earlier: null, log: null, go: 0, pace: null, outcome: null, fresh: [], message: '', outdated: '' });

/** Forgets everything but the settings. @param {State} state @returns {State} */
const cleared = (state) =>
  ({ ...ended(emptied(state)), parts: [], claimed: null, unproved: null, sets: undefined, begun: null, lost: { set: false, run: '' } });

/** @param {State} state @returns {State} */
const asking = (state) => ({ ...state, ask: { number: state.asks + 1 }, asks: state.asks + 1 });

/** Asks again, of other files, for a run that is wanted. @param {State} state @returns {State} */
const reasked = (state) => (state.ask ? asking(state) : state);

/** Gives up the wish for a run. @param {State} state @param {Caught} error @returns {State} */
const unasked = (state, error) => complained({ ...state, ask: null }, error);

/** Gives up a count that cannot become a run. @param {State} state @param {Caught} error @returns {State} */
const uncounted = (state, error) => complained({ ...ended(state), message: state.message }, error);

/** Pauses, gives up a count that the entries have to change for, or begins one again. @param {State} state @param {Caught} error @returns {State} */
function stopped(state, error) {
  if (!state.log?.head.counting || !(error?.again || isBlamed(error))) return { ...state, go: 0, message: sentence(error) };
  return error?.again ? asking(ended(state)) : uncounted(state, error);
}

/** @param {unknown} error */
const named = (error) => /** @type {Error | undefined} */ (error)?.name ?? 'no storage';

/** A run, or lines of it, could not be written. @param {State} state @param {unknown} error @returns {State} */
function unwritten(state, error) {
  const { kind, run } = state.writing, next = { ...state, writing: null };
  if (runOf(state) !== run) return next; // it has ended meanwhile
  const message = `The run cannot be kept across a reload (${named(error)}); it goes on all the same.`;
  return { ...next, disk: { ...state.disk, run: kind === 'begin' ? '' : run }, lost: { ...state.lost, run }, fresh: [], message };
}

/** Reports whether the run is still wanted for which the certifier has joined its files. @param {State} state */
const isDue = (state) => (state.turn.after ? runOf(state) === state.turn.after : state.ask?.number === state.turn.ask);

/** Takes work that failed, by its kind. @type {Record<string, (state: State, error: any) => State>} */
const failures = {
  recognise: (state, error) => ({ ...state, earlier: null, outdated: state.disk.run, message: sentence(error) }),
  vacate: (state, error) => ({ ...fileChanges.vacant(state, null), message: sentence(error) }),
  join(state, error) {
    const next = { ...state, turn: null };
    if (!isDue(state)) return next;
    return state.turn.after ? uncounted(next, error) : unasked(next, error);
  },
  check: unasked, model: unasked,
  take: (state, error) => ({ ...state, parts: [], message: sentence(error) }),
  vote: uncounted, count: stopped, certify: stopped, result: stopped,
  end: (state) => changes.written(state, { type: '' }),
  files(state, error) {
    const next = { ...changes.written(state, { type: '' }), lost: { ...state.lost, set: true } };
    return state.writing.puts.length > 0 ? { ...next, message: `The files cannot be kept across a reload (${named(error)}).` } : next;
  },
  begin: unwritten, lines: unwritten,
};

/** @type {Record<string, (state: State, event: Event & any) => State>} */
const changes = {
  ...entryChanges,
  ...fileChanges,
  note: (state, { message }) => ({ ...state, message }),
  /** The page is there: an earlier visit may have left files and a run. */
  restore: (state) => ({ ...state, restoring: 'take' }),
  /** An earlier visit has left files and a run, or none: files given meanwhile come after those, and take the place of the run. */
  found(state, { run: last, files: all, noted }) {
    // Files of another set are of another window, or were given in the place of the run right before a reload.
    const isOther = last && last.head.files !== all[0]?.set, isOwn = isOther && all.length > 0 && noted?.set === all[0].set && noted.run !== last.head.run;
    const [run, files] = isOwn ? [undefined, all] : [last, isOther ? [] : all];
    const disk = { set: files[0]?.set ?? '', run: last?.head.run ?? '' }, base = { ...state, restoring: /** @type {const} */ (''), disk };
    const own = noted && { ...noted, sets: undefined, claimed: null, begun: null };
    if (state.restoring === 'drop' || (run && state.coming.length > 0)) return own ? notedIn(base, own) : base;
    const isSame = isOwn || (noted?.set === disk.set && noted.run === disk.run), most = files.at(-1)?.number ?? 0;
    const known = isSame && isWhole(files, noted.heard) ? noted : null;
    const earlier = run ? files.map((/** @type {Given} */ file) => ({ ...file, since: Infinity })) : unheard(files, known?.heard ?? []);
    const given = state.coming.map((file) => ({ ...file, number: file.number + most }));
    const next = {
      ...base, earlier: run ?? null, set: disk.set || state.set, gives: most + state.gives, coming: [...earlier, ...given],
      total: earlier.length + given.length, unkept: given.filter(({ blob }) => blob),
    };
    if (isSame) return notedIn(next, known ?? own);
    return own && !disk.set && !run ? notedIn(next, own) : next;
  },
  /** It is known which core is here, and so whether it has made the run of the earlier visit. */
  recognised(state, { core, pace }) {
    const { head, entries, lines } = /** @type {import('./store.js').Kept} */ (state.earlier);
    const own = { ...(state.begun ? state : restoredFor(state, head)), earlier: null };
    if (head.version !== core) return { ...own, begun: null, outdated: head.run, message: outdated(head.version ?? head.core, core) };
    const log = new RunLog(head, entries).with(lines), begun = own.begun ?? own.claimed?.values ?? own.values, { acts, sets } = state;
    const next = { ...own, log, pace, begun, asked: { values: begun, sets, acts } };
    return log.done === log.total && !head.counting ? changes.goOn(next, { type: '' }) : { ...next, message: unfinished(log) };
  },
  give(state, { files, set }) {
    const others = files.filter((/** @type {import('./sources.js').Source} */ file) => !isPart(file)), parts = files.filter(isPart);
    if (others.length === 0 || isRunning(state)) return { ...state, parts: [...state.parts, ...parts], ...(others.length > 0 && { message: BUSY }) };
    const base = reasked(state.log || state.earlier ? cleared(state) : state);
    return { ...gathered({ ...base, message: '', outdated: '' }, others, set), parts: [...base.parts, ...parts] };
  },
  answer: (state, event) => (isRunning(state) ? state : fileChanges.answer(reasked(state.log || state.earlier ? ended(state) : state), event)),
  unread(state, event) {
    const isOfVotes = state.log?.head.counting && state.votes?.of === runOf(state), next = fileChanges.unread(state, event);
    return isOfVotes ? uncounted(next, event.error) : next;
  },
  /** The visitor wants a run from the beginning, once all files are there. */
  start(state) {
    const { ask, asked, acts } = state;
    return isRunning(state) || (ask && (!ask.stage || asked.acts === acts)) ? state : asking({ ...state, message: '' });
  },
  /** It is known whether a model is to count votes first. */
  modelled: (state, { counting }) => ({ ...state, ask: { .../** @type {Ask} */ (state.ask), stage: 'join', counting } }),
  /** The certifier has joined clouds and votes, or clouds and labels: the run begins. */
  joined(state, { head, entries, offers, met }) {
    const next = { ...state, turn: null };
    if (!isDue(state)) return next;
    const log = new RunLog(head, entries, { offers, met }), go = state.turn.after && !state.go ? 0 : state.gos + 1;
    return { ...next, ask: null, log, go, gos: state.gos + 1, pace: null, outcome: null, fresh: [], begun: state.asked.values };
  },
  /** A cloud is done. */
  line(state, { line }) {
    const { lost, fresh, pace } = state, run = runOf(state), before = /** @type {RunLog} */ (state.log), log = before.with([line]);
    if (log === before) return state;
    return { ...state, log, pace: log.head.counting ? pace : pace?.at(log.done) ?? null, fresh: lost.run === run ? [] : [...fresh, line], stirs: true };
  },
  paced: (state, { pace }) => ({ ...state, pace, stirs: true }),
  rested: (state) => ({ ...state, stirs: false, rests: state.rests + 1, due: state.fresh.length > 0 }),
  /** Votes of all clouds are counted: the run with them takes the place of the files. */
  voted(state, { document, bytes, set }) {
    const { counting, run } = /** @type {import('./log.js').Head} */ (state.log?.head), { method } = state.asked.values;
    // The points were drawn before they were counted on.
    const base = emptied(method === 'surface' ? adapted(state, { points: '' }) : state);
    const file = { name: 'run.json', bytes: async () => bytes, blob: document, since: Infinity };
    return { ...laid(base, [file], set), votes: { of: run, by: counting?.by ?? '', document } };
  },
  /** Parts have been taken that others have done. */
  taken(state, { taken, count }) {
    const { fresh, refused } = taken, log = /** @type {RunLog} */ (state.log).with(fresh), gos = state.gos + 1;
    const goes = state.go > 0 || (log.done === log.total && !state.outcome);
    return {
      ...state, log, parts: state.parts.slice(count), gos, go: goes ? gos : 0, fresh: state.lost.run === runOf(state) ? [] : [...state.fresh, ...fresh],
      refused: refused.reduce((/** @type {any} */ all, /** @type {any} */ { name, error }) => withRefused(all, name, error), state.refused),
      message: given(taken, log.total),
    };
  },
  done: (state, { outcome }) => ({ ...state, outcome, go: 0 }),
  goOn: (state) => (state.log && !state.outcome ? { ...state, ask: null, go: state.gos + 1, gos: state.gos + 1, message: '' } : state),
  pause: (state) => ({ ...state, ask: null, go: 0 }),
  /** Forgets the results; files and settings stay. */
  cancel: ended,
  clear: (state) => ({ ...cleared(state), restoring: state.restoring && 'drop' }),
  /** The visitor wants the run again, with what gives clouds that failed another chance. */
  accept(state, { offer, set }) {
    if (!state.log?.offers.includes(offer)) return state;
    const { reading, preparation, files = [] } = offer, base = ended(state);
    const read = reading ? reread(base, files, JSON.stringify(reading), set) : base;
    return asking(accepted(read, textsOf({ preparation }, RUN_FORM)));
  },
  /** The next visit finds what was to be written. */
  written(state) {
    const { kind, run, set, puts, gone, lines } = state.writing, next = { ...state, writing: null }, kept = new Set([...puts ?? [], ...gone ?? []]);
    if (kind === 'lines') return { ...next, due: false, fresh: runOf(state) === run ? state.fresh.slice(lines.length) : state.fresh };
    if (kind !== 'files') return { ...next, disk: { ...state.disk, run: kind === 'end' ? '' : run } };
    const rest = { unkept: state.unkept.filter((one) => !kept.has(one)), gone: state.gone.filter((one) => !kept.has(one)) };
    return { ...next, ...rest, disk: { ...state.disk, set } };
  },
  failed: (state, { kind, error }) => failures[kind](state, error),
};

/** Begins what is next where one thing is done at a time. @param {State} state @param {'turn' | 'writing'} lane @param {{kind: string} | null} job */
function stepped(state, lane, job) {
  const steps = state.steps + 1;
  return job === null ? state : { ...state, steps, [lane]: { ...job, key: `${job.kind} ${steps}` } };
}

/** Has the rest follow from what has changed. @param {State} next @param {State} before @returns {State} */
function settled(next, before) {
  if (next === before) return next;
  const { parts, log, ask, values, sets, acts } = next, waits = parts.length > 0 && (!log || log.head.counting) && !isComing(next);
  let state = waits && (parts !== before.parts || isComing(before)) ? { ...next, message: waiting(parts.length) } : next;
  if (ask && !ask.stage && !isComing(state)) state = { ...state, asked: { values, sets, acts }, ask: { ...ask, stage: 'check' } };
  if (!state.restoring && !state.turn) state = stepped(state, 'turn', turnOf(state));
  return state.restoring || state.writing ? state : stepped(state, 'writing', writingOf(state));
}

export const reduce = reducer(changes, wanted, settled);
