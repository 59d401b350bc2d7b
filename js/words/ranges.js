/** What a prediction withstands as rows of one table: texts to read, rounded towards zero, and positions to draw. */

import { significant } from './decimal.js';

/** @typedef {import('../documents/documents.js').Withstood} Withstood */

/**
 * @typedef {object} Range
 * @property {string} id the family's name in the document
 * @property {string} name
 * @property {string} text every value between is certified
 * @property {string} blackBox the same for a classifier of which no invariance is known
 * @property {string} by the argument that reaches so far
 * @property {{from: number, to: number, any: boolean}} span in the document's unit
 * @property {{from: number, to: number, any: boolean}} blackBoxSpan
 * @property {(t: number) => string} at a value in words
 */

/** @type {Record<string, string>} */
const NAMES = { scale: 'Scale', stretch: 'Stretch', shear: 'Shear', taper: 'Taper', twist: 'Twist', rotation: 'Rotation', shift: 'Shift' };

/** @type {Record<string, string>} */
const ARGUMENTS = { invariance: 'ignored by the classifier', black_box: 'black box', orbit: 'orbit-based', tight: 'tight' };

/** Products of two doubles are off by a part of 2⁻⁵³; this is taken from every length that is shown. */
const SAFE = 1 - 2 ** -50;

/** Factor and sign of the unit that people think in, for a cloud of this height. @param {string} unit @param {number} height */
function unitOf(unit, height) {
  const [along, per] = height > 0 ? [height, ' over its height'] : [1, ' per unit of length'];
  switch (unit) {
    case 'relative': return { factor: 100, sign: ' %' };
    case '1/length': return { factor: 100 * along, sign: ` %${per}` };
    case 'rad/length': return { factor: 180 / Math.PI * along, sign: `°${per}` };
    case 'rad': return { factor: 180 / Math.PI, sign: '°' };
    default: return { factor: 1, sign: '' };
  }
}

/** @param {number} size ≥ 0 @param {number} [factor] */
const inward = (size, factor = 1) => significant(SAFE * factor * size, 3, 'down');

/** A range in words. @param {{from: number, to: number, any: boolean}} span @param {{factor: number, sign: string}} unit */
function between({ from, to, any }, { factor, sign }) {
  if (any) return 'any';
  const [low, high] = [inward(-from, factor), inward(to, factor)];
  return low === high ? `± ${low}${sign}` : `−${low} … +${high}${sign}`;
}

/** @param {{from?: number, to?: number, any?: boolean}} span */
const spanOf = ({ from = 0, to = 0, any = false }) => ({ from, to, any });

/** The families of transformations, none where the prediction itself is not certified. @param {Withstood} withstood @returns {Range[]} */
export function rangeRows({ ranges = [], height }) {
  return ranges.map(({ family, unit: name, by, black_box: blackBox, ...ends }) => {
    const unit = unitOf(name, height);
    const [span, blackBoxSpan] = [spanOf(ends), spanOf(blackBox)];
    return {
      id: family, name: NAMES[family] ?? family, by: ARGUMENTS[by] ?? by, span, blackBoxSpan,
      text: between(span, unit), blackBox: between(blackBoxSpan, unit),
      at: (t) => `${t < 0 ? '−' : t > 0 ? '+' : ''}${significant(Math.abs(t) * unit.factor, 3, 'down')}${unit.sign}`,
    };
  });
}

/** What can happen to the points one by one, in the unit of the file. @param {Withstood} withstood @returns {{id: string, name: string, text: string}[]} */
export function pointRows({ each_point: each, points_anywhere: anywhere, noise, linear }) {
  const moved = anywhere && anywhere.points > 0
    ? `${anywhere.points.toLocaleString('en')} of them, whichever, anywhere in the cloud’s box; one alone by ${inward(anywhere.single)}` : anywhere && `one of them by ${inward(anywhere.single)}`;
  return [
    { id: 'each_point', name: 'Every point moved', text: each === undefined ? '' : `by up to ${inward(each)}` },
    { id: 'points_anywhere', name: 'Some points moved', text: moved ?? '' },
    { id: 'noise', name: 'Sensor noise', text: noise === undefined ? '' : `of standard deviation ${inward(noise)}, 999 times of 1,000` },
    { id: 'linear', name: 'Any linear map', text: linear === undefined ? '' : `y + Ey with ‖E‖ up to ${inward(linear)}` },
  ].filter(({ text }) => text);
}

/** Whether a value lies in a range. @param {number} t @param {{from: number, to: number, any: boolean}} span */
export const isWithin = (t, { from, to, any }) => any || (from <= t && t <= to);
