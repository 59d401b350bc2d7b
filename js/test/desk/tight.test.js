// Tight certificates of a desk: every invariance in space, an axis. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undone } from '../../documents/documents.js';
import { argumentRows } from '../../words/argument-rows.js';
import { verdict } from '../../words/words.js';
import { exampleDesk, newEngine } from './engine.js';

const engine = newEngine();

/** Certifies what lies on a desk with these entries. @returns {Promise<Record<string, import('../../words/argument-rows.js').Row>>} the rows of its table */
async function rows(desk, entries) {
  for (const [name, text] of Object.entries(entries)) desk.entries.set(name, text);
  await desk.certify();
  assert.equal(desk.result.phase, 'done');
  return Object.fromEntries(argumentRows(desk.result.certificate.value, false).map((row) => [row.id, row]));
}

test('every rotation group in 3-D has a bound without draws and a Monte Carlo bound', async () => {
  const desk = await exampleDesk(engine, 'chair-3d');
  for (const group of ['SO', 'O', 'SE', 'E']) {
    const { orbit, exact, axis, monte_carlo: drawn } = await rows(desk, { draws: '20000', group });
    assert.ok(Number(drawn.lower) >= Number(orbit.lower), `${group}: ${drawn.lower} ${orbit.lower}`);
    assert.equal(exact, undefined);
    assert.ok(Number(axis.lower) >= Number(orbit.lower) && Number(drawn.lower) >= Number(axis.lower));
    assert.match(axis.precision, /^axis [−\d. ]+$/);
    assert.match(drawn.drawn, /^disagreement bound from [\d,]+ draws$/);
    assert.ok(!drawn.aside, 'a row of its own');
  }
});

test('rotation about an axis, with and without translations', async () => {
  const desk = await exampleDesk(engine, 'chair-3d');
  const alone = await rows(desk, { draws: '20000', group: 'axis' });
  assert.deepEqual(desk.result.request.axis, [0, 0, 1]);
  const both = await rows(desk, { translation: 'true' });
  const { certificate: { value }, request } = desk.result;
  assert.ok(value.certified);
  assert.match(verdict(value, request, true).text, /^Turned back, it is [\d.]+ away\. Anything within [\d.]+ /);
  assert.equal(undone(request), 'turned back about the axis and moved back');
  assert.ok(Number(both.orbit.distance) <= Number(alone.orbit.distance));
  assert.ok(Number(both.exact.lower) >= Number(both.orbit.lower));
  await rows(desk, { direction: '1 0 0' });
  assert.deepEqual(desk.result.request.axis, [1, 0, 0]);
  assert.equal(desk.result.certificate.value.certified, false);
});

test('an axis for a cloud in the plane is refused at the entry', async () => {
  const desk = await exampleDesk(engine, 'digit-2d');
  desk.entries.set('group', 'axis');
  await desk.certify();
  assert.equal(desk.result.phase, 'failed');
  assert.match(Object.keys(desk.entries.errors).join(), /^(group|direction)$/);
});
