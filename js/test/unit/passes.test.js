// What a test that takes long depends on, which passes again while none of it has changed. Needs `make build`.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { digest } from '../../../build/integrity.mjs';
import { Inputs } from '../inputs.js';
import { repository } from '../native.js';
import { Passed } from '../passes.js';

const folder = 'js/test/page';

test('a test of a page depends on itself, its helpers, the files that it gives to the page, packages and programs', () => {
  const named = [
    'js/test/page/model.test.js', 'js/test/browser.js', 'js/test/faulty.js', 'js/test/visit.js', 'js/test/reads.js', 'js/test/models/bdn.onnx',
    'build/browser.mjs', 'js/package-lock.json', 'build/out/bin/edge', 'build/out/bin/orbitcert',
  ];
  const found = new Inputs(repository).of(join(folder, 'model.test.js'));
  assert.deepEqual(named.filter((name) => !found.includes(name)), []);
});

test('one that reads the site by itself depends on all that was built', () => {
  const inputs = new Inputs(repository), found = inputs.of(join(folder, 'offline.test.js'));
  const named = ['build/host/host.mjs', ...['site/index.html', 'site/app.js', 'site/certifier.wasm', 'site/docs/board.json', 'orbitcert.html'].map((name) => `build/out/${name}`)];
  assert.deepEqual(named.filter((name) => !found.includes(name)), []);
  assert.deepEqual(['offline', 'policy', 'space', 'demo', 'card', 'model', 'walk'].map((name) => inputs.whole(join(folder, `${name}.test.js`))), [true, true, true, true, true, false, false]);
});

test('and on no other test of a page', () => {
  const inputs = new Inputs(repository);
  for (const name of readdirSync(join(repository, folder))) {
    assert.deepEqual(inputs.of(join(folder, name)).filter((file) => file.startsWith(folder) && file !== join(folder, name)), [], name);
  }
});

/** What the small site below has in it. @typedef {{build: string, hash: string, app: string, late: string, other: string, style: string}} Says */

/** Files of a small site, as a build makes them. @param {Says} says @returns {Record<string, string>} */
function siteOf({ build, hash, app, late, other, style }) {
  const code = { 'app.js': `import"./chunk-${hash}.js";import("./late-${hash}.js");import("./other-${hash}.js");${app}`, [`chunk-${hash}.js`]: `"${build}"`, [`late-${hash}.js`]: late, [`other-${hash}.js`]: other };
  const sums = { ...code, 'styles.css': style };
  const head = Object.entries(sums).map(([name, text]) => `<link href="${name}" integrity="${digest(text)}">`).join('');
  return { ...sums, 'index.html': `<meta name="orbitcert-build" content="${build}">${head}`, 'certifier.wasm': `\0asm${build}`, 'sw.js': JSON.stringify(Object.fromEntries(Object.entries(sums).map(([name, text]) => [name, digest(text)]))) };
}

/** @type {Says} */
const FIRST = { build: '0123456789abcdef', hash: 'AAAAAAAA', app: 'a', late: 'b', other: 'c', style: 'd' };

/** The same sources but for one, as far as a build shows it: another id, other names. */
const NEXT = { ...FIRST, build: 'fedcba9876543210', hash: 'BBBBBBBB' };

/**
 * A repository with a test of a page that has asked for the first chunk, the late one and for what is not there, and one that has not
 * asked for the late one; both have passed with the first site.
 */
function room(t) {
  const root = mkdtempSync(join(tmpdir(), 'passed-'));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
    utimesSync(join(root, name), 1, 1);
  };
  const build = (/** @type {Says} */ says) => {
    rmSync(join(root, 'build/out/site'), { recursive: true, force: true });
    for (const [name, text] of Object.entries(siteOf(says))) write(`build/out/site/${name}`, text);
  };
  const files = ['late', 'early'].map((name) => `js/test/page/${name}.test.js`);
  for (const file of files) write(file, "import '../helper.js';");
  write('js/test/helper.js', "import './deep.js';");
  for (const name of ['js/test/deep.js', 'js/served.js', 'js/package.json', 'js/package-lock.json', 'build/out/bin/edge']) write(name, '');
  build(FIRST);
  const site = (/** @type {string[]} */ ...names) => names.map((name) => `build/out/site/${name}`);
  const early = [...site('index.html', 'app.js', 'chunk-AAAAAAAA.js', 'styles.css', 'certifier.wasm', 'nothing.json', 'docs'), 'js/served.js'];
  write('reads/1.json', JSON.stringify({ [files[0]]: [...early, ...site('late-AAAAAAAA.js')], [files[1]]: early }));
  const open = (browser = 'Chromium 1') => new Passed(root, browser);
  const standing = (passed = open()) => files.filter((file) => passed.has(file)).map((file) => file.slice(folder.length + 1, -8));
  const passed = open();
  assert.deepEqual(standing(passed), [], 'at first');
  passed.remember(files, join(root, 'reads'));
  return { root, write, build, files, open, standing };
}

