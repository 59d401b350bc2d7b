// The words and rows for what comes back from the core.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from '../../dataset/result.js';
import { argumentRows } from '../../words/argument-rows.js';
import { rowsOf } from '../../words/points.js';
import { beyond, decided, knownProbability, searched, verdict, noise, transported } from '../../words/words.js';

const request = { sigma: 0.1, prediction: { probability: 0.9 }, group: 'SE', alpha: 0.001 };
const votes = { ...request, prediction: { votes: 9, samples: 10 } };
const certificate = {
  certified: true, core: 'x', probability: { lower: 0.9, level: 0 },
  black_box: { distance: 0.3, radius: 0.128, lower: 0.04, certified: false },
  orbit: { distance: 0.1, radius: 0.128, lower: 0.61, certified: true },
};
const open = { ...certificate, certified: false, orbit: { ...certificate.orbit, distance: 0.2, certified: false } };
const tight = { monte_carlo: { bound: 'disagreement', lower: 0.62, estimate: 0.63, upper: 0.64, samples: 1000, seed: '', certified: true } };

test('the words say what was removed, how far, and how surely', () => {
  const said = verdict(certificate, votes, true);
  assert.deepEqual([said.kind, said.head], ['certified', 'Certified: still the same class.']);
  assert.equal(
    said.text, 'Turned back, it is 0.11 away. Anything within 0.12 is proved to keep its class. (99.9 % confidence · smoothed classifier)',
  );
  assert.match(verdict(certificate, request, true).text, /\(if your probability is exact\)$/);
  const named = (name) =>
    verdict(certificate, { ...votes, prediction: { ...votes.prediction, evidence: { model: { classes: [name] }, votes: { predicted: 0 } } } }, true).head;
  assert.deepEqual(
    ['3', '8', 'chair', 'airplane', 'class_07'].map(named),
    ['a 3', 'an 8', 'a chair', 'an airplane', '“class_07”'].map((it) => `Certified: still ${it}.`),
  );
});

