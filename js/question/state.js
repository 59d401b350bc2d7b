/** The state of a verdict: the question and what is known of it. The work to do and the result to show follow from the state. */

import { closedOf, isSame } from '../documents/documents.js';
import { NAMES } from '../form/evidence.js';
import { changes as fileChanges, expected, isReading, isUncompared, keyOf, noFiles } from './given.js';
import { enteredOf } from './entered.js';
import { belongs, isSameModel } from './question.js';
import { changes as recountChanges, noSeconds, recounting } from './recounts.js';
import { reducer } from './reducer.js';
import { backOf, brushedIn, changes as entryChanges, excused, followed, isAhead } from './said.js';
import { aloneIn, castTo } from './voted.js';

/**
 * @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest
 * @typedef {import('../documents/documents.js').CertificateText} Certificate
 * @typedef {import('./question.js').Question} Question
 * @typedef {'empty' | 'working' | 'done' | 'failed' | 'cancelled' | 'stale'} Phase
 * @typedef {'decided' | 'standing'} Extent votes are counted until a certificate stands, or not at all where some were counted already
 * @typedef {{clean: Float64Array, perturbed: Float64Array}} Computed points of the clouds as computed with
 *
 * @typedef {import('./question.js').Counted & {prediction: any, settings: any}} Cast votes that a model cast, and the settings that they were entered with
 *
 * @typedef {import('./entered.js').Entered} Entered
 *
 * @typedef {object} Answer
 * @property {string} text of the question that it belongs to
 * @property {CertificateRequest} request
 * @property {Certificate} certificate
 * @property {boolean} done whether nothing more is to be computed
 * @property {boolean} [complete] of an unrequested answer: true if a request would add nothing
 * @property {boolean} [followed] whether it came without a request
 * @property {boolean} [passing] whether another may come at once, so that nothing is asked about this one
 * @property {'verified'} [standing] of an example: also this device has computed it
 * @property {boolean} [vain] whether votes were counted no further since more could not certify
 * @property {any} [minimum] which probabilities would do, null where none are known
 * @property {string} [digest] SHA-256 of the certificate's file, '' where that is not made
 * @property {{number: number, task: Task}[]} [saves] what is made of it for the visitor: nothing, where another certificate takes its place
 *
 * @typedef {(answer: Answer, tell: (event: Event) => boolean) => Promise<void>} Task
 *
 * @typedef {{phase: 'failed' | 'cancelled' | 'stale', message?: string, errors?: Record<string, string>}} End why nothing is computed
 *
 * @typedef {object} Work how far it is
 * @property {any} [search] for the order of the points
 * @property {{stage: number, stages: number, done: number, total: number}} [progress]
 * @property {{done: number, share: number, amount: string, whole: boolean}} [counting] samples that are classified, the share of all, and both in
 *   words; whole: a verdict needs them all
 * @property {Work['counting']} [more] the same of samples that are counted while a verdict stands
 *
 * @typedef {import('./given.js').Files & typeof noSeconds & Asking} State
 * @typedef {{request: CertificateRequest, withstood: import('../documents/documents.js').Withstood}} Known what a prediction withstands
 *
 * @typedef {object} Asking
 * @property {import('./entered.js').ModelThere} model
 * @property {Entered} entered it follows from the rest
 * @property {{extent: Extent, number: number, waits: boolean} | null} ask what the visitor wants; waits: for files, strokes or a model that were on their way then
 * @property {number} asks how often that was
 * @property {boolean} hopes whether the visitor wants a verdict if what is known at once gives none
 * @property {Answer | null} answer the last one
 * @property {End | null} end
 * @property {Record<string, string> | null} reasons why there is no answer, by control; null before that is known
 * @property {string} left the entry that the visitor has just left
 * @property {Work} work
 * @property {Cast | null} cast the votes that a model cast last
 * @property {Cast | null} enough the votes with which the visitor stopped the count
 * @property {{text: string, points: Computed | null} | null} computed
 * @property {{text: string, found: any} | null} supposed what is known at once of what is supposed
 * @property {{text: string, certificate: any, withstood: any} | null} built what the build computed
 * @property {Question | null} alone the clean cloud and its prediction, whatever it is compared with
 * @property {{text: string, cloud: string, known: Known | null} | null} withstood the last ranges; null where nothing is, or the core refuses
 * @property {{text: string, file: any} | null} file a certificate in a visitor's file, while it is what is asked
 * @property {number} strokes of the brush, or movements by hand, on the clean cloud
 * @property {number} brushes how many of them are laid down
 * @property {boolean} begun whether anything was ever wanted
 * @property {number} saved how often something was to be made of a verdict
 *
 * @typedef {{key: string, kind: 'give', number: number, task: import('./given.js').Task}} Bringing of something that was given
 * @typedef {{key: string, kind: 'differences', clean: string, perturbed: string}} Comparing of the attributes of both clouds
 * @typedef {{key: string, kind: 'check' | 'know' | 'suppose' | 'withstand' | 'more' | 'certify' | 'count' | 'points' | 'verify' | 'minimum' | 'digest', question: Question, faults: Record<string,
 *   string>, extent: Extent, cast: Cast | null, answer: Answer | null, unknown: boolean, file?: any}} Answering unknown: what is known at once is not to be asked for
 * @typedef {{key: string, kind: 'save', answer: Answer, task: Task}} Saving before what is computed unasked
 * @typedef {Bringing | Comparing | Saving | {key: string, kind: 'brush'} | import('./recounts.js').Recounting | Answering} Job
 * @typedef {import('./reducer.js').Event} Event
 */