test('a test that passed runs again where something that it read has changed, its helpers and the browser among that', (t) => {
  const { write, open, standing } = room(t);
  assert.deepEqual(standing(), ['late', 'early']);
  assert.deepEqual(standing(open('Chromium 2')), []);
  /** @type {[string, string, string[]][]} */
  const changes = [
    ['js/test/page/late.test.js', ' ', ['early']], ['js/test/helper.js', "import './deep.js'; ", []], ['js/test/deep.js', ' ', []],
    ['js/package-lock.json', ' ', []], ['build/out/bin/edge', ' ', []], ['js/served.js', ' ', []], ['build/out/site/nothing.json', '', ['late', 'early']],
  ];
  for (const [name, text, left] of changes.slice(0, -1)) {
    const { write: change, standing: stand } = room(t);
    change(name, text);
    assert.deepEqual(stand(), left, name);
  }
  write('js/elsewhere.js', 'no test reads it');
  assert.deepEqual(standing(), ['late', 'early']);
});

test('what is there now and was not, and what is not any more', (t) => {
  const { root, write, standing } = room(t);
  write('build/out/site/docs/index.html', 'a folder has become no file');
  assert.deepEqual(standing(), ['late', 'early']);
  write('build/out/site/nothing.json', '{}');
  assert.deepEqual(standing(), []);
  rmSync(join(root, 'build/out/site/nothing.json'));
  assert.deepEqual(standing(), ['late', 'early']);
  renameSync(join(root, 'build/out/site/styles.css'), join(root, 'build/out/site/style.css'));
  assert.deepEqual(standing(), []);
});

test('a site with another id and other names says the same; a change in it counts where it was read', (t) => {
  const { write, build, standing } = room(t);
  /** @type {[Partial<Says>, string[]][]} */
  const changes = [[{}, ['late', 'early']], [{ other: 'x' }, ['late', 'early']], [{ late: 'x' }, ['early']], [{ app: 'x' }, []], [{ style: 'x' }, []]];
  for (const [change, left] of changes) {
    build({ ...NEXT, ...change });
    assert.deepEqual(standing(), left, JSON.stringify(change));
  }
  build(NEXT);
  write('build/out/site/certifier.wasm', `\0asm${FIRST.build}`);
  assert.deepEqual(standing(), [], 'a program of another build');
  build(NEXT);
  write('build/out/site/chunk-BBBBBBBB.js', `"${NEXT.build}";`);
  assert.deepEqual(standing(), [], 'a file that is not what the page says of it');
});

test('two files that change places are two changes', (t) => {
  const { build, standing } = room(t);
  build({ ...NEXT, late: FIRST.other, other: FIRST.late });
  assert.deepEqual(standing(), ['early']);
});

test('nothing is remembered of a test of which nobody knows what it asked for, nor of what changed while it ran', (t) => {
  const { root, write, build, files, open, standing } = room(t);
  rmSync(join(root, 'build/out/passed'), { recursive: true });
  write('reads/1.json', JSON.stringify({ [files[0]]: ['build/out/site/late-BBBBBBBB.js'] }));
  open().remember(files, join(root, 'reads'));
  assert.deepEqual(standing(), ['late']);

  for (const during of [() => build({ ...NEXT, late: 'x' }), () => write('js/test/deep.js', '  '), () => writeFileSync(join(root, 'js/served.js'), '  ')]) {
    build(NEXT);
    rmSync(join(root, 'build/out/passed'), { recursive: true });
    write('reads/1.json', JSON.stringify(Object.fromEntries(files.map((file) => [file, ['build/out/site/late-BBBBBBBB.js', 'js/served.js']]))));
    const passed = open();
    assert.deepEqual(standing(passed), []);
    during();
    passed.remember(files, join(root, 'reads'));
    assert.deepEqual(standing(), []);
  }
});
