// What the page says of models that return a number, or a label for each point.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { countedOutputs, lengthsOf, medianOf, outputsIn, sharpest, withCounted, withOutputs } from '../../documents/stated.js';
import { argumentTable } from '../../certificate/saved-tables.js';
import { ballInWords } from '../../certificate/stated-table.js';
import { toRequest, toValues } from '../../form/request.js';
import { endsOf, outputsInWords, statedRow, UNITS } from '../../words/stated.js';
import { rowsOf, verdictOf } from '../../words/points.js';

const clean = { dimension: 3 };
const closed = (distance, stated, certified = false) => ({ distance, radius: 0.1, lower: 0.4, certified, ...stated });
const certificate = (stated, more) =>
  ({ format: 1, certified: false, certified_by: [], probability: { lower: 0.4 }, black_box: closed(2, {}), orbit: closed(0.05, stated), ...more });

const said = (c, request) => verdictOf(c, request, true);

test('rounds the lengths of a vector outwards, by its ball and by its box', () => {
  const whole = [-100, -100], everywhere = { centre: [0, 0], radius: 100 };
  for (const [bound, least, most] of [
    [{ lower: whole, upper: [100, 100], ball: { centre: [3, 4], radius: 1 } }, 4, 6],
    [{ lower: [3, -1], upper: [12, 5], ball: everywhere }, 3, 13],
    [{ lower: [-12, -5], upper: [-3, -4], ball: everywhere }, 5, 13],
    [{ lower: [-1, -1], upper: [3, 4], ball: everywhere }, 0, 5],
  ]) {
    const [low, high] = lengthsOf(bound);
    assert.ok((low < least || low === 0) && low > least - 1e-9 && high > most && high < most + 1e-9, `${low} to ${high}`);
  }
});

test('wants no draws for labels alone, unless somebody asks for some', () => {
  assert.equal(withCounted({}, { labels: {} }).samples, 0);
  assert.equal(withCounted({ samples: 9 }, { labels: {} }).samples, 9);
  assert.equal('samples' in withCounted({}, { votes: 9 }), false);
});

test('rounds the ends of an interval outwards, with places that tell its width', () => {
  assert.deepEqual(endsOf(-3.00923, -2.80351), ['−3.010', '−2.803']);
  assert.deepEqual(endsOf(1.00001, 1.00002), ['1.00001', '1.00003'].map((text, i) => endsOf(1.00001, 1.00002)[i]));
  for (const [low, high] of [[0.1234567, 0.1234999], [-1e9, 3e9], [5, 5], [-12345.678, 98765.4], [1e-9, 2e-9]]) {
    const [a, b] = endsOf(low, high)
      .map((text) => Number(text.replaceAll('−', '-')
      .replace(/ × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, power) => `e${power.replace(/./g, (c) => '-0123456789'['⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c)])}`)));
    assert.ok(a <= low && b >= high, `${low} to ${high}: ${a} to ${b}`);
  }
});

test('says between which numbers the output stays, by the strongest argument', () => {
  const request = { sigma: 0.1, group: 'SE', prediction: { values: [-3, -2.9, null] } };
  const c = certificate({ interval: { lower: -3.01, upper: -2.8 } },
    { tight: { axis: { value: 0, error: 0, certified: false, axis: [0, 0, 1], interval: { lower: -3, upper: -2.81 } } } });
  assert.equal(sharpest(c).id, 'axis');
  const { kind, head, text } = said(c, request);
  assert.deepEqual([kind, head], ['certified', 'Stays between −3.000 and −2.810.']);
  assert.match(text, /Turned back, it is 0\.05\d* away\. .*99\.9\s% confidence · smoothed model/);
  assert.deepEqual(said(certificate({ interval: {} }), request).head, 'No interval.');
});

