// Measures the wait of a visitor on a phone: Slow 4G (1.6 Mbit/s, 150 ms), a processor four times slower, 390 × 844, and once without
// all that. Prints a table; `--shots FOLDER` also writes screenshots at 1, 2 and 3 s and a waterfall. Run by `make bench`, which packs the site.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from '../tools/browser.js';
import { phone, served, visit } from '../tools/phone.js';
import { rounds } from '../tools/rounds.js';

const folder = process.argv[process.argv.indexOf('--shots') + 1] ?? '';
const shots = process.argv.includes('--shots');
const ROUNDS = rounds(3);

const line = (what, value) => console.log(`${what.padEnd(62)}${value}`);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

/** A waterfall as text: one line for each answer, in the order of the requests. */
function waterfall(requests) {
  const end = Math.max(...requests.map(({ end }) => end));
  const column = (ms) => Math.round((60 * ms) / end);
  return requests
    .map(
      ({ name, start, end: done, bytes }) =>
        `${name.slice(-32).padEnd(33)}${kilobytes(bytes).padStart(8)} ${' '.repeat(column(start))}${'█'.repeat(Math.max(1, column(done) - column(start)))} ${
          done.toFixed(0)} ms`,
    )
    .join('\n');
}

const site = await served();
for (const [what, conditions] of /** @type {const} */ ([['Slow 4G, 4× slower, 390 × 844', phone], ['unthrottled', null]])) {
  const seen = [];
  for (let round = 0; round < ROUNDS; round++) seen.push(await visit(site, { conditions }));
  line(`first verdict with picture, ${what}`, seconds(median(seen.map(({ verdict }) => verdict))));
  line(`largest contentful paint, ${what}`, seconds(median(seen.map(({ largest }) => largest))));
  if (!conditions) continue;
  const [{ before, requests, shift, tasks }] = seen;
  line('requests and bytes before that verdict', `${before.length}, ${kilobytes(before.reduce((sum, { bytes }) => sum + bytes, 0))}`);
  line('layout shift until then; long tasks', `${shift.toFixed(3)}; ${tasks.length}, ${seconds(tasks.reduce((sum, each) => sum + each, 0))}`);
  line('verified on this device', seconds(median(seen.map(({ verified }) => verified))));
  if (!shots) continue;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'waterfall.txt'), `${waterfall(requests)}\n`);
  await visit(site, { conditions, shots: [1000, 2000, 3000].map((at) => ({ at, path: join(folder, `${at / 1000}s.png`) })) });
}
await site.close();
await (await browser()).close();
