// Runs the fast tests of what changed and of what imports it:
//
//   node build/test/quick.mjs [SINCE]    since a commit (HEAD); "all" runs every fast test
//
// In Go a package's fast tests are those of go test -short, first of the packages that changed, then of those that import them. In JavaScript
// they are the files of js/test and js/test/unit that import a module that changed, and every test file that changed.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const output = (/** @type {string} */ command, /** @type {string[]} */ ...words) =>
  execFileSync(command, words, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n').filter(Boolean);

/** Files that changed since a commit, by their paths in the repository. @param {string} since */
function changedSince(since) {
  if (since === 'all') return output('git', 'ls-files');
  return [...output('git', 'diff', '--name-only', '--no-renames', since), ...output('git', 'ls-files', '--others', '--exclude-standard')];
}

/** What Go lists of a package. @typedef {{ ImportPath: string, ForTest?: string, Dir: string, Deps?: string[] }} Package */

/** Packages in a folder that holds a changed file, or in the folder above such as testdata, and those whose tests import them. @param {string[]} changed */
export function goPackages(changed) {
  /** @type {Package[]} */
  const all = JSON.parse(`[${execFileSync('go', ['list', '-test', '-json=ImportPath,ForTest,Dir,Deps', './...'], { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 28 })
    .replaceAll('}\n{', '},{')}]`);
  const plain = all.filter(({ ImportPath }) => !/[ ]|\.test$/.test(ImportPath));
  const byFolder = new Map(plain.map(({ ImportPath, Dir }) => [relative(repository, realpathSync(Dir)), ImportPath]));
  const own = new Set(changed.flatMap((file) => ownerOf(file, byFolder) ?? []));
  if (changed.some((file) => /^go\.(mod|sum)$/.test(file))) plain.forEach(({ ImportPath }) => own.add(ImportPath));
  const bare = (/** @type {string} */ name) => name.replace(/ .*/, '');
  const above = all.filter(({ Deps }) => Deps?.some((name) => own.has(bare(name)))).map(({ ImportPath }) => bare(ImportPath).replace(/(_test|\.test)$/, ''));
  return { own: [...own], above: [...new Set(above)].filter((name) => !own.has(name)) };
}

/** The package of a file: that of its folder, or of the nearest folder above. @param {string} file @param {Map<string, string>} byFolder */
function ownerOf(file, byFolder) {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) if (byFolder.has(folder)) return byFolder.get(folder);
  return undefined;
}

/** The file and all that it imports by relative paths. @param {string} file @param {Set<string>} [seen] */
export function closure(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(join(repository, file))) return seen;
  seen.add(file);
  if (!/\.m?js$/.test(file)) return seen;
  const imported = readFileSync(join(repository, file), 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
  for (const [, path] of imported) closure(join(dirname(file), path), seen);
  return seen;
}

/** Test files to run. @param {string[]} changed */
export function testFiles(changed) {
  const fast = ['js/test', 'js/test/unit'].flatMap((folder) => readdirSync(join(repository, folder)).filter((name) => name.endsWith('.test.js')).map((name) => `${folder}/${name}`));
  const all = new Set(changed);
  const importing = fast.filter((file) => [...closure(file)].some((path) => all.has(path)));
  // Some test files read texts that no import names, and one reads the imports.
  if (changed.some((file) => /^js\/.*\.js$/.test(file))) importing.push('js/test/imports.test.js');
  const reading = changed.some((file) => /^(site|\.ci|\.github)\/|\.md$/.test(file)) ? fast.filter((file) => /\breadFileSync\b|\breaddirSync\b/.test(readFileSync(join(repository, file), 'utf8'))) : [];
  const own = changed.filter((file) => /^js\/test\/[a-z]+\/[^/]+\.test\.js$/.test(file) && existsSync(join(repository, file)));
  return [...new Set([...importing, ...reading, ...own])];
}

/** Reports whether a command passes; its output goes to the terminal. @param {string} command @param {string[]} words @param {NodeJS.ProcessEnv} [environment] */
const passes = (command, words, environment = {}) => spawnSync(command, words, { cwd: repository, stdio: 'inherit', env: { ...process.env, ...environment } }).status === 0;

/** Reports whether packages pass, those in the first list first. @param {{ own: string[], above: string[] }} packages */
const goPasses = ({ own, above }) => [own, above].every((list) => !list.length || passes('go', ['test', '-short', '-vet=off', ...list]));

/** Reports whether test files pass. Most need the built site; one of the past will do. @param {string[]} files */
function filesPass(files) {
  if (!existsSync(join(repository, 'build/out/site/certifier.wasm')) && !passes('make', ['--no-print-directory', 'site', 'PACKED='])) return false;
  const browser = files.some((file) => /^js\/test\/(page|desk|edge)\//.test(file)) ? { CHROME_PATH: output('node', 'build/install/browser.mjs')[0] } : {};
  return passes(process.execPath, ['--test', ...files], browser);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const since = process.argv[2] || 'HEAD', all = since === 'all';
  const changed = changedSince(since);
  const files = testFiles(all ? changed.filter((file) => !/^js\/test\/(page|desk|edge)\//.test(file)) : changed);
  const inGo = changed.some((file) => /\.go$|^go\.|^(core|wasm)\/|\/testdata\//.test(file));
  const scripts = !files.length || filesPass(files);
  process.exitCode = (!inGo || goPasses(goPackages(changed))) && scripts ? 0 : 1;
  if (!changed.length) console.log(`Nothing changed since ${since}.`);
}
