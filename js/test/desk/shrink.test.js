// Tests the step of the build that shortens what Go compiled: build/shrink.mjs. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sections, shrink } from '../../../build/shrink.mjs';
import { repository } from '../tools/native.js';

const folder = mkdtempSync(join(tmpdir(), 'orbitcert-shrink-'));
after(() => rmSync(folder, { recursive: true }));

const go = (/** @type {string[]} */ ...words) => execFileSync('go', words, {
  cwd: repository, encoding: 'utf8', env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' },
}).trim();

const version = go('env', 'GOVERSION');

/** What Go compiled. @type {Buffer} */
let compiled;
before(() => {
  const file = join(folder, 'compiled.wasm');
  go('build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', file, './build/test/shrink');
  compiled = readFileSync(file);
});

/** Runs a program. @param {string} name @param {Uint8Array} wasm */
function run(name, wasm) {
  const file = join(folder, name);
  writeFileSync(file, wasm);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(go('env', 'GOROOT'), 'lib', 'wasm', 'wasm_exec_node.js'), file], { encoding: 'utf8' });
  return { status, stdout, panic: stderr.split('\n')[0], trace: stderr };
}

test('panics, recovery, deep stacks, reflection and garbage work as before', () => {
  const before = run('before.wasm', compiled);
  const after = run('after.wasm', shrink(compiled, version));
  assert.match(before.stdout, /value method main\.square\.area called using nil \*square pointer[^]*\[inner first outer second\]\n[^]*\d+\n$/);
  assert.deepEqual({ ...after, trace: '' }, { ...before, trace: '' });
  assert.equal(after.panic, 'panic: the end');
  assert.equal(after.status, 2);
  assert.match(before.trace, /main\.go/);
  assert.doesNotMatch(after.trace, /main\.go/);
});

test('only the initial memory changes', () => {
  const apart = (/** @type {Uint8Array} */ wasm) => sections(wasm).filter(({ id }) => id !== 11);
  assert.deepEqual(apart(shrink(compiled, version)), apart(compiled));
});

test('of a version of Go with other tables, only the segments are joined', () => {
  const joined = shrink(compiled, 'go1.99');
  assert.deepEqual(shrink(compiled), joined);
  assert.deepEqual(run('joined.wasm', joined), run('compiled.wasm', compiled));
  assert.deepEqual(shrink(joined, version), shrink(compiled, version));
});

test('tables that are not where they should be are an error', () => {
  const damaged = shrink(compiled, 'go1.99');
  const tables = damaged.indexOf(Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]));
  const functions = tables + damaged.readUInt32LE(tables + 64);
  damaged[functions + damaged.readUInt32LE(functions + 4)]++;
  assert.throws(() => shrink(damaged, version), /^Error: certifier\.wasm: function 0 is not where its table says; compile it with Go 1\.26$/);
  damaged[tables]++;
  assert.throws(() => shrink(damaged, version), /^Error: certifier\.wasm: it has no tables of functions; compile it with Go 1\.26$/);
});

test('the site has the shortened program', () => {
  const built = readFileSync(join(repository, 'build', 'out', 'site', 'certifier.wasm'));
  assert.ok(shrink(built, version).equals(built));
});
