// The page's state and the request it makes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controlFor, toRequest, toValues } from '../../form/request.js';
import { decode, encode, initial } from '../../form/address.js';
import { CERTIFICATE_FORM } from '../../form/certificate-form.js';
import { fromSettings, initialSettings, settingFor, toSettings } from '../../form/settings.js';

const clouds = { clean: { dimension: 3, file: 'clean' }, perturbed: { dimension: 3, file: 'perturbed' } };

/** The entries as a visitor first meets them, with how sure a classifier is. */
const sure = () => ({ ...initial(), probability: '0.95', votes: '9731', voted: '10000' });

test('every entry goes through the hash and back', () => {
  const values = initial();
  for (const [name, { choices, longest }] of Object.entries(CERTIFICATE_FORM)) values[name] = choices?.at(-1) ?? `1e-3 & ünï=#${name}`.slice(0, longest);
  assert.deepEqual(decode(encode(values)).values, values);
  assert.equal(encode(initial()), '#v=2');
});

test('an example alone means its own entries; with others it is what was entered', () => {
  assert.equal(decode('#v=1&example=lidar-3d').alone, true);
  assert.equal(decode('#v=1&view=explore&example=lidar-3d&mapNorm=2').alone, true);
  assert.equal(decode('#v=1&example=lidar-3d&sigma=0.1').alone, false);
  assert.equal(decode('#v=1').alone, false);
  const { values, alone } = decode(encode({ ...initial(), example: 'lidar-3d' }));
  assert.deepEqual([values, alone], [{ ...initial(), example: 'lidar-3d' }, false]);
});

test('an address of the first version says what it said: of an example how sure its classifier is, of one’s own cloud nothing', () => {
  const read = (hash) => decode(hash).values;
  const { votes, voted, probability, draws, noise } = read('#v=1&example=lidar-3d&draws=7');
  assert.deepEqual([votes, voted, probability, draws, noise], ['9731', '10000', '0.95', '7', '0']);
  assert.deepEqual(read('#v=1&perturbation=rotate'), { ...initial(), perturbation: 'rotate', noise: '0.1' });
  assert.deepEqual(read('#v=1&sigma=2'), { ...initial(), sigma: '2' });
  assert.deepEqual(read('#v=2&example=lidar-3d&perturbation=rotate'), { ...initial(), example: 'lidar-3d', perturbation: 'rotate' });
  assert.equal(decode('#example=lidar-3d').alone, true, 'without a version it is the present one');
});

test('nobody is sure before it is said', () => {
  for (const [given, name] of [['votes', 'votes'], ['probability', 'probability']]) {
    const { request, errors } = toRequest({ ...initial(), given }, clouds);
    assert.match(errors[name], /^Enter votes or a probability/);
    assert.deepEqual([Object.keys(errors), request.prediction], [[name], {}]);
  }
  assert.deepEqual(Object.keys(toRequest({ ...initial(), votes: '7' }, clouds).errors), ['voted']);
});

test('a hash from elsewhere is read with care', () => {
  assert.deepEqual(decode(''), {});
  assert.match(decode('#section').problem, /does not know/);
  assert.deepEqual(decode('#stage'), {});
  assert.deepEqual(decode('#draw'), { draw: true });
  assert.deepEqual(decode('#key=00ff'), { key: '00ff', request: undefined });
  assert.deepEqual(decode('#key=00ff&request=A-_z'), { key: '00ff', request: 'A-_z' });
  assert.deepEqual(decode('#request='), { key: undefined, request: '' });
  assert.match(decode('#v=7&sigma=2').problem, /another version/);
  const { values } = decode(`#v=1&group=SU&sigma=0.5&evil=1&alpha=${'9'.repeat(200)}`);
  assert.deepEqual(values, { ...initial(), sigma: '0.5' });
});

test('a hash names a run for the view of datasets, and no other address says it again', () => {
  const { run, values, view } = decode('#v=1&view=dataset&run=furniture-turned');
  assert.deepEqual([run, encode(values, view)], ['furniture-turned', '#v=2&view=dataset']);
  assert.equal(decode(`#v=1&view=dataset&run=${'9'.repeat(200)}`).run.length, 80);
  for (const hash of ['#v=1&view=dataset', '#v=1&view=dataset&run=', '#v=1&view=explore&run=a', '#v=1&run=a']) assert.equal(decode(hash).run, undefined, hash);
});

