// The engine in threads is the page's: what tests of the desk see, visitors see.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../native.js';
import { newEngine } from './engine.js';

test('one thread and two give the same document, with the draws of blocks that either ran', async () => {
  const request = JSON.parse(await readFile(join(repository, 'site', 'examples', 'molecule-3d.json'), 'utf8'));
  const documents = await Promise.all([1, 2].map(async (workers) => {
    const engine = newEngine(workers);
    return new TextDecoder().decode(await engine.document(request, await engine.certify(request)));
  }));
  assert.equal(documents[0], documents[1]);
  assert.match(documents[0], /"monte_carlo"/);
});
