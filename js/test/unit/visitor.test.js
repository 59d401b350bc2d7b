// The desk without a page: a clean cloud of one's own begins with nothing said of it, whichever way it comes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../certificate/desk.js';
import { countedIn } from '../../certificate/own-documents.js';
import { toValues } from '../../form/request.js';
import { evidenceIn } from '../../question/entered.js';
import { initialState, reduce, supposedTo } from '../../question/state.js';
import { cleanRequest } from '../../question/voted.js';
import { unprovedWords } from '../../certificate/unproved.js';
import { initial } from '../../form/address.js';
import { inWords, isSaid } from '../../form/evidence.js';
import { FakeEngine } from '../tools/fake-engine.js';

const EXAMPLE = { votes: 2000, samples: 2000 };
const file = (name, scale = 1) => new File([JSON.stringify({ points: [[scale, 0], [0, 1], [-1, -1]] })], name);

/** A desk with the example on it. */
async function laid(votes = EXAMPLE, evidence = { sampling: { sigma: 0.1 }, classifier: { group: 'SE' } }) {
  const engine = new FakeEngine();
  const desk = new Desk(engine);
  const request = { sigma: 0.1, prediction: { ...votes, evidence }, group: 'SE', gram: {} };
  const values = { ...toValues(request), example: 'digit-2d' };
  await desk.fill(values, { clean: file('clean.json'), perturbed: file('perturbed.json') }, countedIn(request));
  await desk.certify();
  assert.deepEqual(engine.asked[0].prediction.votes, votes.votes);
  engine.asked = [];
  return { desk, engine, values: () => desk.entries.values };
}

/** Noise and invariance of one's own classifier. */
const SETTINGS = { sigma: '0.1', group: 'SE' };

/** Nothing is certified or explored, and the visitor is asked for the evidence, the noise and the invariance. */
async function asksFirst({ desk, engine }, what) {
  await desk.certify();
  assert.deepEqual(engine.asked, [], what);
  assert.deepEqual(Object.keys(desk.entries.errors).sort(), ['group', desk.entries.values.given === 'votes' ? 'votes' : 'probability', 'sigma'].sort(), what);
  assert.equal(desk.result.phase, 'failed', what);
  assert.equal(desk.result.certificate, undefined, what);
  assert.equal(cleanRequest(desk.state), null, what);
  assert.equal(desk.stored, null, what);
  assert.deepEqual(evidenceIn(desk.state), {}, what);
}

test('a clean cloud of one’s own has no evidence, whichever way it comes', async () => {
  for (const [what, give] of Object.entries({
    'chosen, dropped, pasted': ({ desk }) => desk.receiveFile(file('mine.xyz'), 'clean'),
    'dropped with its perturbed one': async ({ desk }) => {
      await desk.files.choose('clean', file('mine.xyz'));
      await desk.files.choose('perturbed', file('theirs.xyz'));
    },
    'given at once with its perturbed one': ({ desk }) =>
      Promise.all([desk.receiveFile(file('mine.xyz'), 'clean'), desk.receiveFile(file('theirs.xyz'), 'perturbed')]),
    'after the perturbed one': async ({ desk }) => {
      await desk.receiveFile(file('theirs.xyz'), 'perturbed');
      await desk.receiveFile(file('mine.xyz'), 'clean');
    },
    'with the name of the example’s file': ({ desk }) => desk.receiveFile(file('clean.json'), 'clean'),
    'after the example’s was removed': ({ desk }) => {
      desk.files.remove('clean');
      return desk.receiveFile(file('mine.xyz'), 'clean');
    },
    'one of several in a file': async ({ desk }) => {
      await desk.receiveFile(file('many.npz'), 'clean');
      desk.engine.open = async () => ({ dimension: 2, count: 3 });
      await desk.files.choosePart('clean', 'a');
    },
    'after one that could not be read': async ({ desk }) => {
      await desk.receiveFile(file('bad.xyz'), 'clean');
      await desk.receiveFile(file('mine.xyz'), 'clean');
    },
  })) {
    const all = await laid();
    await give(all);
    const { given, sigma, group, permutation, example } = all.values();
    assert.deepEqual([isSaid(all.values()), given, sigma, group, permutation, example], [false, 'votes', '', '', 'false', ''], what);
    assert.equal(all.desk.said.before, null, `${what}: an example's votes are not offered`);
    await asksFirst(all, what);
    all.desk.entries.set('given', 'probability');
    await asksFirst(all, what);
    all.desk.entries.set('probability', '0.9');
    await all.desk.certify();
    assert.deepEqual(all.engine.asked, [], `${what}: no value of the example certifies`);
    all.desk.entries.setAll(SETTINGS);
    await all.desk.certify();
    assert.deepEqual(all.engine.asked[0].prediction, { probability: 0.9 }, what);
  }
});