test('entries become a request and a request becomes entries', () => {
  const values = { ...sure(), perturbation: 'rotate', axis: '0, 1 0', given: 'probability', probability: ' .9 ', group: 'O' };
  const { request, errors } = toRequest(values, clouds);
  assert.deepEqual(errors, {});
  assert.deepEqual(request, {
    clean: { file: 'clean' },
    perturbed: { attack: 'rotate', degrees: 5, axis: [0, 1, 0], noise: 0, seed: 0 },
    sigma: 0.1, prediction: { probability: 0.9 }, group: 'O', permutation: false, alpha: 0.001,
  });
  assert.deepEqual(toRequest(toValues(request), clouds).request, request);
  const drawn = { ...request, samples: 7000 };
  assert.deepEqual(toRequest(toValues(drawn), clouds).request, drawn, 'draws that are given are obeyed, and none are made up');
  const { request: stretched } = toRequest({ ...values, stretch: '1.02' }, clouds);
  assert.deepEqual(stretched.perturbed, { ...request.perturbed, stretch: 1.02 });
  assert.equal(toValues(stretched).stretch, '1.02');
});

test('σ is a number, or a list of them', () => {
  const sigma = (text) => { const { request, errors } = toRequest({ ...sure(), sigma: text }, clouds); return errors.sigma ?? request.sigma; };
  assert.deepEqual([' 0.25 ', '0.1 0.2', '0.1, 0.2,.3', '1;2'].map(sigma), [0.25, [0.1, 0.2], [0.1, 0.2, 0.3], [1, 2]]);
  assert.deepEqual(['0,25', '0.1 x 0.3', ''].map((text) => typeof sigma(text)), ['string', 'string', 'string']);
  const { request } = toRequest({ ...sure(), sigma: '0.1 0.2' }, clouds);
  assert.equal(toValues(request).sigma, '0.1 0.2');
});

test('axis and runner-up become a request and entries again', () => {
  const axis = { ...sure(), group: 'axis', direction: '0, 1, 1', translation: 'true', runnerVotes: '12' };
  const { request, errors } = toRequest(axis, clouds);
  assert.deepEqual(errors, {});
  assert.deepEqual([request.group, request.axis, request.translation], ['axis', [0, 1, 1], true]);
  assert.deepEqual(request.prediction, { votes: 9731, samples: 10000, runner_up: { votes: 12 } });
  assert.deepEqual(toRequest(toValues(request), clouds).request, request);
  assert.deepEqual(decode(encode(axis)).values, axis);
  assert.deepEqual(toRequest({ ...sure(), given: 'probability', runnerVotes: '12' }, clouds).request.prediction, { probability: 0.95 });
  assert.deepEqual(toRequest({ ...sure(), given: 'probability', runnerProbability: '0.2' }, clouds).request.prediction.runner_up, { probability: 0.2 });
  assert.deepEqual(Object.keys(toRequest({ ...axis, direction: '0 1', runnerVotes: 'few' }, clouds).errors).sort(), ['direction', 'runnerVotes']);
  assert.equal(toRequest({ ...axis, group: 'SO' }, clouds).request.axis, undefined);
});

test('point order and preparation become a request and entries again', () => {
  const values = { ...sure(), permutation: 'true', kept: ' 1024', samplingSeed: '7', normalise: 'unit_sphere' };
  const { request, errors } = toRequest(values, clouds);
  assert.deepEqual(errors, {});
  assert.equal(request.permutation, true);
  assert.deepEqual(request.preparation, { points: 1024, method: 'random', seed: 7, normalise: 'unit_sphere' });
  assert.deepEqual(toRequest(toValues(request), clouds).request, request);
  assert.deepEqual(decode(encode(values)).values, values);
  assert.equal(toRequest(sure(), clouds).request.preparation, undefined);
  assert.deepEqual(toRequest({ ...sure(), normalise: 'centre' }, clouds).request.preparation, { normalise: 'centre' });
  const farthest = { ...values, method: 'farthest', samplingSeed: 'none' };
  assert.deepEqual(
    toRequest(farthest, clouds).request.preparation, { points: 1024, method: 'farthest', normalise: 'unit_sphere' }, 'no seed where none is used',
  );
  assert.deepEqual(Object.keys(toRequest({ ...values, kept: 'half', samplingSeed: 'x' }, clouds).errors).sort(), ['kept', 'samplingSeed']);
});

test('radii only, by choice or for want of a second file', () => {
  assert.equal(toRequest({ ...sure(), perturbation: 'none' }, clouds).request.perturbed, undefined);
  assert.equal(toRequest(sure(), { ...clouds, perturbed: null }).request.perturbed, undefined);
});

