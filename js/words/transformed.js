/** Describes certificates from votes with noise on transformations about an axis. */

import { changesIn } from '../documents/documents.js';
import { joined } from '../documents/list.js';
import { proved } from './argument-rows.js';
import { fixed, significant } from './decimal.js';
import { inUnit, measureOf, PLAIN, withShare } from './lengths.js';
import { fraction } from './top.js';
import { keepingOf } from './stated.js';
import { isUnsure, NO_ATTACK, probability } from './words.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/types.js').Deviations} Deviations */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {NonNullable<Certificate['parameters']>} Transformed */
/** @typedef {import('./lengths.js').Measure} Measure */

/** Products and exponentials of doubles are off by a few parts of 2⁻⁵³; this is taken from every size that is shown. */
const SAFE = 1 - 2 ** -45;

const DEGREES = 180 / Math.PI;

/** The nearest number of three digits, for what describes and claims nothing. @param {number} x */
const near = (x) => String(Number(x.toPrecision(3))).replace('-', '−');

/** @param {number} size ≥ 0 */
const inward = (size) => significant(SAFE * size, 3, 'down');

/** Factors by which a logarithm of at most this size multiplies, each rounded towards 1. @param {number} size */
const factors = (size) => `factors from ${significant(Math.exp(-SAFE * size) / SAFE, 3, 'up')} to ${inward(Math.exp(SAFE * size))}`;

const LENGTH = ' per unit of length';

/** Returns the length that rates are over: the whole height of a cloud where that is known, else a unit of length. @param {number} [height] 0 where it is unknown */
const along = (height = 0) => (height > 0 ? { whole: height, per: ' from foot to top' } : { whole: 1, per: LENGTH });

/**
 * Words for each family: its noise, one transformation, and all up to a size.
 * @type {[name: keyof Deviations, words: {noise: (s: number) => string, done: (t: number, of: ReturnType<typeof along>) => string,
 *   upTo: (r: number, of: ReturnType<typeof along>) => string}][]}
 */
const FAMILIES = [
  [
    'twist',
    {
      noise: (s) => `twist ${near(s * DEGREES)}°${LENGTH}`,
      done: (t, { whole, per }) => `twisted by ${near(t * whole * DEGREES)}°${per}`,
      upTo: (r, { whole, per }) => `twist it by up to ±${inward(r * whole * DEGREES)}°${per}`,
    },
  ],
  [
    'taper',
    {
      noise: (s) => `taper ${near(s)}${LENGTH}`,
      done: (t, { whole, per }) => `tapered by a factor of ${near(Math.exp(t * whole))}${per}`,
      upTo: (r, { whole, per }) => `taper it by ${factors(r * whole)}${per}`,
    },
  ],
  [
    'scale',
    {
      noise: (s) => `scale ${near(s)}`,
      done: (t) => `scaled across the axis by ${near(Math.exp(t))}`,
      upTo: (r) => `scale it across the axis by ${factors(r)}`,
    },
  ],
  ['shear', { noise: (s) => `shear ${near(s)}`, done: (t) => `sheared by ${near(t)}`, upTo: (r) => `shear it by up to ±${inward(r)}` }],
];

/** Standard deviations in words. @param {Deviations} noise */
export const deviations = (noise) => FAMILIES.flatMap(([name, { noise: words }]) => (noise[name] ? [words(noise[name])] : [])).join(', ');

/** @param {import('../documents/types.js').Shift} shift @param {keyof Deviations} name */
const parameterOf = (shift, name) => (name === 'shear' ? Math.hypot(...shift.shear ?? []) : shift[name] ?? 0);

/** A transformation as a participle, as in 'twisted by 20° per unit of length'; '' for none. @param {import('../documents/types.js').Shift} [shift] @param {number} [height] of the cloud */
export function shifted(shift = {}, height = 0) {
  const done = FAMILIES.flatMap(([name, { done: words }]) => {
    const size = parameterOf(shift, name);
    return Math.abs(size) > UNSEEN ? [words(size, along(height))] : [];
  });
  return joined(done);
}

/**
 * Lists how far a cloud is transformed and its points are moved, each beside the range that is certified for it alone. A twist is in degrees, a taper and a
 * scaling are logarithms of factors.
 * @param {Transformed} parameters @param {Measure} [measure] of the cloud
 */
