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
 * Counts votes, and does something else before the certifier answers for them.
 * @param {import('node:test').TestContext} t @param {Desk} desk @param {() => unknown} act
 */
async function overtake(t, desk, act) {
  const { counting } = desk.engine, ask = /** @type {(...call: any[]) => any} */ (counting.votes);
  /** @type {Promise<unknown>} */
  let acted = Promise.resolve();
  t.mock.method(counting, 'votes', async (/** @type {any[]} */ ...call) => {
    await (acted = Promise.resolve(act()));
    return ask.apply(counting, call);
  }, { times: 1 });
  await desk.certify();
  await acted;
  await desk.settled();
}

test('votes for one cloud certify no other that comes while they are counted', async (t) => {
  const { desk, certify } = await clearDesk(t);
  await overtake(t, desk, () => desk.files.choose('clean', cloud(-0.02)));
  assert.deepEqual([desk.result.phase, desk.result.certificate, desk.votes], ['stale', undefined, null]);

  await desk.files.choose('clean', cloud(0.5));
  const undisturbed = await clearDesk(t);
  assert.deepEqual(await certify('all'), await undisturbed.certify('all'), 'the count goes on for its own cloud');
});

for (const [what, change] of /** @type {[string, (desk: Desk) => unknown][]} */ ([
  ['another cloud', (desk) => desk.files.choose('clean', cloud(-0.02))], ['another σ', (desk) => desk.entries.set('sigma', '0.2')],
]))
  test(`a count with fresh draws that ended early does not go on for ${what}`, async (t) => {
    t.mock.method(crypto, 'getRandomValues', (/** @type {Uint8Array} */ bytes) => bytes.fill(7));
    const [{ desk, classifier, certify }, other] = [await clearDesk(t), await clearDesk(t)];
    classifier.refresh();
    await certify();
    assert.ok(/** @type {any} */ (desk.votes).samples < 400);
    await change(desk);
    await change(other.desk);
    other.classifier.refresh();
    assert.deepEqual(await certify('all'), await other.certify('all'));
  });