test('what is no number is refused where it stands', () => {
  for (const text of ['', '  ', 'abc', '1e400', 'Infinity', 'NaN', '0x10', '1,5', '--1']) {
    const { errors } = toRequest({ ...sure(), sigma: text }, clouds);
    assert.deepEqual(Object.keys(errors), ['sigma'], text);
  }
  assert.match(toRequest({ ...sure(), sigma: '0,5' }, clouds).errors.sigma, /0\.5/);
  assert.ok(toRequest(sure(), { clean: null, perturbed: null }).errors.clean);
});

test('a probability is read in per cent and with a comma', () => {
  const read = (probability) => {
    const { request, errors } = toRequest({ ...sure(), given: 'probability', probability }, clouds);
    return errors.probability ?? request.prediction.probability;
  };
  assert.deepEqual(['93 %', '93%', '0,93', '93,5 %', ' 0.93 ', '.5'].map(read), [0.93, 0.93, 0.93, 0.935, 0.93, 0.5]);
  assert.deepEqual(['93 percent', '%', '0,9,3'].map((text) => typeof read(text)), ['string', 'string', 'string']);
});

test('whole numbers may be grouped as the page prints them, others not', () => {
  const { request, errors } = toRequest({ ...sure(), votes: '9,894', voted: ' 1,000,000 ', draws: '100,000', kept: '1,024', runnerVotes: '1,024' }, clouds);
  assert.deepEqual(errors, {});
  assert.deepEqual(request.prediction, { votes: 9894, samples: 1_000_000, runner_up: { votes: 1024 } });
  assert.deepEqual([request.samples, request.preparation.points], [100_000, 1024]);
  for (const text of ['9,89', '0,894', '98,94', '9,,894', '1,5', '9.894,5'])
    assert.deepEqual(Object.keys(toRequest({ ...sure(), votes: text }, clouds).errors), ['votes'], text);
  assert.deepEqual(Object.keys(toRequest({ ...sure(), sigma: '1,234' }, clouds).errors), ['sigma'], 'might be 1.234');
  assert.equal(toSettings({ ...initialSettings(), samples: '10,000' }).settings.samples, 10_000);
});

test('what is done to both clouds first goes to the request and comes back', () => {
  const values = { ...sure(), dropMissing: 'true' };
  assert.deepEqual(toRequest(values, clouds).request.preparation, { drop_missing: true, normalise: 'none' });
  const surface = { ...values, kept: '1024', method: 'surface', samplingSeed: '7', normalise: 'centre' };
  const { request } = toRequest(surface, clouds);
  assert.deepEqual(request.preparation, { drop_missing: true, points: 1024, method: 'surface', seed: 7, normalise: 'centre' });
  assert.deepEqual(toValues(request), { ...surface, probability: '' });
  assert.deepEqual(decode(encode(surface)).values, surface);
});

test('points that come and go become a request and entries again', () => {
  const values = { ...sure(), perturbation: 'changes', subsample: ' 1,024', replaced: '10', moved: '.5', normalise: 'unit_sphere', frame: 'clean' };
  const { request, errors } = toRequest(values, clouds);
  assert.deepEqual(errors, {});
  assert.deepEqual(
    [request.subsample, request.perturbed, request.preparation],
    [1024, { changes: { replaced: 10, added: 0, removed: 0, moved: 0.5, unit: 'file' } }, { normalise: 'unit_sphere', frame: 'clean' }],
  );
  assert.deepEqual(toRequest(toValues(request), clouds).request, request);
  assert.deepEqual(toValues({ ...request, perturbed: { changes: { added: 3 } } }).replaced, '0');
  const paired = toRequest({ ...sure(), subsample: '8', pairing: 'order' }, clouds).request;
  assert.equal(paired.pairing, 'order');
  assert.deepEqual(toRequest(toValues(paired), clouds).request, paired);
  for (const [others, there] of [
    [{ subsample: '' }, clouds], [{ perturbation: 'none' }, clouds], [{}, { ...clouds, perturbed: null }],
  ])
    assert.equal(toRequest({ ...sure(), subsample: '8', pairing: 'order', ...others }, there).request.pairing, undefined);
  assert.equal(toRequest(sure(), clouds).request.subsample, undefined);
  const brushed = { points: [[1, 2, 3]], pairing: [[1, 0]] };
  const left = toRequest({ ...sure(), subsample: '8', perturbation: 'brush' }, { ...clouds, brushed }).request;
  assert.deepEqual([left.perturbed, left.pairing], [{ points: [[1, 2, 3]] }, [[1, 0]]]);
  assert.deepEqual(toRequest({ ...sure(), subsample: '8', perturbation: 'brush' }, clouds).request.perturbed, undefined);
  assert.equal(
    toRequest({ ...sure(), subsample: '8' }, { clean: null, perturbed: null }, { dimension: 2 }).request.subsample, undefined,
    'inner products do not describe single points',
  );
  assert.equal(toRequest({ ...sure(), subsample: '8' }, { clean: null, perturbed: null }, { dimension: 2, points: { clean: 9 } }).request.subsample, 8);
  assert.deepEqual(
    ['subsample', 'perturbed.changes.moved', 'perturbed.changes', 'pairing', 'preparation.frame'].map((field) => controlFor(field, values)),
    ['subsample', 'moved', 'replaced', 'pairing', 'frame'],
  );
});

