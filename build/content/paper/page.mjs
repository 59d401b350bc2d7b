// Fills the results into a page and prints it: page.mjs NAME, where NAME.md is beside this file. No number is typed by hand,
// except those of models that were trained and not shipped, in training.json.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withClouds } from '../../../js/dataset/shared-clouds.js';
import { writeRun } from '../../../js/classifier/votes-of-run.js';
import { storedClouds, withStored } from '../clouds.mjs';
import { readStored } from '../stored.mjs';
import { card, experiments, models, packed, result, shipped, votedOn, withId } from './files.mjs';
import { atLeast, percent as told, percentAtMost, places } from '../../../js/words/share.js';
import { certifiedShares } from './sub-clouds.mjs';

/** @param {string} file @returns {any} */
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Measures the document of votes in the built site, in bytes. @param {string} id */
function sizeOf(id) {
  const run = readStored(shipped, id), points = storedClouds(id, packed);
  return writeRun(points ? withStored(run, points) : run).length;
}

/** Without the sign of per cent, with the digits that the interval carries. @param {number} share @param {number} n clouds */
const plain = (share, n) => told(share, n).replace(' %', '');

/** Ends of an interval, with the digits of the share. @param {number[]} ends @param {number} share @param {number} n clouds */
function range([low, high], share, n) {
  const one = 10 ** places(share, n);
  return `(${[Math.floor(100 * one * low + 1e-9), Math.ceil(100 * one * high - 1e-9)].map((x) => (x / one).toFixed(one === 1 ? 0 : 1)).join('–')})`;
}

/** The 95 % interval of a share among clouds not seen (Clopper and Pearson). @param {number} share @param {number} n clouds */
function interval(share, n) {
  const k = Math.round(share * n);
  return [least(k, n), 1 - least(n - k, n)];
}

/** A bound of a share of n, of which k were seen, that is too large with a probability of 2.5 %. @param {number} k @param {number} n */
function least(k, n) {
  let low = 0, high = k / n;
  for (let step = 0; k > 0 && step < 50; step++) if (atLeast(k, n, (low + high) / 2) < 0.025) low = (low + high) / 2; else high = (low + high) / 2;
  return low;
}

/** A share of n clouds for a table of per cent, with its interval. @param {number} share @param {number} n */
const inTable = (share, n) => `${plain(share, n)}\u00a0${range(interval(share, n), share, n)}`;

/** A share of n clouds for a sentence, with its interval. @param {number} share @param {number} n */
const percent = (share, n) => `${plain(share, n)}\u00a0% ${range(interval(share, n), share, n)}`;

/** Says how far the intervals of shares reach, by a table that has no room for each. @param {number} n clouds */
const widest = (n) => `Of ${n} clouds, the 95\u00a0% interval for clouds not seen reaches at most ${
  Math.ceil(100 * Math.max(...Array.from({ length: n }, (_, k) => k / n - least(k, n))))} points down or up.`;

/** Every σ that a model was measured at. */
const sigmas = [...new Set(models.flatMap((model) => Object.keys(card(model).smoothed_accuracy)))].sort((a, b) => Number(a) - Number(b));

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Smoothed accuracy at every σ, with its interval. @param {any} measured @param {number} n clouds */
const shares = ({ smoothed_accuracy: smoothed, smoothed_interval: intervals }, n) =>
  sigmas.map((sigma) => (sigma in smoothed ? `${plain(smoothed[sigma], n)}\u00a0${range(intervals[sigma], smoothed[sigma], n)}` : '–'));

/** A model on its test clouds, and on shapes of other libraries where it was measured on those. @param {string} name */
function modelRows(name) {
  const { parameters, bytes, points, subsample, clean_accuracy: clean, test_clouds: tested, votes, others, ...measured } = card(name);
  return [
    [
      name,
      `${Math.round(parameters / 1000)}\u202fk, ${Math.round(bytes / 1000)}\u202fkB`,
      subsample ? `${subsample} of ${points.toLocaleString('en')}` : `${points}`,
      `${tested}, ${votes}`,
      plain(clean, tested), ...shares(measured, tested),
    ],
    ...(others ? [['on other libraries', '', '', `${others.clouds}, ${votes}`, '–', ...shares(others, others.clouds)]] : []),
  ];
}

