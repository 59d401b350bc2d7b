// Draws the figures of site/docs/results.md from the results beside them, as SVG in the colours of both schemes, in a browser.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { findBrowser } from '../../install/browser.mjs';
import { card, figures as folder, models, out, result, top, votedOn } from './files.mjs';
import { certifiedShares } from './sub-clouds.mjs';
import { inBothSchemes } from './svg.mjs';

const { chromium } = createRequire(`${top}js/package.json`)('playwright-core');

/** The strongest first: the dashes of the others show on its line where they agree with it. */
const ARGUMENTS = ['tight', 'orbit', 'black_box'];

const AXES = { scale: '‖Δ‖ of a scaling', rotate: 'Angle of rotation θ, in degrees, of a cloud with noise of norm 0.1' };

/**
 * Lines of certified accuracy to the end of a grid.
 * @param {string} label @param {string} axis @param {number} end @param {any[]} series @param {string} [ordinate]
 */
const shareLines = (label, axis, end, series, ordinate = 'Certified accuracy, %') =>
  ({ lines: { label, x: { label: axis, domain: [0, end] }, y: { label: ordinate, domain: [0, 100] }, series } });

/** Certified accuracy of a run against the grid of its attack. @param {string} id */
function accuracy(id) {
  const { grid, settings, accuracy: shares } = result(id);
  const axis = AXES[/** @type {'scale' | 'rotate'} */ (settings.attack.family)];
  const series = ARGUMENTS.map((argument) => ({ argument, grid, shares: shares[argument] }));
  return shareLines(`Certified accuracy. ${axis}`, axis, grid.at(-1), series);
}

/** p_min against the norm of a scaling. */
function scaling() {
  const { scaling: curves } = result('inverse');
  const series = [
    ...['orbit', 'black_box'].map((argument) => ({
      argument, points: curves[0].points.map((/** @type {any} */ { distance, black_box }) => ({ x: distance, y: black_box })),
    })),
    ...curves.map((/** @type {any} */ { norm, points }) => ({
      argument: 'tight',
      name: `Tight, ‖X‖ = ${norm}`,
      points: points.map((/** @type {any} */ { distance, tight }) => ({ x: distance, y: tight })),
    })),
  ];
  return {
    lines: {
      label: 'Smallest probability that certifies against the norm of a scaling, σ = 0.5', x: { label: '‖Δ‖ of a scaling, σ = 0.5', domain: [0, 1] },
      y: { label: 'Smallest probability that certifies', domain: [0.5, 1] }, series,
    },
  };
}

/** The tight certificate's gain over the black box on the disc of orientations, rotations at its edge. */
function orientations() {
  const { maps, cells: centres, size } = result('inverse');
  const half = 1 / size;
  const panels = maps.map((/** @type {any} */ { norm }) => `‖X‖ = ${norm}`);
  const cells = maps.flatMap((/** @type {any} */ { norm, black_box: blackBox, tight }) =>
    centres.map((/** @type {number[]} */ [e1, e2], /** @type {number} */ i) => ({
      panel: `‖X‖ = ${norm}`,
      x1: e1 - half, x2: e1 + half, y1: e2 - half, y2: e2 + half, value: blackBox[i] - tight[i],
    })),
  );
  return {
    maps: { label: 'How much smaller the tight certificate’s p_min is than the black box’s, by orientation of the perturbation, ‖Δ‖ = σ = 0.5', panels, cells },
  };
}

/** Colours of lines that are of no argument, on light and on dark. */
const COLOURS = ['#4b6cb7', '#2a8f83', '#7d8c24', '#c0771c', '#b5446e', '#7f6a9e', '#647c88'];

/** @param {number} n */
const oneOfMany = (n) => ({ colour: COLOURS[n], dash: n === 0 ? SOLID : `${2 * n} ${2 + n}` });

/** Smoothed accuracy of the models that take part, with 95 % intervals. */
function smoothed() {
  const series = models.map((name, n) => {
    const { smoothed_accuracy: shares, smoothed_interval: intervals } = card(name);
    const points = Object.entries(shares).map(([sigma, y]) => ({
      x: Number(sigma), y: 100 * y, low: 100 * intervals[sigma][0], high: 100 * intervals[sigma][1],
    }));
    return { name, ...oneOfMany(n), points };
  });
  return {
    lines: {
      label: 'Smoothed accuracy against σ', x: { label: 'Smoothing σ', domain: [0, 0.25], ticks: 5 },
      y: { label: 'Smoothed accuracy, %', domain: [0, 100] }, series,
    },
  };
}

/** The value of the grid from which nothing is certified. @param {number[]} grid @param {number[]} shares */
const endOf = (grid, shares) => grid[Math.min(shares.findLastIndex((share) => share > 0) + 1, grid.length - 1)];

/** @param {number} end @param {number[]} grid @param {number[]} shares */
const upTo = (end, grid, shares) => ({ grid: grid.filter((x) => x <= end), shares: shares.filter((_, i) => grid[i] <= end) });

/** Certified accuracy of a model at each σ against the norm of a scaling. @param {string} model */
function grid(model) {
  const { at } = result('grid').models.find((/** @type {any} */ one) => one.model === model);
  const end = Math.max(...at.map((/** @type {any} */ { scale }) => endOf(scale.grid, scale.orbit)));
  const series = at.map((/** @type {any} */ { sigma, scale }, /** @type {number} */ n) => ({
    name: `σ = ${sigma}`,
    ...oneOfMany(n), ...upTo(end, scale.grid, scale.orbit),
  }));
  return shareLines('Certified accuracy against the norm of a scaling, at each σ', AXES.scale, end, series);
}

/** Plots the transformations that the clouds of a run withstand, except shifts, whose curve is that of rotations. @param {string} id */
const withstood = (id) => ({ families: result(id).families.filter((/** @type {any} */ { family }) => family !== 'shift') });