test('another cloud of the same file, another reading of it, and another file are other clouds', async () => {
  for (const [what, give] of Object.entries({
    file: ({ desk }) => desk.receiveFile(file('other.xyz', 2), 'clean'),
    'the same file again': ({ desk }) => desk.receiveFile(file('mine.xyz'), 'clean'),
    reading: ({ desk }) => desk.files.readAgain('clean', { transposed: true }),
    part: ({ desk }) => desk.files.choosePart('clean', 'b'),
    'none any more': async ({ desk }) => desk.files.remove('clean'),
  })) {
    const all = await laid();
    await all.desk.receiveFile(file('mine.xyz'), 'clean');
    all.desk.entries.set('votes', '97');
    all.desk.entries.set('voted', '100');
    await give(all);
    assert.equal(isSaid(all.values()), false, what);
    assert.equal(inWords(all.desk.said.before), '97 of 100 votes', `${what}: what the visitor had said is offered`);
    all.desk.sayAgain();
    assert.deepEqual([all.values().votes, all.values().voted], ['97', '100'], what);
    assert.equal(all.desk.said.before, null);
  }
});

test('what is said while a file is read, or while there is no cloud, is of the cloud that comes', async () => {
  const all = await laid();
  let go;
  all.engine.gate = new Promise((resolve) => { go = resolve; });
  const coming = all.desk.receiveFile(file('mine.xyz'), 'clean');
  all.desk.entries.set('votes', '97');
  all.desk.entries.set('given', 'model');
  all.desk.entries.set('given', 'votes');
  all.desk.entries.set('voted', '100');
  all.desk.entries.set('sigma', '0.3');
  assert.equal(all.desk.files.clouds.clean.name, 'clean.json');
  go();
  await coming;
  assert.deepEqual([all.values().sigma, all.values().group], ['0.3', ''], 'what was not said since is open');
  all.desk.entries.set('group', 'SE');
  await all.desk.certify();
  assert.deepEqual(all.engine.asked[0].prediction, { votes: 97, samples: 100 });

  const empty = await laid();
  empty.desk.files.remove('clean');
  empty.desk.entries.set('given', 'probability');
  empty.desk.entries.set('probability', '0.8');
  await empty.desk.receiveFile(file('mine.xyz'), 'clean');
  assert.equal(empty.values().probability, '0.8');
  await empty.desk.receiveFile(file('next.xyz'), 'clean');
  assert.equal(empty.values().probability, '', 'it was of the one before');
});

