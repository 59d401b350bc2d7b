// An entry of a board with one dataset of its own, and copies of it that are changed. Needs `make build`.

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../../../build/board/check.mjs';
import { enter, start } from '../../../build/board/enter.mjs';
import { datasets } from '../../../build/board/run.mjs';
import { program, repository, votesProgram } from '../tools/native.js';
import { votes } from './votes.js';

export const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
export const json = async (...path) => JSON.parse(await readFile(join(...path), 'utf8'));
const built = join(repository, 'build', 'out', 'site');
export const model = join(repository, 'js', 'test', 'models', 'bdn2.onnx');

// Four clouds that the model tells apart by their mean first coordinate.
datasets.small = { title: 'Small', about: 'Four clouds.', clouds: 'small.json', alpha: 0.001, norms: [0, 0.1, 1], radius: 0.1 };
const clouds = [1, -1, 1, -1].map((side, i) => ({
  name: `cloud ${i}`,
  label: i % 2,
  points: [
    [0.9, 0.1 * i], [0.8, 0.7], [0.7, -0.9],
  ].map(([x, y]) => [side * x, y]),
}));

export const room = await mkdtemp(join(tmpdir(), 'board-'));
// Not after(): behind an await, that may belong to a test of another file in the same process.
process.on('exit', () => rmSync(room, { recursive: true, force: true }));
export const site = join(room, 'site'), good = join(room, 'good');
export const programs = { orbitcert: program('orbitcert'), votes: votesProgram, site, fetched: join(room, 'fetched') };
await mkdir(join(site, 'models'), { recursive: true });
for (const name of ['certifier.wasm', 'ort.wasm']) await symlink(join(built, name), join(site, name));
await writeFile(join(site, 'small.json'), JSON.stringify({ clouds }));
// The board's own datasets, which have other clouds.
await mkdir(join(site, 'docs', 'votes'), { recursive: true });
for (const name of ['digits', 'furniture']) await writeFile(join(site, datasets[name].clouds), '{"clouds": []}');
export const [asked, counted, documents] = ['asked.json', 'counted.json', 'votes.jsonl'].map((name) => join(room, name));
await writeFile(asked, start('small', { sigma: 0.2, group: 'none' }, site));
// Votes in two stages, as all entries had them: a run that asks for ranges counts so.
const { attack, ...others } = JSON.parse(await readFile(asked, 'utf8'));
const staged = join(room, 'staged.json');
await writeFile(staged, JSON.stringify({ ...others, withstand: {} }));
const { withstand, ...twice } = JSON.parse((await votes(staged, '--model', model, '--samples', '200', '--documents', documents)).out);
await writeFile(counted, JSON.stringify({ ...twice, attack }));
export const given = { run: counted, votes: documents, model, title: 'Means & <signs>', author: ['A. B.'] };
enter(good, given, programs);

export const all = { seed: 'given', blocks: 1000 };

/**
 * A copy of the good entry in a folder of this name.
 * @param {string} name
 * @param {(entry: any, folder: string) => unknown} change of entry.json and of files
 */
export async function changed(name, change) {
  const folder = join(room, name);
  await cp(good, folder, { recursive: true });
  const entry = await json(folder, 'entry.json');
  await change(entry, folder);
  await writeFile(join(folder, 'entry.json'), JSON.stringify(entry));
  return folder;
}

/** Replaces a file of an entry, with its digest. */
export async function replaced(reference, folder, by) {
  const path = join(folder, reference.file), text = by(await readFile(path, 'utf8'));
  await writeFile(path, text);
  reference.sha256 = digest(text);
}

/** @param {string} name @param {(entry: any, folder: string) => unknown} change */
export const reasonOf = async (name, change, chance = all) => (await check(await changed(name, change), programs, chance)).reason;
