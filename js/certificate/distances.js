/** Shows what a certificate says of its clouds, as one picture: both distances and the radius, or the axis that takes their place. */

import { noChange, nothing } from 'lit';
import { distancePlace, instrument } from '../drawing/instrument.js';
import { isOpen, medianOf, sharpest } from '../documents/stated.js';
import { undone } from '../documents/documents.js';
import { compared, fixed, significant } from '../words/decimal.js';
import { inUnit, measureOf, PLAIN } from '../words/lengths.js';
import { between, endsOf, unitOf } from '../words/stated.js';
import { comingRows, countIn } from '../words/points.js';
import { sizesOf } from '../words/transformed.js';
import { broughtBack, deciders, isRadiusOnly, withArticle } from '../words/words.js';
import { axisOf, toleratedBy } from './interval-axis.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('../drawing/instrument.js').Reading} Reading */
/** @typedef {Pick<import('./play.js').Way, 'seed' | 'distance' | 'is'>} Found */
/** @typedef {{reading: Reading, told: string, numbers?: Parameters<typeof instrument>[2]}} Shown */

/** @typedef {import('../documents/documents.js').Withstood} Withstood */
/** @typedef {import('../words/lengths.js').Measure} Measure */

/** Places on an axis of shares. */
const NONE = { proved: null, edge: '', open: '', marks: [], ends: /** @type {[string, string]} */ (['0', '100 %']) };

/** Digits of a distance in the picture; the numbers below it have more. */
const DIGITS = 3;

/** @param {number} distance @param {number} radius */
const text = (distance, radius) => (radius > 0 ? compared(distance, radius, DIGITS).distance : significant(distance, DIGITS, 'up'));

/**
 * Both distances on one axis, with the radius.
 * @param {Certificate} c @param {CertificateRequest} request @param {Found | null} found @param {Measure} measure @returns {Shown | null}
 */
function distancesShown(c, request, found, measure) {
  const { black_box: plain, orbit } = c, back = broughtBack(undone(request)), near = back ? orbit : undefined;
  const lengths = [plain?.distance, near?.distance], { radius: prepared = 0, file_radius: file } = near ?? plain ?? {};
  // Distances that were found are of prepared clouds.
  const [given, aligned] = lengths, isOfFile = file !== undefined && [plain, near].every((row) => row?.distance === row?.file_distance), radius = isOfFile ? file : prepared, unit = radius || Math.max(...lengths.map((d) => d ?? 0)) / 4;
  if (!(unit > 0)) return null;
  const own = isOfFile ? measure : measureOf(measure);
  const alone = c.certified && !deciders(c, request).some((id) => id === 'orbit' || id === 'black_box');
  const bar = (/** @type {string} */ name, /** @type {number | undefined} */ distance, /** @type {string} */ argument) => (distance === undefined
    ? [] : [{ name, argument, to: distancePlace(distance, unit), text: inUnit(text(distance, radius), own) }]);
  const bars = [...bar(back ? 'As it lies' : 'Distance', given, 'black_box'), ...bar(back, aligned, 'orbit')];
  const [edge] = bars.length || radius ? [radius > 0 ? `proved to ${inUnit(edgeOf(radius, aligned ?? given), own)}` : 'nothing is proved'] : [''];
  const marks = [
    ...(alone && bars.length ? [{ at: bars.at(-1)?.to ?? 0, text: 'this cloud is proved', look: /** @type {const} */ ('alone') }] : []),
    ...(found && !isOfFile ? [{ at: distancePlace(found.distance, unit), text: foundText(found, own), look: /** @type {const} */ ('found') }] : []),
  ];
  const told = [...bars.map(({ name, text: value }) => `${name}: ${value}.`), `${edge[0].toUpperCase()}${edge.slice(1)}.`,
    ...marks.map((each) => `${each.text[0].toUpperCase()}${each.text.slice(1)}.`)].join(' ');
  const ends = /** @type {[string, string]} */ (['0', `distance${file !== undefined && !isOfFile ? ' of the prepared clouds' : ''} (log scale)`]);
  return {
    reading: { bars, proved: radius > 0 ? [0, distancePlace(radius, unit)] : null, edge, open: radius > 0 ? 'not known' : edge, marks, ends },
    told, numbers: { given, aligned, radius, found: found?.distance },
  };
}

/** The radius as it stands beside a distance. @param {number} radius @param {number | undefined} distance */
const edgeOf = (radius, distance) => (distance === undefined ? significant(radius, DIGITS, 'down') : compared(distance, radius, DIGITS).radius);

/** @param {Found} found @param {Measure} measure */
const foundText = ({ is, distance }, measure) => `${withArticle(is)} was found at ${inUnit(significant(distance, DIGITS, 'up'), measure)}`;

