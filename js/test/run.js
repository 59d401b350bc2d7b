// Runs test files with one browser and one build of the native programs for all of them, two files at a time:
//   node js/test/run.js [flags of node --test] [files]
// A file alone runs by node --test as well, with a browser of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from 'playwright-core';
import { launching } from '../../build/browser.mjs';
import { buildPrograms } from './native.js';

buildPrograms();
const server = await chromium.launchServer({ ...launching(), host: '127.0.0.1' });
// Node 20 holds whole files to the timeout, later ones each test.
const child = spawn(process.execPath, ['--test', '--test-timeout=1200000', '--test-concurrency=2', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ORBITCERT_BROWSER: server.wsEndpoint() },
});
const [status] = await once(child, 'exit');
await server.close();
process.exitCode = status ?? 1;
