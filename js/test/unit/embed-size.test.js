// The files that other pages load for an embedded certificate are small. Needs `make build`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

test('the program of certificates in other pages is small', () => {
  const size = brotliCompressSync(readFileSync(new URL('../../../build/out/site/embed.js', import.meta.url))).length;
  assert.ok(size <= 14_100, `${size} bytes`);
});