test('a tight certificate speaks of this cloud only and names its confidence', () => {
  const said = verdict({ ...open, certified: true, tight }, request, true);
  assert.match(said.text, /^This cloud is proved to keep its class\. \(99\.9\s% confidence/);
  assert.doesNotMatch(said.text, /Anything/);
});

test('no certificate is no proof of an attack, and is not said before all is computed', () => {
  assert.match(
    verdict({ ...open, tight: { monte_carlo: { ...tight.monte_carlo, certified: false } } }, request, true).text,
    /^Turned back, it is 0\.21 away, beyond the radius of 0\.12\. Not proved/,
  );
  assert.match(verdict({ ...open, orbit: { ...open.orbit, distance: 0.1 } }, request, true).text, /^No argument proves this\. Not proved /);
  assert.equal(verdict(open, request, false).kind, 'pending');
  assert.match(verdict({ ...open, probability: { lower: 0.4, level: 0 } }, request, true).text, /more than ½/);
});

test('a cloud that is not certified is said to lie beyond the radius, where that is why', () => {
  const orbit = { distance: 0.30004, radius: 0.29998, certified: false };
  assert.equal(beyond({ ...open, orbit }, request), 'Turned back, it is 0.31 away, beyond the radius of 0.29.');
  assert.equal(beyond({ ...open, orbit: { ...orbit, distance: 0.2 } }, request), '', 'within it');
  assert.equal(beyond({ ...open, orbit: { ...orbit, radius: -1 } }, request), '', 'no radius');
  assert.equal(beyond({ ...open, orbit }, { ...request, permutation: true }), '', 'a search says it');
  assert.equal(beyond({ ...open, orbit, certified: true }, request), '');
});

test('identical clouds are said to be', () => {
  const same = { ...certificate.black_box, distance: 0, certified: true };
  const certified = verdict({ ...certificate, black_box: same }, request, true);
  assert.deepEqual([certified.kind, certified.head], ['certified', 'Certified.']);
  assert.equal(certified.text, 'Both clouds are the same.');
  const unsure = verdict({ ...open, black_box: { ...same, certified: false }, probability: { lower: 0.4, level: 0 } }, request, true);
  assert.equal(unsure.kind, 'open');
  assert.match(unsure.text, /more than ½\. Both clouds are the same\.$/);
  assert.doesNotMatch(verdict(certificate, request, true).text, /clouds are the same/);
});

test('a radius is not claimed where there is none', () => {
  const radius = (r) => verdict({ certified: false, core: 'x', probability: { lower: 0.9, level: 0 }, orbit: { radius: r, certified: false } }, votes, true);
  assert.match(radius(0.12819).head, /^Radius 0\.1281\.$/);
  assert.equal(radius(-0.1).head, 'No radius:');
});

test('a radius names the class where votes do', () => {
  const evidence = { model: { classes: ['cup', 'chair'] }, votes: { predicted: 1 } };
  const said = (more) =>
    verdict(
      { certified: false, core: 'x', probability: { lower: 0.9, level: 0 }, orbit: { radius: 0.2, certified: false } },
      { ...votes, prediction: { ...votes.prediction, ...more } }, true,
    ).text;
  assert.match(said({ evidence }), /^Anything within it, once turned back, is proved to be a chair\. \(99\.9/);
  assert.match(said({ evidence, runner_up: { votes: 1 } }), /is proved to keep its class ahead of the runner-up\. \(/);
  assert.match(said({}), /is proved to keep its class\. \(/);
});

test('rows hold what there is, and one that is being computed', () => {
  assert.deepEqual(
    argumentRows(certificate, true).map(({ id, certified }) => [id, certified]),
    [
      ['black_box', false], ['orbit', true], ['monte_carlo', undefined],
    ],
  );
  assert.deepEqual(argumentRows({ ...certificate, tight }, true).map(({ id }) => id), ['black_box', 'orbit', 'monte_carlo']);
  assert.equal(argumentRows({ ...certificate, tight: { exact: { value: 0.62, error: 1e-10, certified: true } } }, false).at(-1).lower, '0.6199');
});

test('the bound without draws stands above Monte Carlo, with its axis', () => {
  const list = rowsOf({ ...certificate, tight: { axis, ...tight } }, true, { tight: { axis: 0.75 } });
  assert.deepEqual(list.map(({ id }) => id), ['black_box', 'orbit', 'axis', 'monte_carlo']);
  assert.deepEqual([list[2].name, list[2].lower, list[2].precision, list[2].needs], ['Tight, without draws', '0.6299', 'axis 0.00 −0.60 0.80', 'p ≥ 0.7500']);
  assert.deepEqual(argumentRows({ ...certificate, tight: { axis } }, true).map(({ id }) => id), ['black_box', 'orbit', 'axis', 'monte_carlo']);
});

const exact = { value: 0.63, error: 1e-10, certified: true };
const axis = { ...exact, axis: [0, -0.6, 0.8] };
const byTight = { ...open, certified: true, certified_by: ['tight'] };

test('the strongest argument is named first', () => {
  assert.deepEqual(decided({ ...certificate, tight: { exact } }, request), { first: 'the orbit-based argument', others: 'the tight argument' });
  assert.deepEqual(decided({ ...byTight, tight: { exact, ...tight } }, request), { first: 'the tight argument', others: '' });
  assert.deepEqual(decided({ ...byTight, tight: { axis, ...tight } }, request), { first: 'the tight argument, without draws', others: '' });
  assert.deepEqual(decided({ ...byTight, tight }, request), { first: 'the tight argument, Monte Carlo', others: '' });
  assert.equal(decided(open, request), null);
  const plain = { ...certificate, black_box: certificate.orbit };
  assert.equal(decided(plain, { ...request, group: 'none' }).first, 'the black-box argument');
  assert.equal(decided(plain, request).others, 'the black-box argument');
  assert.equal(decided(certificate, { ...request, permutation: true, group: 'none' }).first, 'the orbit-based argument');
});

test('a search for the order has three different answers', () => {
  const set = { ...request, permutation: true };
  const answer = (conclusion, parts = {}, ask = set) =>
    searched({ ...open, orbit: { distance: 0.2, distance_lower: 0.05, radius: 0.128, certified: false, conclusion, ...parts } }, ask);
  assert.match(answer('certified', { distance: 0.1 }).text, /found an order and position of the points within the radius/);
  const far = answer('out_of_reach', { distance_lower: 0.1280004, radius: 0.1280003 }).text;
  assert.match(far, /No order and position of the points comes within the radius.*the orbit argument cannot certify this/);
  const [, left, r] = far.match(/at least ([\d.]+) is left, r\s=\s([\d.]+)/);
  assert.ok(Number(left) > Number(r) && Number(left) <= 0.1280004 && Number(r) >= 0.1280003, far);
  assert.match(answer('undecided').text, /no nearer order and position: d\s≤\s0\.2001, at least 0\.0500.*may exist/);
  assert.match(answer('undecided', {}, { ...set, group: 'none' }).text, /no nearer order:/);
  assert.match(answer('undecided', { distance: 2e-7, distance_lower: 1e-7, radius: 1.5e-7 }).text, /d\s≤\s2\.00\d × 10⁻⁷, at least \d/);
  assert.equal(answer(undefined), null);
  assert.equal(answer('out_of_reach', { radius: -0.1 }), null, 'a radius that is none is no matter of order');
});

test('the least distance of a search is rounded down and stands in the orbit’s row', () => {
  const [, row] = argumentRows({ ...certificate, orbit: { ...certificate.orbit, distance_lower: 0.099999 } }, false);
  assert.equal(row.least, '0.09999');
  assert.equal(argumentRows(certificate, false)[1].least, undefined);
});

test('sampling error is claimed where there is some, and only there', () => {
  const words = (parts, ask) => verdict({ ...byTight, ...parts }, ask, true).text;
  assert.match(words({ tight: { exact, ...tight } }, request), /^This cloud .*\(if your probability is exact\)/);
  assert.match(words({ tight: { exact, ...tight } }, votes), /99\.9\s% confidence/);
  assert.match(words({ tight: { axis, ...tight } }, request), /^This cloud .*\(if your probability is exact\)/);
  assert.match(words({ tight }, request), /99\.9\s% confidence/);
});

const second = { ...request, prediction: { probability: 0.6, runner_up: { probability: 0.1 } } };
const twoClasses = {
  ...open, probability: { lower: 0.6, level: 0, upper_runner_up: 0.1 },
  orbit: { distance: 0.07, radius: 0.0767, lower: 0.32, upper_runner_up: 0.28, certified: true }, certified: true,
};

test('with a runner-up the words speak of it', () => {
  assert.match(verdict(twoClasses, second, true).text, /^Turned back.*keep its class ahead of the runner-up.*if your probabilities are exact/);
  const only = { ...twoClasses, orbit: { ...twoClasses.orbit, certified: false }, tight };
  assert.match(verdict(only, second, true).text, /^This cloud is proved to keep its class ahead of the runner-up/);
  const unsure = {
    ...twoClasses, certified: false, orbit: { ...twoClasses.orbit, certified: false }, probability: { lower: 0.3, level: 0, upper_runner_up: 0.35 },
  };
  const voted = { ...second, prediction: { votes: 3, samples: 9, runner_up: { votes: 3 } } };
  assert.match(verdict(unsure, voted, true).text, /p ≥ 0\.2999, and at most 0\.3500 for the runner-up/);
  const entered = { ...second, prediction: { probability: 0.3, runner_up: { probability: 0.35 } } };
  assert.match(verdict(unsure, entered, true).text, /p = 0\.3, and 0\.35 for the runner-up:/);
  const radius = { certified: false, core: 'x', probability: { lower: 0.6, level: 0, upper_runner_up: 0.1 }, orbit: { radius: 0.0767, certified: false } };
  assert.match(verdict(radius, second, true).text, /ahead of the runner-up/);
});

test('a probability that was entered is shown as it was entered, one that votes prove rounded down', () => {
  assert.equal(knownProbability({ prediction: { probability: 0.97 } }, 0.97), '= 0.97');
  assert.equal(knownProbability({ prediction: { votes: 97, samples: 100 } }, 0.97), '≥ 0.9699');
  const unsure = { ...open, probability: { lower: 0.3, level: 0 } };
  assert.match(verdict(unsure, { ...request, prediction: { probability: 0.3 } }, true).text, /^p = 0\.3: a certificate needs more than ½\./);
});

test('a bound above the runner-up’s is shown above it', () => {
  const [row] = argumentRows({ ...twoClasses, black_box: undefined }, false);
  assert.deepEqual([row.lower, row.runner, row.at.runner], ['0.3200', '0.2801', 0.28]);
  const close = argumentRows({ ...twoClasses, black_box: undefined, orbit: { ...twoClasses.orbit, lower: 0.30000002, upper_runner_up: 0.30000001 } }, false)[0];
  assert.ok(Number(close.lower) > Number(close.runner), JSON.stringify(close));
});

test('no confidence is rounded up', () => {
  const settings = { alpha: 1e-12, attack: { draws: 1 }, sigma: 1 };
  assert.ok(counted({ clouds: 3, correct: 2, failed: 0, total: 3, settings }).values.includes('99.9999999999'));
});

test('from which probability on a row certifies is rounded up and never said to be 1', () => {
  const minimum = { black_box: 0.999999, orbit: 0.84111, tight: { exact: 0.5000000000000001, monte_carlo: 0.75 } };
  const texts = rowsOf({ ...certificate, tight: { exact, ...tight } }, false, minimum).map((row) => row.needs);
  assert.deepEqual(texts, ['p > 0.9999', 'p ≥ 0.8412', 'p > ½', 'p ≥ 0.7500']);
  assert.equal(rowsOf(certificate, false)[0].needs, undefined);
});

test('the certified ball of point sets has the radius r/√N, rounded down', () => {
  const orbit = { certified: false, radius: 0.3, alignment: { matrix: [], offset: [], permutation: [3, 2, 1, 0] } };
  assert.match(transported({ ...open, orbit }), /2-Wasserstein distance.* r\/√N\s=\s0\.1[45]\d*\.$/);
  assert.ok(Number(transported({ ...open, orbit }).match(/[\d.]+(?=\.$)/)?.[0]) <= 0.15);
  assert.equal(transported({ ...open, orbit: { ...orbit, alignment: undefined } }), '');
});

test('σ of single points is told by the smallest and the largest', () => {
  assert.equal(noise(0.25), '0.25');
  assert.equal(noise([0.2, 0.1, 0.4]), '0.1 to 0.4, by point');
  assert.equal(noise({ attribute: 'element', values: { 1: 0.2, 6: 0.1 } }), '0.1 to 0.2, by element');
});
