// Fills the results into a page and prints it: page.mjs NAME, where NAME.md is beside this file. No number is typed by hand,
// except those of models that were trained and not shipped, in training.json.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withClouds } from '../../../js/dataset/shared-clouds.js';
import { writeRun } from '../../../js/classifier/votes-of-run.js';
import { storedClouds, withStored } from '../clouds.mjs';
import { readStored } from '../stored.mjs';
import { card, experiments, models, packed, result, shipped, votedOn, withId } from './files.mjs';
import { percentAtMost } from '../../../js/words/share.js';
import { apart, grid, gridAt, gridOf, swing } from './grid-table.mjs';
import { inTable, percent, plain, range, table, widest } from './shares.mjs';
import { certifiedShares } from './sub-clouds.mjs';
import { bent, coming, comings, learnt, revoted, withstanding, withstood } from './withstood.mjs';

/** @param {string} file @returns {any} */
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Measures the document of votes in the built site, in bytes. @param {string} id */
function sizeOf(id) {
  const run = readStored(shipped, id), points = storedClouds(id, packed);
  return writeRun(points ? withStored(run, points) : run).length;
}

/** Every σ that a model was measured at. */
const sigmas = [...new Set(models.flatMap((model) => Object.keys(card(model).smoothed_accuracy)))].sort((a, b) => Number(a) - Number(b));

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

/** Rounded down: the radius is at least so much. @param {number} radius */
const thousandths = (radius) => (Math.floor(1000 * radius) / 1000).toFixed(3);

/** The averages of votes: certified share and average radius, of one class and with the runner-up. @param {string} id of votes */
const averageOf = (id) => withId(/** @type {any[]} */ (result('average')), id);

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