test('votes typed while another cloud is on its way are of that cloud alone, also where it does not come', async () => {
  for (const [what, end] of Object.entries({
    'it cannot be read': ({ go }) => go(),
    'it is cancelled': ({ desk }) => desk.files.stop('clean'),
    'a step back, and forward to where it was on its way': async ({ desk, engine }) => {
      engine.gate = Promise.resolve();
      const left = desk.state, other = { ...left, said: { ...left.said, values: { ...desk.own.values, alpha: '0.01' }, ahead: null } };
      await desk.resume(other);
      await desk.resume(left);
    },
    'a reload by the address of then': async ({ desk, engine }) => {
      const { values, settings } = desk.own, { clean } = desk.files.clouds;
      engine.gate = Promise.resolve();
      await desk.fill({ ...values }, { clean: clean.source }, null, { settings });
    },
    'the one before is removed': ({ desk, engine }) => {
      engine.gate = Promise.resolve();
      desk.files.remove('clean');
    },
    'yet another one is given and cannot be read': async ({ desk, go }) => {
      const next = desk.files.choose('clean', file('bad2.xyz'));
      go();
      await next;
    },
    'yet another one takes its place': async ({ desk, go }) => {
      const next = desk.files.choose('clean', file('next.xyz'));
      go();
      await next;
    },
  })) {
    const all = await laid(), { desk, engine } = all;
    let go;
    engine.gate = new Promise((resolve) => { go = resolve; });
    const coming = desk.files.choose('clean', file('bad.xyz'));
    desk.entries.set('sigma', '0.3');
    for (const [name, text] of [['votes', '97'], ['voted', '100']]) desk.entries.set(name, text);
    assert.equal(cleanRequest(desk.state), null, `${what}: no radius of the cloud before`);
    await end({ ...all, go });
    go();
    await coming;
    desk.entries.set('sigma', '0.3');
    await desk.settled();
    await desk.certify();
    const { clean } = desk.files.clouds;
    const { votes } = all.values();
    assert.ok(!isSaid(all.values()) || (clean.name === 'clean.json' && votes === '2000'), `${what}: ${votes} votes of ${clean?.name}`);
    assert.deepEqual(engine.asked.filter(({ prediction }) => prediction.votes === 97 || prediction.votes === 2000), [], `${what}: none at this σ`);
    if (what === 'it cannot be read') assert.equal(inWords(desk.said.before), '97 of 100 votes');
  }
});

test('votes certify nothing under other settings than those they were counted with, until the visitor says so', async () => {
  for (const [entry, other, words] of [
    ['sigma', '0.2', 'Nothing is proved at σ = 0.2 yet: these votes were counted at σ = 0.1.'],
    ['group', 'E', 'Nothing is proved with invariance E yet: these votes were counted with invariance SE.'],
    ['subsample', '2', 'Nothing is proved with 2 points per vote yet: these votes were counted with all points in each vote.'],
    ['permutation', 'true', 'Nothing is proved in any order of the points yet: these votes were counted in the given order of the points.'],
    ['normalise', 'centre', 'Nothing is proved with this sampling and normalisation yet: these votes were counted without sampling or normalisation.'],
  ]) {
    const { desk, engine } = await laid();
    const own = desk.entries.values[entry];
    desk.entries.set(entry, other);
    const { head, text } = unprovedWords(desk, desk.unproved);
    assert.equal(`${head} ${text}`, words);
    await desk.settled();
    await desk.certify();
    assert.deepEqual([engine.asked, desk.result.certificate, evidenceIn(desk.state), cleanRequest(desk.state)], [[], undefined, {}, null], entry);
    const left = desk.state;
    desk.entries.set(entry, own);
    assert.equal(desk.unproved, null, entry);
    await desk.resume(left);
    assert.ok(desk.unproved, `${entry}: a step back finds the same`);
    await desk.claim();
    assert.equal(desk.unproved, null, entry);
    assert.deepEqual([engine.asked.length, evidenceIn(desk.state)], [1, {}], entry);
  }
  for (const [entry, impossible] of [['group', 'axis'], ['subsample', '4000']]) {
    const { desk } = await laid();
    desk.entries.set(entry, impossible);
    assert.equal(desk.unproved, null, `${entry} ${impossible} is refused, not asked about`);
  }
  const { desk } = await laid();
  desk.entries.set('sigma', '0.2');
  desk.entries.set('votes', '1990');
  assert.equal(desk.unproved, null, 'these are the visitor’s');
  desk.entries.set('sigma', '0.4');
  assert.ok(desk.unproved, 'and they belong to that σ');
});

