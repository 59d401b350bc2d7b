/** The votes that are measured along a curve, beside what is proved: what is proved must lie below. */

/**
 * Counts the votes for the class that a request's own votes name, at another cloud.
 * @typedef {(request: unknown, points: Float64Array, signal: AbortSignal) => Promise<Measured>} Measure
 *
 * @typedef {object} Measured
 * @property {number} votes
 * @property {number} samples
 * @property {number} low of the probability, and
 * @property {number} high with 99 %
 *
 * @typedef {Measured & {x: number, index: number}} Seen at a place of a curve
 */

/** Places of a curve that are measured. */
const PLACES = 9;

/** The points of a curve to measure, from its start to its end: the first direction of each place. @param {{x: number[], directions: number}} curve */
export function measuredPoints({ x, directions }) {
  const steps = Math.min(PLACES, x.length);
  return Array.from({ length: steps }, (_, i) => Math.round(i * (x.length - 1) / Math.max(1, steps - 1))).map((at) => ({ x: x[at], index: at * directions }));
}

/** Compares the measured votes with the proved bounds. @param {Seen[]} seen @param {(import('../documents/documents.js').Answer | undefined)[]} answers */
export function comparisonWords(seen, answers) {
  const proved = seen.filter(({ index, high }) => {
    const answer = answers[index];
    return answer && Math.max(answer.black_box.lower, answer.orbit.lower, answer.tight?.lower ?? 0) > high;
  });
  if (seen.length === 0) return '';
  return proved.length === 0
    ? `At all ${seen.length} places measured the proved bound is below the upper end of the votes’ interval (99 % each).`
    : `At ${proved.length} of ${seen.length} places the proved bound is above the votes’ interval (99 % each). At most one place in a hundred should be.`;
}
