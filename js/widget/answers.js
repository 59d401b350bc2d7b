/** Answers what Python asks of a model, wherever and however often that is shown. */

import { core } from './engine.js';
import { radii } from './explore.js';
import { count } from './votes.js';

/**
 * Model of a widget in Python, by anywidget's contract.
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, callback: () => void) => void} on
 * @property {(event: string, callback: () => void) => void} off
 */

/** @typedef {import('../library/orbitcert.js').Options} Options */

/**
 * Each gives the text of a document; what has none here is drawn as it is given.
 * @type {Record<string, (request: any, options: Options) => Promise<string>>}
 */
const ACTS = {
  certificate: core.document,
  withstand: async (request, options) => JSON.stringify(await core.withstand(request, options)),
  votes: count,
  explore: radii,
};

/** Milliseconds between two words to Python of how far a job has come. */
const PACE = 200;

/** @param {Model} model @param {Record<string, unknown>} values */
export function tell(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}

/**
 * Without the field in the message: Python has another name for some.
 * @param {{kind?: string, message: string, field?: string, remedies?: unknown, others?: unknown}} error
 */
function failure({ kind, message, field, remedies, others }) {
  return { kind, message: field && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message, field, remedies, others };
}

/** The answer to what is asked now, null before it is there. @param {Model} model */
export function answerOf(model) {
  const answer = model.get('_answer');
  return answer.number === model.get('_question').number ? answer : null;
}

/** Reports whether there is anything to compute. @param {Model} model */
export const isAsked = (model) => model.get('_kind') in ACTS;

/** Reports whether the visitor or Python has stopped what is asked now. @param {Model} model */
export const isStopped = (model) => model.get('_stopped') === model.get('_question').number;

/**
 * @param {Model} model @param {AbortSignal} signal
 * @returns {Promise<object | null>} null if it was abandoned
 */
async function answer(model, signal) {
  const { number, request } = model.get('_question');
  let told = 0;
  const onProgress = (/** @type {import('../certifier/engine.js').Progress} */ { stage, stages, done, total }) => {
    if (signal.aborted || performance.now() - told < PACE) return;
    told = performance.now();
    tell(model, { progress: (stage - 1 + done / total) / stages });
  };
  const given = await ACTS[model.get('_kind')](JSON.parse(request), { signal, onProgress })
    .then((text) => ({ text }), (error) => ({ failure: failure(error) }));
  return signal.aborted ? null : { number, ...given };
}

/** Answers now and whenever another thing is asked. @param {Model} model @returns {() => void} ends it */
export function answerQuestions(model) {
  if (!isAsked(model)) return () => {};
  let job = new AbortController();
  async function begin() {
    job.abort();
    if (answerOf(model) || isStopped(model)) return;
    job = new AbortController();
    tell(model, { progress: 0 });
    const given = await answer(model, job.signal);
    if (given) tell(model, { _answer: given, progress: 1 });
  }
  const events = ['change:_question', 'change:_stopped'];
  for (const event of events) model.on(event, begin);
  // anywidget gives a widget two seconds to come up and then never tells it again what Python says.
  const first = setTimeout(begin);
  return () => {
    clearTimeout(first);
    job.abort();
    for (const event of events) model.off(event, begin);
  };
}
