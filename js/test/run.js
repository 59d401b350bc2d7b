// Runs test files with one build of the native programs for all of them, two processes at a time:
//   node js/test/run.js [files]
// Files of which nothing has changed since they passed are left out (passes.js), also where others fail.
// Files that open pages share two processes, so do those with the engine in threads, and so do all others that begin with nothing of
// their own: a browser, a context and compiled programs are made once in each. A file alone runs by node --test as well.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { buildPrograms, repository } from './native.js';
import { Passed } from './passes.js';

/** Of this run alone: another one may go on beside it. */
const folder = join(repository, 'build', 'out', 'tests', String(process.pid));

/** What is dear to make and lasts as long as a process, by what the files have in them that need it: a browser with the programs compiled, the certifier compiled for threads; in all others Node. */
const NEEDS = { pages: /from '\.\.\/(browser|blank|visit)\.js'/, threads: /from '\.\/(engine|models|runs|votes|edge)\.js'/, plain: /^/ };

/** As many processes for each as run at a time. */
const PROCESSES = 2;

/** Files whose tests can run in one process, the longest first: those that begin with nothing of their own. @param {string[]} files @param {RegExp} needed */
function alike(files, needed) {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') })).filter(({ text }) => needed.test(text) && !/^before\(/m.test(text));
  return texts.sort((a, b) => b.text.length - a.text.length).map(({ file }) => file);
}

/** What is to run for these files, by what each runs: those with a need in common are dealt out to a few that import them. @param {string[]} files */
function dealt(files) {
  /** @type {Map<string, string[]>} */
  const hands = new Map();
  let rest = files;
  for (const [name, needed] of Object.entries(NEEDS)) {
    const joined = alike(rest, needed);
    rest = rest.filter((file) => !joined.includes(file));
    for (let hand = 0; hand < Math.min(PROCESSES, joined.length); hand++) {
      const held = joined.filter((_, i) => i % PROCESSES === hand), path = join(folder, `${name}-${hand + 1}.mjs`);
      hands.set(path, held);
      writeFileSync(path, held.map((file) => `import '${pathToFileURL(file)}';\n`).join(''));
    }
  }
  for (const file of rest) hands.set(file, [file]);
  return hands;
}

/**
 * The test files that may not have passed where something fails in a file: all of a process that ends badly; the file itself and the one
 * before it in its process, whose page it leaves; all where it is in none of them.
 * @param {Map<string, string[]>} hands @param {string} file
 */
function suspects(hands, file) {
  const held = [...hands.values()].find((one) => one.includes(file)) ?? [], place = held.indexOf(file);
  if (place >= 0) return held.slice(Math.max(0, place - 1), place + 1);
  return hands.get(file) ?? [...hands.values()].flat();
}

/** Runs test files; resolves to those of which every test has passed, and whether none has failed. @param {string[]} files */
async function outcome(files) {
  const hands = dealt(files), passed = new Set(), failed = new Set();
  const tests = run({ files: [...hands.keys()], concurrency: PROCESSES, timeout: 3_600_000 });
  tests.on('test:pass', ({ file }) => passed.add(resolve(file ?? '')));
  tests.on('test:fail', ({ file }) => suspects(hands, resolve(file ?? '')).forEach((one) => failed.add(one)));
  await pipeline(tests.compose(new spec()), process.stdout, { end: false });
  return { passed: files.filter((file) => passed.has(file) && !failed.has(file)), whole: failed.size === 0 };
}

const files = process.argv.slice(2).map((file) => resolve(file));
buildPrograms();
const noted = new Passed(repository);
const left = files.filter((file) => !noted.has(file));
for (const file of files.filter((file) => !left.includes(file))) console.log(`${noted.now.inputs.path(file)} has passed with all that it reads`);
if (left.length > 0) {
  const reads = join(folder, 'reads');
  mkdirSync(reads, { recursive: true });
  Object.assign(process.env, { ORBITCERT_BUILT: '1', ORBITCERT_READS: reads });
  const { passed, whole } = await outcome(left);
  noted.remember(passed, reads);
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = whole ? 0 : 1;
}
