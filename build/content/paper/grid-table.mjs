// The table of the paper's grid, and what is said of it.

import { percentAtMost } from '../../../js/words/share.js';
import { result } from './files.mjs';
import { inTable, plain, table } from './shares.mjs';

/** Finds a model's part of the grid. @param {string} model @returns {{samples: number, at: any[]}} */
export const gridOf = (model) => result('grid').models.find((/** @type {any} */ one) => one.model === model);

/** @param {string} model @param {string} sigma */
export const gridAt = (model, sigma) => gridOf(model).at.find((one) => one.sigma === Number(sigma));

/** Writes a noise in units of σ. @param {number} noise */
const inSigma = (noise) => `${noise === 1 ? '' : noise === 0.5 ? '½' : noise}σ`;

/** The grid of a model: rotations by some angles at each σ, with each noise under which anything is certified. @param {string} model */
export function grid(model) {
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
export function apart() {
  const gaps = gridParts(({ scale, rotate }) => [scale, ...rotate]).flatMap(({ tight, orbit, total }) =>
    tight.map((/** @type {number} */ share, /** @type {number} */ i) => ({ share: share - orbit[i], total })));
  const most = points(gaps), below = points(gaps.map(({ share, total }) => ({ share: -share, total })));
  return most > 0 || below > 0 ? `at most ${most} points above and ${below} below the orbit-based one` : 'the orbit-based one, everywhere in the grid';
}

/** Measures the largest change of the orbit-based line with the angle in the grid, in points. */
export const swing = () => String(points(gridParts(({ rotate }) => rotate).map(({ orbit, total }) => ({ share: Math.max(...orbit) - Math.min(...orbit), total }))));