/** The largest ‖Δ‖ of the grid's curve for ‖X‖ = 0.01 that p = 0.8 certifies, to three digits. @param {string} which */
function reach(which) {
  const { points } = result('inverse').scaling[0];
  const above = points.findIndex((/** @type {any} */ point) => point[which] > 0.8);
  const [from, to] = [points[above - 1], points[above]];
  return (from.distance + ((0.8 - from[which]) / (to[which] - from[which])) * (to.distance - from.distance)).toFixed(3);
}

/** The averages of votes: certified share and average radius, of one class and with the runner-up. @param {string} id of votes */
const averageOf = (id) => withId(/** @type {any[]} */ (result('average')), id);

/** Rounded down: the radius is at least so much. @param {number} radius */
const thousandths = (radius) => (Math.floor(1000 * radius) / 1000).toFixed(3);

/** The average certified radii of a model at each σ of the grid. @param {string} model @param {string} form one_class or runner_up */
const averages = (model, form) => experiments.grid.sigmas.map((sigma) => thousandths(averageOf(`${model}-at-${sigma}`)[form].radius)).join(', ');

/** Names of the ways to make a model invariant. @type {Record<string, string>} */
const WAYS = { all: 'all poses, averaged', one: 'one pose a vote', random: 'a random turn' };

/** The ways to make a model invariant at as many evaluations. @param {string} name of the model */
function poses(name) {
  const { norms } = experiments.poses;
  const all = /** @type {any[]} */ (result('poses')).filter(({ model }) => model === name);
  const rows = all.map(({ way, evaluations, samples, total, correct, certified, radius }) => [
    evaluations.toLocaleString('en'), WAYS[way], samples.toLocaleString('en'), inTable(correct / total, total),
    ...certified.map((/** @type {number} */ share) => inTable(share, total)), thousandths(radius),
  ]);
  return table(['Evaluations a cloud', 'Each vote', 'Votes', 'Right, %', ...norms.map((norm) => `Certified at ${norm}`), 'Average radius'], rows);
}

/** The runs with rotations in space, with where the lines begin and end. */
function rotations() {
  const rows = experiments.runs.filter(({ attack }) => attack?.family === 'rotate').map(({ id, votes }) => {
    const { grid, accuracy, total, correct } = result(id);
    const ends = (/** @type {number[]} */ shares) => [0, grid.indexOf(2), grid.length - 1].map((i) => plain(shares[i], total)).join(', ');
    return [
      withId(experiments.votes, votes).model,
      `${correct} of ${total}`,
      ends(accuracy.black_box), ends(accuracy.orbit), ends(accuracy.tight),
      `${thousandths(averageOf(votes).one_class.radius)} (${thousandths(averageOf(votes).runner_up.radius)})`,
    ];
  });
  return table(['Model', 'Predicted correctly', 'Black box at 0°, 2°, 10°, in %', 'Orbit-based', 'Tight', 'Average radius (with the runner-up)'], rows);
}

/** Reports whether tight certifies more than the orbit-based argument anywhere. */
function only() {
  const gains = experiments.runs.filter(({ attack }) => attack).flatMap(({ id }) => {
    const { grid, accuracy, total } = result(id);
    return grid.map((/** @type {number} */ x, /** @type {number} */ i) => ({ id, x, total, gain: accuracy.tight[i] - accuracy.orbit[i] }));
  });
  const best = gains.reduce((a, b) => (b.gain > a.gain ? b : a));
  const worst = gains.reduce((a, b) => (b.gain < a.gain ? b : a));
  const most =
    best.gain > 0
      ? `At most ${percentAtMost(best.gain, best.total)} of all samples were certified by the tight certificate and not by the orbit (${best.id}, at ${best.x})`
      : 'Nor do we, in any of these runs';
  return `${most}${worst.gain < 0 ? `; where draws decide, it certified up to ${percentAtMost(-worst.gain, worst.total)} fewer` : ''}.`;
}

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
function withstanding(id, family, size, blackBox) {
  const { reaches, total } = result(id);
  return reaches[family][blackBox ? 'black_box' : 'withstood'].filter((/** @type {number} */ reach) => reach >= size).length / total;
}