test('a refused field is found in the form', () => {
  const values = initial();
  assert.equal(controlFor('sigma', values), 'sigma');
  assert.equal(controlFor('prediction.samples', values), 'voted');
  assert.equal(controlFor('prediction', values), 'votes');
  assert.equal(controlFor('prediction.probability', values), 'votes', 'the core asks for one where there are no votes');
  assert.equal(controlFor('prediction.probability', { ...values, given: 'probability' }), 'probability');
  assert.equal(controlFor('clean.points[3]', values), 'clean');
  assert.equal(controlFor('axis[1]', values), 'direction');
  assert.equal(controlFor('perturbed.axis', values), 'axis');
  assert.equal(controlFor('prediction.runner_up.votes', values), 'runnerVotes');
  assert.equal(controlFor('prediction.runner_up', { ...values, given: 'probability' }), 'runnerProbability');
  assert.equal(controlFor('preparation.points', values), 'kept');
  assert.equal(controlFor('preparation.normalise', values), 'normalise');
  assert.equal(controlFor('permutation', values), 'permutation');
  assert.equal(controlFor('gram.matrix', values), '');
  assert.equal(controlFor(undefined, values), '');
});

test('entries of a run become settings and settings become entries', () => {
  assert.deepEqual(toSettings(initialSettings()).settings.withstand, {}, 'a run begins with every transformation');
  const scale = { ...initialSettings(), family: 'scale' }, { settings, errors } = toSettings(scale);
  assert.deepEqual(errors, {});
  assert.deepEqual(settings, {
    sigma: 0.1, group: 'SE', permutation: false, alpha: 0.001, samples: 100000, seed: 0,
    attack: { family: 'scale', norms: [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3] },
  });
  assert.deepEqual(fromSettings(settings), { ...scale, noise: '0' });
  const rotate = {
    ...initialSettings(), family: 'rotate', degrees: '0; 5,90', noise: '−.5', group: 'axis', axis: '0 1 0', translation: 'true', points: ' 64',
    normalise: 'centre',
  };
  const { settings: turned } = toSettings(rotate);
  assert.deepEqual(turned.attack, { family: 'rotate', degrees: [0, 5, 90], noise: -0.5, draws: 10 });
  assert.deepEqual([turned.axis, turned.translation, turned.preparation], [[0, 1, 0], true, { points: 64, normalise: 'centre' }]);
  assert.deepEqual(toSettings(fromSettings(turned)).settings, turned);
  for (const [along, withstand] of /** @type {[string, object][]} */ ([['', {}], ['0 1 0', { along: [0, 1, 0] }]])) {
    const { settings: ranges } = toSettings({ ...initialSettings(), family: 'withstand', along });
    assert.deepEqual([ranges.withstand, ranges.attack], [withstand, undefined]);
    assert.deepEqual(toSettings(fromSettings(ranges)).settings, ranges);
  }
  const sampled = { ...initialSettings(), subsample: ' 1,024', normalise: 'unit_sphere', frame: 'clean', family: 'withstand', moved: '.5' };
  const { settings: counts } = toSettings(sampled);
  assert.deepEqual([counts.subsample, counts.withstand, counts.preparation], [1024, { moved: 0.5 }, { normalise: 'unit_sphere', frame: 'clean' }]);
  assert.deepEqual(toSettings(fromSettings(counts)).settings, counts);
  assert.deepEqual(
    [toSettings({ ...sampled, subsample: '' }).settings.withstand, toSettings({ ...sampled, family: 'scale' }).settings.subsample], [{}, 1024],
    'what moves is asked beside points that come and go',
  );
  assert.deepEqual(['subsample', 'withstand.moved', 'preparation.frame'].map(settingFor), ['subsample', 'moved', 'frame']);
  assert.deepEqual(Object.keys(toSettings({ ...sampled, subsample: 'few', moved: 'far' }).errors).sort(), ['moved', 'subsample']);
  const { settings: prepared } = toSettings({ ...initialSettings(), dropMissing: 'true', points: '1024', method: 'surface' });
  assert.deepEqual(prepared.preparation, { drop_missing: true, points: 1024, method: 'surface' });
  assert.deepEqual(toSettings(fromSettings(prepared)).settings, prepared);
  assert.deepEqual(toSettings({ ...scale, method: 'surface' }).settings, settings, 'nothing is sampled');
  assert.equal(fromSettings({ ...settings, preparation: { points: 3, seed: 7 } }).seed, '0', 'the seed of the sampling is not that of the attack');
});

