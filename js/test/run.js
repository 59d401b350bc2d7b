// Runs test files with one build of the native programs for all of them, two processes at a time:
//   node js/test/run.js [flags of node --test] [files]
// Files of which nothing has changed since they passed are left out (passed.js).
// Files that open pages share two processes, and so do those with the engine in threads: a browser, a context and compiled
// programs are made once in each. A file alone runs by node --test as well.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPrograms, repository } from './native.js';
import { notPassed } from './passed.js';

/** Of this run alone: another one may go on beside it. */
const folder = join(repository, 'build', 'out', 'tests', String(process.pid));

/** What is dear to make and lasts as long as a process, by what the files have in them that need it: a browser with the programs compiled, the certifier compiled for threads. */
const NEEDS = { pages: /from '\.\.\/(browser|blank|visit)\.js'/, threads: /from '\.\/(engine|models|runs|votes|edge)\.js'/ };

/** As many processes for each as run at a time. */
const PROCESSES = 2;

/** Files whose tests can run in one process, the longest first: those that begin with nothing of their own. @param {string[]} files @param {RegExp} needed */
function alike(files, needed) {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') })).filter(({ text }) => needed.test(text) && !/^before\(/m.test(text));
  return texts.sort((a, b) => b.text.length - a.text.length).map(({ file }) => file);
}

/** What node --test is to run for these files: those with a need in common are dealt out to a few that import them. @param {string[]} files */
function dealt(files) {
  mkdirSync(folder, { recursive: true });
  const hands = [];
  let rest = files;
  for (const [name, needed] of Object.entries(NEEDS)) {
    const joined = alike(rest, needed);
    rest = rest.filter((file) => !joined.includes(file));
    for (let hand = 0; hand < Math.min(PROCESSES, joined.length); hand++) {
      const imports = joined.filter((_, i) => i % PROCESSES === hand).map((file) => `import '${pathToFileURL(resolve(file))}';\n`);
      hands.push(join(folder, `${name}-${hand + 1}.mjs`));
      writeFileSync(hands.at(-1), imports.join(''));
    }
  }
  return [...hands, ...rest];
}

const args = process.argv.slice(2);
const files = args.filter((arg) => arg.endsWith('.js'));
buildPrograms();
const { passed, left, remember } = notPassed(files);
for (const file of passed) console.log(`${file} has passed with all that it reads`);
if (left.length > 0) {
  // Node 20 holds whole files to the timeout, later ones each test.
  const child = spawn(process.execPath, ['--test', '--test-timeout=3600000', '--test-concurrency=2', ...args.filter((arg) => !files.includes(arg)), ...dealt(left)], {
    stdio: 'inherit',
    env: { ...process.env, ORBITCERT_BUILT: '1' },
  });
  const [status] = await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
  if (status === 0) remember();
  process.exitCode = status ?? 1;
}
