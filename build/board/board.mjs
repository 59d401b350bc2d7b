// Checks the entries of the board and says what became of each; writes the page of those that stand. Needs `make build`.
//
//   node build/board/board.mjs [FOLDER…]          checks these entries, or all; the exit code is 1 where one is refused
//   node build/board/board.mjs --to site/docs     writes board.html there, and board.json with what was found; the site's build adds the runs
//
// BOARD_SEED is the chance by which blocks of votes are chosen: drawn anew where it is not given, and printed. BOARD_BLOCKS is how many of each
// entry (60), BOARD_DATE the day that the page names (that of the commit).

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { check, unlike } from './check.mjs';
import { differences } from './differences.mjs';
import { page, summary } from './page.mjs';
import { builtPrograms, entries } from './places.mjs';

/** @import { Outcome } from './check.mjs' */

const { values: { to }, positionals: folders } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });

/** The day that the page names. */
function day() {
  const date = process.env.BOARD_DATE ?? execFileSync('git', ['log', '-1', '--format=%cs'], { encoding: 'utf8' }).trim();
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`BOARD_DATE must be like 2026-11-23, got ${date}`);
  return date;
}

/** Chooses the random seed of the second count. */
function chance() {
  const { BOARD_SEED: seed = randomBytes(16).toString('hex'), BOARD_BLOCKS: blocks = '60' } = process.env;
  if (!/^[\w-]{1,100}$/.test(seed)) throw new Error(`BOARD_SEED must be of letters, digits and hyphens, got ${seed}`);
  if (!/^[1-9]\d{0,5}$/.test(blocks)) throw new Error(`BOARD_BLOCKS must be a whole number from 1, got ${blocks}`);
  return { seed, blocks: Number(blocks) };
}

/** Writes the page, and what it says as JSON. @param {string} folder @param {Outcome[]} outcomes @param {{seed: string, blocks: number}} chosen */
function write(folder, outcomes, { seed, blocks }) {
  const kept = outcomes.map(({ run, certified, ...outcome }) => outcome), pairs = differences(outcomes, programs.orbitcert);
  const found = { date: day(), seed, blocks, entries: kept, differences: pairs };
  writeFileSync(join(folder, 'board.json'), `${JSON.stringify(found, null, 1)}\n`);
  writeFileSync(join(folder, 'board.html'), page(found));
}

const chosen = chance(), programs = builtPrograms();
/** @type {Outcome[]} */
const outcomes = [];
console.log(`blocks are chosen by BOARD_SEED=${chosen.seed}`);
const all =
  folders.length > 0
    ? folders.map((folder) => resolve(folder))
    : readdirSync(entries)
        .sort()
        .map((name) => join(entries, name))
        .filter((path) => !lstatSync(path).isFile());
for (const folder of all) {
  const start = Date.now(), outcome = await check(folder, programs, chosen);
  outcomes.push(outcome);
  console.log(`${summary(outcome)} (${Math.round((Date.now() - start) / 1000)} s)`);
}
const found = unlike(outcomes);
for (const { name, reason } of found.filter((one, i) => one !== outcomes[i])) console.log(`${name}: refused: ${reason}`);
if (to) write(to, found, chosen);
else if (found.some(({ reason }) => reason)) process.exitCode = 1;
