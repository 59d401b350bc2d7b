// Makes an entry of the board. First a run document without votes, then, when they are counted, the folder of the entry:
//
//   node build/board/enter.mjs start furniture --sigma 0.1 --group SE [--subsample 64] [--axis 0,0,1 --translation] > start.json
//   node build/out/orbitcert-votes.mjs start.json --model my.onnx --samples 1000 --documents votes.jsonl > voted.json
//   node build/board/enter.mjs finish my-entry --run voted.json --votes votes.jsonl --model my.onnx --title 'My network' --author 'A. Name'
//
// --axis is that of --group axis, --translation says that its model does not see translations either.
// --link ADDRESS says where the model lies where it is not to be in the folder; --site PATH names one that comes with the site. Needs `make build`.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeRun } from '../../js/classifier/votes-of-run.js';
import { builtPrograms, entries } from './places.mjs';
import { digest } from './reference.mjs';
import { parsed, Refusal } from './refusal.mjs';
import { asked, cloudsOf, datasets, kept, wholeRun } from './run.mjs';

/**
 * @typedef {object} Given
 * @property {string} run file of the run with votes @property {string} votes file of the votes documents @property {string} model file
 * @property {string} title @property {string[]} author @property {string} [link] @property {string} [site]
 */

/** The dataset whose clouds a run has. @param {any} run @param {string} site */
function datasetOf({ clouds }, site) {
  if (!Array.isArray(clouds)) throw new Refusal('the run has no clouds');
  const first = clouds.findIndex(({ points }) => points); // those that failed have none
  const known = (/** @type {any[]} */ all) => JSON.stringify([all.map(({ name }) => name), all[first]?.points]);
  const found = Object.keys(datasets).find((one) => known(cloudsOf(datasets[one], site)) === known(clouds));
  if (found === undefined) throw new Refusal('the run has the clouds of no dataset of the board');
  return found;
}

/** Writes the folder of an entry, with its certificates. @param {string} folder @param {Given} given @param {import('./check.mjs').Programs} programs */
export function enter(folder, { run, votes, model: own, title, author: authors, link, site }, programs) {
  const file = (/** @type {string} */ path) => ({ file: path, sha256: digest(readFileSync(join(folder, path))) });
  const counted = parsed(run, readFileSync(run)), dataset = datasetOf(counted, programs.site);
  const voted = { ...counted, ...asked(datasets[dataset]) }, { group, sigma, alpha } = voted, sha256 = digest(readFileSync(own));
  mkdirSync(folder, { recursive: true });
  const partsThere = () => readdirSync(folder).filter((path) => path.endsWith('.part.jsonl'));
  for (const former of partsThere()) rmSync(join(folder, former));
  writeFileSync(join(folder, 'run.json'), `${writeRun(kept(voted))}\n`);
  copyFileSync(votes, join(folder, 'votes.jsonl'));
  if (!link && !site) copyFileSync(own, join(folder, 'model.onnx'));
  const model = link ? { link, sha256 } : site ? { site, sha256 } : file('model.onnx');
  const entry = { title, authors, dataset, group, sigma, alpha, model }, whole = join(folder, 'whole.json');
  writeFileSync(whole, writeRun(wholeRun(entry, voted, programs.site)));
  try {
    execFileSync(programs.orbitcert, ['run', '--out', folder, whole], { stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 2 ** 28 });
  } catch (error) {
    throw new Refusal(`${run} cannot be certified: ${String(/** @type {any} */ (error).stderr ?? error).trim().split('\n').at(-1)}`);
  } finally {
    rmSync(whole);
  }
  const parts = partsThere().map(file);
  writeFileSync(join(folder, 'entry.json'), `${JSON.stringify({ ...entry, run: file('run.json'), votes: file('votes.jsonl'), parts }, null, 2)}\n`);
}

/** The entries of an axis: three numbers. @param {string} text */
function axisOf(text) {
  const axis = text.split(',').map((one) => (one.trim() === '' ? NaN : Number(one)));
  if (axis.length !== 3 || !axis.every(Number.isFinite) || axis.every((one) => one === 0))
    throw new Refusal('--axis must be three numbers that are not all 0, as 0,0,1');
  return axis;
}

/** Reads the smoothing settings of a run from options. @param {Record<string, any>} values */
export function settingsOf({ sigma, group, axis, translation, subsample }) {
  if ((group === 'axis') !== (axis !== undefined)) throw new Refusal('--axis is that of --group axis, and none of another group');
  if (translation && group !== 'axis') throw new Refusal('--translation is said of --group axis: other groups say it by their name');
  return {
    sigma: Number(sigma), group, ...(axis && { axis: axisOf(axis) }), ...(translation && { translation }),
    ...(subsample && { subsample: Number(subsample) }),
  };
}

/** A run document to count votes for. @param {string} name of the dataset @param {Record<string, any>} settings @param {string} site */
export function start(name, settings, site) {
  if (!Object.hasOwn(datasets, name)) throw new Refusal(`the datasets are ${Object.keys(datasets).join(', ')}`);
  return `${writeRun({ ...settings, ...asked(datasets[name]), clouds: cloudsOf(datasets[name], site) })}\n`;
}

function main() {
  const text = /** @type {const} */ ({ type: 'string' });
  const {
    values, positionals: [step, name],
  } = parseArgs({
    allowPositionals: true,
    options: {
      sigma: text, group: text, axis: text, translation: { type: 'boolean' }, subsample: text, run: text, votes: text, model: text, link: text,
      site: text, title: text, author: { type: 'string', multiple: true },
    },
  });
  const need = (/** @type {string[]} */ ...names) => names.forEach((one) => {
    if (!(one in values)) throw new Refusal(`--${one} is missing`);
  });
  if (step === 'start' && name) {
    need('sigma', 'group');
    return process.stdout.write(start(name, settingsOf(values), builtPrograms().site));
  }
  if (step !== 'finish' || !name) throw new Refusal('say start DATASET or finish NAME');
  need('run', 'votes', 'model', 'title', 'author');
  for (const file of [values.run, values.votes, values.model]) if (!existsSync(/** @type {string} */ (file))) throw new Refusal(`there is no file ${file}`);
  enter(join(entries, name), /** @type {any} */ (values), builtPrograms());
  console.log(`build/board/entries/${name}: node build/board/board.mjs build/board/entries/${name} checks it`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (!(error instanceof Refusal || code?.startsWith('ERR_PARSE_ARGS'))) throw error;
    console.error(`enter: ${message}`);
    process.exitCode = 2;
  }
}
