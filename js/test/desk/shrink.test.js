// Tests the step of the build that shortens what Go compiled: build/shrink.mjs. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { firstMemory, sections, shrink, START } from '../../../build/smaller/shrink.mjs';
import { repository } from '../tools/native.js';

const folder = mkdtempSync(join(tmpdir(), 'orbitcert-shrink-'));
after(() => rmSync(folder, { recursive: true }));

const go = (/** @type {string[]} */ ...words) => execFileSync('go', words, {
  cwd: repository, encoding: 'utf8', env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' },
}).trim();

/** Compiles the program of the test. @param {string} name @param {...string} flags */
function compile(name, ...flags) {
  const file = join(folder, name);
  go('build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', ...flags, '-o', file, './build/test/shrink');
  return readFileSync(file);
}

function withoutLines() {
  const lines = join(folder, 'lines'), sources = join(folder, 'sources');
  execFileSync('go', ['build', '-o', lines, './build/lines'], { cwd: repository });
  mkdirSync(sources);
  execFileSync(lines, [sources, './build/test/shrink'], { cwd: repository, env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' } });
  return compile('lines.wasm', '-overlay', join(sources, 'overlay.json'));
}

/** What Go compiled. @type {Buffer} */
let compiled;
before(() => { compiled = compile('compiled.wasm'); });

/** Runs a program. @param {string} name @param {Uint8Array} wasm */
function run(name, wasm) {
  const file = join(folder, name);
  writeFileSync(file, wasm);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(go('env', 'GOROOT'), 'lib', 'wasm', 'wasm_exec_node.js'), file], { encoding: 'utf8' });
  return { status, stdout, panic: stderr.split('\n')[0], trace: stderr };
}

test('panics, recovery, deep stacks, reflection and garbage work as before', () => {
  const before = run('before.wasm', compiled);
  assert.match(before.stdout, /value method main\.square\.area called using nil \*square pointer[^]*\[inner first outer second\]\n[^]*\d+\n$/);
  assert.equal(before.panic, 'panic: the end');
  assert.equal(before.status, 2);
  assert.deepEqual(run('after.wasm', shrink(compiled)), before);
});

test('without line numbers a program does the same, and traces name functions', () => {
  const flat = run('flat.wasm', shrink(withoutLines()));
  const before = run('before.wasm', compiled);
  assert.deepEqual({ ...flat, trace: '' }, { ...before, trace: '' });
  assert.match(before.trace, /main\.go:\d\d/);
  assert.match(flat.trace, /main\.main\(\)\n\t\S+\.go:1\b/);
  assert.doesNotMatch(flat.trace, /\.go:(?!1\b)/);
});

test('the memory that a program begins with stays', () => {
  const memory = (/** @type {Buffer<ArrayBuffer>} */ wasm) => firstMemory(new WebAssembly.Module(wasm));
  assert.ok(memory(shrink(compiled)).equals(memory(compiled)));
});

test('code gains one function, and nothing else changes but how memory is written', () => {
  const TYPE = 1, FUNCTION = 3, CODE = 10, DATA = 11, COUNT = 5; // bytes at most of a count
  const before = sections(compiled), after = sections(shrink(compiled)).filter(({ id }) => id !== START);
  assert.deepEqual(after.map(({ id }) => id), before.map(({ id }) => id));
  for (const [i, { id, body }] of before.entries()) {
    if (id === DATA) continue;
    const at = Buffer.from(after[i].body).indexOf(body.subarray(COUNT)), gains = [TYPE, FUNCTION, CODE].includes(id);
    assert.ok(gains ? at >= 0 && at <= COUNT : Buffer.from(body).equals(after[i].body), `section ${id}`);
  }
});

test('the site has the shortened program', () => {
  const built = readFileSync(join(repository, 'build', 'out', 'site', 'certifier.wasm'));
  assert.ok(sections(built).some(({ id }) => id === START));
});
