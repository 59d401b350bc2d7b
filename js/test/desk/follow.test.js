// Results for changed entries that appear at once, unrequested.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../tools/until.js';
import { exampleDesk, file, newEngine } from './engine.js';

const engine = newEngine();

const square = '0 0\n1 0\n1 1\n0 1\n';
const followed = async (desk) => {
  await until(() => ['stale', 'done'].includes(desk.result.phase) && desk.result.certificate);
  return desk.result;
};
/** Time enough for an answer that must not come: the certifier has answered something asked later. */
const rested = async (desk) => {
  for (let i = 0; i < 3; i++) await desk.engine.check({});
};

test('closed forms follow an entry, as a certificate has them, and draws wait to be asked for', async () => {
  const desk = await exampleDesk(engine, 'chair-3d');
  await desk.certify();
  desk.entries.set('alpha', '0.01');
  assert.equal(desk.result.certificate, undefined, 'nothing stays of the verdict before');
  const { certificate, complete, request } = await followed(desk);
  assert.equal(request.alpha, 0.01);
  assert.equal(complete, false);
  assert.equal(certificate.value.tight?.monte_carlo, undefined);
  await desk.certify();
  const asked = desk.result.certificate.value;
  for (const argument of ['black_box', 'orbit']) assert.deepEqual(certificate.value[argument], asked[argument]);
  assert.ok(asked.tight.monte_carlo);
});

test('closed forms are asked for before the ranges, which take longer', async () => {
  const asked = [];
  const engine = newEngine();
  const { closedForms } = engine, { withstand } = engine.explorer;
  engine.closedForms = (request) => (asked.push('closed forms'), closedForms.call(engine, request));
  engine.explorer.withstand = (request) => (asked.push('ranges'), withstand.call(engine.explorer, request));
  const desk = await exampleDesk(engine, 'digit-2d');
  await until(() => desk.play.known);
  asked.length = 0;
  desk.entries.set('alpha', '0.01');
  await until(() => desk.play.known);
  assert.deepEqual(asked, ['closed forms', 'ranges']);
});

test('an example that is certified as it comes is not followed as well', async () => {
  const engine = newEngine();
  const { closedForms } = engine;
  let asked = 0;
  engine.closedForms = (request) => (asked++, closedForms.call(engine, request));
  const desk = await exampleDesk(engine, 'digit-2d');
  await desk.certify();
  await rested(desk);
  assert.equal(asked, 0);
});

test('what comes to the desk puts the pad away, unless it is drawn there', async () => {
  const desk = await exampleDesk(engine, 'digit-2d'), moment = desk.state;
  desk.draw(true);
  await desk.fill(desk.entries.values, {}, null, { drawn: true });
  assert.equal(desk.drawing, true);
  await desk.resume(moment);
  assert.equal(desk.drawing, false, 'a step back');
  desk.draw(true);
  await desk.fill(desk.entries.values);
  assert.equal(desk.drawing, false, 'an address');
});

test('a radius is all that there is, and is said to be', async () => {
  const desk = await exampleDesk(engine, 'digit-2d');
  desk.entries.set('perturbation', 'none');
  const { certificate, complete } = await followed(desk);
  assert.equal(complete, true);
  assert.ok(certificate.value.orbit.radius > 0);
});

test('nothing follows entries that say too little, or what takes votes or a search', async () => {
  for (const [name, text] of [['sigma', '0.'], ['votes', '3000'], ['alpha', 'x'], ['given', 'model'], ['permutation', 'true']]) {
    const desk = await exampleDesk(engine, 'digit-2d');
    await desk.certify();
    desk.entries.set(name, text);
    await rested(desk);
    assert.equal(desk.result.phase, 'stale', name);
    assert.equal(desk.result.certificate, undefined, name);
    assert.deepEqual(desk.entries.errors, {}, 'what is being typed is not called wrong');
  }
});

test('a perturbed cloud that comes last is followed as well', async () => {
  const desk = await exampleDesk(engine, 'digit-2d');
  await desk.receiveFile(file('square.xyz', square), 'clean');
  for (const [name, text] of [['sigma', '0.1'], ['group', 'SE'], ['votes', '990'], ['voted', '1000']]) desk.entries.set(name, text);
  await followed(desk);
  await desk.receiveFile(file('moved.xyz', '0 0\n1 0\n1 1.1\n0 1\n'), 'perturbed');
  const { certificate } = await followed(desk);
  assert.ok(certificate.value.orbit.distance > 0);
});
