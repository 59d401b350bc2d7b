// Which files each test file's browser has asked for, those among them that are not there: passes.js runs it again where one of
// them has changed. Where run.js wants to know, each process writes it down at its end.

import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repository } from './native.js';

const folder = process.env.ORBITCERT_READS;

/** Paths in the repository, by the test file's. @type {Map<string, Set<string>>} */
const read = new Map();

/** Stands for every test file of the process. */
export const EVERY = '';

/**
 * The test file that calls what calls this, by its path in the repository. Nobody else opens pages where reads are written down,
 * or a change of what they read would go unseen.
 */
export function reader() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Infinity;
  const { stack } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  const [, found] = /\/(js\/test\/\w+\/[\w-]+\.test\.js)/.exec(stack ?? '') ?? [];
  if (folder && !found) throw new Error(`no test file opens this: ${stack}`);
  return found ?? EVERY;
}

/** @param {string} by a test file or `EVERY` @param {string} path */
export function noteRead(by, path) {
  if (!read.has(by)) read.set(by, new Set());
  read.get(by)?.add(relative(repository, path));
}

/** What each test file has read, with what all have. */
function reads() {
  const common = [...read.get(EVERY) ?? []];
  return Object.fromEntries([...read].filter(([by]) => by !== EVERY).map(([by, paths]) => [by, [...new Set([...paths, ...common])].sort()]));
}

if (folder) process.on('exit', () => writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(reads())));
