// Tests that a document that is not a certificate is refused by its first wrong field.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCertificate, strangeIn } from '../../documents/documents.js';

test('σ by an attribute belongs to certificates, and to none that is shared', () => {
  const request = { prediction: { votes: 990, samples: 1000 }, sigma: 0.1, group: 'SE' };
  const certificate = { certified: false, certified_by: [], request, core: '0.8.0' };
  const of = (/** @type {any} */ sigma) => ({ ...certificate, request: { ...request, sigma } });
  assert.deepEqual([strangeIn(certificate), isCertificate(certificate)], ['', true]);
  assert.deepEqual([strangeIn(of([0.1, 0.2])), isCertificate(of([0.1, 0.2]))], ['', true]);
  const by = of({ attribute: 'element', values: { 6: 0.1 } });
  assert.deepEqual([strangeIn(by), isCertificate(by)], ['', false]);
  for (const sigma of ['a', null, {}, { attribute: 'element' }, { attribute: 6, values: {} }, { attribute: 'element', values: null }, [0.1, 'b']])
    assert.match(strangeIn(of(sigma)), /^document\.request\.sigma/, JSON.stringify(sigma));
  assert.equal(strangeIn({ ...certificate, request: undefined }), 'document.request');
});
