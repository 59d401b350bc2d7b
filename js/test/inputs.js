// What a test file that takes long reads, as far as its text tells: modules and paths that it names, those that these name, and what
// `READS` adds. What the browser of a test asks for is noted while it runs (reads.js).

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Where tests open pages. */
const PAGES = 'js/test/page/';

/** Such files, or the folders with them, and what these and the programs that they start read beside what they name. @type {Record<string, string[]>} */
const READS = {
  'js/test/edge/': ['build/out/edge', 'build/out/bin/edge', 'build/out/site/_headers', 'wasm/edge', 'build/edge'],
  'js/test/desk/': [
    ...['bin', 'orbitcert-votes.mjs', 'site/certifier.wasm', 'site/ort.wasm'].map((name) => `build/out/${name}`),
    ...['datasets', 'docs', 'examples', 'models'].map((name) => `site/${name}`),
    'build/content/paper', 'js/test/models', 'js/library', 'js/workers', 'js/certifier',
  ],
  [PAGES]: ['build/out/bin', 'build/out/orbitcert-votes.mjs'],
  'js/test/unit/laz.test.js': [],
};

/** What a test reads that names places of the repository or of the site by itself. The site has in it the id of all sources that it is made of. */
const WHOLE = ['build/out/orbitcert.html', 'build/out/orbitcert-models.html', 'build/out/site', 'build/host'];

/** What makes a package of everything, which changes with everything. */
const NEVER = 'js/test/desk/package.test.js';

/** Modules that name such places for tests, and give out or note what is read there. */
const HARNESS = ['blank', 'browser', 'native', 'reads'].map((name) => `js/test/${name}.js`);

/** Where packages and what is built lie: they count where `READS` names them, packages by their list. */
const BESIDE = ['build/out', 'js/node_modules', 'build/python', 'build/cluster'];

/** Has each file looked at once, for all tests that read it. @template T @param {(file: string) => T} look @returns {(file: string) => T} */
export function once(look) {
  /** @type {Map<string, T>} */
  const known = new Map();
  return (file) => {
    if (!known.has(file)) known.set(file, look(file));
    return /** @type {T} */ (known.get(file));
  };
}

export class Inputs {
  /** @param {string} root of the repository */
  constructor(root) {
    this.root = root;
    this.beside = BESIDE.map((path) => join(root, path));
  }

  /** @param {string} file */
  path(file) {
    return relative(this.root, resolve(this.root, file)).replaceAll('\\', '/');
  }

  /** What `READS` adds for a test file, undefined for one that runs always. @param {string} file */
  #readBy(file) {
    const path = this.path(file);
    return path === NEVER ? undefined : Object.entries(READS).find(([place]) => path.startsWith(place))?.[1];
  }

  /** Whether a test file runs always. @param {string} file */
  always(file) {
    return this.#readBy(file) === undefined;
  }

  /** Whether a test file opens pages. @param {string} file */
  opensPages(file) {
    return this.path(file).startsWith(PAGES);
  }

  /** Whether a test file that opens pages reads more of what was built than its browser asks for. @param {string} file */
  whole(file) {
    const names = (/** @type {string} */ one) => /\b(siteFolder|repository|build\/out|process\.cwd)\b/.test(readFileSync(join(this.root, one), 'utf8'));
    return this.opensPages(file) && this.#named(file).some((one) => one.startsWith('js/test/') && one.endsWith('.js') && !HARNESS.includes(one) && names(one));
  }

  /** The files at a path. @param {string} path @returns {string[]} */
  #filesAt(path) {
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path).sort().map((name) => join(path, name)).filter((file) => !this.beside.includes(file)).flatMap((file) => this.#filesAt(file));
  }

  /** The paths that a script names, beginning with a dot or beside itself, as far as they are constant; of one that is not at all nothing is known. */
  #pathsIn = once((file) => {
    const names = [...readFileSync(file, 'utf8').matchAll(/(?:['"`](?=\.\.?\/)|new URL\(['"`](?=[^$]))([^'"`$\n]*)/g)].map(([, path]) => resolve(dirname(file), path));
    return names.filter((path) => path.startsWith(this.root) && !this.beside.some((other) => path.startsWith(other)));
  });

  /** A test file and all that it names, with what these name. @param {string} file @param {string[]} others which it reads as well */
  #named(file, others = []) {
    const found = new Set([resolve(this.root, file), ...others.flatMap((path) => this.#filesAt(join(this.root, path)))]);
    for (const one of found) {
      if (/\.m?js$/.test(one) && !one.startsWith(this.beside[0])) for (const path of this.#pathsIn(one)) for (const next of this.#filesAt(path)) found.add(next);
    }
    return [...found].map((one) => this.path(one));
  }

  /** A test file and all that it reads as far as is known before it runs, by their paths in the repository. @param {string} file */
  of(file) {
    const added = this.#readBy(file) ?? [];
    return [...this.#named(file, this.whole(file) ? [...added, ...WHOLE] : added), 'js/package.json', 'js/package-lock.json'].sort();
  }
}
