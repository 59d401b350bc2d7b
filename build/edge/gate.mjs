/** Bounds how many Go programs run in one isolate: each takes memory and the only thread. */

const RUNNING = 1;
const WAITING = 16;

/** How often the next request looks whether it may run, in milliseconds; those behind it look less often. */
const LOOK = 10;

/** Pause after a run, in milliseconds: stored certificates are answered meanwhile, also during a flood. */
const REST = 40;

/** A request that gave no sign of life for so long is gone: the runtime ends requests without a word. */
const GONE = 5_000;

/** When each request in the gate was last alive; the first RUNNING of them run. @type {Map<object, number>} */
const tickets = new Map();

/**
 * Runs a task when its turn comes. Null says at once that too many wait.
 *
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<T | null>}
 */
export async function gated(task) {
  drop();
  if (tickets.size >= RUNNING + WAITING) return null;
  const ticket = {};
  const live = () => tickets.set(ticket, Date.now());
  live();
  const pulse = setInterval(live, GONE / 10);
  try {
    for (let ahead = place(ticket); ahead >= RUNNING; ahead = place(ticket)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK * (ahead - RUNNING + 1)));
      drop();
    }
    const result = await task();
    await new Promise((resolve) => setTimeout(resolve, REST));
    return result;
  } finally {
    clearInterval(pulse);
    tickets.delete(ticket);
  }
}

/** How many are ahead of a ticket; less than 0 when it was dropped by mistake, then it runs. @param {object} ticket */
const place = (ticket) => [...tickets.keys()].indexOf(ticket);

function drop() {
  const now = Date.now();
  for (const [ticket, seen] of tickets) if (now - seen > GONE) tickets.delete(ticket);
}
