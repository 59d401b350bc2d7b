// Writes the runs that the board's page opens: those of the entries that stand, as board.json names them.
//
//   node build/board/runs.mjs FOLDER     the docs of the site, with board.json

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entries } from './places.mjs';
import { digest, readFile } from './reference.mjs';
import { datasets } from './run.mjs';

const folder = process.argv[2], runs = join(folder, 'board');
mkdirSync(runs);
for (const { name, digest: found, entry } of JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8')).entries) {
  if (!entry) continue;
  const place = join(entries, name), text = readFileSync(join(place, 'entry.json'));
  if (digest(text) !== found) throw new Error(`${name}: the entry has changed since the board was made: run make board TO=site/docs`);
  const run = new TextDecoder().decode(readFile('run', JSON.parse(String(text)).run, { entry: place, site: '', fetched: '' }));
  writeFileSync(join(runs, `${name}.json`), `${JSON.stringify({ clouds: datasets[entry.dataset].clouds, run: JSON.parse(run) })}\n`);
}
