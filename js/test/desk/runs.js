// Shared by tests of runs: files as they are dropped, the runs that come with the page, the output of the command line.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sources } from '../../dataset/sources.js';
import { Run } from '../../dataset/run.js';
import { program, repository } from '../tools/native.js';
import { file, newEngine } from './engine.js';

export const header = 'name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n';

/** Votes for clouds with these names. @param {string[]} names */
export const votes = (...names) => file('votes.csv', header + names.map((name) => `${name},1,10,990,100,9900\n`).join(''));

/** @param {string} name */
export const cloud = (name) => file(`${name}.xyz`, '0.4 0.1\n-0.3 0.5\n-0.1 -0.6\n');

/** A run document that comes with the page. @param {'digits' | 'shapes'} id */
export const shipped = (id) => file(`${id}.json`, readFileSync(join(repository, 'build', 'out', 'site', 'datasets', `${id}.json`)));

/** A run with these files, and `add` for more. @param {File[]} files */
export async function opened(files, engine = newEngine()) {
  const run = new Run(engine);
  const add = (/** @type {File[]} */ ...more) => run.add(sources(more));
  await add(...files);
  return { run, add };
}

/** Starts a run with these entries, to its end. @param {Run} run @param {Record<string, string>} [entries] */
export async function finished(run, entries = {}) {
  // Norms mean scaling, unless the test says more.
  const scaled = entries.norms && run.entries.values.family === 'withstand' ? { family: 'scale' } : {};
  for (const [name, text] of Object.entries({ ...scaled, ...entries })) run.entries.set(name, text);
  await run.start();
}

/** The sentences on what failed. @param {Run} run */
export const failures = ({ failures }) => failures.map(({ name, message }) => `${name}: ${message}`);

/** A folder with files in it. @param {import('node:test').TestContext} t @param {Record<string, string | Uint8Array>} files */
export function folderOf(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Returns the output of the command line. @param {string} cwd @param {string[]} args */
export const orbitcert = async (cwd, ...args) => (await promisify(execFile)(program('orbitcert'), args, { cwd })).stdout;
