/** How a model takes attributes of points, and how rows are taken apart for it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelsOf, takeApart } from '../../classifier/attribute-rows.js';
import { readLayout } from '../../classifier/layout.js';
import { readGraph } from '../../classifier/onnx.js';
import { onnx } from '../tools/onnx.js';

const FLOAT = 1, INT32 = 6, INT64 = 7, BOOL = 9;

/** @param {[string, (number | null)[], number?][]} inputs @param {number} channels @param {number} [dimension] */
const read = (inputs, channels, dimension = 3) =>
  readLayout(
    readGraph(
      onnx({
        inputs: inputs.map(([name, shape, type = FLOAT]) => ({ name, shape, type })),
        nodes: [{ operator: 'Identity', inputs: inputs.map(([name]) => name) }],
      }),
    ),
    dimension, channels,
  );

test('counts the numbers of a point that attributes are', () => {
  assert.equal(channelsOf(['intensity', { name: 'element', values: [1, 6, 8] }, { name: 'ring', scale: 2 }]), 5);
  assert.equal(channelsOf(null), 0);
});

test('finds attributes in further channels of the clouds', () => {
  const { input, attributes, layouts } = read([['clouds', [null, 5, null]]], 2);
  assert.deepEqual([input, attributes, layouts.map(({ name }) => name)], ['clouds', null, ['BDN']]);
  assert.deepEqual(read([['clouds', [null, null, 4]], ['is_training', [], BOOL]], 1).extras, [{ name: 'is_training', as: 'false' }]);
  assert.throws(() => read([['clouds', [null, 3, null]]], 1), /no axis has the 4 coordinates and attributes of a point/);
});

test('finds the input of the attributes by its axes and its type', () => {
  const pos = /** @type {[string, (number | null)[]]} */ (['pos', [null, null, 3]]);
  for (const [other, channels, expected] of /** @type {[[string, (number | null)[], number?], number, object][]} */ ([
    [['z', [null, null], INT64], 1, { name: 'z', kind: 'int64', order: 'N' }],
    [['z', [null, 8], INT32], 1, { name: 'z', kind: 'int32', order: 'N' }],
    [['x', [null, 4, null]], 4, { name: 'x', kind: 'float', order: 'FN' }],
    [['x', [null, null, 4]], 4, { name: 'x', kind: 'float', order: 'NF' }],
    [['x', [null, null, null]], 4, { name: 'x', kind: 'float', order: null }],
  ])) {
    for (const inputs of [[pos, other], [other, pos]]) {
      const { input, attributes } = read(inputs, channels);
      assert.deepEqual([input, attributes], ['pos', expected]);
    }
  }
});

test('refuses inputs that leave open which takes the attributes', () => {
  const pos = /** @type {[string, (number | null)[]]} */ (['pos', [null, null, 3]]);
  assert.throws(() => read([pos, ['x', [null, null, 3]]], 3), /either of its inputs pos and x may take the clouds/);
  assert.throws(() => read([pos, ['x', [null, null, 2]], ['y', [null, null, 2]]], 2), /it has 3 inputs/);
  assert.throws(() => read([pos, ['x', [null, 7, 5]]], 2), /input x has no axis of the 2 attributes/);
  assert.throws(() => read([pos, ['x', [null, null]]], 2), /input x does not take the attributes, 2 numbers for each point/);
});

test('takes rows apart that have as many points as numbers', () => {
  const data = new Uint8Array(Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]).buffer);
  const { dims, attributes } = takeApart({ name: 'x', kind: 'float', order: 'N' }, { dims: [1, 3, 3], data, half: false }, 'BDN', 1, 2);
  assert.deepEqual([dims, attributes.dims, [...new Float32Array(attributes.data.slice().buffer)]], [[1, 2, 3], [1, 3], [7, 8, 9]]);
});

test('takes rows apart in either order of their axes', () => {
  // Two points x, y with the attributes a, b: [1, 2, 10, 20] and [3, 4, 30, 40].
  const rows = { BND: [1, 2, 10, 20, 3, 4, 30, 40], BDN: [1, 3, 2, 4, 10, 30, 20, 40] };
  const floats = (/** @type {Uint8Array} */ bytes) => [...new Float32Array(bytes.slice().buffer)];
  for (const [layout, dims, places, placeDims] of /** @type {[string, number[], number[], number[]][]} */ ([
    ['BND', [1, 2, 4], [1, 2, 3, 4], [1, 2, 2]], ['BDN', [1, 4, 2], [1, 3, 2, 4], [1, 2, 2]], ['flat BND', [1, 8], [1, 2, 3, 4], [1, 4]],
    ['BDN1', [1, 4, 2, 1], [1, 3, 2, 4], [1, 2, 2, 1]],
  ])) {
    const data = new Uint8Array(Float32Array.from(rows[layout.includes('BND') ? 'BND' : 'BDN']).buffer);
    for (const [order, values, axes] of /** @type {[any, number[], number[]][]} */ ([
      ['NF', [10, 20, 30, 40], [1, 2, 2]], ['FN', [10, 30, 20, 40], [1, 2, 2]],
    ])) {
      const apart = takeApart({ name: 'x', kind: 'float', order }, { dims, data, half: false }, layout, 2, 2);
      assert.deepEqual([apart.dims, floats(apart.data)], [placeDims, places], layout);
      assert.deepEqual([apart.attributes.dims, floats(apart.attributes.data), apart.attributes.type], [axes, values, 'float32'], `${layout}, ${order}`);
    }
    const whole = takeApart({ name: 'x', kind: 'int64', order: 'NF' }, { dims, data, half: false }, layout, 2, 2).attributes;
    assert.deepEqual([whole.type, [...new BigInt64Array(whole.data.slice().buffer)]], ['int64', [10n, 20n, 30n, 40n]]);
  }
});