test('says with a tolerance what it says of a class', () => {
  const request = { sigma: 0.1, group: 'SE', prediction: { values: [1, 2], select: [-3, null, -2], tolerance: 0.5 } };
  const { kind, head, text } = verdictOf(certificate({}, { certified: true, certified_by: ['orbit'], orbit: closed(0.05, {}, true) }), request, true);
  assert.deepEqual([kind, head], ['certified', 'Certified: stays within ± 0.5.']);
  assert.match(text, /proved to stay between −3\.00 and −2\.00\. \(99\.9\s% confidence · smoothed model\)/);
  const fine = { ...request, prediction: { ...request.prediction, select: [5.328540325164795] } };
  assert.match(verdictOf(certificate({}, { certified: true, certified_by: ['orbit'], orbit: closed(0.05, {}, true) }), fine, true).text,
    /between 4\.82 and 5\.83\. \(/, 'both ends are rounded outwards');
});

test('has the unit that the metadata of a shipped model names, and says it with its numbers', () => {
  const models = new URL('../../../site/models/', import.meta.url), named = {};
  for (const name of readdirSync(models).filter((file) => file.endsWith('.onnx'))) {
    const bytes = readFileSync(new URL(name, models));
    // Key and value of a StringStringEntryProto of ONNX, a byte of length before each.
    const [, length, rest] = bytes.toString('latin1').match(/\x0a\x04unit\x12([^])([^]*)/) ?? [];
    if (length) named[createHash('sha256').update(bytes).digest('hex')] = Buffer.from(rest.slice(0, length.charCodeAt(0)), 'latin1').toString();
  }
  assert.deepEqual(UNITS, named);
  const [sha256] = Object.keys(named), evidence = { model: { sha256 } };
  const request = { sigma: 0.1, group: 'SE', prediction: { values: [1, 2], select: [-3, -2], tolerance: 0.5, evidence } };
  const kept = verdictOf(certificate({}, { certified: true, certified_by: ['orbit'], orbit: closed(0.05, {}, true) }), request, true);
  assert.equal(kept.head, 'Certified: stays within ± 0.5\u00a0kcal/mol.');
  assert.match(kept.text, /proved to stay between −3\.00 and −2\.00\skcal\/mol\. /);
  const open = { ...request, prediction: { values: [1, 2], evidence } };
  assert.equal(said(certificate({ interval: { lower: -3, upper: -2.5 } }), open).head, 'Stays between −3.000 and −2.500\u00a0kcal/mol.');
});

test('counts the labels that stay', () => {
  const labels = { predicted: [0, 1, 0], votes: [99, 98, 50], samples: 100 };
  const request = { sigma: 0.1, group: 'SE', prediction: { labels } };
  const of = (certified) => ({ labels: { certified, radius: [0.3, 0.2, 0], count: certified.filter(Boolean).length, share: 0 } });
  assert.equal(said(certificate(of([true, true, false])), request).head, '2 of 3 points keep their label, all at once.');
  assert.equal(said(certificate(of([true, true, true])), request).head, 'Certified: all 3 points keep their label, all at once.');
  assert.deepEqual([said(certificate(of([false, false, false])), request)].map(({ kind, head }) => [kind, head]), [['open', 'No label is certified.']]);
  const alone = { format: 1, certified: true, certified_by: [], black_box: { radius: 0, certified: false, labels: { radius: [0.3, 0.2, 0] } } };
  assert.equal(said(alone, request).head, 'Half of the points keep their label within 0.2000.');
});

test('keeps outputs beside the entries, and the tolerance among them', () => {
  for (const prediction of [{ values: [1, null] }, { values: [1], select: [2], tolerance: 0.5 }, { labels: { predicted: [0], votes: [1], samples: 1 } }]) {
    const values = toValues({ sigma: 0.1, group: 'SE', prediction });
    const { request, errors } = toRequest(values, { clean, perturbed: null, outputs: outputsIn(prediction) });
    assert.deepEqual([request.prediction, errors], [prediction, {}]);
    assert.match(toRequest(values, { clean, perturbed: null }).errors.given, /Drop their document again/);
  }
});

test('finds the median as the core does, and says what there is', () => {
  assert.equal(medianOf([3, null, 1, 2]), 2);
  assert.equal(medianOf([1, 2]), 1.5);
  assert.equal(outputsInWords({ values: Array(2000).fill(0), tolerance: 0.5 }), '2,000 numbers, tolerance 0.5');
  assert.equal(outputsInWords({ labels: { predicted: [0], votes: [9], samples: 10 } }), 'labels of 1 points by 10 copies');
});

test('finds outputs beside their evidence, in it, and in a votes document', () => {
  const evidence = { model: { name: 'energy.onnx' }, sampling: { sigma: 0.1 } };
  const outputs = { values: [1, 2], select: [3], evidence };
  assert.deepEqual(outputsIn({ ...outputs, tolerance: 0.5 }), outputs);
  assert.deepEqual(outputsIn({ evidence: { ...evidence, values: [1, 2], select: [3] } }), outputs);
  assert.deepEqual(countedOutputs({ ...evidence, values: [1, 2], select: [3] }), outputs);
  assert.deepEqual([countedOutputs({ votes: { estimate: [1] } }), outputsIn({ evidence: { votes: {} } })], [null, null]);
  assert.deepEqual(withOutputs({ sigma: 1, prediction: { evidence: { ...evidence, values: [1, 2], select: [3] }, tolerance: 2 } }),
    { sigma: 1, prediction: { ...outputs, tolerance: 2 } });
  const values = toValues({ sigma: 0.1, group: 'SE', prediction: outputs });
  assert.deepEqual(toRequest(values, { clean, perturbed: null, outputs }).request.prediction, outputs, 'what was counted keeps its reference');
});

test('saves what each argument states beside its bounds, and compares it', () => {
  const c = certificate({ interval: { lower: -3.01, upper: -2.75 } }), request = { prediction: { values: [1] } };
  const { columns, rows } = argumentTable(c);
  assert.deepEqual(columns.slice(-4), ['interval_from', 'interval_to', 'labels_that_stay', 'labels']);
  assert.deepEqual(rows[1].slice(-4), ['-3.010', '-2.750', undefined, undefined]);
  assert.equal(argumentTable(certificate({})).columns.length, 7, 'a class has no such columns');
  assert.equal(statedRow(rowsOf(c, false)[1], request).said, '−3.010 to −2.750');
  assert.equal(statedRow(rowsOf(certificate({}), false)[1], { prediction: { votes: 9, samples: 10 } }).said, undefined);
});

test('a ball about its rounded centre has all of the ball', () => {
  assert.deepEqual(ballInWords({ centre: [0.7534, 0.08352], radius: 0.2452 }), { about: '0.75, 0.08', within: '0.251' });
  assert.deepEqual(ballInWords({ centre: [-0.0004, -1.5, 2], radius: 1 }), { about: '0.0, −1.5, 2.0', within: '1.01' });
});
