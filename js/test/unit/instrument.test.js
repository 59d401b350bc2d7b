// The picture of a verdict: where a distance stands on its axis, and what it draws and says of each kind of certificate.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distances } from '../../certificate/distances.js';
import { distancePlace } from '../../drawing/instrument.js';

/** A template as text. @returns {string} */
const drawn = (value) => {
  if (Array.isArray(value)) return value.map(drawn).join('');
  if (value?.strings) return value.strings.map((part, i) => part + drawn(value.values[i])).join('').replace(/\s+/g, ' ');
  return ['string', 'number'].includes(typeof value) ? String(value) : '';
};

const request = (more = {}) => ({ sigma: 0.1, group: 'SE', prediction: { votes: 1991, samples: 2000 }, ...more });
const certificate = (given, aligned, radius, more = {}) => ({
  certified: aligned < radius, probability: { lower: 0.98, level: 0.001 }, black_box: { distance: given, radius, certified: given < radius },
  orbit: { distance: aligned, radius, certified: aligned < radius }, core: '', ...more,
});
const told = (...args) => / id="told-distances">([^<]*)</.exec(drawn(distances(...args)))?.[1];

test('a distance within the radius stands within its field, one beyond it beyond, and none at 0', () => {
  const radius = 0.224, edge = distancePlace(radius, radius);
  assert.equal(distancePlace(0, radius), 0);
  assert.equal(distancePlace(20 * radius, radius), 1);
  const places = [1e-9, 0.1, 0.2239999, 0.224, 0.2240001, 1, 100].map((distance) => distancePlace(distance, radius));
  assert.deepEqual(places, places.toSorted((a, b) => a - b));
  assert.deepEqual(places.map((place) => Math.sign(place - edge)), [-1, -1, -1, 0, 1, 1, 1]);
  assert.ok(edge > 0.2 && edge < 0.3, 'the field is wide enough to stand in, whatever the radius is');
});

test('both distances and the radius are shown and told, rounded to the safe side', () => {
  const args = [certificate(3.95476, 0.1197907, 0.2240583), request(), null];
  assert.equal(told(...args), 'As it lies: 3.96. Turned back: 0.120. Proved to 0.224.');
  assert.equal(told(...args, null, { unit: 'm' }).replaceAll('\u00a0', ' '), 'As it lies: 3.96 m. Turned back: 0.120 m. Proved to 0.224 m.');
  assert.match(drawn(distances(...args)), /data-as-given=3\.95476 data-aligned=0\.1197907 data-radius=0\.2240583 data-found=/);
  assert.match(told(certificate(1, 0.22403, 0.22404), request(), null), /Turned back: 0\.22403\d*\. Proved to 0\.22403\d+\.$/, 'a distance below the radius is shown below it');
  assert.match(told(certificate(1, 0.5, 0.2), request({ group: 'T' }), null), /Moved back: 0\.500\. Proved to 0\.200\.$/);
  assert.equal(told({ ...certificate(1, 1, 0.2), orbit: undefined }, request({ group: 'none' }), null), 'Distance: 1.00. Proved to 0.200.');
  assert.equal(told(certificate(1, 0.5, 0), request(), null), 'As it lies: 1.00. Turned back: 0.500. Nothing is proved.');
  const alone = certificate(1, 0.5, 0.2, { certified: true, tight: { exact: { value: 0.6, error: 0, certified: true } } });
  assert.match(told(alone, request(), null), /Turned back: 0\.500\. .*This cloud is proved\./);
  assert.equal(told({ ...certificate(), black_box: { radius: 0.3 }, orbit: { radius: 0.3 } }, request(), null), 'Proved to 0.299.', '0.3 is a little less as a double');
});

test('what an attack has found is marked where it was found against the votes of the verdict, and nowhere else', () => {
  const counted = request({ prediction: { votes: 1991, samples: 2000, evidence: { sampling: { seed: 'ab' }, model: {} } } });
  const found = { seed: 'ab', distance: 2.6581, is: '2' };
  assert.match(told(certificate(4, 0.1, 0.22), counted, found), /A 2 was found at 2\.66\.$/);
  for (const [asked, what] of [[counted, { ...found, seed: 'cd' }], [request(), found]]) {
    assert.doesNotMatch(drawn(distances(certificate(4, 0.1, 0.22), asked, what)), /found at/);
  }
});

test('transformations, a number, labels and points have axes of their own', () => {
  const parameters = { shift: { twist: 0.34893, shear: [0.3, 0.4] }, distance: 0.0625, radii: { twist: 0.6842, shear: 1, distance: 0.1 }, certified: true };
  const bent = drawn(distances({ certified: true, parameters, core: '' }, request({ group: 'axis' }), null));
  assert.match(bent, />Twist per unit of length: 20\.0° of ±39\.2°\. Shear: 0\.500 of ±0\.999\. Points moved: 0\.0625 of ±0\.0999\.</);
  assert.match(bent, />each alone proved</);
  const numbers = request({ prediction: { values: [1, 2, 3], select: [2], tolerance: 4 } });
  const between = certificate(3, 0.1, 0.2, { orbit: { distance: 0.1, radius: 0.2, certified: true, interval: { lower: 1.234, upper: 2.5 } } });
  assert.equal(told(between, numbers, null), 'The number stays between 1.23 and 2.50.');
  const labels = { certified: [true, true, false], count: 2, share: 2 / 3 };
  assert.equal(told(certificate(3, 0.1, 0.2, { orbit: { labels, certified: false } }), request({ prediction: { labels: [[1]] } }), null),
    'Labels that stay: 2 of 3, 66.6 %.');
  const subsample = { kept: 250, distance: 0, certified: true, alignment: { permutation: Array(256).fill(0) } };
  assert.equal(told({ certified: true, subsample, core: '' }, request({ subsample: 64 }), null), 'Points that are kept: 250 of 256, 97.6 %.');
});
