/** Axes that intervals are drawn on: in the picture of a verdict, and in the table of what its arguments state. */

import { medianOf } from '../documents/stated.js';

/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('../documents/types.js').Interval} Interval */
/** @typedef {[low: number, high: number]} Axis the numbers at both ends */

/** The share of an axis that is left free at each end. */
const FREE = 0.08;

/**
 * The axis of intervals: all that is bounded, the median, and the tolerance about its reference.
 * @param {{median: number, intervals: (Interval | undefined)[], tolerated: Axis | null}} drawn @returns {Axis}
 */
export function axisOf({ median, intervals, tolerated }) {
  const ends = intervals.flatMap(({ lower, upper } = {}) => (lower === undefined || upper === undefined ? [] : [lower, upper]));
  const all = [median, ...ends, ...(tolerated ?? [])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = FREE * (high - low) || Math.max(Math.abs(median), 1) * FREE;
  return [low - room, high + room];
}

/** The numbers that a tolerance allows, null without one. @param {CertificateRequest['prediction']} prediction @returns {Axis | null} */
export function toleratedBy({ select, tolerance }) {
  if (tolerance === undefined || !select) return null;
  const reference = medianOf(select);
  return [reference - tolerance, reference + tolerance];
}