/** So few blocks of draws are there at once: what is asked in between would keep them waiting. */
const FEW = 4;

/** The progress of a count that has just begun. */
const NONE_YET = { done: 0, share: 0, amount: '', whole: false };

/** Says that the build and this device disagree. */
const different = (/** @type {string} */ what) => `This device computed ${what} built into this page. `
  + 'Reload the page. If that does not help, rely on neither: one of them is wrong.';
const DIFFERENT = different('a different certificate from the one'), OTHER_RANGES = different('different ranges from those');

const EMPTY = {
  ...noFiles, ...noSeconds, model: { open: null, opens: false },
  ask: null, asks: 0, hopes: false, answer: null, end: null, reasons: null, left: '', work: {}, cast: null, enough: null, computed: null, supposed: null, built: null,
  alone: null, withstood: null, file: null, strokes: 0, brushes: 0, begun: false, saved: 0,
};

/** @type {State} */
export const initialState = Object.freeze({ ...EMPTY, entered: enteredOf(EMPTY, null) });

/** @template {{text: string}} T @param {State} state @param {T | null} known @returns {T | null} it, if it is of the question on the screen */
const ofQuestion = ({ entered }, known) => (known !== null && known.text === entered.question.text ? known : null);

/** Reports whether what a visitor says of the cloud is of other settings. @param {State} state */
const isOfOthers = ({ entered: { unproved, votes } }) => unproved && !votes;

/** The answer to the question on the screen, null where there is none, or where what is said is of other settings. @param {State} state */
export const answerTo = (state) => (isOfOthers(state) ? null : ofQuestion(state, state.answer));

/** The built result of the question on the screen. @param {State} state */
export const builtTo = (state) => ofQuestion(state, state.built);

/** Reports whether what is withstood is to be asked: a first verdict, for which a visitor waits more, goes before it. @param {State} state */
function withstands(state) {
  const { ask, alone, withstood, work: { progress } } = state, isFirst = ask && (!answerTo(state) || (progress && progress.total <= FEW));
  return alone !== null && alone.text !== withstood?.text && !isFirst && !isBuilt(state);
}

/** The points of the question on the screen as computed with, null where they are those of the files. @param {State} state */
export const computedTo = (state) => ofQuestion(state, state.computed)?.points ?? null;

/** The certificate in a file that asks the question on the screen. @param {State} state */
export const fileOf = (state) => ofQuestion(state, state.file)?.file ?? null;

/** Returns what is known of the question with the usual noise and invariance, null where they are entered. @param {State} state */
export const supposedTo = ({ entered, supposed }) => (entered.supposed?.text === supposed?.text ? supposed?.found ?? null : null);

/** Reports whether what the build computed is shown: until this device has computed the same. @param {State} state */
const isBuilt = (state) => state.ask !== null && builtTo(state) !== null && Object.keys(state.entered.faults).length === 0;

/**
 * Reports whether more votes are to be counted while a verdict stands: fewer are there than were planned, and nobody has stopped.
 * @param {State} state @param {Cast | null} [cast]
 */
