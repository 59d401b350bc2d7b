/** Statements about the first k classes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initial } from '../../form/address.js';
import { toRequest, toValues } from '../../form/request.js';
import { fromSettings, initialSettings, toSettings } from '../../form/settings.js';
import { alsoAmong, first, fraction, threshold } from '../../words/top.js';
import { rowsOf } from '../../words/points.js';
import { verdict } from '../../words/words.js';

const request = { sigma: 0.5, group: 'SE', prediction: { probability: 0.45 } };
const closed = { distance: 0.1, radius: 0, lower: 0.4, certified: false };
const open = { certified: false, certified_by: [], core: '0', probability: { lower: 0.45, level: 0 }, black_box: { ...closed, lower: 0.3 }, orbit: closed };

test('names the threshold of the first k', () => {
  assert.deepEqual([{}, { top: 1 }, { top: 2 }, { top: 3 }, { top: 12 }].map(fraction), ['½', '½', '⅓', '¼', '1/13']);
  assert.deepEqual([{}, { top: 3 }].map(threshold), [0.5, 0.25]);
  assert.deepEqual([{}, { top: 2 }, { top: 12 }].map(first), ['', 'the first two', 'the first 12']);
});

test('offers the least k whose threshold a bound exceeds', () => {
  assert.equal(alsoAmong(open, request), 2);
  assert.equal(alsoAmong({ ...open, orbit: { ...closed, lower: 0.3 } }, request), 3);
  assert.equal(alsoAmong({ ...open, orbit: { ...closed, lower: 0.2 } }, { ...request, top: 3 }), undefined, 'no more than three');
  assert.equal(alsoAmong({ ...open, orbit: { ...closed, lower: 0.25 }, black_box: undefined }, request), undefined, 'a bound at the threshold');
  assert.equal(alsoAmong({ ...open, orbit: { ...closed, lower: 0.1 }, black_box: undefined,
    tight: { exact: { value: 0.3336, error: 0.001, certified: false } } }, request), 3, 'the value less its error');
  assert.equal(alsoAmong({ ...open, certified: true }, request), undefined, 'certified');
  assert.equal(alsoAmong(open, { ...request, prediction: { probability: 0.45, runner_up: { probability: 0.5 } } }), undefined, 'against a runner-up');
});

test('offers it by the clean cloud’s probability if there is no other cloud', () => {
  const alone = { ...open, black_box: { radius: 0, certified: false }, orbit: { radius: 0, certified: false } };
  assert.equal(alsoAmong(alone, request), 2);
  assert.equal(alsoAmong({ ...alone, orbit: { radius: 0.2, certified: false } }, request), undefined, 'there is a radius');
});

test('says that the class stays among the first two', () => {
  const two = { ...request, top: 2 };
  const said = verdict({ ...open, certified: true, orbit: { ...closed, radius: 0.15, certified: true } }, two, true);
  assert.equal(said.head, 'Certified: still among the first two.');
  assert.match(said.text, / among the first two\. \(/);
  assert.match(verdict({ ...open, probability: { lower: 0.3, level: 0.001 } }, { ...two, prediction: { votes: 4, samples: 10 } }, true).text,
    /needs more than ⅓\./);
  const evidence = { model: { classes: ['chair', 'stool'] }, votes: { predicted: 0 } };
  assert.equal(verdict({ ...open, certified: true, orbit: { ...closed, radius: 0.15, certified: true } },
    { ...two, prediction: { ...two.prediction, evidence } }, true).head, 'Certified: still among the first two.');
});

test('says which probability is needed for the first k', () => {
  const needs = (/** @type {object} */ minimum) => rowsOf(open, false, minimum)[1].needs;
  assert.equal(needs({ top: 2, orbit: 1 / 3 }), 'p > ⅓');
  assert.equal(needs({ top: 2, orbit: 0.375 }), 'p ≥ 0.3750');
  assert.equal(needs({ orbit: 0.5 }), 'p > ½');
});

test('keeps the first k between form and request', () => {
  const values = { ...initial(), given: 'probability', probability: '0.6', top: '2' };
  const { request: made, errors } = toRequest(values, { clean: { dimension: 2 }, perturbed: null });
  assert.deepEqual([made.top, errors], [2, {}]);
  assert.equal(toValues(made).top, '2');
  for (const top of ['', '1', ' 1 ']) assert.ok(!('top' in toRequest({ ...values, top }, { clean: { dimension: 2 }, perturbed: null }).request), top);
  assert.ok(toRequest({ ...values, top: 'two' }, { clean: { dimension: 2 }, perturbed: null }).errors.top);
});

test('keeps the first k and the runner-up between form and settings', () => {
  const { settings } = toSettings({ ...initialSettings(), top: '3' });
  assert.ok(settings.top === 3 && !('runner_up' in settings), 'which compares the class with one other');
  assert.equal(fromSettings(settings).top, '3');
  const plain = toSettings(initialSettings()).settings;
  assert.ok(!('top' in plain) && !('runner_up' in plain), 'a run bounds the runner-up unless it says otherwise');
  const alone = toSettings({ ...initialSettings(), runner_up: 'false' }).settings;
  assert.deepEqual([alone.runner_up, fromSettings(alone).runner_up, fromSettings(plain).runner_up], [false, 'false', 'true']);
});
