/** Documents that the form cannot show. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beyondForm } from '../../certificate/own-documents.js';
import { fieldsOf } from '../../documents/shape.js';
import { UNCHECKED, VOTED_SAMPLING } from '../../documents/shapes.js';
import { SAMPLED } from '../../documents/sampled.js';
import { beyondPage } from '../../documents/votes.js';

const points = [[0, 0], [1, 0]];
const attributes = { element: [6, 7] };

test('shows predictions of numbers, labels and vectors', () => {
  const vectors = { clip: 1, values: [[1, 0], [0, 1]] };
  for (const prediction of [{ values: [1, 2] }, { labels: { predicted: [0, 1], votes: [9, 8], samples: 9 } }, { vectors }]) {
    assert.equal(beyondPage({ clean: { points }, prediction }), '');
  }
});

test('keeps superclasses out of the form', () => {
  assert.match(beyondPage({ clean: { points }, prediction: { probability: 0.9, classes: ['chair', 'stool'] } }), /a superclass/);
});

test('keeps votes with a rule and without evidence out of the form, which would leave the rule out', () => {
  const evidence = { votes: {} }, rule = { classes: 9, planned: 99 };
  const voted = (more) => beyondPage({ clean: { points }, prediction: { votes: 9, samples: 10, ...more } });
  assert.match(voted({ looks: 2 }), /a rule \(“looks”\)/);
  assert.match(voted({ anytime: rule }), /a rule \(“anytime”\)/);
  for (const more of [{}, { looks: 1 }, { looks: 2, evidence }, { anytime: rule, evidence }]) assert.equal(voted(more), '');
});

test('keeps noise on attributes that no model sees out of the form', () => {
  const seen = { prediction: { model: { attributes: [{ name: 'a', scale: 2 }] } } };
  for (const request of [
    { gram: {}, attribute_sigma: { a: 0.1 } }, { votes: {}, sampling: { attribute_sigma: { a: 0.1 } } },
    { clean: { file: 'a.ply' }, attribute_sigma: { a: 0.1 } }, { ...seen, attribute_sigma: { b: 0.1 } },
  ]) assert.match(beyondPage(request), /noise on the attribute “[ab]”, which its model does not see/);
  for (const request of [{ ...seen, attribute_sigma: { a: 0.1 } }, { votes: {}, model: { attributes: ['a'] }, sampling: { attribute_sigma: { a: 0.1 } } }])
    assert.equal(beyondPage(request), '');
});

test('shows σ by an attribute, or for each point', () => {
  for (const sigma of [{ attribute: 'element', values: { 6: 0.1, 7: 0.2 } }, [0.1, 0.2]])
    assert.equal(beyondPage({ clean: { points, attributes }, sigma }), '');
});

test('shows requests whose model sees places alone, or attributes', () => {
  for (const request of [
    { clean: { points } },
    { clean: { points, attributes } },
    { clean: { file: 'a.xyz' }, prediction: { evidence: { model: { attributes: ['element'] } } } },
    { clean: { points, attributes }, prediction: { model: { attributes: [] } } },
    { gram: {}, prediction: { probability: 0.9, model: { attributes: ['element'] } } },
    undefined, null,
  ]) assert.equal(beyondPage(request), '', JSON.stringify(request));
});

test('keeps requests with fields that the form would drop out of it', () => {
  const request = { clean: { points }, sigma: 0.1, group: 'SE', prediction: { probability: 0.9 } };
  assert.equal(beyondForm({ kind: 'request', value: request }), '');
  for (const document of [{ kind: 'request', value: { ...request, tilt: 1 } }, { kind: 'certificate', value: { request: { ...request, tilt: 1 } } }])
    assert.match(beyondForm(document), /the field “tilt”, which the form cannot show/);
});

test('compares votes by all that documents say of their samples', () => {
  const counted = ['select', 'estimate', 'block', 'seed', 'fresh', 'cloud']; // and not the request
  const named = { parameters: 'noise', noise: 'sigma' }; // noise: a digest of σ
  const names = [...fieldsOf(VOTED_SAMPLING).map(([name]) => name), ...(UNCHECKED.get(VOTED_SAMPLING) ?? [])];
  assert.deepEqual(names.filter((name) => !counted.includes(name) && !SAMPLED.includes(named[name] ?? name)), []);
});