export function countsOn(state, cast = castTo(state)) {
  const { enough, entered: { votes, question } } = state, { samples, evidence } = cast?.prediction ?? {}, answer = answerTo(state);
  if (!votes || !answer?.done || answer.vain || belongs(enough, question)) return false;
  return samples < (evidence?.sampling.estimate ?? 0);
}

/** Lists the work that is wanted. @param {State} state @returns {Job[]} */
export function wanted(state) {
  const { entered, ask, end, reasons, clouds: { clean, perturbed } } = state, answer = answerTo(state);
  /** @type {Job[]} */
  const jobs = state.coming.map((given) => ({ key: keyOf(given), kind: 'give', number: given.number, task: given.task }));
  if (isUncompared(state))
    jobs.push({ key: `differences ${clean?.file} ${perturbed?.file}`, kind: 'differences', clean: clean?.file ?? '', perturbed: perturbed?.file ?? '' });
  if (state.strokes > state.brushes) jobs.push({ key: `brush ${state.brushes}`, kind: 'brush' });
  const saves = answer?.saves ?? [];
  for (const { number, task } of saves) jobs.push({ key: `save ${number}`, kind: 'save', answer: /** @type {Answer} */ (answer), task });
  jobs.push(...recounting(state, resultOf(state)));
  const { question, faults, votes, unproved, searches } = entered, cast = castTo(state), wrong = JSON.stringify(faults);
  const unknown = (votes && !cast) || unproved || searches;
  const job = (/** @type {Answering['kind']} */ kind, /** @type {string} */ of = question.text) =>
    ({ key: `${kind} ${of}`, kind, question, faults, extent: ask?.extent ?? 'standing', cast: votes ? cast : null, answer, unknown });
  if (ask?.waits || (!ask && isReading(state))) return jobs;
  if (entered.supposed && state.supposed?.text !== entered.supposed.text)
    jobs.push({ ...job('suppose', entered.supposed.text), question: entered.supposed });
  if (state.alone && withstands(state)) jobs.push({ ...job('withstand', state.alone.text), question: state.alone });
  if (ask && Object.keys(faults).length > 0) jobs.push(job('check', `${ask.number} ${wrong} ${question.text}`));
  else if (ask && votes && !(ask.extent === 'standing' && cast)) jobs.push(job('count', `${ask.number} ${question.counted}`));
  else if (ask) jobs.push(job('certify', `${ask.number} ${question.text}`));
  else if (!answer && !end && !reasons) jobs.push(job('know', `${unknown} ${wrong} ${question.text}`));
  if (answer?.certificate.madeClouds && !ofQuestion(state, state.computed)) jobs.push(job('points'));
  if (ask || end || !answer?.done || answer.passing || saves.length > 0) return jobs;
  const file = fileOf(state);
  if (file && !file.differs && !file.problem) jobs.push({ ...job('verify'), file });
  else if (countsOn(state, cast)) jobs.push(job('more', question.counted));
  else if (answer.minimum === undefined) jobs.push(job('minimum'));
  else if (answer.digest === undefined) jobs.push(job('digest'));
  return jobs;
}

/** Reports whether what can be known at once of the question is not shown yet. @param {State} state */
export const follows = (state) => isReading(state) || wanted(state).some(({ kind }) => kind === 'know' || kind === 'points');

/** Reports whether a cloud is on its way, or what a brush leaves of one. @param {State} state */
const isComing = (state) => isReading(state) || state.strokes > state.brushes;

/** @param {State} state @param {Partial<Answer>} part */
function withAnswer(state, part) {
  const answer = /** @type {Answer} */ ({ ...answerTo(state), ...part, text: state.entered.question.text });
  return { ...state, answer: part.certificate ? { ...answer, saves: [] } : answer };
}

/**
 * Reports whether a question on its way takes the place of one that a visitor asked: its files or its model were still to come.
 * @param {State} state @param {Entered} next
 */
function isAwaited(state, { question }) {
  const { entered, ask, hopes } = state;
  if (ask?.waits || (hopes && isComing(state))) return true;
  const { model, inputs, counted } = entered.question;
  return counted === question.counted || (model === null && inputs === question.inputs);
}

/** Reports whether the same is wrong with what is entered. @param {Entered} before @param {Entered} after */
const isAsWrong = (before, after) => before.unproved === after.unproved && JSON.stringify(before.faults) === JSON.stringify(after.faults);

