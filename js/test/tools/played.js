// Random sequences of events, in a thread for each processor, and rooms of modules with a fault.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Plays sequences in a thread for each processor. @param {URL} url of a module that plays as a thread @param {number} count */
export async function playAll(url, count) {
  const step = availableParallelism();
  await Promise.all(Array.from({ length: step }, (_, from) => new Promise((resolve, reject) => {
    const thread = new Worker(url, { workerData: { seeds: { from, to: count, step } } });
    thread.once('error', reject).once('exit', (status) => (status === 0 ? resolve(null) : reject(new Error(`A thread ended with ${status}.`))));
  })));
}

/** Seeds from one to another in steps. @param {{from: number, to: number, step: number}} span */
function* seeds({ from, to, step }) {
  for (let seed = from; seed < to; seed += step) yield seed;
}

/** Plays what a thread was given. @param {(seeds: Iterable<number>) => Promise<void>} play */
export async function playAsThread(play) {
  if (!isMainThread && workerData?.seeds) await play(seeds(workerData.seeds));
}

/**
 * A room with something else in one module.
 * @param {string[]} room modules of js that others import, those first that import none @param {string} name of one @param {string} from @param {string} to
 * @returns {Promise<any>} the last module
 */
export async function mutant(room, name, from, to) {
  const urls = new Map();
  let last = '';
  for (const module of room) {
    const url = new URL(`../../${module}`, import.meta.url), text = await readFile(url, 'utf8'), isChanged = module.endsWith(`/${name}`);
    assert.ok(!isChanged || text.includes(from), `${name} has “${from}”`);
    const whole = (isChanged ? text.replace(from, () => to) : text).replace(/from '(\.[^']+)'/g, (_, path) => {
      const { href } = new URL(path, url);
      return `from '${urls.get(href) ?? href}'`;
    });
    last = `data:text/javascript,${encodeURIComponent(whole).replaceAll("'", '%27')}`;
    urls.set(url.href, last);
  }
  return import(last);
}
