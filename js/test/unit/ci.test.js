// Holds .ci/run and the public workflow to the same commands.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../tools/native.js';

const read = (/** @type {string} */ path) => readFileSync(join(repository, path), 'utf8');
const workflow = read('.github/workflows/ci.yml');

/** The commands of .ci/run, one for each target of a line. */
const commands = read('.ci/run').split('\n').filter((line) => line.startsWith('make ')).flatMap((line) => {
  const [, targets, setting] = /^make (?:--\S+ )*([a-z -]+?)( [A-Z_]+=\w+)?$/.exec(line) ?? [];
  return targets.split(' ').map((target) => `make ${target}${setting ?? ''}`);
});

test('the workflow runs every command of .ci/run, and no other, on Linux', () => {
  const [, list] = workflow.match(/\n +command:\n((?: +- make .*\n)+)/) ?? [];
  assert.deepEqual(list?.trim().split('\n').map((line) => line.trim().slice(2)).sort(), [...commands].sort());
  assert.ok(commands.length >= 8);
  assert.match(workflow, /\n {6}- run: \$\{\{ matrix\.command \}\}\n/);
  for (const [, command] of workflow.matchAll(/\n +command: (.*)/g)) assert.ok(commands.includes(command), command);
});

test('.ci/run has no commands but those, and ends at the first that fails', () => {
  assert.deepEqual(read('.ci/run').split('\n').filter((line) => line && !line.startsWith('#') && !line.startsWith('make ')),
    ['set -euo pipefail', 'cd "$(dirname "$0")/.."']);
});

test('every target of .ci/run is in the Makefile', () => {
  const makefile = read('Makefile');
  for (const command of commands) assert.match(makefile, new RegExp(`^${command.split(' ')[1]}:`, 'm'));
});

test('pages are deployed only after the workflow has passed for a push', () => {
  const pages = read('.github/workflows/pages.yml');
  assert.match(pages, /workflow_run:\n +workflows: \[CI\]/);
  assert.match(pages, /workflow_run\.event == 'push' && github\.event\.workflow_run\.conclusion == 'success'/);
  assert.doesNotMatch(pages, /^ {2}push:/m);
});

test('a release publishes what make release makes: every wheel, every npm tarball as a file, and all with their checksums', () => {
  const release = read('.github/workflows/release.yml'), made = read('build/release.py');
  for (const glob of ['*.whl', '*.tgz']) assert.ok(made.includes(`.glob("${glob}")`), glob);
  assert.ok(made.includes('OUT / "SHA256SUMS"'));
  assert.match(release, /\n {6}- run: make release\n[^]* path: build\/out\/release\n/);
  assert.match(release, /mv release\/\*\.whl dist/);
  const [, tarballs] = /for package in (\S+); do npm publish/.exec(release) ?? [];
  assert.equal(tarballs, './release/orbitcert-*-npm.tgz', 'npm takes FOLDER/NAME for a repository of GitHub');
  assert.match(made, /-\{version\}-npm\.tgz/);
  assert.match(release, /sha256sum --check SHA256SUMS\n[^]*gh release create .* release\/\*\n/);
});
