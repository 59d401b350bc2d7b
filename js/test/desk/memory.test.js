// The memory of the worker that keeps the clouds: a program in WebAssembly never gives any back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { npy } from '../../clouds/numpy.js';
import { WorkerSlot } from '../../workers/worker-slot.js';
import { until } from '../tools/until.js';
import { program } from './engine.js';

test('two clouds of a million points, their certificate and their ranges take less than 205 MB of a worker', async () => {
  const COUNT = 1_000_000;
  /** Points on a torus, each a little aside. @param {number} aside */
  const torus = (aside) => npy('<f8', [COUNT, 3], Float64Array.from({ length: 3 * COUNT }, (_, k) => {
    const i = Math.floor(k / 3), [u, v] = [0.7548776662 * 2 * Math.PI * i, 0.569840291 * 2 * Math.PI * i];
    return [(1 + 0.4 * Math.cos(v)) * Math.cos(u) + aside * Math.sin(i), (1 + 0.4 * Math.cos(v)) * Math.sin(u), 0.4 * Math.sin(v)][k % 3];
  }));
  let most = 0;
  const watch = { after: 1, ends: (memory) => { most = memory; return false; } };
  const slot = new WorkerSlot(program(), () => [], (sentence) => assert.fail(sentence), Infinity, watch);
  await slot.call('open', ['clean', 'clean.npy', torus(0), '{}']);
  await slot.call('open', ['perturbed', 'perturbed.npy', torus(0.00005), '{}']);
  const request = JSON.stringify({
    sigma: 0.1, group: 'SE', samples: 0, prediction: { probability: 0.99 }, clean: { file: 'clean' }, perturbed: { file: 'perturbed' },
  });
  assert.match((await slot.call('prepare', [request]))[0], /"certified":true/);
  const [, families] = await slot.call('withstand', [request]);
  for (const family of JSON.parse(families)) while (!(await slot.call('withstandRange', [request, family])));
  most = 0;
  await until(() => most > 0);
  assert.ok(most < 205e6, `${most}`);
  slot.end(new Error('over'));
});