export function sizesOf({ shift = {}, distance = 0, radii }, measure = PLAIN) {
  const { whole, per } = along(measure.height), length = inUnit('', measureOf(measure));
  const all = FAMILIES.map(([name, { noise }]) => {
    const isRate = noise(1).endsWith(LENGTH);
    return { name: `${name.charAt(0).toUpperCase()}${name.slice(1)}${isRate ? per : ''}`, size: Math.abs(parameterOf(shift, name)), radius: radii[name],
      factor: (isRate ? whole : 1) * (name === 'twist' ? DEGREES : 1), unit: name === 'twist' ? '°' : '' };
  });
  return [...all, { name: 'Points moved', size: distance, radius: radii.distance, factor: 1, unit: length }].flatMap(({ name, size, radius, factor, unit }) => (radius
    ? [{ name, size, radius, text: `${size > UNSEEN ? `${significant(factor * size, 3, 'up')}${unit} of ` : ''}±${inward(factor * radius)}${unit}` }] : []));
}

/** Parameters below this are rounding. */
const UNSEEN = 1e-6;

/**
 * Lists what may be done to the cloud, each alone, as in 'twist it by up to ±20.3° per unit of length or move its points by ‖Δ‖ up to 0.119'; '' for
 * nothing.
 * @param {import('../documents/types.js').ParameterRadii} radii @param {Measure} [measure] of the cloud
 */
export function withinRadii(radii, measure = PLAIN) {
  const all = FAMILIES.flatMap(([name, { upTo }]) => (radii[name] ? [upTo(radii[name], along(measure.height))] : []));
  if (radii.distance) all.push(`move its points by ‖Δ‖ up to ${inUnit(significant(radii.distance, 4, 'down'), measureOf(measure))}`);
  return joined(all, 'or');
}

/** Places a perturbed cloud. @param {Transformed} parameters @param {Measure} measure */
function place({ shift, distance = 0 }, measure) {
  const done = shifted(shift, measure.height);
  return `Turned back, this cloud is ${withShare(significant(distance, 2, 'up'), distance, 'up', measureOf(measure))} from the original${done ? ` ${done}` : ''}`;
}

/** The sentence about a certified cloud. @param {Transformed} parameters @param {string} proved as in 'it is proved to stay a chair' @param {Measure} measure */
function certifiedSentence(parameters, proved, measure) {
  const more = withinRadii(parameters.radii, measure);
  return `${place(parameters, measure)}. It ${proved}.${more ? ` The same holds if you ${more}.` : ''}`;
}

/** The sentence where nothing is proved. @param {Transformed} parameters @param {CertificateRequest} request @param {Measure} measure */
function openSentence(parameters, request, measure) {
  const { lower = 0, upper_runner_up: runner } = parameters;
  return `${place(parameters, measure)}, the nearest transformation found. There p′ is at least ${fixed(lower, 4, 'down')}; it must exceed ${runner === undefined
    ? fraction(request) : `${fixed(runner, 4, 'up')}, the runner-up’s`}. ${NO_ATTACK}`;
}

/**
 * The verdict where votes had noise on transformations: which transformation leads to the cloud, and what is certified alone.
 * @param {Certificate} c @param {CertificateRequest} request @param {ReturnType<typeof import('./words.js').verdict>} plain what all certificates say
 * @param {Measure} [measure] of the clean cloud
 */
export function transformedVerdict(c, request, plain, measure = PLAIN) {
  const { parameters } = c;
  if (!parameters || isUnsure(c, request)) return plain;
  const proved = `is proved to ${keepingOf(request)}`;
  if (plain.kind === 'radius' && parameters.radii.distance) {
    const all = withinRadii(parameters.radii, measure);
    return { ...plain, head: 'Certified ranges.', text: `${all.charAt(0).toUpperCase()}${all.slice(1)}, and turn it about the axis: it ${proved}. ${probability(c, request)}` };
  }
  if (changesIn(request)) return plain;
  if (plain.kind === 'certified') return { ...plain, text: `${certifiedSentence(parameters, proved, measure)} ${probability(c, request)}` };
  return plain.kind === 'open' && plain.head === 'Not certified.' ? { ...plain, text: openSentence(parameters, request, measure) } : plain;
}

/** The row of the table. @param {Certificate} c @returns {import('./argument-rows.js').Row[]} */
export function transformedRow({ parameters }) {
  if (!parameters) return [];
  const { lower, upper_runner_up: runner, certified, radii: { distance: radius = 0 } } = parameters;
  const row = { id: 'parameters', name: 'Noise on transformations', certified };
  if (lower === undefined) return [{ ...row, radius: significant(radius, 4, 'down'), at: { radius } }];
  return [{ ...row, ...proved(lower, runner), instead: `d = ${significant(parameters.distance ?? 0, 4, 'up')}`, at: { lower, runner } }];
}
