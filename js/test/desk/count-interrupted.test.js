// Counts of votes that are overtaken by another cloud or other settings. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloud, modelDesk } from './models.js';

/** @typedef {Awaited<ReturnType<typeof modelDesk>>['desk']} Desk */

/** A desk with a clear class, whose verdict needs few votes. @param {import('node:test').TestContext} t */
async function clearDesk(t) {
  const one = await modelDesk(t, 0.5, { norm: '0.001' });
  await one.take('bdn.onnx');
  return one;
}

/**
 * Counts votes, and does something else before the certifier answers a step of the count.
 * @param {import('node:test').TestContext} t @param {Desk} desk @param {'votes' | 'first' | 'inputs' | 'classes'} step @param {() => unknown} act
 */
async function overtake(t, desk, step, act) {
  const { counting } = desk.engine, ask = /** @type {(...call: any[]) => any} */ (counting[step]);
  /** @type {Promise<unknown>} */
  let acted = Promise.resolve();
  t.mock.method(counting, step, async (/** @type {any[]} */ ...call) => {
    await (acted = Promise.resolve(act()));
    return ask.apply(counting, call);
  }, { times: 1 });
  await desk.certify();
  await acted;
  await desk.followed;
}

/** @param {Desk} desk */
const shown = ({ job: { result: { phase, certificate } }, votes }) => [phase, certificate, votes];

for (const step of /** @type {const} */ (['votes', 'first', 'inputs', 'classes']))
  test(`votes for one cloud certify no other that comes while they are counted: ${step}`, async (t) => {
    const { desk, certify } = await clearDesk(t);
    await overtake(t, desk, step, () => desk.files.choose('clean', cloud(-0.02)));
    assert.deepEqual(shown(desk), ['stale', undefined, null]);

    await desk.files.choose('clean', cloud(0.5));
    const undisturbed = await clearDesk(t);
    assert.deepEqual(await certify('all'), await undisturbed.certify('all'), 'the count goes on for its own cloud');
  });

test('votes with one σ certify no other that is entered while they are counted', async (t) => {
  const { desk } = await clearDesk(t);
  await overtake(t, desk, 'votes', () => desk.entries.set('sigma', '0.01'));
  assert.deepEqual(shown(desk), ['stale', undefined, null]);
});