test('both forms refuse the same texts with the same words', () => {
  for (const [text, said] of [
    ['0x10', '“0x10” is not a number.'], ['', 'Enter a number.'], ['0,1', 'Write a point instead of the comma: 0.1'],
    ['1e999', '“1e999” is not a number.'], ['Infinity', '“Infinity” is not a number.'],
  ]) {
    assert.equal(toRequest({ ...initial(), sigma: text }, clouds).errors.sigma, said);
    assert.equal(toSettings({ ...initialSettings(), sigma: text }).errors.sigma, said);
  }
  const { errors } = toSettings({ ...initialSettings(), family: 'scale', norms: '0 0x1', points: 'all', group: 'axis', axis: '0 1' });
  assert.deepEqual(errors, { norms: '“0x1” is not a number.', points: '“all” is not a number.', axis: 'Enter three numbers, such as 0 0 1.' });
  assert.deepEqual(toSettings({ ...initialSettings(), family: 'scale', norms: ' ' }).errors, { norms: 'Enter numbers, such as 0 0.1 0.2.' });
});

test('a refused setting is found in the form', () => {
  assert.deepEqual(
    [
      'sigma', 'attack.norms', 'attack.norms[3]', 'attack', 'preparation.points', 'preparation.drop_missing', 'preparation', 'axis[1]',
      'clouds[0].name', undefined,
    ].map(settingFor),
    ['sigma', 'norms', 'norms', 'family', 'points', 'dropMissing', 'points', 'axis', '', ''],
  );
});

test('noise on attributes goes through the form and back, whatever way they are shown', () => {
  const model = { attributes: ['ring', { name: 'intensity', scale: 0.5 }, { name: 'charge', values: [0, 1] }] };
  const request = { ...toRequest(sure(), clouds).request, attribute_sigma: { ring: 1, intensity: 0.2 } };
  const seeing = { ...request, prediction: { ...request.prediction, model } }, values = toValues(seeing);
  assert.deepEqual(toRequest(values, clouds), { request: seeing, errors: {} });
  assert.deepEqual(decode(encode(values)).values.attributes, values.attributes);
  const wrong = toRequest({ ...values, attributes: '[{"name":"ring","sigma":"0,2"}]' }, clouds).errors;
  assert.deepEqual(wrong, { attributes: 'σ of ring: Write a point instead of the comma: 0.2' });
  assert.equal(controlFor('attribute_sigma.ring', values), 'attributes');
});

test('noise on transformations goes through both forms and back, for the group axis alone', () => {
  const noise = { twist: 0.26, shear: 0.1 };
  const values = { ...sure(), group: 'axis', twistNoise: '0.26', shearNoise: ' .1' };
  const { request } = toRequest(values, clouds);
  assert.deepEqual(request.noise, noise);
  assert.deepEqual(toRequest({ ...toValues(request), example: '' }, clouds).request.noise, noise);
  assert.equal(toRequest({ ...values, group: 'SE' }, clouds).request.noise, undefined);
  assert.deepEqual(Object.keys(toRequest({ ...values, taperNoise: 'some' }, clouds).errors), ['taperNoise']);
  assert.deepEqual(['noise', 'noise.shear'].map((field) => controlFor(field, values)), ['twistNoise', 'shearNoise']);
  const run = { ...initialSettings(), group: 'axis', twistNoise: '0.26', shearNoise: '0.1' };
  const { settings } = toSettings(run);
  assert.deepEqual(settings.noise, noise);
  assert.deepEqual(toSettings(fromSettings(settings)).settings, settings);
  assert.equal(toSettings({ ...run, group: 'T' }).settings.noise, undefined);
  assert.equal(settingFor('noise.taper'), 'taperNoise');
});
