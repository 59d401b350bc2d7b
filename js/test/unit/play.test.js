// Ranges of a prediction belong to the entries, and their slider keeps the engine busy with one call at a time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Play } from '../../certificate/play.js';
import { initial } from '../../form/address.js';
import { initialState, reduce } from '../../question/state.js';

/** A desk with an engine whose answers are given by hand. */
function laid() {
  const asked = [];
  const call = (name) => (...rest) => new Promise((resolve, reject) => asked.push({ name, rest, resolve, reject }));
  const desk = new EventTarget(), clouds = { clean: { dimension: 3, attributes: { list: [] } }, perturbed: null };
  Object.assign(desk, {
    engine: { explorer: { withstand: call('withstand'), withstandCloud: call('withstandCloud') } },
    files: { clouds }, settled: async () => {}, changed() {}, result: { phase: 'stale' }, state: reduce(initialState, { type: 'replace', clouds }),
    entries: {
      get values() { return desk.state.said.values; },
      set values(values) { desk.state = reduce(desk.state, { type: 'fill', values }); },
    },
  });
  desk.entries.values = { ...initial(), given: 'probability', probability: '0.97', sigma: '0.1' };
  const play = new Play(desk);
  const settled = () => new Promise(setImmediate);
  const changed = () => {
    desk.dispatchEvent(new Event('change'));
    return settled();
  };
  const answer = (value) => {
    asked.shift().resolve(value);
    return settled();
  };
  return { desk, play, asked, changed, answer };
}

test('it is asked once for the same entries, without the perturbed cloud, and belongs to no others', async () => {
  const { desk, play, asked, changed, answer } = laid();
  await changed();
  await changed();
  assert.equal(asked.length, 1);
  const [request] = asked[0].rest;
  assert.ok(!('perturbed' in request) && !('samples' in request) && request.prediction.probability === 0.97);
  desk.entries.values = { ...desk.entries.values, perturbation: 'rotate' };
  await changed();
  await answer({ certified: true, radius: 1 });
  assert.equal(play.known.withstood.radius, 1);
  assert.equal(asked.length, 0);
  desk.entries.values = { ...desk.entries.values, sigma: '0.2' };
  await changed();
  assert.equal(play.known, null, 'never that of other entries');
  desk.entries.values = { ...desk.entries.values, sigma: '0.3' };
  await changed();
  assert.equal(asked.length, 1, 'one question after another');
  assert.ok(asked[0].rest[1].aborted, 'the one that nobody waits for any more goes on no further than it must');
  await answer({ certified: true, radius: 2 });
  assert.equal(play.known, null, 'the answer came too late');
  assert.equal(play.earlier.withstood.radius, 1, 'and what was known before stays');
  assert.equal(asked[0].rest[0].sigma, 0.3);
  await answer({ certified: true, radius: 3 });
  assert.equal(play.known.withstood.radius, 3);
  desk.entries.values = { ...desk.entries.values, probability: '' };
  await changed();
  assert.equal(play.known, null);
});

test('a first verdict goes before it', async () => {
  const { desk, asked, changed } = laid();
  desk.result = { phase: 'working' };
  await changed();
  assert.equal(asked.length, 0);
  desk.result = { phase: 'working', certificate: {}, progress: { stage: 1, stages: 2, done: 0, total: 2 } };
  await changed();
  assert.equal(asked.length, 0, 'a few draws go before it as well');
  desk.result = { phase: 'working', certificate: {}, progress: { stage: 1, stages: 2, done: 0, total: 200 } };
  await changed();
  assert.equal(asked.length, 1);
});

test('while the slider is dragged one cloud is on its way, and the latest value is the last', async () => {
  const { play, asked, changed, answer } = laid();
  await changed();
  await answer({ certified: true });
  play.choose('twist');
  for (const t of [0.1, 0.2, 0.3]) play.move(t);
  assert.equal(asked.length, 1);
  await answer(Float64Array.of(0));
  assert.deepEqual(asked.map(({ rest }) => rest.slice(1)), [['twist', 0.3]]);
  assert.deepEqual([...play.moved], [0]);
  play.choose('scale');
  await answer(Float64Array.of(3));
  assert.equal(play.moved, null, 'what was played before is not shown as this');
  assert.deepEqual(asked.map(({ rest }) => rest.slice(1)), [['scale', 0]]);
  asked.shift().reject(new Error('no'));
  await new Promise(setImmediate);
  play.choose('scale');
  assert.deepEqual([play.place, play.moved, asked.length], [null, null, 0]);
});

test('the way to a cloud that an attack has found is straight, and belongs to the entries it was found for', async () => {
  const { desk, play, changed } = laid();
  await changed();
  play.choose('twist');
  play.lead({ from: Float64Array.of(0, 0), to: Float64Array.of(3, 4), length: 5, radius: 1, was: '7', is: '1' });
  assert.deepEqual([play.place, play.plays, play.gone, [...play.moved]], [null, true, 5, [3, 4]]);
  play.walk(1);
  assert.ok(Math.abs(Math.hypot(...play.moved) - play.gone) < 1e-12, 'no cloud on the way is farther than it has gone');
  play.walk(9);
  assert.equal(play.gone, 5);
  desk.entries.values = { ...desk.entries.values, sigma: '0.2' };
  await changed();
  assert.deepEqual([play.way, play.moved, play.plays], [null, null, false]);
});