test('a visitor fills in settings in any order, and a second text takes the evidence away', async () => {
  const { desk } = await laid();
  await desk.receiveFile(file('mine.xyz'), 'clean');
  for (const [entry, text] of [['votes', '97'], ['voted', '100'], ['sigma', '0.2'], ['group', 'E'], ['sigma', '0.25']]) desk.entries.set(entry, text);
  desk.entries.commit('sigma');
  assert.equal(desk.unproved, null);
  desk.entries.set('sigma', '0.5');
  assert.match(unprovedWords(desk, desk.unproved).text, /^these votes were given at σ = 0\.25\.$/);
});

test('more points per vote than the cloud has are corrected, which no votes of other settings gain by', async () => {
  const { desk } = await laid();
  await desk.receiveFile(file('mine.xyz'), 'clean');
  desk.entries.setAll(SETTINGS);
  for (const [entry, text] of [['votes', '97'], ['voted', '100'], ['subsample', '4']]) desk.entries.choose(entry, text);
  desk.entries.choose('subsample', '2');
  assert.equal(desk.unproved, null, 'a cloud of 3 points gives no votes of 4');
  for (const text of ['4', '3']) desk.entries.choose('subsample', text);
  assert.match(unprovedWords(desk, desk.unproved).text, /^these votes were given with 2 points per vote\.$/);

  const { desk: example } = await laid();
  for (const text of ['4', '2']) example.entries.choose('subsample', text);
  assert.match(unprovedWords(example, example.unproved).text, /^these votes were counted with all points in each vote\.$/);
});

test('a probability belongs to the number of points per vote that it was given for', async () => {
  const { desk } = await laid();
  await desk.receiveFile(file('mine.xyz'), 'clean');
  desk.entries.setAll({ given: 'probability', group: 'SE' });
  desk.entries.set('subsample', '2');
  desk.entries.commit('subsample');
  desk.entries.set('probability', '0.9');
  desk.entries.choose('sigma', '0.2');
  desk.entries.choose('sigma', '0.4');
  assert.equal(desk.unproved, null);
  desk.entries.set('subsample', '');
  assert.match(unprovedWords(desk, desk.unproved).text, /^this probability was given with 2 points per vote\.$/);
});

test('what was typed over an example’s votes does not follow to another cloud, but can be said again', async () => {
  const all = await laid();
  all.desk.entries.set('votes', '1990');
  await all.desk.receiveFile(file('mine.xyz'), 'clean');
  assert.equal(isSaid(all.values()), false);
  assert.equal(inWords(all.desk.said.before), '1990 of 2000 votes');
});

test('a file that cannot be read, and another perturbed cloud, leave what was said', async () => {
  const all = await laid();
  await all.desk.receiveFile(file('bad.xyz'), 'clean');
  assert.equal(all.values().votes, '2000');
  all.desk.files.keepCloud('clean');
  await all.desk.receiveFile(file('theirs.xyz'), 'perturbed');
  await all.desk.certify();
  assert.equal(all.engine.asked[0].prediction.votes, 2000, 'it is of the clean cloud');
  await all.desk.receiveFile(file('mine.xyz'), 'clean');
  assert.equal(isSaid(all.values()), false);
  assert.equal(all.desk.said.before, null, 'still the example’s');
});

test('who lays a cloud on the desk learns whether another one took its place', async () => {
  const { desk } = await laid();
  for (const [next, came] of [[null, true], ['clean', false], ['perturbed', true]]) {
    const filled = desk.fill(desk.entries.values, { clean: file('one.xyz') });
    if (next) await desk.receiveFile(file('two.xyz'), next);
    assert.equal(await filled, came, next);
  }
});

