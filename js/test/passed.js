// Test files of which nothing has changed since they passed are not run again, as go test has it for packages: those that take
// long. What counts as changed is any byte of what they read: modules and paths that they name, those
// that these name, and what `READS` adds; and the versions of Node and of the browser.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findBrowser } from '../../build/browser.mjs';
import { repository } from './native.js';

/** Where tests open pages. */
const PAGES = 'js/test/page/';

/** Such files, or the folders with them, and what these and the programs that they start read beside what they name. @type {Record<string, string[]>} */
const READS = {
  'js/test/edge/': ['build/out/edge', 'build/out/bin/edge', 'build/out/site/_headers', 'wasm/edge', 'build/edge'],
  'js/test/desk/': [
    ...['bin', 'orbitcert-votes.mjs', 'site/certifier.wasm', 'site/ort.wasm'].map((name) => `build/out/${name}`),
    'site', 'build/content/paper', 'js/test/models', 'js/library', 'js/workers', 'js/certifier',
  ],
  // The site has in it the id of all sources that it is made of.
  [PAGES]: [...['bin', 'orbitcert-votes.mjs', 'orbitcert.html', 'orbitcert-models.html', 'site'].map((name) => `build/out/${name}`), 'build/host'],
  'js/test/unit/laz.test.js': [],
};

/** What makes a package of everything, which changes with everything. */
const NEVER = 'js/test/desk/package.test.js';

/** @param {string} file */
function readBy(file) {
  const path = relative(repository, resolve(file));
  return path === NEVER ? undefined : Object.entries(READS).find(([place]) => path.startsWith(place))?.[1];
}

const folder = join(repository, 'build', 'out', 'passed');
const named = (/** @type {string} */ file) => join(folder, relative(repository, file).replaceAll(/[\\/]/g, '.'));

/** Where packages and what is built lie: they count where `READS` names them, packages by their list. */
const beside = ['build/out', 'js/node_modules', 'build/python', 'build/cluster'].map((path) => join(repository, path));

/** The files at a path. @param {string} path @returns {string[]} */
function filesAt(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).sort().map((name) => join(path, name)).filter((file) => !beside.includes(file)).flatMap(filesAt);
}

/** Has each file looked at once, for all tests that read it. @template T @param {(file: string) => T} look @returns {(file: string) => T} */
function once(look) {
  /** @type {Map<string, T>} */
  const known = new Map();
  return (file) => {
    if (!known.has(file)) known.set(file, look(file));
    return /** @type {T} */ (known.get(file));
  };
}

/** The paths that a script names, beginning with a dot or beside itself, as far as they are constant; of one that is not at all nothing is known. */
const pathsIn = once((file) => {
  const names = [...readFileSync(file, 'utf8').matchAll(/(?:['"`](?=\.\.?\/)|new URL\(['"`](?=[^$]))([^'"`$\n]*)/g)].map(([, path]) => resolve(dirname(file), path));
  return names.filter((path) => path.startsWith(repository) && !beside.some((other) => path.startsWith(other)));
});

/** A test file and all that it reads. @param {string} file */
export function inputs(file) {
  const found = new Set([resolve(file), ...(readBy(file) ?? []).flatMap((path) => filesAt(join(repository, path)))]);
  for (const one of found) {
    if (/\.m?js$/.test(one) && !one.startsWith(beside[0])) for (const path of pathsIn(one)) for (const next of filesAt(path)) found.add(next);
  }
  return [...found, ...['package.json', 'package-lock.json'].map((name) => join(repository, 'js', name))].sort();
}

/** The digest of what a file says to tests: headers are for files of the page, whose hashed names no test of the edge has. */
const digest = once((file) => {
  const content = file.endsWith('_headers') ? readFileSync(file, 'utf8').replaceAll(/-[0-9A-Z]{8}\.js/g, '.js') : readFileSync(file);
  return createHash('sha256').update(content).digest('hex');
});

/** The version of the browser, '' where there is none. */
function browserVersion() {
  const path = findBrowser();
  return path ? execFileSync(path, ['--version'], { encoding: 'utf8' }) : '';
}

/** @param {string} file */
function keyOf(file) {
  const hash = createHash('sha256').update(`${process.version} ${process.arch} ${Object.entries(process.env).filter(([name]) => /^(ORBITCERT_|SOAK$|CAMPAIGN$)/.test(name))}`);
  if (relative(repository, resolve(file)).startsWith(PAGES)) hash.update(browserVersion());
  for (const one of inputs(file)) hash.update(`\n${relative(repository, one)} ${digest(one)}`);
  return hash.digest('hex');
}

/** Tells files that have passed with what they read now from those to run; `remember` notes that all have passed. @param {string[]} files */
export function notPassed(files) {
  const keys = new Map(files.filter(readBy).map((file) => [file, keyOf(file)]));
  const passed = [...keys].filter(([file, key]) => existsSync(named(resolve(file))) && readFileSync(named(resolve(file)), 'utf8') === key).map(([file]) => file);
  return {
    passed,
    left: files.filter((file) => !passed.includes(file)),
    remember() {
      mkdirSync(folder, { recursive: true });
      for (const [file, key] of keys) writeFileSync(named(resolve(file)), key);
    },
  };
}
