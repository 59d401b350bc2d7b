// Certified accuracy of files whose points are moved, by how a model brings them to one size: from the shipped votes on furniture, by `orbitcert radii`
// once for each shape and preparation. σ is the same part of each shape, so one count of votes serves all. Writes site/docs/figures/moved.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { storedClouds } from '../clouds.mjs';
import { readStored } from '../stored.mjs';
import { figures, orbitcert, out, packed, shipped } from './files.mjs';

const VOTES = 'furniture';

/** Parts of the shape's radius, its farthest point from the mean. */
const PARTS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2];

const NORMALISATIONS = ['unit_sphere', 'rms'].flatMap((normalise) => ['own', 'clean'].map((frame) => ({ normalise, frame })));

/** @param {number[]} list */
const most = (list) => list.indexOf(Math.max(...list));

/** The distances of the points from their mean. @param {number[][]} points */
function distances(points) {
  const mean = points[0].map((_, axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return points.map((point) => Math.hypot(...point.map((x, axis) => x - mean[axis])));
}

mkdirSync(out, { recursive: true });
const { clouds, sigma, group, alpha } = readStored(shipped, VOTES);
const points = /** @type {number[][][]} */ (storedClouds(VOTES, packed));

/** The radius of a file over that of its shape, 0 where the class is not the label. @param {number} i @param {typeof NORMALISATIONS[number]} preparation */
function reach(i, preparation) {
  const { label, votes_pred: selected, votes_cert: votes } = clouds[i], samples = votes.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0);
  if (most(selected) !== label) return 0;
  const far = distances(points[i]), radius = Math.max(...far);
  const size = preparation.normalise === 'rms' ? Math.hypot(...far) / Math.sqrt(far.length) : radius;
  const request = { clean: { points: points[i] }, preparation, sigma: (sigma * radius) / size, group, alpha, prediction: { votes: votes[label], samples } };
  return orbitcert(['radii', '-'], JSON.stringify(request)).file_radius / radius;
}

const rows = NORMALISATIONS.map((preparation) => {
  const reaches = clouds.map((/** @type {unknown} */ _, /** @type {number} */ i) => reach(i, preparation));
  return { ...preparation, certified: PARTS.map((part) => reaches.filter((/** @type {number} */ one) => one > part).length) };
});
const correct = clouds.filter((/** @type {any} */ { label, votes_pred: selected }) => most(selected) === label).length;
mkdirSync(figures, { recursive: true });
writeFileSync(`${figures}/moved.json`, `${JSON.stringify({ votes: VOTES, total: clouds.length, correct, parts: PARTS, rows })}\n`);
