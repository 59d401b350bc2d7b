// The targets of make: few, in groups, and the ones that the documentation names.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../tools/native.js';

const makefile = readFileSync(join(repository, 'Makefile'), 'utf8');
const targets = [...makefile.matchAll(/^([a-z-]+):/gm)].map(([, name]) => name);
const tracked = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((name) => existsSync(join(repository, name)));

test('at most 24 targets, each in a group of make help', () => {
  assert.ok(targets.length <= 24, `${targets.length} targets`);
  assert.deepEqual(targets.filter((name) => !new RegExp(`^${name}:.*##(use|check|package|research) \\S`, 'm').test(makefile)), []);
  assert.deepEqual(/^\.PHONY: (.*)/m.exec(makefile)?.[1].split(' ').sort(), [...targets].sort());
  const help = execFileSync('make', ['--no-print-directory', 'help'], { cwd: repository, encoding: 'utf8', env: { ...process.env, MAKEFLAGS: '' } });
  assert.deepEqual([...help.matchAll(/^ {2}make ([a-z-]+)/gm)].map(([, name]) => name), targets);
});

test('every target that documentation, scripts and workflows name exists', () => {
  const named = /(?:[`>]|^ {4}|^\s*(?:- )?run: |^\$ |&& |[A-Z_]+=\S+ )make ([a-z][a-z-]*)/gm;
  const texts = tracked.filter((name) => /\.(md|html|ya?ml|sh|mjs)$|^\.ci\/run$/.test(name) && !/^site\/(examples|datasets|models)\//.test(name));
  const unknown = texts.flatMap((name) =>
    [...readFileSync(join(repository, name), 'utf8').matchAll(named)].filter(([, target]) => !targets.includes(target)).map(([text]) => `${name}: ${text}`),
  );
  const scripted = [...readFileSync(join(repository, '.ci/run'), 'utf8').matchAll(/^make (.*)/gm)].flatMap(([, words]) => words.split(' ').filter((word) => /^[a-z]/.test(word)));
  assert.deepEqual([...unknown, ...scripted.filter((name) => !targets.includes(name))], []);
});

test('the page tests that run with late timers exist', () => {
  const names = /^LATE .*,(.*)\)$/m.exec(makefile)?.[1].split(' ') ?? [];
  assert.ok(names.length > 3);
  assert.deepEqual(names.filter((name) => !tracked.includes(`js/test/page/${name}.test.js`)), []);
});

test('what CI runs, a user can run: calls of make', () => {
  assert.match(
    readFileSync(join(repository, '.ci/run'), 'utf8'), /^#!.*\nset -euo pipefail\ncd "\$\(dirname "\$0"\)\/\.\."\n(make( --[a-z-]+(=2)?)*( [a-z-]+)+( [A-Z_]+=\w+)?\n)+$/,
  );
});