test('a model votes on each cloud itself', async () => {
  const all = await laid();
  all.desk.entries.set('given', 'model');
  await all.desk.receiveFile(file('mine.xyz'), 'clean');
  assert.deepEqual([all.values().given, all.values().votes, isSaid(all.values())], ['model', '', true]);
  assert.equal(all.desk.votes, null, 'none are counted yet');
});

test('entries of an address are of the clouds that are kept with it, not of others', async () => {
  const desk = new Desk(new FakeEngine());
  await desk.fill({ ...initial(), votes: '97', voted: '100' }, { clean: file('kept.xyz') });
  await desk.certify();
  assert.equal(desk.engine.asked[0].prediction.votes, 97, 'a reload');
  const lost = new Desk(new FakeEngine());
  await lost.fill({ ...initial(), votes: '97', voted: '100' }, {});
  await lost.receiveFile(file('some.xyz'), 'clean');
  assert.equal(isSaid(lost.entries.values), false);
  assert.equal(inWords(lost.said.before), '97 of 100 votes');
});

test('a document keeps what it says of the cloud that it names', async () => {
  const request = {
    clean: { file: 'scans/one.xyz' }, perturbed: { attack: 'scale', norm: 0.1 }, sigma: 0.25, group: 'SE', prediction: { votes: 97, samples: 100 },
  };
  for (const [name, votes] of [['one.xyz', '97'], ['two.xyz', '']]) {
    const { desk, values } = await laid();
    await desk.receiveFile(new File([JSON.stringify(request)], 'ask.json'), 'clean');
    assert.match(desk.notice, /Now drop the clouds that it names: one\.xyz/);
    await desk.receiveFile(file(name), 'clean');
    assert.equal(values().votes, votes, name);
    assert.equal(values().sigma, '0.25');
  }
});

test('a step back finds what was said, and whose it was', async () => {
  const all = await laid();
  const { desk } = all;
  const first = desk.state;
  await desk.receiveFile(file('mine.xyz'), 'clean');
  desk.entries.set('votes', '97');
  desk.entries.set('voted', '100');
  const own = desk.state;
  await desk.resume(first);
  assert.equal(all.values().votes, '2000');
  await desk.resume(own);
  assert.deepEqual([all.values().votes, all.values().sigma], ['97', ''], 'what was open is open again');
  await desk.resume(first);
  await desk.receiveFile(file('mine.xyz'), 'clean');
  assert.equal(desk.said.before, null);
});

test('inner products that were shared are certified with other entries, until a cloud takes their place', async () => {
  const { desk, engine, values } = await laid();
  const gram = { dimension: 2, matrix: [] };
  await desk.compute({ gram, sigma: 0.1, prediction: { probability: 0.97 }, group: 'SE', permutation: false, alpha: 0.01, samples: 1000 });
  assert.deepEqual([values().probability, values().alpha, values().draws], ['0.97', '0.01', '1000']);
  desk.entries.set('sigma', '0.2');
  await desk.certify();
  const { gram: computed, sigma, clean, perturbed, group } = engine.asked.at(-1);
  assert.deepEqual([computed, sigma, clean, perturbed, group], [gram, 0.2, undefined, undefined, 'SE']);
  const moment = desk.state;
  desk.entries.set('given', 'model');
  await desk.certify();
  assert.match(desk.entries.errors.clean, /A model needs points/);
  await desk.receiveFile(file('mine.xyz'), 'clean');
  assert.equal(desk.said.gram, null);
  assert.equal(isSaid({ ...values(), given: 'probability' }), false);
  await desk.resume(moment);
  assert.deepEqual(desk.said.gram, gram);
  await desk.receiveFile(file('theirs.xyz'), 'perturbed');
  assert.equal(desk.said.gram, null);
});

