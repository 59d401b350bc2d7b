// Generated parts of the docs, against the sources that they follow from.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { filled, WITH_PARTS } from '../../../build/docs/reference.mjs';

test('the reference in the docs follows from help texts, docstrings, JSDoc and go doc', async () => {
  for (const name of WITH_PARTS) {
    const page = await readFile(new URL(`../../../site/docs/${name}.md`, import.meta.url), 'utf8');
    assert.match(page, /^<!-- generated: /m, name);
    assert.equal(page, filled(page), `site/docs/${name}.md: run node build/docs/generate.mjs`);
  }
});
