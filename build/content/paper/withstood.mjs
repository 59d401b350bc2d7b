// Tables of what the clouds of runs withstand: transformations, and points that come and go.

import { experiments, result, withId } from './files.mjs';
import { inTable, table } from './shares.mjs';
import { certifiedShares } from './sub-clouds.mjs';

/** Sizes of transformations either way that a table says shares for, in the units of the document. @type {[name: string, family: string, size: number][]} */
const SIZES = [
  ['Scale ±1\u00a0%', 'scale', 0.01], ['Stretch ±2\u00a0%', 'stretch', 0.02], ['Shear ±0.03', 'shear', 0.03], ['Taper ±0.05', 'taper', 0.05],
  ['Taper ±0.1', 'taper', 0.1], ['Twist ±2°', 'twist', Math.PI / 90], ['Twist ±5°', 'twist', Math.PI / 36],
  ['Rotation by any angle', 'rotation', Math.PI],
];

/**
 * The share of all clouds of a run that are predicted correctly and withstand so much, by all arguments or the black box.
 * @param {string} id @param {string} family @param {number} size @param {boolean} blackBox
 */
export function withstanding(id, family, size, blackBox) {
  const { reaches, total } = result(id);
  return reaches[family][blackBox ? 'black_box' : 'withstood'].filter((/** @type {number} */ reach) => reach >= size).length / total;
}

/** Tabulates the transformations that the clouds withstand, with the black box alone in brackets. */
export function withstood() {
  const runs = experiments.runs.filter(
    ({ withstand, votes }) => withstand && !withId(experiments.votes, votes).subsample && !withId(experiments.votes, votes).noise,
  );
  const rows = SIZES.map(([name, family, size]) => [
    name,
    ...runs.map(({ id }) => `${[false, true].map((black) => inTable(withstanding(id, family, size, black), result(id).total)).join(', ')}`),
  ]);
  return table(['Every value of', ...runs.map(({ votes }) => `${withId(experiments.votes, votes).model}, %`)], rows);
}

/** Tabulates what test clouds and clouds of the training withstand, apart. */
export function learnt() {
  const ids = experiments.trained.flatMap(({ id, of }) => [of, id]);
  const head = ids.map((id, i) => `${result(id).total} ${i % 2 ? 'training' : 'test'} shapes, %`);
  const right = ids.map((id) => inTable(result(id).correct / result(id).total, result(id).total));
  return table(['Right, and every value of', ...head], [
    ['right', ...right], ...SIZES.map(([name, ...size]) => [name, ...ids.map((id) => inTable(withstanding(id, ...size, false), result(id).total))]),
  ]);
}

/** Degrees of an angle. @param {number} angle in rad */
const degrees = (angle) => Number(((180 / Math.PI) * angle).toFixed(9));

/** Sizes that a table says shares for, of votes with noise on transformations. @type {Record<string, number[]>} */
const BENT = { twist: [5, 10, 15, 20, 30].map((angle) => (Math.PI / 180) * angle), taper: [0.1, 0.2, 0.3], shear: [0.05, 0.1, 0.2] };

/** Names a size or a noise. @param {string} family @param {number} size */
const sized = (family, size) => (family === 'twist' ? `${degrees(size)}°` : String(size));

/** Tabulates the transformations that the clouds withstand by votes of a model without and with noise on transformations. @param {string} model */
export function bent(model) {
  const all = (/** @type {string} */ votes) => withId(experiments.votes, votes);
  const runs = experiments.runs.filter(({ withstand, votes }) => withstand && all(votes).model === model);
  const head = runs.map(({ id, votes }) => {
    const { noise, sigma } = all(votes), drawn = Object.entries(noise ?? {}).map(([family, size]) => `${family}\u00a0${sized(family, size)}`).join(', ');
    return `[${drawn || 'none'}](../#v=2&view=dataset&run=${id}), σ\u00a0=\u00a0${sigma}`;
  });
  const share = (/** @type {string} */ id, /** @type {number} */ x) => (x > 0 ? inTable(x, result(id).total) : '–');
  const rows = Object.entries(BENT).flatMap(([family, sizes]) =>
    sizes.map((size) => [`${family}\u00a0±${sized(family, size)}`, ...runs.map(({ id }) => share(id, withstanding(id, family, size, false)))]),
  );
  return table(['%, by\u00a0noise', ...head], [['right', ...runs.map(({ id }) => share(id, result(id).correct / result(id).total))], ...rows]);
}

/** Counts the shapes that were twisted within their range and voted on again, and those of another class. */
export function revoted() {
  const { times, of } = result('revoted'),
    sum = (/** @type {string} */ field) => of.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one[field], 0);
  return `twisted ${times} times within its certified range and voted on again. Of ${sum('clouds').toLocaleString('en')} such clouds, ${sum('changed')
    || 'none'} changed class`;
}

/**
 * The share of all clouds of a run that are predicted correctly and keep their class whichever so many points change so.
 * @param {string} id @param {string} change @param {number} count
 */
export function coming(id, change, count) {
  const { borne, total } = result(id);
  return borne[change].filter((/** @type {number} */ most) => most >= count).length / total;
}

/** Numbers of points that a table says shares for. */
const COUNTS = [0, 1, 4, 8, 16, 32];

/** The votes of samples, and those of sub-clouds where these were counted, by how many points of a kind change. @param {string} model */
export function comings(model) {
  const { model: divided, divisions } = result('pointcert');
  const runs = experiments.runs.filter(
    ({ votes, withstand }) => withstand && withId(experiments.votes, votes).subsample && withId(experiments.votes, votes).model === model,
  );
  /** @type {('replaced' | 'added' | 'removed')[]} */
  const changes = ['replaced', 'added', 'removed'];
  const rows = changes.flatMap((change) => [
    ...runs.map(({ id, votes, withstand }) => {
      const { sigma, subsample } = withId(experiments.votes, votes);
      return [
        change,
        `samples of ${subsample}, σ\u00a0=\u00a0${sigma}${withstand.moved ? `, ‖Δ‖\u00a0≤\u00a0${withstand.moved}` : ''}`,
        ...COUNTS.map((count) => inTable(coming(id, change, count), result(id).total)),
      ];
    }),
    // A point that is removed changes a sub-cloud as one that is added does.
    ...(divided === model && change !== 'removed' ? divisions : []).map((/** @type {any} */ { sub_clouds: m, shapes }) => {
      const { shares } = certifiedShares(shapes, change);
      return [
        change === 'added' ? 'added or removed' : change, `${m} sub-clouds of about ${2048 / m}`,
        ...COUNTS.map((count) => inTable(shares[count] ?? 0, shapes.length)),
      ];
    }),
  ]);
  return table(['Points', 'Votes of', ...COUNTS.map((count) => `${count}, %`)], rows);
}