/** Tabulates the transformations that the clouds withstand, with the black box alone in brackets. */
function withstood() {
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
function learnt() {
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
function bent(model) {
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
function revoted() {
  const { times, of } = result('revoted'),
    sum = (/** @type {string} */ field) => of.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one[field], 0);
  return `twisted ${times} times within its certified range and voted on again. Of ${sum('clouds').toLocaleString('en')} such clouds, ${sum('changed')
    || 'none'} changed class`;
}

/**
 * The share of all clouds of a run that are predicted correctly and keep their class whichever so many points change so.
 * @param {string} id @param {string} change @param {number} count
 */
function coming(id, change, count) {
  const { borne, total } = result(id);
  return borne[change].filter((/** @type {number} */ most) => most >= count).length / total;
}

/** Numbers of points that a table says shares for. */
const COUNTS = [0, 1, 4, 8, 16, 32];

/** The votes of samples, and those of sub-clouds where these were counted, by how many points of a kind change. @param {string} model */
function comings(model) {
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

/** Finds a model's part of the grid. @param {string} model @returns {{samples: number, at: any[]}} */
const gridOf = (model) => result('grid').models.find((/** @type {any} */ one) => one.model === model);

/** @param {string} model @param {string} sigma */
const gridAt = (model, sigma) => gridOf(model).at.find((one) => one.sigma === Number(sigma));

/** Writes a noise in units of σ. @param {number} noise */
const inSigma = (noise) => `${noise === 1 ? '' : noise === 0.5 ? '½' : noise}σ`;

/** The grid of a model: rotations by some angles at each σ, with each noise under which anything is certified. @param {string} model */
function grid(model) {
  const some = (/** @type {any} */ { orbit, tight }) => Math.max(...orbit, ...tight) > 0;
  const rows = gridOf(model).at.flatMap(({ sigma, correct, total, rotate }) =>
    rotate.filter(some).map((/** @type {any} */ { noise, grid: angles, ...shares }) => {
      const cell = (/** @type {string} */ argument, /** @type {number[]} */ at) =>
        at.map((angle) => plain(shares[argument][angles.indexOf(angle)], total)).join(', ');
      return [String(sigma), inTable(correct / total, total), inSigma(noise), cell('black_box', [0, 1, 2, 5]), cell('orbit', [0, 90])];
    }),
  );
  return table(['σ', 'Right, %', 'Noise', 'Black box at 0°, 1°, 2°, 5°', 'Orbit-based at 0°, 90°'], rows);
}

/** All parts of the grid, each with its number of clouds. @param {(at: any) => any[]} of @returns {any[]} */
const gridParts = (of) => result('grid').models.flatMap((/** @type {any} */ { at }) =>
  at.flatMap((/** @type {any} */ one) => of(one).map((part) => ({ ...part, total: one.total }))));

/** The largest of some differences of shares in whole points, at least 0. @param {{share: number, total: number}[]} all */
const points = (all) => all.reduce((most, { share, total }) => Math.max(most, parseFloat(percentAtMost(Math.max(0, share), total))), 0);

/** Measures the largest gap between the tight and the orbit-based line in the grid. */
function apart() {
  const gaps = gridParts(({ scale, rotate }) => [scale, ...rotate]).flatMap(({ tight, orbit, total }) =>
    tight.map((/** @type {number} */ share, /** @type {number} */ i) => ({ share: share - orbit[i], total })));
  const most = points(gaps), below = points(gaps.map(({ share, total }) => ({ share: -share, total })));
  return most > 0 || below > 0 ? `at most ${most} points above and ${below} below the orbit-based one` : 'the orbit-based one, everywhere in the grid';
}

/** Measures the largest change of the orbit-based line with the angle in the grid, in points. */
const swing = () => String(points(gridParts(({ rotate }) => rotate).map(({ orbit, total }) => ({ share: Math.max(...orbit) - Math.min(...orbit), total }))));

/** Sizes that a table says shares under attack for. */
const LENGTHS = [0, 0.12, 0.3, 0.6, 0.9, 1.5, 2.5, 4];

/** Tabulates the accuracy certified for every perturbation, and the accuracy under attack. */
function attacked() {
  const { grid, accuracy, total } = result('attacked');
  const cells = (/** @type {(share: number, n: number) => string} */ write, /** @type {number[]} */ shares) =>
    LENGTHS.map((norm) => write(shares[grid.indexOf(norm)], total));
  return table(
    ['‖Δ‖ up to', ...LENGTHS.map(String)],
    [
      ['Certified by whole clouds, %', ...cells(plain, accuracy.orbit)], ['Certified by samples of points, %', ...cells(plain, accuracy.subsample)],
      ['Under attack, %', ...cells((share, n) => percentAtMost(share, n).replace(' %', ''), accuracy.attacked)],
    ],
  );
}

/** Measures the changes that attacks have found: the nearest, the median and the farthest, over the norm certified for the same shape. */
function ratios() {
  const { grid, results } = result('attacked');
  const all = results.flatMap((/** @type {any} */ { attacked: one, subsample }) => {
    const certified = grid[(subsample ?? []).lastIndexOf(1)];
    return one?.found && certified > 0 ? [one.found.distance / certified] : [];
  }).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  return [all[0], all[all.length >> 1], all[all.length - 1]].map((ratio) => ratio.toFixed(1));
}

/** Norms that a table says shares for. */
const MOVES = [0, 0.06, 0.12, 0.3, 0.6, 0.9];

/** The largest norm at which a shape is certified. @param {number[]} shares */
const reached = (shares) => result('distance').grid[shares.findLastIndex((one) => one > 0)];

/** Certified accuracy against the norm of any movement, by how many points a vote is of. */
function distances() {
  const { grid, curves } = result('distance');
  const rows = curves.map((/** @type {any} */ curve) => {
    const { sigma, samples, correct, total, shares } = curve;
    return [
      votedOn(curve, curves), String(sigma), samples.toLocaleString('en'), inTable(correct / total, total),
      ...MOVES.map((norm) => inTable(shares[grid.indexOf(norm)], total)), reached(shares).toFixed(2),
    ];
  });
  return table(
    ['Points of a vote', 'σ', 'Samples', 'Right, %', ...MOVES.map((norm) => `${norm === 0 ? '‖Δ‖\u00a0≤\u00a0' : ''}${norm}, %`), 'Any shape up to'],
    rows,
  );
}

/** Names of the ways to bring clouds to one size. @type {Record<string, string>} */
const SIZED = { unit_sphere: 'unit sphere', rms: 'root mean square', own: 'each its own', clean: 'the clean cloud’s for both' };

/** Tabulates the certified accuracy of files whose points move, by how a model brings them to one size. */
function files() {
  const { total, parts: sizes, rows } = result('moved');
  return table(
    ['`normalise`', '`frame`', ...sizes.map((/** @type {number} */ part) => `${100 * part}\u00a0%`)],
    rows.map((/** @type {any} */ { normalise, frame, certified }) =>
      [SIZED[normalise], SIZED[frame], ...certified.map((/** @type {number} */ shapes) => percent(shapes / total, total))]),
  );
}

/** @param {string} m */
const division = (m) => result('pointcert').divisions.find((/** @type {any} */ one) => one.sub_clouds === Number(m)).shapes;

/** Gives the address at which the run of a figure opens, '' for other figures. @param {string} name */
function opening(name) {
  const run = experiments.runs.find(({ id }) => id === name);
  if (!run?.title) return '';
  const files = new Set([run.votes, withClouds(experiments.votes, run.votes).id]);
  const bytes = [...files].reduce((sum, votes) => sum + sizeOf(votes), 0);
  return ` <a href="../#v=2&amp;view=dataset&amp;run=${name}">Open this run in the page</a> (${(bytes / 1e6).toFixed(1)}\u00a0MB)`;
}

/** A pair of models that see an attribute or do not, from the votes on the same test clouds. @param {any} model */
function attributed({ model: { name, attributes }, sampling: { sigma }, clouds }) {
  const id = name.replace(/(-alone)?\.onnx$/, '');
  const seen = (attributes ?? []).map((/** @type {any} */ one) => one.name ?? one).join(', ');
  /** @type {number[]} */
  const radii = clouds.map((/** @type {number[]} */ [label, predicted, , radius]) => (label === predicted ? radius : -1));
  const within = (/** @type {number} */ distance) => inTable(radii.filter((radius) => radius > distance).length / radii.length, radii.length);
  const average = radii.reduce((sum, radius) => sum + Math.max(0, radius), 0) / radii.length;
  const right = radii.filter((radius) => radius >= 0).length;
  const mean = (Math.floor(1000 * average) / 1000).toFixed(3);
  return [id, seen || 'points alone', String(sigma), inTable(right / radii.length, radii.length), within(sigma / 2), within(sigma), mean];
}

/** Measurements of training. */
const training = json(fileURLToPath(new URL('training.json', import.meta.url)));

/** @type {Record<string, (...words: string[]) => string>} */
const parts = {
  files,
  filed: (what) => String(result('moved')[what]),
  others: () => String(card('furniture').others.clouds),
  models: () =>
    table(
      ['Model', 'Parameters, file', 'Points', 'Test clouds, votes', 'Clean, %', ...sigmas.map((sigma) => `σ\u00a0=\u00a0${sigma}`)],
      models.flatMap(modelRows),
    ),
  tries: () => table(training.tries.head, training.tries.rows),
  trained: () => table(training.head, training.rows),
  rotations,
  only,
  reach,
  withstood,
  averages,
  poses,
  certified: (id, form) => percent(averageOf(id)[form].certified, averageOf(id).total),
  bent,
  learnt,
  revoted,
  alone: (id) => percent(result(id).families[0].accuracy.one_class[0], result(id).total),
  kept: (id) => percent(result(id).families[0].accuracy.withstood[0], result(id).total),
  // Of the clouds that are predicted correctly.
  keeps: (id, family, size) => {
    const { correct, total } = result(id), kept = withstanding(id, family, Number(size), false) * total;
    return `${Math.round(kept)} of ${correct}, ${percent(kept / correct, correct)}`;
  },
  difference: (first, ...words) => {
    const [low, high] = (/** @type {string} */ (words.at(-1))).match(/[\d.]+/g)?.map(Number) ?? [];
    return Number(first) < low || Number(first) > high ? 'a difference is shown' : 'no difference shown';
  },
  withstands: (id, family, size) => percent(withstanding(id, family, Number(size), false), result(id).total),
  // A figure is there for paper too, so it does not wait until it is in sight.
  figure: (name, ...words) => `<figure><img src="figures/${name}.svg" alt="Plot, as the caption says" width="560">
<figcaption>${words.join(' ')}${opening(name)}</figcaption></figure>`,
  open: opening,
  attributed: () =>
    table(
      ['Case', 'The model sees', 'σ', 'Right, %', 'Certified within ½σ, %', 'Within σ', 'Average radius'],
      json(`${shipped}/attributes.json`).models.map(attributed),
    ),
  carded: (name, ...path) => String(path.reduce((at, key) => at[key], card(name))),
  carded_percent: (name, ...path) => `${plain(path.reduce((at, key) => at[key], card(name)), card(name).test_clouds)}\u00a0%`,
  at: (id, field, x) => percent(result(id).accuracy[field][result(id).grid.indexOf(Number(x))], result(id).total),
  total: (id) => String(result(id).total),
  correct: (id) => String(result(id).correct),
  comings,
  comes: (id, change, count) => percent(coming(id, change, Number(count)), result(id).total),
  most: (id, change) => String(result(id).borne[change].at(-1)),
  parts: (m, change, count) => percent(certifiedShares(division(m), /** @type {'added'} */ (change)).shares[Number(count)] ?? 0, division(m).length),
  distances,
  compared: () => String(result('distance').curves[0].total),
  grid,
  widest: (id) => widest(id === 'grid-digits' ? gridOf('digits').at[0].total : result(id).total),
  apart,
  swing,
  right: (model, sigma) => {
    const { correct, total } = gridAt(model, sigma);
    return percent(correct / total, total);
  },
  scaled: (model, sigma, norm) => percent(gridAt(model, sigma).scale.orbit[gridAt(model, sigma).scale.grid.indexOf(Number(norm))], gridAt(model, sigma).total),
  gridded: (model, field) => (field === 'clouds' ? gridOf(model).at[0].total : gridOf(model).samples).toLocaleString('en'),
  attacked,
  attacks: (field) => String(result('attacked').attacks[field]),
  search: (field) => result('attacked')[field].toLocaleString('en'),
  ratio: (which) => ratios()[['least', 'median', 'most'].indexOf(which)],
  samples: (id) => withId(experiments.votes, id).samples.toLocaleString('en'),
  model: (id) => card(withId(experiments.votes, withId(experiments.runs, id).votes).model).network,
};

/** @param {string} text */
function filled(text) {
  for (let before; before !== text;) {
    before = text;
    text = text.replace(/\{\{([^{}]*)\}\}/g, (_, call) => {
      const [name, ...words] = call.trim().split(/\s+/);
      return parts[name](...words);
    });
  }
  return text;
}

process.stdout.write(filled(readFileSync(new URL(`${process.argv[2]}.md`, import.meta.url), 'utf8')));