/** @param {State} state @param {Extent} extent */
const another = (state, extent) => ({
  ask: { extent, number: state.asks + 1, waits: isComing(state) || state.entered.opening }, asks: state.asks + 1,
});

/** Begins a count again whose model has found out something about itself: its earlier votes stand no more. @param {State} state */
const countedAgain = (state) => changes.ask({ ...state, cast: null }, { type: 'ask', extent: 'decided' });

/** @type {Record<string, (state: State, event: Event) => State>} */
const changes = {
  ...fileChanges,
  ...entryChanges,
  ...recountChanges,
  /** A visitor has changed what is entered. */
  edit: (state) => state,
  /** Another model is open, or on its way. */
  model(state, { model }) {
    const next = { ...state, model }, { open, opens } = state.model;
    if (opens === model.opens && isSameModel(open, model.open)) return state;
    return open && countsOn(state) && isSameModel({ ...open, alone: true }, model.open) ? countedAgain(next) : next;
  },
  /** The visitor wants a certificate. */
  ask: (state, { extent, file = null }) => ({
    ...state, ...another(state, extent), hopes: false, answer: null, end: null, work: {}, begun: true,
    file: file && { text: state.entered.question.text, file },
  }),
  /** The visitor wants a verdict, and no more than is known at once where that is one. */
  hope: (state) => ({ ...state, hopes: true, ...(answerTo(state) ? {} : { end: null, reasons: null }) }),
  /** The visitor has finished an entry, or all of them. */
  rest: (state, { name = '', asked = false }) => {
    const answer = answerTo(state);
    return { ...state, left: name, ...(answer && { answer: { ...answer, passing: false, ...(asked && { followed: false }) } }) };
  },
  /** Ends what the visitor wanted. */
  cancel: (state) => (state.ask ? { ...state, ask: null, end: { phase: 'cancelled' }, work: { ...state.work, progress: undefined } } : state),
  /** There is no verdict, for a reason beyond the question. */
  fail: (state, { message }) => ({ ...state, ask: null, hopes: false, answer: null, end: { phase: 'failed', message }, begun: true }),
  /** Takes the verdict away, and gives up what is on its way. */
  clear: (state) => ({ ...state, coming: [], ask: null, hopes: false, answer: null, end: { phase: 'stale' }, work: {}, file: null }),
  /** An earlier state is back, beside the model that is open: what was not finished begins again, but for votes. */
  resume({ gives, asks, saved, strokes, seconds, recounts, model }, { of, of: { answer, ask, end, entered: { question, votes }, work } }) {
    const next = {
      ...of, said: backOf(of.said), coming: [], gives, asks, saved, strokes, brushes: strokes, seconds, recounts, model, hopes: false, reasons: null,
      answer: answer && { ...answer, saves: [] }, work: ask ? {} : work, begun: true,
    };
    const entered = enteredOf(next, null), back = { ...next, entered, ...(ask && !votes ? another({ ...next, entered }, ask.extent) : { ask: null }) };
    return { ...back, alone: aloneIn(back), end: end?.phase === 'cancelled' && entered.question.text === question.text ? end : null };
  },
  /** Points of the clean cloud have moved, or are gone; anew: what is on its way of them stands no more. */
  stroke: (state, { anew }) => ({ ...state, strokes: state.strokes + 1, ...(anew && { brushes: state.strokes }) }),
  /** The points that a brush has left, the perturbation that is entered with them, and their answer, where one is known at once. */
  brushed: (state, { brushed, answer }) => ({
    ...state, said: brushedIn(state.said, brushed), ...(answer && { answer: { passing: true, ...answer }, begun: true }),
  }),
  /** So many strokes are laid down. */
  rested: (state, { strokes }) => changes[strokes === state.strokes ? 'rest' : 'edit']({ ...state, brushes: strokes }, { type: '' }),
  build: (state, { built }) => ({ ...state, built: built && { ...built, text: state.entered.question.text } }),
  /** Something is to be made of the verdict. */
  save(state, { task }) {
    const { saves = [] } = answerTo(state) ?? {}, saved = state.saved + 1;
    return answerTo(state) ? withAnswer({ ...state, saved }, { saves: [...saves, { number: saved, task }] }) : state;
  },
  /** It is there; digest: of the certificate's file, where that was made. */
  saved(state, { key, digest = answerTo(state)?.digest }) {
    return withAnswer(state, { digest, saves: answerTo(state)?.saves?.filter(({ number }) => key !== `save ${number}`) });
  },

  /** The work on entries has begun in which nothing is known to be wrong. */
  begun: (state) => ({ ...state, errors: {} }),
  progress: (state, { work }) => ({ ...state, work: { ...state.work, ...work } }),
  known: (state, { found, reasons }) => (found
    ? { ...withAnswer(state, { followed: true, passing: true, ...found }), begun: true }
    : { ...state, reasons }),
  supposed: (state, { found }) => ({ ...state, supposed: { text: state.entered.supposed?.text ?? '', found } }),
  withstood(state, { withstood }) {
    const { text, cloud, request } = /** @type {Question} */ (state.alone), built = builtTo(state)?.withstood;
    const next = { ...state, withstood: { text, cloud, known: withstood?.certified ? { request, withstood } : null } };
    return built?.certified && withstood && !isSame(built, withstood) ? changes.failed(next, { type: 'failed', message: OTHER_RANGES }) : next;
  },
  voted: (state, { cast }) => ({ ...state, cast }),
  /** A certificate, with the votes of the model that it is by; last: nothing more is computed. */
  answered(state, { request, certificate, last, cast }) {
    // The model has found out something about itself since: its votes are counted again.
    if (state.entered.votes && !belongs(cast, state.entered.question)) return { ...state, cast: null };
    const built = isBuilt(state) ? builtTo(state) : null;
    if (built && !last) return state;
    if (built && !isSame(built.certificate, certificate.value)) return changes.failed(state, { type: 'failed', message: DIFFERENT });
    const passing = state.ask?.extent === 'standing' && state.entered.votes;
    return {
      ...withAnswer(state, { request, certificate, done: last, passing, ...(built && { standing: 'verified' }) }),
      ...(last && { ask: null, work: { ...state.work, progress: undefined } }),
    };
  },
  /** More votes than a verdict stands on: they carry it where they prove as much. */
  grown(state, { request, certificate, cast }) {
    if (!belongs(cast, state.entered.question)) return countedAgain(state);
    const before = answerTo(state)?.certificate.value, next = { ...state, cast };
    return provesLess(certificate.value, before) ? next : withAnswer(next, { request, certificate, minimum: undefined, digest: undefined });
  },
  /** The visitor wants no more votes. */
  stop: (state) => ({ ...state, enough: castTo(state) }),
  /** The visitor wants those that were planned. */
  goOn: (state) => ({ ...(answerTo(state)?.vain ? withAnswer(state, { vain: false }) : state), enough: null }),
  /** The work ended with what is shown. */
  ended: (state) => ({ ...(answerTo(state) ? withAnswer(state, { done: true }) : state), ask: null, work: { ...state.work, progress: undefined } }),
  failed: (state, { message, errors }) => ({ ...state, ask: null, answer: null, end: { phase: 'failed', message, errors }, work: {} }),
  drawn: (state, { points }) => ({ ...state, computed: { text: state.entered.question.text, points } }),
  found: (state, { part }) => withAnswer(state, part),
  verified: (state, { found }) => ({ ...state, file: state.file && { ...state.file, file: { ...state.file.file, ...found } } }),
};

