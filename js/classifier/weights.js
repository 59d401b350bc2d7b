/** The files that a model takes weights from, and what names it with them. */

import { ModelFilesError } from './model-files.js';

/** @import {Dropped} from './model-files.js' */

/** The most files of weights. */
const mostFiles = 1000;

/** Missing files that a refusal names. */
const NAMED = 10;

/** @param {string} path */
const last = (path) => path.slice(path.lastIndexOf('/') + 1);

/** Reports whether a path names a file in the folder of the model or below it, on every system. @param {string} path */
const isWithin = (path) => path !== '' && !/[\\:*?"<>|\x00-\x1f]/.test(path) && path.split('/').every((part) => part !== '' && part !== '..' && part !== '.');

/** Paths of files below the folder of a model, each once. @param {string[]} external as the graph has them */
function pathsOf(external) {
  const paths = [...new Set(external.map((path) => path.replace(/^(\.\/)+/, '')))];
  if (paths.length > mostFiles)
    throw new ModelFilesError(
      `its graph takes weights from ${paths.length.toLocaleString('en')} files; at most ${
        mostFiles.toLocaleString('en')} are read: export it with one file of weights`,
    );
  const outside = paths.find((path) => !isWithin(path));
  if (outside !== undefined) throw new ModelFilesError(`its graph takes weights from “${outside}”, which is not a file below its own folder`);
  const seen = new Set();
  const twice = paths.map(last).find((name) => seen.size === seen.add(name).size);
  if (twice) throw new ModelFilesError(`its graph takes weights from two files that are called ${twice}, in two folders: export it with one file of weights`);
  return paths;
}

/**
 * The files of weights that a graph names, in its order, under the paths that it has for them.
 * @param {string[]} external paths in the graph @param {Dropped[]} beside @returns {Dropped[]}
 */
export function weightsOf(external, beside) {
  const paths = pathsOf(external);
  const byName = /** @type {Map<string, Dropped[]>} */ (new Map());
  for (const file of beside) byName.set(file.name, [...byName.get(file.name) ?? [], file]);
  const found = paths.map((path) => byName.get(last(path)) ?? []);
  const missing = paths.filter((_, i) => found[i].length === 0).map(last);
  if (missing.length > 0)
    throw new ModelFilesError(
      `its weights are in ${missing.slice(0, NAMED).join(', ')}${missing.length > NAMED ? ` and ${missing.length - NAMED} more files`
        : ''}: give ${missing.length > 1 ? 'all' : 'both'} files together`,
    );
  const several = found.find(({ length }) => length > 1);
  if (several) throw new ModelFilesError(`two of the files are called ${several[0].name}: give the one with the weights`);
  return paths.map((name, i) => ({ name, bytes: found[i][0].bytes }));
}

/**
 * Files of weights that lie where the graph says, of those that were not given.
 * @param {string[]} external @param {Dropped[]} beside @param {(path: string) => Promise<Uint8Array | null>} read of a path below the folder of the model
 */
export async function near(external, beside, read) {
  const left = pathsOf(external).filter((path) => !beside.some(({ name }) => name === last(path)));
  const found = await Promise.all(left.map(async (path) => ({ name: last(path), bytes: await read(path) })));
  return /** @type {Dropped[]} */ (found.filter(({ bytes }) => bytes !== null));
}

/** Notes files that hold none of the weights, '' if there are none. @param {string[]} external @param {Dropped[]} beside */
export function needless(external, beside) {
  const names = beside.map(({ name }) => name).filter((name) => !external.some((path) => last(path) === name));
  return names.length > 0 ? `The model takes nothing from ${names.join(', ')}.` : '';
}

/**
 * Identifies a model: the SHA-256 of its file; if it takes weights from other files, that of the lines of all their SHA-256, its own
 * first and theirs in the order of the graph.
 * @param {Uint8Array} model @param {Dropped[]} weights @param {(bytes: Uint8Array) => string | Promise<string>} sha256
 */
export async function digestOf(model, weights, sha256) {
  const own = await sha256(model);
  if (weights.length === 0) return own;
  const all = [own, ...await Promise.all(weights.map(({ bytes }) => sha256(bytes)))];
  return sha256(new TextEncoder().encode(all.map((one) => `${one}\n`).join('')));
}
