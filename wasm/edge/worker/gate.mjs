/**
 * Bounds how many Go programs run in one isolate: each takes memory and the only
 * thread. Requests share no promises, since the runtime ends requests without a word
 * and what they were to settle never settles; they look at the clock instead.
 */

import limits from '../limits.json' with { type: 'json' };

const RUNNING = 1;

/** How often the next request looks whether it may run, in milliseconds; those behind it look less often. */
const LOOK = 10;

/** A request that gave no sign of life for so long is gone, in milliseconds. */
const GONE = 5_000;

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {[string, string][]} headers
 * @property {ArrayBuffer | null} body
 */

/** The requests in the gate: what each posted and when it was last alive. The first RUNNING of them run. @type {Map<object, {posted: string, seen: number}>} */
const tickets = new Map();

/** Answers that equal requests in the gate are to get too. @type {Map<string, Answer>} */
const answers = new Map();

/**
 * Runs a task when its turn comes, or takes the answer that an equal request got
 * meanwhile. Null says at once that too many wait.
 *
 * @param {string} posted what equal requests have in common, '' for nothing
 * @param {() => Promise<Answer>} task
 * @returns {Promise<Answer | null>}
 */
export async function gated(posted, task) {
  drop();
  if (tickets.size >= RUNNING + limits.waiting) return null;
  const ticket = {};
  const live = () => tickets.set(ticket, { posted, seen: Date.now() });
  live();
  const pulse = setInterval(live, GONE / 10);
  try {
    for (let ahead = place(ticket); ahead >= RUNNING && !answers.has(posted); ahead = place(ticket)) {
      await new Promise((resolve) => { setTimeout(resolve, LOOK * (ahead - RUNNING + 1)); });
      drop();
    }
    return answers.get(posted) ?? keep(posted, await task());
  } finally {
    clearInterval(pulse);
    tickets.delete(ticket);
  }
}

/** Keeps an answer for equal requests, unless it is for one client alone. @param {string} posted @param {Answer} answer */
function keep(posted, answer) {
  if (posted && answer.status === 200) answers.set(posted, answer);
  return answer;
}

/** How many are ahead of a ticket; less than 0 when it was dropped by mistake, then it runs. @param {object} ticket */
const place = (ticket) => [...tickets.keys()].indexOf(ticket);

/** Forgets requests that are gone, and answers that nobody waits for. */
function drop() {
  const last = Date.now() - GONE;
  for (const [ticket, { seen }] of tickets) if (seen < last) tickets.delete(ticket);
  const wanted = new Set([...tickets.values()].map(({ posted }) => posted));
  for (const posted of answers.keys()) if (!wanted.has(posted)) answers.delete(posted);
}
