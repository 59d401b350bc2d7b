// Test files of which nothing has changed since they passed are not run again, as go test has it for packages: those that take
// long. What counts as changed is any byte of what they read (inputs.js), of what their browser has asked for (reads.js), what was
// not there then and is now, and the versions of Node and of the browser. In the site its id and names made of digests do not count (meaning.js).

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../build/browser.mjs';
import { whole } from './counts.js';
import { Inputs, once } from './inputs.js';
import { saidIn } from './meaning.js';

const SITE = 'build/out/site/';

/** The version of the browser, '' where there is none. */
function browserVersion() {
  const path = findBrowser();
  return path ? execFileSync(path, ['--version'], { encoding: 'utf8' }) : '';
}

/** What a test file passed with: the digest of what it was known to read, and those of the files that its browser asked for. @typedef {{key: string, reads: Record<string, string>}} Pass */

/** What the files of a repository are now. */
class Now {
  /** @param {string} root @param {string} browser its version */
  constructor(root, browser) {
    this.root = root;
    this.browser = browser;
    this.inputs = new Inputs(root);
    this.site = existsSync(join(root, SITE)) ? saidIn(join(root, SITE)) : new Map();
    this.said = new Map([...this.site.values()].map(({ name, digest }) => [SITE + name, digest]));
  }

  /** The digest of a file's bytes, '' where there is none. */
  #bytes = once((path) => {
    const file = join(this.root, path);
    return existsSync(file) && statSync(file).isFile() ? createHash('sha256').update(readFileSync(file)).digest('hex') : '';
  });

  /** What a file is called where names with digests in them do not count. @param {string} path */
  lasting(path) {
    const found = path.startsWith(SITE) && this.site.get(path.slice(SITE.length));
    return found ? SITE + found.name : path;
  }

  /** The digest of what a file says, by its lasting path, '' where there is none. @param {string} path */
  digest(path) {
    return this.said.get(path) ?? this.#bytes(path);
  }

  /** The digest of all that a test file is known to read. */
  key = once((file) => {
    const { inputs } = this;
    const hash = createHash('sha256').update(`${process.version} ${process.arch} ${Object.entries(process.env).filter(([name]) => /^(ORBITCERT_(?!READS|BUILT)|SOAK$|CAMPAIGN$)/.test(name))}`);
    if (inputs.opensPages(file)) hash.update(this.browser);
    const whole = inputs.whole(file);
    for (const path of inputs.of(file)) hash.update(`\n${path} ${!whole && path.startsWith(SITE) ? this.#plain(path) : this.#bytes(path)}`);
    return hash.digest('hex');
  });

  /** The digest of a file of the site that a test of the desk or the edge reads. Headers are for files of the page, whose names no such test has. @param {string} path */
  #plain(path) {
    if (!path.endsWith('_headers')) return this.digest(path);
    return createHash('sha256').update(readFileSync(join(this.root, path), 'utf8').replaceAll(/-[0-9A-Z]{8}\.js/g, '.js')).digest('hex');
  }

  /** Whether a test file would pass again. @param {string} file @param {Pass | undefined} pass */
  stands(file, pass) {
    const key = this.key(file); // which is known from now on
    return pass?.key === key && Object.entries(pass.reads).every(([path, digest]) => this.digest(path) === digest);
  }
}

export class Passed {
  /** @param {string} root of the repository @param {string} [browser] its version */
  constructor(root, browser = browserVersion()) {
    this.root = root;
    this.folder = join(root, 'build', 'out', whole ? 'passed-campaigns' : 'passed');
    this.now = new Now(root, browser);
    this.began = Date.now() - 1000; // file systems tell the time less finely
  }

  /** @param {string} file */
  #note(file) {
    return join(this.folder, `${this.now.inputs.path(file).replaceAll('/', '.')}.json`);
  }

  /** Whether a test file has passed with what it reads now. @param {string} file */
  has(file) {
    if (this.now.inputs.always(file)) return false;
    return this.now.stands(file, existsSync(this.#note(file)) ? JSON.parse(readFileSync(this.#note(file), 'utf8')) : undefined);
  }

  /** Whether a file was changed since this was made, of which nothing was read then. @param {string} path */
  #changed(path) {
    const file = join(this.root, path);
    return !path.startsWith(SITE) && existsSync(file) && statSync(file).mtimeMs >= this.began;
  }

  /**
   * Notes the test files that have passed since this was made, unless what they read has changed meanwhile, or nobody knows what
   * their browser has asked for.
   * @param {string[]} files @param {string} folder with what they have read
   */
  remember(files, folder) {
    const asked = Object.assign({}, ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))));
    const after = new Now(this.root, this.now.browser);
    mkdirSync(this.folder, { recursive: true });
    for (const file of files.filter((file) => !this.now.inputs.always(file))) {
      const { inputs } = this.now;
      const read = inputs.whole(file) ? [] : asked[inputs.path(file)] ?? (inputs.opensPages(file) ? undefined : []);
      if (!read || read.some((/** @type {string} */ path) => this.#changed(path))) continue;
      const names = read.map((/** @type {string} */ path) => this.now.lasting(path));
      const pass = { key: this.now.key(file), reads: Object.fromEntries(names.map((/** @type {string} */ name) => [name, this.now.digest(name)])) };
      if (after.stands(file, pass)) writeFileSync(this.#note(file), JSON.stringify(pass));
    }
  }
}
