// Ranges of a prediction belong to the entries, and their slider keeps the engine busy with one call at a time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Play } from '../../certificate/play.js';
import { initial } from '../../form/address.js';
import { initialState, reduce, wanted } from '../../question/state.js';

/** A desk with an engine whose answers are given by hand. */
function laid() {
  const asked = [];
  const call = (name) => (...rest) => new Promise((resolve, reject) => asked.push({ name, rest, resolve, reject }));
  const desk = new EventTarget(), clouds = { clean: { dimension: 3, attributes: { list: [] } }, perturbed: null };
  const send = (event) => {
    desk.state = reduce(desk.state, event);
    desk.dispatchEvent(new Event('change'));
  };
  Object.assign(desk, {
    engine: { explorer: { withstandCloud: call('withstandCloud') } }, files: { clouds }, changed() {}, state: reduce(initialState, { type: 'replace', clouds }),
    entries: {
      get values() { return desk.state.said.values; },
      set values(values) { send({ type: 'fill', values }); },
    },
  });
  const play = new Play(desk);
  desk.entries.values = { ...initial(), given: 'probability', probability: '0.97', sigma: '0.1' };
  /** What is asked of the clean cloud alone. */
  const questions = () => wanted(desk.state).filter(({ kind }) => kind === 'withstand');
  const know = (withstood, [{ key }] = questions()) => send({ type: 'withstood', key, withstood: { certified: true, ...withstood } });
  const answer = (value) => {
    asked.shift().resolve(value);
    return new Promise(setImmediate);
  };
  return { desk, play, asked, answer, send, questions, know };
}

test('it is asked once for the same entries, without the perturbed cloud, and belongs to no others', () => {
  const { desk, play, questions, know } = laid(), [{ question: { request } }] = questions();
  assert.ok(!('perturbed' in request) && !('samples' in request) && request.prediction.probability === 0.97);
  desk.entries.values = { ...desk.entries.values, perturbation: 'rotate' };
  know({ radius: 1 });
  assert.equal(play.known.withstood.radius, 1);
  assert.deepEqual(questions(), []);
  desk.entries.values = { ...desk.entries.values, sigma: '0.2' };
  assert.equal(play.known, null, 'never that of other entries');
  const late = questions();
  desk.entries.values = { ...desk.entries.values, sigma: '0.3' };
  know({ radius: 2 }, late);
  assert.equal(play.known, null, 'the answer came too late');
  assert.equal(play.earlier.withstood.radius, 1, 'and what was known before stays');
  know({ radius: 3 });
  assert.equal(play.known.withstood.radius, 3);
  desk.entries.values = { ...desk.entries.values, probability: '' };
  assert.equal(play.known, null);
});

test('a first verdict goes before it', () => {
  const { desk, send, questions } = laid();
  send({ type: 'ask', extent: 'decided' });
  assert.deepEqual(questions(), []);
  const key = wanted(desk.state).find(({ kind }) => kind === 'certify')?.key;
  send({ type: 'progress', key, work: { progress: { stage: 1, stages: 2, done: 0, total: 2 } } });
  send({ type: 'answered', key, request: {}, certificate: { value: {} }, last: false });
  assert.deepEqual(questions(), [], 'a few draws go before it as well');
  send({ type: 'progress', key, work: { progress: { stage: 1, stages: 2, done: 0, total: 200 } } });
  assert.equal(questions().length, 1);
});

test('while the slider is dragged one cloud is on its way, and the latest value is the last', async () => {
  const { play, asked, answer, know } = laid();
  know();
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

test('the way to a cloud that an attack has found is straight, and belongs to the entries it was found for', () => {
  const { desk, play } = laid();
  play.choose('twist');
  play.lead({ from: Float64Array.of(0, 0), to: Float64Array.of(3, 4), length: 5, radius: 1, was: '7', is: '1' });
  assert.deepEqual([play.place, play.plays, play.gone, [...play.moved]], [null, true, 5, [3, 4]]);
  play.walk(1);
  assert.ok(Math.abs(Math.hypot(...play.moved) - play.gone) < 1e-12, 'no cloud on the way is farther than it has gone');
  play.walk(9);
  assert.equal(play.gone, 5);
  desk.entries.values = { ...desk.entries.values, sigma: '0.2' };
  assert.deepEqual([play.way, play.moved, play.plays], [null, null, false]);
});
