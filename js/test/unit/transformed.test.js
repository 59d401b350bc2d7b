// Certificates from votes with noise on transformations, in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freely, lead } from '../../certificate/range-table.js';
import { rowsOf, verdictOf } from '../../words/points.js';
import { chips, plainArgument, rangeRows } from '../../words/ranges.js';
import { deviations, shifted, withinRadii } from '../../words/transformed.js';
import { decided, NO_ATTACK } from '../../words/words.js';

const radii = { twist: 0.684208, taper: 0.1, scale: 0.2, shear: 0.05 };
const request = { sigma: 0.05, group: 'axis', axis: [0, 0, 1], translation: true, noise: { twist: 0.26 }, prediction: { votes: 2000, samples: 2000 } };
const parameters = {
  shift: { twist: 0.3489 }, distance: 0.0506051, lower: 0.81341, certified: true, axis: { through: [0, 0, 0], along: [0, 0, 1] },
  radii: { twist: radii.twist },
};
/** A verdict with plain spaces. */
const said = (...all) => Object.fromEntries(Object.entries(verdictOf(...all)).map(([name, text]) => [name, text.replace(/\s/g, ' ')]));
const certificate = { certified: true, certified_by: ['parameters'], probability: { lower: 0.9957, level: 0.001 }, parameters, core: 'test' };

test('names noise and transformations, and rounds what is claimed towards none', () => {
  assert.equal(
    deviations({ twist: 0.26, taper: 0.1, scale: 0.2, shear: 0.05 }),
    'twist 14.9° per unit of length, taper 0.1 per unit of length, scale 0.2, shear 0.05',
  );
  assert.equal(shifted({ twist: 0.3489, shear: [0.3, 0.4] }), 'twisted by 20° per unit of length and sheared by 0.5');
  assert.equal(shifted({ twist: 1e-9 }), '');
  assert.equal(
    withinRadii({ ...radii, distance: 0.119045 }),
    'twist it by up to ±39.2° per unit of length, taper it by factors from 0.905 to 1.10 per unit of length, '
      + 'scale it across the axis by factors from 0.819 to 1.22, shear it by up to ±0.0499 or move its points by ‖Δ‖ up to 0.1190',
  );
});

test('says how a cloud was changed, what is certified alone, and what is not', () => {
  const { kind, head, text } = said(certificate, request, true);
  assert.deepEqual([kind, head], ['certified', 'Certified: still the same class.']);
  assert.equal(
    text,
    'Turned back, this cloud is 0.051 from the original twisted by 20° per unit of length. It is proved to keep its class. '
      + 'The same holds if you twist it by up to ±39.2° per unit of length. (99.9 % confidence · smoothed classifier)',
  );
  assert.equal(said(certificate, request, true, undefined, undefined, { unit: '', class: 'chair' }).head, 'Certified: still a chair.');
  assert.deepEqual(decided(certificate, request), { first: 'the argument by noise on transformations', others: '' });
  const open = { ...certificate, certified: false, parameters: { ...parameters, lower: 0.31239, certified: false } };
  assert.deepEqual(said(open, request, true), {
    kind: 'open', head: 'Not certified.',
    text: 'Turned back, this cloud is 0.051 from the original twisted by 20° per unit of length, the nearest transformation found. '
      + `There p′ is at least 0.3123; it must exceed ½. ${NO_ATTACK}`,
  });
  const alone = { ...certificate, parameters: { certified: false, axis: parameters.axis, radii: { twist: radii.twist, distance: 0.119045 } } };
  assert.deepEqual(said(alone, request, true), {
    kind: 'radius', head: 'Certified ranges.',
    text: 'Twist it by up to ±39.2° per unit of length or move its points by ‖Δ‖ up to 0.1190, and turn it about the axis: '
      + 'it is proved to keep its class. (99.9 % confidence · smoothed classifier)',
  });
});

test('has a row of its own, and no other is awaited', () => {
  const [row, ...others] = rowsOf(certificate, true, { parameters: 0.95713 });
  assert.deepEqual(others, []);
  assert.deepEqual([row.id, row.lower, row.instead, row.needs], ['parameters', '0.8134', 'd = 0.05061', 'p ≥ 0.9572']);
});

test('translations beside a range are those that the noise leaves', () => {
  const told = (noise) => freely({ ...request, noise });
  for (const noise of [undefined, { scale: 0.1 }]) assert.equal(told(noise), 'Also proved, after any turn about its axis or shift:');
  assert.equal(told({ twist: 0.1 }), 'Also proved, after any turn about its axis or shift along its axis:');
  assert.equal(told({ twist: 0.1, taper: 0.1 }), 'Also proved, after any turn about its axis:');
  assert.match(lead({ ...request, noise: { twist: 0.1 } }, { unit: '', class: 'chair' }), /after any turn about its axis or shift along its axis, it stays a chair\./);
});

test('ranges name the noise that gives them', () => {
  const span = { from: -0.027, to: 0.027 };
  const withstood = {
    certified: true, height: 1.4, together: { twist: 0.684 },
    ranges: [
      { family: 'twist', unit: 'rad/length', from: -0.684, to: 0.684, by: 'parameters', black_box: span },
      { family: 'stretch', unit: 'relative', ...span, by: 'black_box', black_box: span },
    ],
  };
  assert.deepEqual(
    rangeRows(withstood).map(({ by, argument }) => [by, argument]),
    [
      ['noise on transformations', 'parameters'], ['noise on points', 'black_box'],
    ],
  );
  assert.deepEqual([plainArgument(withstood), plainArgument({})], ['Noise on points alone', 'Black box alone']);
  assert.deepEqual(chips(withstood).map(({ id }) => id), ['twist', 'stretch']);
});
