// The run of an entry: votes on the clouds of one of the board's datasets, asked what the board asks.

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fields, refuse, shown } from './refusal.mjs';

/**
 * @typedef {{title: string, about: string, clouds: string, alpha: number, norms: number[], radius: number}} Dataset clouds: the run document of the
 *   site that has them; radius: the one of norms by which entries are sorted
 */

/** @type {Record<string, Dataset>} */
export const datasets = JSON.parse(readFileSync(new URL('datasets.json', import.meta.url), 'utf8'));

/** Builds the attack of a run of the board: every perturbation up to these norms. @param {Dataset} dataset */
const attackOf = ({ norms }) => ({ family: 'ball', norms });

/** The clouds of a dataset with their labels. @param {Dataset} dataset @param {string} site */
export function cloudsOf({ clouds }, site) {
  const run = JSON.parse(readFileSync(`${site}/${clouds}`, 'utf8'));
  return /** @type {{name: string, label: number, points: number[][]}[]} */ (
    run.clouds.map((/** @type {any} */ { name, label, points }) => ({ name, label, points }))
  );
}

/** Fields of a run, in the order in which they are written. */
const SAID = ['sigma', 'group', 'axis', 'translation', 'permutation', 'subsample', 'alpha', 'samples'];

/** Merges the board's settings with an entry's σ and group. @param {Dataset} dataset */
export const asked = (dataset) => ({ alpha: dataset.alpha, samples: 100_000, attack: attackOf(dataset) });

/** Drops the clouds from a run, since they are the board's. @param {any} run */
export const kept = ({ clouds, ...rest }) => ({ ...rest, clouds: clouds.map((/** @type {any} */ { points, ...cloud }) => cloud) });

/**
 * The votes of an entry on a cloud, with its points.
 * @param {string} field @param {unknown} given @param {{name: string, label: number, points: number[][]}} cloud
 */
function voted(field, given, { name, label, points }) {
  if (typeof given === 'object' && given !== null && 'failure' in given) {
    const { failure } = fields(field, given, ['name', 'failure']);
    return typeof failure === 'string' && failure && failure.length <= 1000
      ? { name, failure }
      : refuse(`${field}.failure`, 'must be a text of at most 1,000 characters');
  }
  const { votes_pred, votes_cert, evidence, ...said } =
    fields(field, given, ['name', 'label', 'votes_cert', 'evidence'], ['votes_pred', 'points']); // no votes_pred under anytime
  if (said.label !== label) refuse(`${field}.label`, `is ${shown(String(said.label))}; “${name}” has ${label}`);
  if (said.points !== undefined && !isDeepStrictEqual(said.points, points)) refuse(`${field}.points`, `are not those of “${name}”`);
  return { name, label, ...(votes_pred !== undefined && { votes_pred }), votes_cert, evidence, points };
}

/** @param {unknown} given @param {{name: string, label: number, points: number[][]}[]} clouds */
function allVoted(given, clouds) {
  if (!Array.isArray(given)) return refuse('run.clouds', 'must be a list of the clouds with their votes');
  const names = given.map((one) => String(one?.name)), missing = clouds.filter(({ name }) => !names.includes(name));
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) refuse('run.clouds', `“${shown(twice)}” occurs twice`);
  if (missing.length > 0) refuse('run.clouds', `${missing.length} of ${clouds.length} clouds are missing, first “${missing[0].name}”`);
  const other = names.findIndex((name, i) => name !== clouds[i]?.name);
  if (other >= 0)
    refuse(
      `run.clouds[${other}]`,
      `is “${shown(names[other])}”, and the dataset has ${clouds[other] ? `“${clouds[other].name}” there` : `${clouds.length} clouds`}`,
    );
  return clouds.map((cloud, i) => voted(`run.clouds[${i}]`, given[i], cloud));
}

/** @type {{name: string, version: string, wasm: string}[]} */
const runtimes = JSON.parse(readFileSync(new URL('runtimes.json', import.meta.url), 'utf8'));

/** Refuses a runtime that counts no votes. Votes that were counted elsewhere name none. @param {unknown} runtime */
function holdRuntime(runtime) {
  if (runtime === undefined || runtimes.some((one) => isDeepStrictEqual(one, runtime))) return;
  refuse(
    'run.voted.runtime',
    `must be one that OrbitCert has counted with, ${runtimes.map((one) => JSON.stringify(one)).join(' or ')}, or be left out, got ${
      shown(JSON.stringify(runtime))}`,
  );
}

/** The same run with the points and labels of clouds marked as failed, for a second count. @param {any} run @param {string} dataset @param {string} site */
export function withFailed(run, dataset, site) {
  const all = cloudsOf(datasets[dataset], site);
  return {
    ...run,
    clouds: run.clouds.map((/** @type {any} */ cloud, /** @type {number} */ i) => (cloud.failure === undefined ? cloud : { ...all[i], ...cloud })),
  };
}

/**
 * The whole run that an entry means: the board's clouds, what it asks, the entry's votes.
 * @param {any} entry as entry.json has it @param {unknown} given its run @param {string} site
 */
export function wholeRun(entry, given, site) {
  const dataset = datasets[entry.dataset];
  const run = fields(
    'run', given, ['sigma', 'group', 'alpha', 'samples', 'attack', 'voted', 'clouds'], ['format', 'axis', 'translation', 'permutation', 'subsample'],
  );
  for (const name of ['sigma', 'group', 'alpha'])
    if (!isDeepStrictEqual(run[name], entry[name]))
      refuse(name, `is ${shown(JSON.stringify(entry[name]))} in entry.json and ${shown(JSON.stringify(run[name]))} in the run`);
  if (run.alpha !== dataset.alpha) refuse('alpha', `must be ${dataset.alpha} on this board, got ${shown(String(run.alpha))}`);
  if (!(Number.isInteger(run.samples) && run.samples >= 0 && run.samples <= 100_000)) refuse('run.samples', 'must be a whole number from 0 to 100,000');
  if (!isDeepStrictEqual(run.attack, attackOf(dataset))) refuse('run.attack', `must be ${JSON.stringify(attackOf(dataset))} on this board`);
  holdRuntime(run.voted?.runtime);
  const model = run.voted?.model?.sha256;
  if (model !== entry.model.sha256) refuse('model.sha256', `the votes are of another model, ${shown(String(model))}`);
  const said = Object.fromEntries(SAID.filter((name) => run[name] !== undefined).map((name) => [name, run[name]]));
  return { ...said, attack: run.attack, voted: run.voted, clouds: allVoted(run.clouds, cloudsOf(dataset, site)) };
}
