// Runs test files with one build of the native programs for all of them, two processes at a time (four with late timers):
//   node js/test/run.js [files]
// Files that open pages share two processes, as do files with the engine in threads and files that have no before(). Each process
// starts one browser and compiles the programs once. A single file also runs by node --test.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { buildPrograms, repository } from './tools/native.js';

/** The modules of this run alone: another run may go on beside it. */
const folder = join(repository, 'build', 'out', 'tests', String(process.pid));

/**
 * Expensive things that last as long as a process, by what the files have in them that need it: a browser with the programs compiled, the certifier
 * compiled for threads; in all others Node.
 */
const NEEDS = { pages: /from '\.\.\/tools\/(browser|blank|visit)\.js'/, threads: /from '\.\/(engine|models|runs|votes|edge)\.js'/, plain: /^/ };

/** As many processes for each as run at a time. Pages with late timers wait most of the time. */
const PROCESSES = process.env.ORBITCERT_DELAYED ? 4 : 2;

/** Files whose tests can run in one process, the longest first: those that begin with nothing of their own. @param {string[]} files @param {RegExp} needed */
function alike(files, needed) {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') })).filter(({ text }) => needed.test(text) && !/^before\(/m.test(text));
  return texts.sort((a, b) => b.text.length - a.text.length).map(({ file }) => file);
}

/** Deals files with a need in common out to a few modules that import them; gives these modules and the other files. @param {string[]} files */
function dealt(files) {
  const hands = [];
  let rest = files;
  for (const [name, needed] of Object.entries(NEEDS)) {
    const joined = alike(rest, needed);
    rest = rest.filter((file) => !joined.includes(file));
    for (let hand = 0; hand < Math.min(PROCESSES, joined.length); hand++) {
      const held = joined.filter((_, i) => i % PROCESSES === hand), path = join(folder, `${name}-${hand + 1}.mjs`);
      hands.push(path);
      writeFileSync(path, held.map((file) => `import '${pathToFileURL(file)}';\n`).join(''));
    }
  }
  return [...hands, ...rest];
}

buildPrograms();
mkdirSync(folder, { recursive: true });
process.env.ORBITCERT_BUILT = '1';
const tests = run({ files: dealt(process.argv.slice(2).map((file) => resolve(file))), concurrency: PROCESSES, timeout: 3_600_000 });
tests.on('test:fail', () => { process.exitCode = 1; });
await pipeline(tests.compose(new spec()), process.stdout, { end: false });
rmSync(folder, { recursive: true, force: true });
