/**
 * Bounds how many Go programs run in one isolate: each takes memory and the only
 * thread. Equal requests wait for one, as in wasm/edge/flight.go. Requests share no
 * promises, since the runtime ends requests without a word and what they were to
 * settle never settles; they look at the clock instead.
 */

import limits from '../limits.json' with { type: 'json' };

/** Most requests that may wait beside equal ones: each has up to 16 kB of the 128 MB of an isolate, its body and the text of it. */
const CROWD = 2_000;

/** Milliseconds between checks of the next request whether it may run; those behind it check less often. */
const LOOK = 10;

/** A request that gave no sign of life for so long is gone, in milliseconds, and how often each gives one at least. */
const GONE = 5_000;
const PULSE = GONE / 10;

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {[string, string][]} headers
 * @property {ArrayBuffer | null} body
 */

/**
 * @typedef {object} Group equal requests; the first of them runs when the group's turn comes
 * @property {Map<object, number>} seen the requests, by when each was last alive
 * @property {Answer} [answer] what the first one got, once it has
 */

/** The groups in the gate, by what they posted. The first of them run. @type {Map<unknown, Group>} */
const groups = new Map();

/**
 * Runs a task when its turn comes, or takes the answer that an equal request got
 * meanwhile. Null says at once that too many wait.
 *
 * @param {string} posted what equal requests have in common, '' for nothing @param {() => Promise<Answer>} task @returns {Promise<Answer | null>}
 */
export async function gated(posted, task) {
  drop();
  const name = posted || Symbol('alone');
  const group = groupOf(name);
  if (!group) return null;
  const request = {};
  const live = () => {
    if (group.answer) return;
    group.seen.set(request, Date.now());
    if (!groups.has(name)) groups.set(name, group); // new, or dropped by mistake
  };
  live();
  try {
    while (!group.answer && !isNext(group, request)) {
      await new Promise((resolve) => { setTimeout(resolve, Math.min(LOOK * ahead(group, request), PULSE)); });
      live();
      drop();
    }
    return group.answer ?? await run(group, live, task);
  } finally {
    leave(group, request, name);
  }
}

/** The group that a request of this name belongs to, null where there is no room. @param {unknown} name @returns {Group | null} */
function groupOf(name) {
  const group = groups.get(name);
  if (group) return group.seen.size > CROWD ? null : group;
  return groups.size < limits.running + limits.waiting ? { seen: new Map() } : null;
}

/** Has a request run, alive all the while. @param {Group} group @param {() => void} live @param {() => Promise<Answer>} task */
async function run(group, live, task) {
  const pulse = setInterval(live, PULSE);
  try {
    const answer = await task();
    if (isForAll(answer)) group.answer = answer;
    return answer;
  } finally {
    clearInterval(pulse);
  }
}

/** Reports whether an answer is for what was posted, and not for one client or one moment. @param {Answer} answer */
const isForAll = ({ status }) => status < 500 && status !== 429;

/**
 * Takes a request out. A group that is answered takes no turn any more; another has its next one behind those that wait.
 *
 * @param {Group} group @param {object} request @param {unknown} name
 */
function leave(group, request, name) {
  const first = isFirst(group, request);
  group.seen.delete(request);
  if (!first || groups.get(name) !== group) return;
  groups.delete(name);
  if (!group.answer && group.seen.size > 0) groups.set(name, group);
}

/** @param {Group} group @param {object} request */
const isFirst = (group, request) => group.seen.keys().next().value === request;

/**
 * Reports whether it is the turn of a request. A group without a place, since another one of its name has it, does not wait.
 * @param {Group} group @param {object} request
 */
const isNext = (group, request) => place(group) < limits.running && isFirst(group, request);

/** @param {Group} group */
const place = (group) => [...groups.values()].indexOf(group);

/** Counts the requests ahead of one, 1 or more. @param {Group} group @param {object} request */
const ahead = (group, request) => Math.max(1, place(group) - limits.running + 1 + [...group.seen.keys()].indexOf(request));

/** Forgets requests that are gone, also those seen by a clock that was set back since. */
function drop() {
  const now = Date.now();
  for (const [name, { seen }] of groups) {
    for (const [request, time] of seen) if (Math.abs(now - time) > GONE) seen.delete(request);
    if (seen.size === 0) groups.delete(name);
  }
}
