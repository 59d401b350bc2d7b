// The page's state and the request it makes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controlFor, toRequest, toValues } from '../entries/request.js';
import { decode, encode, initial, TABLE } from '../entries/address.js';

const clouds = { clean: { dimension: 3 }, perturbed: { dimension: 3 } };

test('every entry goes through the hash and back', () => {
  const values = initial();
  for (const [name, { choices }] of Object.entries(TABLE)) values[name] = choices?.at(-1) ?? `1e-3 & ünï=#${name}`;
  assert.deepEqual(decode(encode(values)).values, values);
  assert.equal(encode(initial()), '#v=1');
});

test('a hash from elsewhere is read with care', () => {
  assert.deepEqual(decode(''), {});
  assert.deepEqual(decode('#section'), {});
  assert.deepEqual(decode('#key=00ff'), { key: '00ff', request: undefined });
  assert.deepEqual(decode('#key=00ff&request=A-_z'), { key: '00ff', request: 'A-_z' });
  assert.deepEqual(decode('#request='), { key: undefined, request: '' });
  assert.match(decode('#v=7&sigma=2').problem, /another version/);
  const { values } = decode(`#v=1&group=SU&sigma=0.5&evil=1&alpha=${'9'.repeat(200)}`);
  assert.deepEqual(values, { ...initial(), sigma: '0.5' });
});

test('entries become a request and a request becomes entries', () => {
  const values = { ...initial(), perturbation: 'rotate', axis: '0, 1 0', given: 'probability', probability: ' .9 ', group: 'O' };
  const { request, errors } = toRequest(values, clouds);
  assert.deepEqual(errors, {});
  assert.deepEqual(request, {
    clean: { file: 'clean' },
    perturbed: { attack: 'rotate', degrees: 5, axis: [0, 1, 0], noise: 0.1, seed: 0 },
    sigma: 0.1, prediction: { probability: 0.9 }, group: 'O', permutation: false, alpha: 0.001, samples: 100000,
    bound: 'dual',
  });
  assert.deepEqual(toRequest(toValues(request), clouds).request, request);
});

test('axis, runner-up and bound become a request and entries again', () => {
  const axis = { ...initial(), group: 'axis', direction: '0, 1, 1', translation: 'true', bound: 'quantile', runnerVotes: '12' };
  const { request, errors } = toRequest(axis, clouds);
  assert.deepEqual(errors, {});
  assert.deepEqual([request.group, request.axis, request.translation, request.bound], ['axis', [0, 1, 1], true, 'quantile']);
  assert.deepEqual(request.prediction, { votes: 9731, samples: 10000, runner_up: { votes: 12 } });
  assert.deepEqual(toRequest(toValues(request), clouds).request, request);
  assert.deepEqual(decode(encode(axis)).values, axis);
  assert.deepEqual(toRequest({ ...initial(), given: 'probability', runnerVotes: '12' }, clouds).request.prediction, { probability: 0.95 });
  assert.deepEqual(toRequest({ ...initial(), given: 'probability', runnerProbability: '0.2' }, clouds).request.prediction.runner_up, { probability: 0.2 });
  assert.deepEqual(Object.keys(toRequest({ ...axis, direction: '0 1', runnerVotes: 'few' }, clouds).errors).sort(), ['direction', 'runnerVotes']);
  assert.equal(toRequest({ ...axis, group: 'SO' }, clouds).request.axis, undefined);
});

test('point order and preparation become a request and entries again', () => {
  const values = { ...initial(), permutation: 'true', kept: ' 1024', samplingSeed: '7', normalise: 'unit_sphere' };
  const { request, errors } = toRequest(values, clouds);
  assert.deepEqual(errors, {});
  assert.equal(request.permutation, true);
  assert.deepEqual(request.preparation, { points: 1024, method: 'random', seed: 7, normalise: 'unit_sphere' });
  assert.deepEqual(toRequest(toValues(request), clouds).request, request);
  assert.deepEqual(decode(encode(values)).values, values);
  assert.equal(toRequest(initial(), clouds).request.preparation, undefined);
  assert.deepEqual(toRequest({ ...initial(), normalise: 'centre' }, clouds).request.preparation, { normalise: 'centre' });
  const farthest = { ...values, method: 'farthest', samplingSeed: 'none' };
  assert.deepEqual(toRequest(farthest, clouds).request.preparation, { points: 1024, method: 'farthest', normalise: 'unit_sphere' }, 'no seed where none is used');
  assert.deepEqual(Object.keys(toRequest({ ...values, kept: 'half', samplingSeed: 'x' }, clouds).errors).sort(), ['kept', 'samplingSeed']);
});

test('radii only, by choice or for want of a second file', () => {
  assert.equal(toRequest({ ...initial(), perturbation: 'none' }, clouds).request.perturbed, undefined);
  assert.equal(toRequest(initial(), { ...clouds, perturbed: null }).request.perturbed, undefined);
});

test('what is no number is refused where it stands', () => {
  for (const text of ['', '  ', 'abc', '1e400', 'Infinity', 'NaN', '0x10', '1,5', '1 2', '--1']) {
    const { errors } = toRequest({ ...initial(), sigma: text }, clouds);
    assert.deepEqual(Object.keys(errors), ['sigma'], text);
  }
  assert.match(toRequest({ ...initial(), sigma: '0,5' }, clouds).errors.sigma, /0\.5/);
  assert.ok(toRequest(initial(), { clean: null, perturbed: null }).errors.clean);
});

test('a refused field is found in the form', () => {
  const values = initial();
  assert.equal(controlFor('sigma', values), 'sigma');
  assert.equal(controlFor('prediction.samples', values), 'voted');
  assert.equal(controlFor('prediction', values), 'votes');
  assert.equal(controlFor('clean.points[3]', values), 'clean');
  assert.equal(controlFor('axis[1]', values), 'direction');
  assert.equal(controlFor('perturbed.axis', values), 'axis');
  assert.equal(controlFor('prediction.runner_up.votes', values), 'runnerVotes');
  assert.equal(controlFor('prediction.runner_up', { ...values, given: 'probability' }), 'runnerProbability');
  assert.equal(controlFor('bound', values), 'bound');
  assert.equal(controlFor('preparation.points', values), 'kept');
  assert.equal(controlFor('preparation.normalise', values), 'normalise');
  assert.equal(controlFor('permutation', values), 'permutation');
  assert.equal(controlFor('gram.matrix', values), '');
  assert.equal(controlFor(undefined, values), '');
});
