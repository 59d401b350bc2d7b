/** Chooses how many points to draw while a cloud moves, if the screen cannot keep up with all of them. At rest all are drawn. */

/** Milliseconds that a frame of a movement may take, and how quick one is that leaves room for more points. */
const SLOW = 30, QUICK = 20;

/** The least and the most that one frame changes the number of points by, and the fewest points. */
const LESS = 0.4, MORE = 1.25, FEWEST = 1000;

/**
 * Returns the number of points for the next frame of a movement.
 * @param {number} drawn how many the last one had @param {number} milliseconds that it took @param {number} all
 */
export function nextCount(drawn, milliseconds, all) {
  const factor = milliseconds > SLOW ? Math.max(LESS, (0.8 * SLOW) / milliseconds) : milliseconds < QUICK ? MORE : 1;
  return Math.min(all, Math.max(Math.min(FEWEST, all), Math.round(drawn * factor)));
}

/** The part of a whole by which golden steps go: they fill it evenly. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b === 0 ? a : divisor(b, a % b));

/**
 * All places of a list in an order of which every beginning is spread over the whole list.
 * @param {number} count @returns {Uint32Array}
 */
export function spread(count) {
  let step = Math.max(1, Math.round(GOLDEN * count));
  while (divisor(step, count) > 1) step++;
  const order = new Uint32Array(count);
  for (let i = 0, at = 0; i < count; i++, at = (at + step) % count) order[i] = at;
  return order;
}