/** Transformations, each against the range that is proved for it alone. @param {Certificate} c @param {Measure} measure @returns {Shown | null} */
function parametersShown({ parameters }, measure) {
  const sizes = parameters ? sizesOf(parameters, measure) : [];
  if (sizes.length === 0) return null;
  const bars = sizes.map(({ name, size, radius, text: value }) => ({ name, text: value, to: distancePlace(size, radius), argument: 'parameters' }));
  return {
    reading: { ...NONE, bars, proved: [0, distancePlace(1, 1)], edge: bars.length > 1 ? 'each alone proved' : 'proved', open: '', ends: ['0', 'size (log scale)'] },
    told: bars.map(({ name, text: value }) => `${name}: ${value}.`).join(' '),
  };
}

/** The interval of a number, beside its median and what is tolerated. @param {Certificate} c @param {CertificateRequest} request @returns {Shown | null} */
function intervalShown(c, request) {
  const { prediction } = request, interval = sharpest(c)?.interval, { lower, upper } = interval ?? {};
  if (!prediction.values || !interval) return null;
  const median = medianOf(prediction.values), tolerated = toleratedBy(prediction), axis = axisOf({ median, intervals: [interval], tolerated });
  const place = (/** @type {number} */ x) => (x - axis[0]) / (axis[1] - axis[0]);
  const bounded = lower !== undefined && upper !== undefined, [low, high] = endsOf(...axis);
  const value = bounded ? between(lower, upper, unitOf(prediction)) : 'not bounded';
  return {
    reading: {
      bars: bounded ? [{ name: 'Stays', text: value, from: place(lower), to: place(upper), argument: 'orbit' }] : [],
      proved: tolerated && [place(tolerated[0]), place(tolerated[1])], edge: tolerated ? 'tolerated' : '', open: '',
      marks: [{ at: place(median), text: 'median', look: 'centre' }], ends: [low, high],
    },
    told: `The number stays ${value}.`,
  };
}

/** Labels that stay, or points that are kept, as a share. @param {string} name @param {number} part @param {number} all @param {string} argument @returns {Shown} */
const shareShown = (name, part, all, argument) => {
  const value = `${part.toLocaleString('en')} of ${all.toLocaleString('en')}`;
  return { reading: { ...NONE, bars: [{ name, text: value, to: part / all, argument }] }, told: `${name}: ${value}, ${fixed((100 * part) / all, 1, 'down')} %.` };
};

/** Numbers of points that may come or go, as shares. @param {Withstood} withstood @returns {Shown | null} */
function countsShown(withstood) {
  const bars = comingRows(withstood).filter(({ id, most }) => id !== 'added' && most > 0)
    .map(({ name, text: value, most }) => ({ name, text: value, to: most / (withstood.points?.of ?? 1), argument: 'points' }));
  if (!bars.length) return null;
  return { reading: { ...NONE, bars }, told: bars.map(({ name, text: value }) => `${name}: ${value}.`).join(' ') };
}

/**
 * @param {Certificate} c @param {CertificateRequest} request @param {Found | null} found @param {Withstood | null} withstood @param {Measure} measure
 * @returns {Shown | null}
 */
function shownOf(c, request, found, withstood, measure) {
  const { labels } = sharpest(c) ?? {}, { kept } = c.subsample ?? {}, all = countIn(c.subsample ?? {});
  if (request.prediction.values && (isOpen(request) || sharpest(c)?.interval)) return intervalShown(c, request);
  if (request.prediction.labels) return labels?.certified ? shareShown('Labels that stay', labels.count ?? 0, labels.certified.length, 'orbit') : null;
  if (request.prediction.vectors && isOpen(request)) return null;
  if (c.parameters) return parametersShown(c, measure);
  if (request.subsample && withstood && isRadiusOnly(c)) return countsShown(withstood) ?? distancesShown(c, request, found, measure);
  return kept !== undefined && all ? shareShown('Points that are kept', kept, all, 'points') : distancesShown(c, request, found, measure);
}

/**
 * The instrument of a verdict, nothing where no axis fits.
 * @param {Certificate} c @param {CertificateRequest} request
 * @param {Found | null} found shown where it was found against the votes of this request
 * @param {Withstood | null} withstood by the original, where that is known @param {Measure} [measure]
 * @param {boolean} [isHeld] whether a hand moves it, which is told once it lets go
 */
export function distances(c, request, found, withstood, measure = PLAIN, isHeld = false) {
  const own = found && request.prediction.evidence?.sampling.seed === found.seed ? found : null;
  const shown = shownOf(c, request, own, withstood, measure);
  return shown ? instrument(shown.reading, isHeld ? noChange : shown.told, shown.numbers) : nothing;
}
