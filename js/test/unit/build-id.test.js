// The id that a site carries: a site whose id is that of the sources is not built again.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../build/finish/id.mjs', import.meta.url));
const id = (env = {}) =>
  execFileSync(process.execPath, [script], {
    encoding: 'utf8', env: { ...process.env, ORBITCERT_EDGE: '', ORBITCERT_EDGE_KEY: '', ORBITCERT_FRAMES: '', ORBITCERT_SOURCES: '', ...env },
  });

test('the same sources have the same id, and another one where the site names another sharing service, key, frames or sources', () => {
  const plain = id();
  assert.match(plain, /^[0-9a-f]{16}\n$/);
  assert.equal(id(), plain);
  const others = [
    { ORBITCERT_EDGE: 'https://edge.example.org/' },
    { ORBITCERT_EDGE_KEY: 'https://edge.example.org/' },
    { ORBITCERT_FRAMES: 'https://edge.example.org/' },
    { ORBITCERT_SOURCES: 'https://edge.example.org' },
  ].map(id);
  assert.equal(new Set([plain, ...others]).size, 5);
});