/** @param {any} certificate */
const radiusOf = ({ parameters, ...certificate }) => closedOf(certificate)?.radius ?? parameters?.radii?.distance ?? 0;

/** Reports whether a certificate proves less than another one of the same question. @param {any} certificate @param {any} other */
const provesLess = (certificate, other) => (certificate.certified === other?.certified ? radiusOf(certificate) < radiusOf(other) : !certificate.certified);

/** Has what is entered follow. @param {State} next @param {State} state before @param {boolean} edited by the visitor @returns {State} */
function followedBy(next, state, edited) {
  const said = followed(next.said, expected(state), expected(next)), gone = isAhead(next.said) && said.values !== next.said.values;
  const now = said === next.said ? next : { ...(gone ? excused(next, NAMES) : next), said }, entered = enteredOf(now, state);
  const other = state.entered.question.text !== entered.question.text;
  if (!other && !edited) return { ...now, entered, reasons: isAsWrong(state.entered, entered) ? now.reasons : null };
  const stays = !edited && isAwaited(now, entered);
  const { ask, hopes, left } = stays ? now : initialState, coming = edited ? now.coming.filter(({ filled }) => !filled) : now.coming;
  return { ...now, coming, entered, ask, hopes, left, end: null, reasons: null, work: stays ? now.work : {} };
}

