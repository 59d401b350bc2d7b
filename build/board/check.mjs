// Checks an entry of the board, by the programs that everybody has: `orbitcert run` and `merge` for the certificates, `orbitcert-votes` for
// the votes. Nothing of an entry is believed: neither its numbers nor its names.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { writeRun } from '../../js/classifier/votes-of-run.js';
import { digest, readFile, readModel, readPlain } from './reference.mjs';
import { fields, line, parsed, refuse, Refusal, sha256 } from './refusal.mjs';
import { datasets, kept, wholeRun, withFailed } from './run.mjs';

/**
 * @typedef {object} Programs
 * @property {string} orbitcert the command line
 * @property {string} votes orbitcert-votes.mjs
 * @property {string} site folder of the built site: models, clouds, certifier.wasm and ort.wasm
 * @property {string} fetched where files from addresses are kept
 *
 * @typedef {{seed: string, blocks: number}} Chance
 *
 * @typedef {object} Outcome
 * @property {string} name of the folder
 * @property {string} digest of entry.json, which names those of all other files; '' where it could not be read
 * @property {string} [reason] why the entry is not on the board
 * @property {any} [entry] title, authors, dataset and the others, where it is on the board
 * @property {any} [result] total, correct, grid, accuracy, population, settings
 * @property {any} [recount] what the second count was of
 * @property {any} [run] its votes, for the page
 * @property {any} [certified] the text of the whole result
 */

/** Milliseconds after which a program is ended. */
const PATIENCE = 3_600_000;

/** Fields of entry.json. */
const FIELDS = ['title', 'authors', 'dataset', 'model', 'run', 'votes', 'parts', 'group', 'sigma', 'alpha'];

/** entry.json, where its form is right. @param {Uint8Array} bytes @returns {Record<string, any>} */
function formed(bytes) {
  const entry = fields('entry.json', parsed('entry.json', bytes), FIELDS);
  const { dataset, authors, parts, sigma, alpha } = entry;
  if (!(typeof dataset === 'string' && Object.hasOwn(datasets, dataset))) refuse('dataset', `must be one of ${Object.keys(datasets).join(', ')}`);
  if (!(Array.isArray(authors) && authors.length > 0 && authors.length <= 20)) refuse('authors', 'must be a list of 1 to 20 names');
  if (!(Array.isArray(parts) && parts.length > 0 && parts.length <= 200)) refuse('parts', 'must be a list of 1 to 200 files');
  for (const [name, number] of Object.entries({ sigma, alpha })) if (typeof number !== 'number') refuse(name, 'must be a number');
  sha256('model.sha256', entry.model?.sha256);
  return {
    ...entry, title: line('title', entry.title, 80),
    authors: authors.map((/** @type {unknown} */ name, /** @type {number} */ i) => line(`authors[${i}]`, name, 60)),
    group: line('group', entry.group, 10),
  };
}

/**
 * Runs a program and returns its answer.
 * @param {string} file @param {string[]} args @param {string} folder where it runs, which its sentences need not name @returns {Promise<string>}
 */
const ask = (file, args, folder) => new Promise((resolve, reject) => {
  execFile(file, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28, timeout: PATIENCE, killSignal: 'SIGKILL' }, (error, out, err) => {
    if (!error) return resolve(out);
    if ('syscall' in error) return reject(error); // it could not be started, which is no fault of the entry
    const said = err.trim().split('\n').filter((one) => one.startsWith('orbitcert')).join('; ').replace(/^orbitcert(-votes)?: /, '');
    reject(
      new Refusal(error.killed ? `it took longer than ${PATIENCE / 60_000} minutes to check` : (said || String(error.message).split('\n')[0]).slice(0, 500)),
    );
  });
});

