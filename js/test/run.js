// Runs test files with one browser and one build of the native programs for all of them, two processes at a time:
//   node js/test/run.js [flags of node --test] [files]
// Files that open pages go by the same processes, a handful by each, so that they have a context and its compiled
// programs in common. A file alone runs by node --test as well, with a browser of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { launching } from '../../build/browser.mjs';
import { buildPrograms, repository } from './native.js';

const PROCESSES = 8;

/** Of this run alone: another one may go on beside it. */
const folder = join(repository, 'build', 'out', 'tests', String(process.pid));

/** Whether the tests of a file open pages, and it begins with nothing that belongs to it alone. @param {string} text */
const opensPages = (text) => /openPage|openEngine/.test(text) && !/^before\(/m.test(text);

/** What node --test is to run for these files, the longest first: files that open pages are dealt out to a few that import them. @param {string[]} files */
function dealt(files) {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') })).filter(({ text }) => opensPages(text));
  const joined = texts.sort((a, b) => b.text.length - a.text.length).map(({ file }) => file);
  mkdirSync(folder, { recursive: true });
  const hands = Array.from({ length: Math.min(PROCESSES, joined.length) }, (_, hand) => {
    const imports = joined.filter((_, i) => i % PROCESSES === hand).map((file) => `import '${pathToFileURL(resolve(file))}';\n`);
    writeFileSync(join(folder, `pages-${hand + 1}.mjs`), imports.join(''));
    return join(folder, `pages-${hand + 1}.mjs`);
  });
  return [...hands, ...files.filter((file) => !joined.includes(file))];
}

const args = process.argv.slice(2);
const files = args.filter((arg) => arg.endsWith('.js'));
buildPrograms();
const server = await chromium.launchServer({ ...launching(), host: '127.0.0.1' });
// Node 20 holds whole files to the timeout, later ones each test.
const child = spawn(process.execPath, ['--test', '--test-timeout=1200000', '--test-concurrency=2', ...args.filter((arg) => !files.includes(arg)), ...dealt(files)], {
  stdio: 'inherit',
  env: { ...process.env, ORBITCERT_BROWSER: server.wsEndpoint() },
});
const [status] = await once(child, 'exit');
await server.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
