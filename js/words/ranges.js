/** Formats the ranges that a prediction withstands as rows of one table: texts to read, rounded towards zero, and positions to draw. */

import { significant } from './decimal.js';
import { inUnit, measureOf, PLAIN } from './lengths.js';

/** @typedef {import('../documents/documents.js').Withstood} Withstood */
/** @typedef {import('./lengths.js').Measure} Measure */

/**
 * @typedef {object} Range
 * @property {string} id the family's name in the document
 * @property {string} name
 * @property {string} text every value between is certified
 * @property {string} short what holds on both sides
 * @property {string} blackBox the same for a classifier of which no invariance is known
 * @property {string} by what reaches so far, in words
 * @property {string} argument which argument that is: what the classifier ignores is the orbit's
 * @property {{from: number, to: number, any: boolean}} span in the document's unit
 * @property {{from: number, to: number, any: boolean}} blackBoxSpan
 * @property {{from: number, to: number}} play how far it can be played, beyond its range where there is a beyond
 * @property {(t: number) => string} at a value in words
 */

/** Ends of families beyond which nothing new happens: a cloud shrunk to nothing, half a turn. @type {Record<string, {least?: number, most?: number}>} */
const ENDS = { scale: { least: -1 }, stretch: { least: -1 }, rotation: { least: -Math.PI, most: Math.PI } };

/** @type {Record<string, string>} */
const ARGUMENTS = {
  invariance: 'ignored by the classifier', black_box: 'black box', orbit: 'orbit-based', tight: 'tight', parameters: 'noise on transformations',
};

/** Products of two doubles are off by a part of 2⁻⁵³; this is taken from every length that is shown. */
const SAFE = 1 - 2 ** -50;

/** Factor and sign of the unit that people think in, for a cloud of this height. @param {string} unit @param {number} height @param {string} [length] sign of lengths */
function unitOf(unit, height, length = '') {
  const [along, per] = height > 0 ? [height, ' from foot to top'] : [1, ' per unit of length'];
  switch (unit) {
    case 'relative': return { factor: 100, sign: ' %' };
    case '1/length': return { factor: 100 * along, sign: ` %${per}` };
    case '1/length²': return { factor: 100 * (height > 0 ? height / 2 : 1) ** 2, sign: height > 0 ? ' % half a height from the centre' : ' % per unit of length²' };
    case 'rad/length': return { factor: 180 / Math.PI * along, sign: `°${per}` };
    case 'rad': return { factor: 180 / Math.PI, sign: '°' };
    default: return { factor: 1, sign: length };
  }
}

/** Names a family, and gives its unit. @param {string} family @param {string} unit @param {number} [height] of the cloud, 0 for clouds of any height */
export const familyUnit = (family, unit, height = 0) => ({ name: capitalised(family), ...unitOf(unit, height) });

/** Returns a large value of a unit for a cloud of this height: its size, half a turn from end to end. @param {string} unit @param {number} height */
function muchOf(unit, height) {
  const along = height > 0 ? height : 1;
  switch (unit) {
    case '1/length': return 1 / along;
    case '1/length²': return 4 / along ** 2;
    case 'rad/length': return Math.PI / along;
    case 'rad': return Math.PI;
    case 'length': return along;
    default: return 1;
  }
}

/**
 * Computes how far a family can be played: twice its range, within the ends of the family.
 * @param {{from: number, to: number, any: boolean}} span @param {{least?: number, most?: number}} ends @param {number} much
 */
function playOf({ from, to, any }, { least = -Infinity, most = Infinity }, much) {
  const size = any ? much : Math.max(-from, to) || much / 10;
  return { from: Math.max(least, (any ? 0 : from) - size), to: Math.min(most, (any ? 0 : to) + size) };
}

/** Returns the ends of a family, or of the part that is shown. @param {string} family @param {{factor: number, sign: string}} unit */
function endsOf(family, unit) {
  const { least = -Infinity, most = Infinity } = ENDS[family] ?? {};
  const cut = mostOf(unit) / unit.factor;
  return { least: Math.max(least, -cut), most: Math.min(most, cut) };
}

/** @param {number} size ≥ 0 @param {number} [factor] */
const inward = (size, factor = 1) => significant(SAFE * factor * size, 3, 'down');

/** Largest values shown: more per cent of a cloud, or more turns, mean nothing to a reader. @type {Record<string, number>} */
const LARGEST = { ' %': 1000, '°': 360 };

/** Explains why a range ends with “and more”. */
export const CAPPED = 'Ranges beyond 1,000 % or 360° are not written out.';

/** The most of a unit that is shown or played. @param {{factor: number, sign: string}} unit */
const mostOf = ({ sign }) => LARGEST[sign.replace(/ from.*| half.*| per.*/, '')] ?? Infinity;

/** The end of a range, and whether it is cut. @param {number} size ≥ 0 @param {{factor: number, sign: string}} unit */
function endOf(size, unit) {
  const { factor } = unit, most = mostOf(unit);
  return factor * size > most ? { text: most.toLocaleString('en'), cut: true } : { text: inward(size, factor), cut: false };
}

/** A range in words. @param {{from: number, to: number, any: boolean}} span @param {{factor: number, sign: string}} unit */
function between({ from, to, any }, unit) {
  if (any) return 'any';
  const [low, high] = [endOf(-from, unit), endOf(to, unit)];
  const more = low.cut || high.cut ? ' and more' : '';
  return `${low.text === high.text ? `± ${low.text}${unit.sign}` : `−${low.text} … +${high.text}${unit.sign}`}${more}`;
}

