/** The arguments of a certificate as rows of one table: texts to read and positions to draw. */

import { atMostDifference, bounds, compared, fixed, lowerBound, significant } from './decimal.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {boolean} [certified] undefined while it is being computed
 * @property {string} [lower]
 * @property {string} [runner] the runner-up's upper bound
 * @property {string} [distance]
 * @property {string} [least] what no order of the points comes below
 * @property {string} [radius]
 * @property {string} [file] the radius in the unit of the file, where the other lengths are of prepared clouds
 * @property {string} [needs] the prediction probability from which the row certifies
 * @property {string} [precision] how near a tight value is to what is shown of it
 * @property {string} [drawn] how a Monte Carlo bound was drawn
 * @property {string} [instead] of a distance, what the bound goes by
 * @property {boolean} [aside] whether another row says the same without sampling
 * @property {import('../documents/types.js').Interval} [interval] of a number
 * @property {[from: string, to: string]} [ends] of an interval that is bounded
 * @property {import('../documents/types.js').Labels} [labels] that stay
 * @property {string} [far] where it states an interval or labels, the distance
 * @property {{lower?: number, estimate?: number, upper?: number, runner?: number, distance?: number, radius?: number}} at
 */

/** The bound that has to exceed ½, or with a runner-up that one's upper bound. @param {number} lower @param {number | undefined} runner */
export function proved(lower, runner) {
  if (runner === undefined) return { lower: lowerBound(lower) };
  const shown = bounds(lower, runner);
  return { lower: shown.lower, runner: shown.upper };
}

/** @param {string} id @param {string} name @param {import('../documents/documents.js').Closed | undefined} closed @returns {Row[]} */
function closedRow(id, name, closed) {
  if (!closed) return [];
  const { distance, radius, file_distance: ofFiles, lower, upper_runner_up: runner, distance_lower: least } = closed;
  const file = ofFiles === undefined ? closed.file_radius : undefined;
  const lengths = distance !== undefined && radius !== undefined
    ? compared(distance, radius)
    : { radius: radius === undefined ? undefined : significant(radius, 4, 'down') };
  return [
    {
      id, name, certified: closed.certified, ...lengths, ...(file !== undefined && { file: significant(file, 4, 'down') }), ...(least !== undefined && { least: significant(least, 4, 'down') }),
      ...(lower !== undefined && proved(lower, runner)), at: { lower, runner, distance, radius },
    },
  ];
}

/** @param {string} id @param {string} name @param {import('../documents/documents.js').Exact | undefined} exact @returns {Row[]} */
function exactRow(id, name, exact) {
  if (!exact) return [];
  // The value is known up to its error, so the bound shown is the value less the error.
  const lower = Math.max(atMostDifference(exact.value, exact.error), 0);
  const runner = exact.upper_runner_up;
  return [{
    id, name, certified: exact.certified, ...proved(lower, runner),
    ...(exact.error > 0 && { precision: `to within ${significant(exact.error, 2, 'up')}` }), at: { lower, runner },
  }];
}

/**
 * The bound about an axis is no value: what it is below is not known.
 * @param {import('../documents/documents.js').AxisBound | undefined} about @returns {Row[]}
 */
function axisRow(about) {
  const axis = about?.axis.map((x) => x.toFixed(2).replace('-', '−')).join(' ');
  return exactRow('axis', 'Tight, without draws', about).map((row) => ({ ...row, precision: `axis ${axis}` }));
}

/** @param {import('../documents/documents.js').MonteCarlo} mc */
const drawn = ({ bound, samples }) => `${bound} bound from ${samples.toLocaleString('en')} draws`;

/** @param {import('../documents/documents.js').MonteCarlo | undefined} mc @returns {Row[]} */
function monteCarloRow(mc) {
  if (!mc) return [];
  const { lower, estimate, upper, upper_runner_up: runner } = mc;
  return [{
    id: 'monte_carlo', name: 'Tight, Monte Carlo', certified: mc.certified, ...proved(lower, runner),
    precision: `${fixed(lower, 4, 'down')} to ${fixed(upper, 4, 'up')}`, drawn: drawn(mc), at: { lower, estimate, upper, runner },
  }];
}

/**
 * Reports whether the exact value makes a Monte Carlo bound idle: they bound the same.
 * @param {import('../documents/documents.js').Exact | undefined} exact @param {import('../documents/documents.js').MonteCarlo | undefined} mc
 */
export const sayingLess = (exact, mc) => exact !== undefined && (exact.certified || !mc?.certified);

/** @param {Certificate} c @param {boolean} computing whether a Monte Carlo bound is on its way @returns {Row[]} */
export function argumentRows(c, computing) {
  const { exact, axis, monte_carlo: mc } = c.tight ?? {};
  const aside = sayingLess(exact, mc);
  return [
    ...closedRow('black_box', 'Black box', c.black_box),
    ...closedRow('orbit', 'Orbit-based', c.orbit),
    ...exactRow('exact', 'Tight, exact', exact),
    ...axisRow(axis),
    ...monteCarloRow(mc).map((row) => ({ ...row, aside })),
    ...(computing && !mc && !exact ? [{ id: 'monte_carlo', name: 'Tight, Monte Carlo', at: {} }] : []),
  ];
}
