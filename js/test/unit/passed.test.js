// What a test of a page depends on, which passes again while none of it has changed. Needs `make build`.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { repository } from '../native.js';
import { inputs } from '../passed.js';

const folder = 'js/test/page';

test('a test of a page depends on itself, its helpers, the files that it gives to the page, packages, and all that was built', () => {
  const named = [
    'js/test/page/offline.test.js', 'js/test/browser.js', 'js/test/faulty.js', 'js/test/visit.js', 'js/test/hdf5/single.h5',
    'build/browser.mjs', 'js/package-lock.json', 'build/host/host.mjs',
    ...['site/index.html', 'site/app.js', 'site/certifier.wasm', 'site/docs/board.json', 'bin/edge', 'bin/orbitcert', 'orbitcert.html'].map((name) => `build/out/${name}`),
  ];
  const found = inputs(join(folder, 'offline.test.js')).map((file) => relative(repository, file));
  assert.deepEqual(named.filter((name) => !found.includes(name)), []);
});

test('and on no other test of a page', () => {
  for (const name of readdirSync(folder)) {
    const others = inputs(join(folder, name)).map((file) => relative(repository, file)).filter((file) => file.startsWith(folder) && file !== join(folder, name));
    assert.deepEqual(others, [], name);
  }
});
