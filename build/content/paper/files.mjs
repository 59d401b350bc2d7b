// Shared parts of the experiment scripts: paths, and the settings in experiments.json.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packedClouds, storedClouds, withStored } from '../clouds.mjs';
import { readStored } from '../stored.mjs';

/** @typedef {{data: string, points: number, count: number, dimension: number, split?: 'train'}} CloudSet split: of test clouds if it is absent */
/**
 * @typedef {{id: string, set: string, model: string, sigma: number, group: string, axis?: number[], translation?: boolean, noise?: Record<string, number>,
 *   subsample?: number, samples: number, classifier?: {pose?: 'one', turn?: 'random'}}} Votes
 *   axis, translation and noise on transformations: of the group "axis"; subsample: of how many points of a cloud each sample is, of all where it is
 *   absent; classifier: what each vote draws
 */
/**
 * @typedef {{sigma: number, group: string, norms: number[], of: {model: string, set: string, evaluations: number, ways: string[]}[]}} Poses the ways to make a
 *   model invariant, at as many evaluations of the model for each cloud
 */
/**
 * @typedef {{sigmas: number[], noises: number[], degrees: number[], draws: number, of: {set: string, model: string, samples: number}[]}} Grid the
 *   paper's: noises in units of σ
 */
/**
 * @typedef {{id: string, title?: string, votes: string, attack?: any, withstand?: any}} PaperRun title: of what opens it in the page, which has no
 *   run without; what it asks is an attack, or what clouds withstand
 */
/** @typedef {{name: string, label: number, points: number[][]}} Cloud */

/** The top folder. */
export const top = fileURLToPath(new URL('../../..', import.meta.url));

/** Folders: of everything that can be made again, of figures and their numbers, of the votes that the page opens, and of their clouds; tests have their own. */
export const out = process.env.ORBITCERT_PAPER ?? `${top}build/out/paper`;
export const figures = process.env.ORBITCERT_PAPER ?? `${top}site/docs/figures`;
export const shipped = process.env.ORBITCERT_PAPER ?? `${top}site/docs/votes`;
export const packed = process.env.ORBITCERT_PAPER ?? packedClouds;

/**
 * Trained: runs again, on clouds that the models were trained on. Revoted: runs whose certified shapes are twisted so many times and voted on again. Distance: votes whose certified accuracy against ‖Δ‖ is
 * compared.
 * @type {{sets: Record<string, CloudSet>, votes: Votes[], runs: PaperRun[], trained: {id: string, set: string, of: string}[], revoted: {times: number, of: string[]}, distance: string[], grid: Grid,
 *   poses: Poses}}
 */
export const experiments = JSON.parse(
  readFileSync(process.env.ORBITCERT_PAPER ? `${out}/experiments.json` : new URL('experiments.json', import.meta.url), 'utf8'),
);

/** @template {{id: string}} T @param {T[]} list @param {string} id @returns {T} */
export function withId(list, id) {
  const found = list.find((one) => one.id === id);
  if (!found) throw new Error(`experiments.json has no "${id}"`);
  return found;
}

/** The models that take part, in their order. */
export const models = [...new Set(experiments.votes.map(({ model }) => model))];

/** Returns a result. @param {string} id */
export const result = (id) => readStored(figures, id);

/** Reads the measurements from a model's training. @param {string} model */
export const card = (model) => JSON.parse(readFileSync(`${top}site/models/${model}.json`, 'utf8'));

/** @param {string} model */
export const modelFile = (model) => `${top}site/models/${model}.onnx`;

/** SHA-256 of the model as it is now. @param {string} model */
export const digestOf = (model) => createHash('sha256').update(readFileSync(modelFile(model))).digest('hex');

/** The votes that the grid needs of a model, one for each σ. @param {Grid['of'][number]} of @returns {Votes[]} */
export const gridVotes = ({ model, ...of }) => experiments.grid.sigmas.map((sigma) => ({ id: `${model}-at-${sigma}`, model, ...of, sigma, group: 'SE' }));

/** All votes, those of the grid last. */
export const allVotes = [...experiments.votes, ...experiments.grid.of.flatMap(gridVotes)];

/** Fields of what each vote draws, by the way in which a model is made invariant. @type {Record<string, Votes['classifier']>} */
const WAYS = { all: undefined, one: { pose: 'one' }, random: { turn: 'random' } };

/** Votes in each way, with the way and the evaluations of the model for each cloud. */
export const poseVotes = experiments.poses.of.flatMap(({ model, set, evaluations, ways }) => ways.map((way) => ({
  id: `${model}-${way}-${evaluations}`, set, model, sigma: experiments.poses.sigma, group: experiments.poses.group, classifier: WAYS[way],
  way, evaluations, samples: evaluations / (WAYS[way] ? 1 : 2 ** (experiments.sets[set].dimension - 1)),
})));

/**
 * Returns the settings with which a document's votes are drawn.
 * @param {Pick<Votes, 'sigma' | 'group' | 'axis' | 'translation' | 'noise' | 'subsample'>} votes
 */
export const smoothing = ({ sigma, group, axis, translation, noise, subsample }) => ({
  sigma, group, ...(axis && { axis, translation }), ...(noise && { noise }), ...(subsample && { subsample }),
});

/** Votes on clouds that the models were trained on. @type {Votes[]} */
export const trainedVotes = experiments.trained.map(({ id, set, of }) => ({ ...withId(experiments.votes, withId(experiments.runs, of).votes), id, set }));

/** @typedef {{points: number, subsample?: number}} Curve */

/** Chooses the points that a curve's votes use: a subset of an earlier sample if other curves use more. @param {Curve} curve @param {Curve[]} all */
export function votedOn({ points, subsample }, all) {
  if (subsample) return `${subsample} of ${points.toLocaleString('en')}`;
  return points < Math.max(...all.map((one) => one.points)) ? `${points}, sampled first` : `all ${points.toLocaleString('en')}`;
}

/** The clouds of a set, as build/content/models/clouds.py wrote them, or as they are stored. @param {string} set @returns {Cloud[]} */
export function cloudsOf(set) {
  const file = `${out}/${set}.jsonl`, points = existsSync(file) ? undefined : storedClouds(set, packed);
  if (!points) return readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  return withStored(readStored(shipped, set), points).clouds.map((/** @type {Cloud} */ { name, label, points: own }) => ({ name, label, points: own }));
}

/** @param {Votes} votes @param {Cloud} cloud */
export const votesFile = (votes, cloud) => `${out}/votes/${votes.id}/${cloud.name.replace(/\W/g, '-')}.json`;

let built = false;

/** Runs the command line, which the first call builds. @param {string[]} args @param {string} [input] */
export function orbitcert(args, input) {
  const program = `${out}/orbitcert`;
  if (!built) execFileSync('go', ['build', '-o', program, './core/cmd/orbitcert'], { cwd: top });
  built = true;
  return JSON.parse(execFileSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 }));
}