/** Has what the visitor wanted follow from what is known by now. @param {State} state @returns {State} */
function settled(state) {
  const { entered, hopes } = state;
  if (isComing(state) || entered.opening) return state;
  const ask = state.ask && { ...state.ask, waits: false };
  if (ask && isOfOthers(state)) return { ...state, ask: null, end: { phase: 'stale', errors: {} } };
  if (state.ask?.waits) return { ...state, ask };
  if (!hopes || wanted(state).some(({ kind }) => kind === 'know')) return state;
  if (entered.unproved) return { ...state, hopes: false };
  if (!answerTo(state)?.done) return changes.ask(state, { type: 'ask', extent: 'decided' });
  return changes.rest({ ...state, hopes: false }, { type: 'rest', asked: true });
}

/** Marks what is wrong: all of it where that ends the work, and an entry that the visitor has just left. @param {State} next @param {State} state before */
function marked(next, state) {
  const { left, reasons, end } = next, errors = end !== state.end && end?.errors ? end.errors : next.errors;
  const isNew = reasons?.[left] && (left !== state.left || reasons !== state.reasons);
  return isNew ? { ...next, errors: { ...errors, [left]: reasons[left] } } : { ...next, errors };
}

/** Has a brush give way to another perturbation, with the strokes that are not laid down. @param {State} next @param {State} state before @returns {State} */
function withBrush(next, state) {
  const { said, said: { values: { perturbation } }, strokes } = next;
  return perturbation === state.said.values.perturbation || perturbation === 'brush' ? next : { ...next, brushes: strokes, said: { ...said, brushed: null } };
}

/** Has what is asked of the clean cloud alone follow. @param {State} next @param {State} state before */
const withAlone = (next, state) => (next.entered === state.entered ? next : { ...next, alone: aloneIn(next) });

export const reduce = reducer(changes, wanted, (next, state, { type }) => {
  const before = type === 'resume' ? next : state, now = type === 'brushed' ? next : withBrush(next, before);
  return marked(settled(withAlone(followedBy(now, before, type === 'edit'), before)), before);
});

/**
 * What is shown.
 * @typedef {object} Result
 * @property {Phase} phase
 * @property {CertificateRequest} [request] what the certificate is for
 * @property {'built' | 'verified'} [standing] of the certificate of an example: computed when the page was built, and not yet or also on this device
 * @property {boolean} [followed] whether it came without a request
 * @property {boolean} [complete] of an unrequested result: true if a request would add nothing
 * @property {Certificate} [certificate]
 * @property {import('../documents/documents.js').Minimum} [minimum] which probabilities would do, once that is known
 * @property {string} [digest] SHA-256 of the certificate's file, once that is known
 * @property {Work['search']} [search] for the order of the points, while it runs
 * @property {Work['progress']} [progress]
 * @property {Work['counting']} [counting] of the votes of a model
 * @property {Work['more']} [more] votes that are counted while the verdict stands
 * @property {boolean} [vain] whether votes were counted no further since more could not certify
 * @property {string} [message] why it failed
 */

/** @param {State} state @returns {Result} */
export function resultOf(state) {
  const { entered, ask, end, work, begun } = state, answer = answerTo(state);
  if (end && end.phase !== 'cancelled') return end.phase === 'failed' ? { phase: 'failed', message: end.message } : { phase: 'stale' };
  const phase = ask ? 'working' : end ? 'cancelled' : answer ? (answer.done ? 'done' : 'stale') : begun ? 'stale' : 'empty';
  const built = isBuilt(state) ? builtTo(state) : null;
  if (built) return { phase, ...work, ...builtResult(state, built.certificate) };
  if (!answer) return { phase, ...work, ...((ask || end) && !entered.votes && { request: entered.question.request }) };
  const { text, done, passing, minimum, ...shown } = answer;
  const more = countsOn(state) ? work.more ?? NONE_YET : undefined;
  return { ...work, ...shown, phase, more, minimum: minimum ?? undefined, ...(phase === 'stale' && { complete: Boolean(shown.complete) }) };
}

/** @param {State} state @param {any} value */
function builtResult({ entered }, value) {
  const { request } = entered.question;
  const madeClouds = Boolean(request.perturbed?.attack || request.preparation);
  return { request, certificate: { text: '', value, madeClouds }, complete: true, standing: /** @type {const} */ ('built') };
}