/** Writes a range that holds on both sides, in short. @param {Range['span']} span @param {{factor: number, sign: string}} unit */
function bothSides({ from, to, any }, unit) {
  if (any) return 'any';
  const { text, cut } = endOf(Math.min(-from, to), unit);
  return `±${text}${unit.sign.replace(/ (from foot|half|per unit).*/, '')}${cut ? ' and more' : ''}`;
}

/** @param {string} word */
const capitalised = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Names the argument that needs no invariance: with noise on transformations it is the noise on the points. @param {Withstood} withstood */
export const plainArgument = ({ together }) => (together ? 'Noise on points alone' : 'Black box alone');

/** @param {{from?: number, to?: number, any?: boolean}} span */
const spanOf = ({ from = 0, to = 0, any = false }) => ({ from, to, any });

/** The measure of lengths of the file, or of the prepared cloud. @param {Measure} measure @param {Withstood} withstood */
const measured = (measure, { file }) => (file ? measure : measureOf(measure));

/** The families of transformations, none where the prediction itself is not certified. @param {Withstood} withstood @param {Measure} [measure] @returns {Range[]} */
export function rangeRows(withstood, measure = PLAIN) {
  const { ranges = [], height, together } = withstood, length = inUnit('', measured(measure, withstood));
  const names = together ? { ...ARGUMENTS, black_box: 'noise on points' } : ARGUMENTS;
  return ranges.map(({ family, unit: name, by, black_box: blackBox, ...ends }) => {
    const unit = unitOf(name, height, length);
    const [span, blackBoxSpan] = [spanOf(ends), spanOf(blackBox)];
    return {
      id: family, name: capitalised(family), by: family === 'scale' && by === 'invariance' ? 'divided out' : names[by] ?? by, argument: by === 'invariance' ? 'orbit' : by, span, blackBoxSpan,
      play: playOf(span, endsOf(family, unit), muchOf(name, height)), text: between(span, unit), short: bothSides(span, unit),
      blackBox: between(blackBoxSpan, unit),
      at: (t) => `${t < 0 ? '−' : t > 0 ? '+' : ''}${significant(Math.abs(t) * unit.factor, 3, 'down')}${unit.sign}`,
    };
  });
}

/** Lists perturbations of single points. @param {Withstood} withstood @param {Measure} [measure] @returns {{id: string, name: string, text: string}[]} */
export function pointRows(withstood, measure = PLAIN) {
  const { each_point: each, points_anywhere: anywhere, noise, linear } = withstood;
  const length = (/** @type {number} */ x) => inUnit(inward(x), measured(measure, withstood));
  const moved =
    anywhere && anywhere.points > 0
      ? `${anywhere.points.toLocaleString('en')} of them, anywhere in the cloud’s box; one alone by ${length(anywhere.single)}`
      : anywhere && `one of them by ${length(anywhere.single)}`;
  return [
    { id: 'each_point', name: 'Every point moved', text: each === undefined ? '' : `by up to ${length(each)}` },
    { id: 'points_anywhere', name: 'Some points moved', text: moved ?? '' },
    { id: 'noise', name: 'Sensor noise', text: noise === undefined ? '' : `of standard deviation ${length(noise)}, 999 times in 1,000` },
    { id: 'linear', name: 'Any linear map', text: linear === undefined ? '' : `y + Ey with ‖E‖ up to ${inward(linear)}` },
  ].filter(({ text }) => text);
}

/** Reports whether a value lies in a range. @param {number} t @param {{from: number, to: number, any: boolean}} span */
export const isWithin = (t, { from, to, any }) => any || (from <= t && t <= to);

/** Names how far one point may move in the document, and what plays that. */
export const PULLED = 'points_anywhere';

/** One point, as far as it may move alone; null where none may. @param {Withstood} withstood @param {Measure} measure @returns {Range | null} */
function pulledRange(withstood, measure) {
  const { points_anywhere: { single } = { points: 0, within: 0, single: 0 } } = withstood, own = measured(measure, withstood);
  if (!(single > 0)) return null;
  const span = { from: 0, to: single, any: false };
  const text = inUnit(inward(single), own);
  return {
    id: PULLED, name: 'One point', by: '', argument: 'orbit', text: `by ${text}`, short: text, blackBox: '', span, blackBoxSpan: span,
    play: { from: 0, to: 2 * single }, at: (t) => `by ${inUnit(significant(Math.abs(t), 3, 'down'), own)}`,
  };
}

/** All that can be played. @param {Withstood} withstood @param {Measure} measure */
export const playedRanges = (withstood, measure) => [...rangeRows(withstood, measure), pulledRange(withstood, measure)].flatMap((range) => range ?? []);

/**
 * Lists what can be played as chips. Each holds alone. Ranges other than a turn that the classifier ignores, or does not withstand on both sides, are left
 * out, and a bulge, which the table has.
 * @param {Withstood} withstood @param {Measure} [measure] @returns {{id: string, name: string, text: string, to: number}[]}
 */
export function chips(withstood, measure = PLAIN) {
  const rows = rangeRows(withstood, measure);
  const turn = rows.filter(({ id, span }) => id === 'rotation' && span.any).map(({ id, play }) => ({ id, name: 'turn', text: 'any', to: play.to }));
  const ranges = rows.filter(({ id, span: { from, to, any } }) => !any && from < 0 && to > 0 && id !== 'bulge').map(({ id, short, span: { to } }) => ({ id, name: id, text: short, to }));
  const pulled = pulledRange(withstood, measure);
  return [...turn, ...ranges, ...(pulled ? [{ id: pulled.id, name: 'pull a point', text: pulled.short, to: pulled.span.to }] : [])];
}
