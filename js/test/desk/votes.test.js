// Votes belong to settings as the core says: samples are for the same exactly where their plan has the same seed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampledFor } from '../../documents/votes.js';
import { newEngine } from './engine.js';

const request = {
  clean: {
    points: [
      [0.9, 0.1, 0.3], [-0.4, 0.7, 0.1], [0.2, -0.8, -0.6], [-0.5, -0.3, 0.4], [0.1, 0.2, -0.9],
    ],
  },
  sigma: 0.5, group: 'axis', axis: [0, 0, 1], translation: false, permutation: false,
  prediction: { classifier: { how: 'made' }, sampling: { estimate: 200 } },
};
const model = { sha256: '0'.repeat(64), layout: 'BND', classes: ['a', 'b'] };

/** Requests that differ from the first in one field, and whether other samples are drawn for them. @type {[object, boolean][]} */
const OTHERS = [
  [{ sigma: 0.25 }, true],
  [{ group: 'SO', axis: undefined, translation: undefined }, true],
  [{ axis: [0, 1, 0] }, true],
  [{ translation: true }, true],
  [{ permutation: true }, true],
  [{ subsample: 4 }, true],
  [{ preparation: { points: 4, method: 'random', seed: 0, normalise: 'none' } }, true],
  [{ prediction: { ...request.prediction, classifier: { how: 'declared' } } }, true],
  [{ prediction: { ...request.prediction, sampling: { estimate: 400 } } }, true],
  [{ clean: { ...request.clean, attributes: { element: request.clean.points.map(() => 6) } },
    prediction: { ...request.prediction, model: { attributes: ['element'] } } }, true],
  [{ alpha: 0.01 }, false],
  [{ samples: 5 }, false],
  [{ seed: '7' }, false],
  [{ perturbed: { attack: 'scale', norm: 0.1 } }, false],
];

test('what samples depend on is what their seed is derived from', async () => {
  const { counting } = newEngine();
  const seed = async (/** @type {any} */ asked) =>
    (await counting.plan(JSON.stringify({ ...asked, prediction: { ...asked.prediction, model: { ...model, ...asked.prediction.model } } }))).sampling.seed;
  const own = [await seed(request), sampledFor(request)];
  for (const [more, others] of OTHERS) {
    const other = { ...request, ...more };
    assert.deepEqual([await seed(other) !== own[0], sampledFor(other) !== own[1]], [others, others], JSON.stringify(more));
  }
});