/** A solid line. */
const SOLID = 'none';

/** PointCert's sub-clouds that are compared, as many points each as the votes are of. */
const SUB_CLOUDS = 32;

/** Certified accuracy against points that come and go, beside the methods for these alone. @param {'replaced' | 'added' | 'removed'} change */
function comings(change) {
  const of = (/** @type {string} */ id) => {
    const { counts, accuracy } = result(id).points.find((/** @type {any} */ one) => one.change === change);
    return { grid: counts, shares: accuracy };
  };
  const { shapes } = result('pointcert').divisions.find((/** @type {any} */ one) => one.sub_clouds === SUB_CLOUDS);
  const series = [
    { argument: 'points', name: 'σ = 0.05', dash: SOLID, ...of('furniture-64-withstood') },
    { argument: 'points', name: 'and ‖Δ‖ ≤ 0.1', ...of('furniture-64-moved') },
    { name: 'PointGuard', dash: '2 5', ...of('furniture-64-still') },
    { name: 'PointCert', dash: '9 5', ...certifiedShares(shapes, change) },
  ];
  const axis = `Points ${change}, of 2,048`;
  return shareLines(`Certified accuracy. ${axis}`, axis, Math.max(...series.map(({ grid }) => grid.at(-1))), series);
}

/** Certified accuracy of the digits against points that come and go. */
function digitPoints() {
  const { points } = result('digits-64-withstood');
  const series = points.map((/** @type {any} */ { change, counts, accuracy }, /** @type {number} */ n) => ({
    name: `${change[0].toUpperCase()}${change.slice(1)}`,
    ...oneOfMany(n), grid: counts, shares: accuracy,
  }));
  const axis = 'Points that change so, of 1,024';
  return shareLines(`Certified accuracy. ${axis}`, axis, Math.max(...series.map((/** @type {any} */ { grid }) => grid.at(-1))), series);
}

/** Certified accuracy against the norm of any perturbation, by how many points a vote is of, and of clouds that are sampled first. */
function distance() {
  const { grid, curves } = result('distance');
  const end = Math.max(...curves.map((/** @type {any} */ { shares }) => endOf(grid, shares)));
  const series = curves.map((/** @type {any} */ curve, /** @type {number} */ n) => ({
    name: votedOn(curve, curves), ...oneOfMany(n), ...upTo(end, grid, curve.shares),
  }));
  return shareLines('Certified accuracy against ‖Δ‖ of all points', '‖Δ‖ of all points', end, series);
}

/** Certified accuracy for every perturbation up to a norm, and what attacks leave of it. */
function attacked() {
  const { grid, accuracy } = result('attacked'), axis = '‖Δ‖ of any perturbation of all 2,048 points';
  const series = [
    { name: 'Under attack', dash: '2 2', grid, shares: accuracy.attacked, certified: accuracy.subsample },
    { argument: 'points', name: 'Samples of points', dash: SOLID, grid, shares: accuracy.subsample },
    { argument: 'orbit', grid, shares: accuracy.orbit },
  ];
  return shareLines(`Certified accuracy and accuracy under attack. ${axis}`, axis, grid.at(-1), series, 'Accuracy, %');
}

/** @type {Record<string, () => any>} */
const figures = {
  'inverse-scaled': scaling,
  'inverse-maps': orientations,
  'smoothed-accuracy': smoothed,
  gain: () => ({ gain: { label: 'How much the tight value is above the orbit-based one, against (‖Δ‖/‖X‖)², p = 0.9', ...result('gain') } }),
  'digits-scaled': () => accuracy('digits-scaled'),
  'digits-turned': () => accuracy('digits-turned'),
  'furniture-scaled': () => accuracy('furniture-scaled'),
  'furniture-turned': () => accuracy('furniture-turned'),
  'furniture-dgcnn-turned': () => accuracy('furniture-dgcnn-turned'),
  'grid-digits': () => grid('digits'),
  'grid-furniture': () => grid('furniture'),
  'furniture-withstood': () => withstood('furniture-withstood'),
  'points-replaced': () => comings('replaced'),
  'points-added': () => comings('added'),
  'points-removed': () => comings('removed'),
  'points-digits': digitPoints,
  distance,
  attacked,
};

/** The run that the page shows while it has none of its own, without what became of single clouds. */
const SHOWN = 'furniture-turned';
const { experiment, seconds, digests, ...rest } = result(SHOWN);
writeFileSync(new URL('shown.json', import.meta.url), `${JSON.stringify({ experiment, result: rest })}\n`);

const bundle = `${out}/figures-page.js`;
execFileSync('js/node_modules/.bin/esbuild', ['build/content/paper/figures-page.js', '--bundle', '--format=iife', '--log-level=warning', `--outfile=${bundle}`], {
  cwd: top,
  env: { ...process.env, NODE_PATH: `${top}js/node_modules` },
});
const browser = await chromium.launch({ executablePath: findBrowser() });
const [light, dark] = await Promise.all(/** @type {const} */ (['light', 'dark']).map(async (colorScheme) => {
  const page = await browser.newPage({ colorScheme, bypassCSP: true });
  await page.goto(pathToFileURL(`${top}build/out/site/docs/results.html`).href);
  await page.addScriptTag({ path: bundle });
  return page;
}));
const wanted = process.argv.slice(2);
for (const [name, figure] of Object.entries(figures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const drawn = (/** @type {typeof light} */ page) => page.evaluate((/** @type {any} */ one) => /** @type {any} */ (globalThis).draw(one), figure());
  writeFileSync(`${folder}/${name}.svg`, `${inBothSchemes(await drawn(light), await drawn(dark))}\n`);
}
await browser.close();
