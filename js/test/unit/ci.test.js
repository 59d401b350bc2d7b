// Holds .ci/run and the public workflow to the same commands.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../tools/native.js';

const read = (/** @type {string} */ path) => readFileSync(join(repository, path), 'utf8');
const workflow = read('.github/workflows/ci.yml');

/** The commands of .ci/run, in order. */
const commands = read('.ci/run').split('\n').filter((line) => line.startsWith('make '));

test('the workflow runs every command of .ci/run, and no other, on Linux', () => {
  const [, list] = workflow.match(/\n +command:\n((?: +- make .*\n)+)/) ?? [];
  assert.deepEqual(list?.trim().split('\n').map((line) => line.trim().slice(2)), commands);
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