/** Computes all certificates again and compares them with the parts. @param {any} entry @param {string} folder @param {Programs} programs */
async function certificates(entry, folder, { orbitcert }) {
  const own = await ask(orbitcert, ['run', 'run.json'], folder);
  const said = await ask(orbitcert, ['merge', 'parts', 'run.json'], folder);
  if (own !== said) {
    const [a, b] = [own, said].map((text) => JSON.parse(text).results);
    const first = a.find((/** @type {any} */ one, /** @type {number} */ i) => JSON.stringify(one) !== JSON.stringify(b[i]));
    refuse('parts', `the certificates are others than the votes give, first those of “${first?.name}”`);
  }
  const { results, ...result } = JSON.parse(own);
  return { result, certified: own };
}

/** Counts blocks of votes again. @param {string} folder @param {Programs} programs @param {Chance} chance */
async function secondCount(folder, { votes, site }, { seed, blocks }) {
  const said = await ask(
    process.execPath,
    [
      ...process.execArgv, votes, 'run.json', '--model', '../model.onnx', '--programs', site, '--recount', '--documents', '../votes.jsonl',
      '--blocks', String(blocks), '--seed', seed,
    ],
    folder,
  );
  const counts = /** @type {RegExpExecArray} */ (/^(\d+) of (\d+) samples recounted, (\d+) of (\d+) blocks/.exec(said));
  const [samples, ofSamples, some, all] = counts.slice(1).map(Number);
  return { seed, samples, ofSamples, blocks: some, ofBlocks: all };
}

/**
 * @param {string} place folder of the entry @param {any} entry @param {Programs} programs @param {string} work folder @param {Chance} chance
 * @returns {Promise<Omit<Outcome, 'name' | 'digest'>>}
 */
async function verified(place, entry, programs, work, chance) {
  const places = { entry: place, site: programs.site, fetched: programs.fetched };
  const run = wholeRun(entry, parsed('run', readFile('run', entry.run, places)), programs.site);
  mkdirSync(join(work, 'parts'));
  writeFileSync(join(work, 'run.json'), writeRun(run));
  writeFileSync(join(work, 'votes.jsonl'), readFile('votes', entry.votes, places));
  writeFileSync(join(work, 'model.onnx'), await readModel('model', entry.model, places));
  for (const [i, part] of entry.parts.entries()) writeFileSync(join(work, 'parts', `${i}.part.jsonl`), readFile(`parts[${i}]`, part, places));
  const computed = await certificates(entry, work, programs);
  const second = join(work, 'second');
  mkdirSync(second);
  writeFileSync(join(second, 'run.json'), writeRun(withFailed(run, entry.dataset, programs.site)));
  const recount = await secondCount(second, programs, chance);
  const { title, authors, dataset, model, group, sigma, alpha } = entry;
  const { axis, translation = false } = /** @type {any} */ (run);
  return { entry: { title, authors, dataset, model, group, ...(axis && { axis, translation }), sigma, alpha }, ...computed, recount, run: kept(run) };
}

/** @param {string} place folder of the entry @param {Programs} programs @param {Chance} chance @returns {Promise<Outcome>} */
export async function check(place, programs, chance) {
  const name = basename(place), work = mkdtempSync(join(tmpdir(), 'orbitcert-board-'));
  let sum = '';
  try {
    if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) refuse('the folder', 'its name must be of small letters, digits and hyphens, at most 40');
    const bytes = readPlain('entry.json', place, 'entry.json');
    sum = digest(bytes);
    return { name, digest: sum, ...await verified(place, formed(bytes), programs, work, { ...chance, seed: `${chance.seed} ${sum}` }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, digest: sum, reason: error.message };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The entries, none of which has the title of one before it. @param {Outcome[]} outcomes @returns {Outcome[]} */
export function unlike(outcomes) {
  const titles = new Map();
  return outcomes.map((one) => {
    if (!one.entry) return one;
    const title = `${one.entry.dataset} ${one.entry.title.normalize('NFKC').toLowerCase()}`, before = titles.get(title);
    titles.set(title, before ?? one.name);
    return before ? { name: one.name, digest: one.digest, reason: `title: “${one.entry.title}” is that of the entry ${before} already` } : one;
  });
}
