// Storage that the browser refuses is reported; no rejection goes unheard. Needs a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine, rooms } from '../tools/blank.js';

test('a file that is too large for the browser is not kept, and what a store refuses is one rejection that is heard', async (t) => {
  const { page, errors } = await openEngine(t, { mounts: rooms('storage') });
  const found = await page.evaluate(async () => {
    const { KeptFiles } = await import(new URL('storage/kept-files.js', document.baseURI).href);
    const { Database, resultOf } = await import(new URL('storage/database.js', document.baseURI).href);
    const source = (/** @type {number} */ megabytes) => ({
      name: 'cloud.xyz', bytes: new Uint8Array(megabytes * 2 ** 20), reading: {}, parts: [], total: 0, remedies: [],
    });
    const files = new KeptFiles(), standings = [];
    files.addEventListener('change', () => standings.push(files.standing));
    const small = await files.keep(source(1)), large = await files.keep(source(134));
    const base = new Database('test', { some: { autoIncrement: true } });
    const refused = await base.change('readwrite', ({ some }) => {
      some.add('before');
      return resultOf(some.add(source(134)));
    }).catch((/** @type {any} */ error) => error.name);
    const left = await base.change('readonly', ({ some }) => resultOf(some.count()));
    return { small, large, standings, refused, left };
  });
  assert.ok(found.small > 0);
  assert.deepEqual({ ...found, small: 0, refused: typeof found.refused }, { small: 0, large: undefined, standings: ['large'], refused: 'string', left: 0 });
  assert.deepEqual(errors, []);
});