test('a file that is still held against shared inner products gives way to what is given after it', async () => {
  const { desk, engine } = await laid();
  await desk.compute({ gram: { dimension: 2, matrix: [] }, sigma: 0.1, prediction: { probability: 0.97 }, group: 'SE', permutation: false, alpha: 0.01 });
  const opened = new Promise((asked) => { engine.open = () => new Promise((_, fail) => { asked(fail); }); }), received = desk.receiveFiles([file('late.xyz')]);
  const fail = await opened;
  delete engine.open;
  await desk.fill(desk.entries.values, { clean: file('next.xyz') });
  fail(new Error('no points were read'));
  await received;
  assert.deepEqual(Object.values(desk.files.clouds).map((cloud) => cloud?.name), ['next.xyz', undefined]);
});

test('radii without their cloud are certified with other entries, of no perturbed cloud', async () => {
  const { desk, engine, values } = await laid();
  const gram = { dimension: 2, cloud: { points: 9, sha256: '0'.repeat(64) } };
  await desk.compute({ gram, sigma: 0.1, prediction: { probability: 0.97 }, group: 'SE', permutation: false, subsample: 3, alpha: 0.01, samples: 0 });
  assert.deepEqual([values().perturbation, values().subsample], ['none', '3']);
  desk.entries.set('sigma', '0.2');
  await desk.certify();
  const { gram: computed, sigma, clean, subsample } = engine.asked.at(-1);
  assert.deepEqual([computed, sigma, clean, subsample], [gram, 0.2, undefined, 3]);
});

test('a certificate that was cancelled has no draws, and leaves some to whoever opens it', async () => {
  const { desk, engine, values } = await laid();
  const request = {
    clean: {
      points: [
        [1, 0], [0, 1],
      ],
    },
    perturbed: {
      points: [
        [1, 0], [0, 1.1],
      ],
    },
    sigma: 0.25, group: 'SE', permutation: false, alpha: 0.001, prediction: { probability: 0.9 },
  };
  for (const [samples, draws] of [[0, ''], [7000, '7000']]) {
    await desk.receiveFile(new File([JSON.stringify({ core: 'core', certified: true, request: { ...request, samples } })], 'certificate.json'), 'clean');
    assert.equal(engine.asked.at(-1).samples, samples, 'what it is checked against is its own request');
    assert.deepEqual([values().draws, values().sigma], [draws, '0.25']);
  }
});

test('what is known with the usual noise and invariance is supposed, and is no verdict', async () => {
  const { desk, engine } = await laid(), supposed = [];
  engine.closedForms = async (request) => (supposed.push(request), { certificate: { text: '', value: { certified: true } }, complete: true });
  await desk.receiveFile(file('mine.xyz'), 'clean');
  desk.entries.setAll({ votes: '97', voted: '100' });
  await desk.settled();
  while (!supposedTo(desk.state)) await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(supposed.map(({ sigma, group }) => [sigma, group]), [[0.1, 'SE']]);
  assert.deepEqual([desk.result.certificate, cleanRequest(desk.state)], [undefined, null]);
  desk.entries.set('sigma', '0.3');
  assert.equal(supposedTo(desk.state), null, 'it was of another question');
  while (!supposedTo(desk.state)) await new Promise((resolve) => setTimeout(resolve));
  desk.entries.set('group', 'E');
  await desk.settled();
  assert.deepEqual([supposedTo(desk.state), desk.result.request.group, supposed.at(-1).group], [null, 'E', 'E']);
});

test('a brush that gives all points back brings the perturbation that was entered before it, also after a step back', () => {
  const after = (state, ...events) => events.reduce(reduce, state), set = (text) => ({ type: 'set', name: 'perturbation', text });
  const lay = (brushed) => ({ type: 'brushed', brushed, answer: null }), some = { points: [[1, 0, 0]], pairing: [[0, 0]] };
  const scaled = after(initialState, set('scale'), lay(some)), other = after(scaled, set('none'), lay(some));
  const shown = [other, after(other, lay(null)), after(other, { type: 'resume', of: scaled }, lay(null))].map(({ said: { values } }) => values.perturbation);
  assert.deepEqual(shown, ['brush', 'none', 'scale']);
});
