// Errors in the entries: those that the page finds and those of the core, shown at once, each requested once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../certificate/desk.js';
import { reasonOf } from '../../certificate/reason.js';
import { initial } from '../../form/address.js';
import { isUnsure } from '../../words/words.js';
import { file, newEngine } from './engine.js';

const triangle = (name, points = '0 0\n1 0\n0 1\n') => file(name, points);

/** A desk with two clouds and votes, and what it asks the core to look at. */
async function laid(entries = {}, files = { clean: triangle('clean.xyz'), perturbed: triangle('perturbed.xyz') }) {
  const engine = newEngine();
  const asked = [];
  const check = engine.check.bind(engine);
  engine.check = (request) => check(asked[asked.push(request) - 1]);
  const desk = new Desk(engine);
  await desk.fill({ ...initial(), votes: '90', voted: '100', draws: '0', ...entries }, files);
  return { desk, asked };
}

/** The entries that are marked when Certify is pressed, each with how its sentence begins. */
async function assertMarked({ desk, asked }, wanted, why) {
  await desk.settled();
  const before = asked.length;
  await desk.certify();
  const { errors } = desk.entries;
  assert.deepEqual(Object.keys(errors).sort(), Object.keys(wanted).sort(), why);
  for (const [name, begins] of Object.entries(wanted)) assert.ok(errors[name].startsWith(begins), `${why}: ${name}: ${errors[name]}`);
  assert.equal(desk.result.phase, 'failed', why);
  assert.equal(asked.length - before, 1, `${why}: asked once`);
}

const NONE = 'Choose, drop or paste';

test('all that is wrong is marked, and the core is asked once', async () => {
  for (const [why, entries, wanted] of [
    [
      'the core alone', { sigma: '-1', alpha: '2', votes: '101' },
      { sigma: 'Must be positive, got -1', alpha: 'Must be above 0', votes: 'Must be at most samples' },
    ],
    ['page and core', { sigma: 'x', alpha: '2', draws: '-1' }, { sigma: '“x” is not', alpha: 'Must be', draws: 'Must be a whole' }],
    ['samples that are none hide votes', { voted: 'many', alpha: '0' }, { voted: '“many”', alpha: 'Must be' }],
    ['votes that are none, and a runner-up', { votes: '9.5', runnerVotes: '-1', sigma: '0' }, { votes: 'Must be a whole', sigma: 'Must be' }],
    ['nothing said of the prediction', { votes: '', voted: '', alpha: '0' }, { votes: 'Enter votes', alpha: 'Must be' }],
    [
      'an attack', { perturbation: 'rotate', degrees: '1e7', noise: '-1', stretch: '0', seed: 'x', kept: '7' },
      { degrees: 'Is missing or beyond', noise: 'Must be a norm', stretch: 'Must be a factor', seed: '“x”', kept: 'Is 7, but' },
    ],
    ['sampling', { kept: '0', samplingSeed: '-1', sigma: '0' }, { kept: 'Must be a whole', samplingSeed: 'Must be a whole', sigma: 'Must be' }],
    ['the group', { group: 'axis', direction: '0 0 0', alpha: '0' }, { group: '"axis" is for 3-D', direction: 'Must have a length', alpha: 'Must be' }],
    ['a model that is still to vote', { given: 'model', counted: 'x', sigma: '0', alpha: '0' }, { counted: '“x”', sigma: 'Must be', alpha: 'Must be' }],
  ])
    await assertMarked(await laid(entries), wanted, why);
});

test('what is wrong with clouds is marked with the rest, and nothing is said of clouds that are none', async () => {
  const wrong = { sigma: '0', alpha: '0' };
  const marked = { sigma: 'Must be', alpha: 'Must be' };
  const [clean, perturbed] = [triangle('clean.xyz'), triangle('perturbed.xyz')];
  const short = triangle('short.xyz', '0 0\n');
  for (const [why, entries, files, wanted] of [
    ['no clean cloud', wrong, { perturbed }, { ...marked, clean: NONE }],
    ['none, and an attack', { ...wrong, perturbation: 'rotate', noise: '-1' }, {}, { ...marked, clean: NONE, noise: 'Must be a norm' }],
    ['clouds that do not go together', wrong, { clean, perturbed: short }, { ...marked, perturbed: 'Has 1 points' }],
    [
      'a perturbed cloud that cannot be read', { ...wrong, kept: '7' }, { clean, perturbed: triangle('bad.xyz', '0 x\n') },
      { ...marked, perturbed: 'bad.xyz', kept: 'Is 7, but the clean' },
    ],
  ])
    await assertMarked(await laid(entries, files), wanted, why);

  const all = await laid({ ...wrong, kept: '7' });
  await all.desk.receiveFile(triangle('bad.xyz', '0 x\n'), 'clean');
  all.desk.entries.set('votes', '90');
  all.desk.entries.set('voted', '100');
  await assertMarked(all, { ...marked, clean: 'bad.xyz' }, 'the cloud before one that cannot be read is not looked at');

  const other = await laid({ ...wrong, kept: '2', permutation: 'true' }, { clean, perturbed: short });
  await other.desk.receiveFile(triangle('bad.xyz', '0 x\n'), 'perturbed');
  await assertMarked(other, { ...marked, perturbed: 'bad.xyz' }, 'nor a perturbed one with fewer points than are kept');
});

test('a refusal of the core alone marks its entry, and a right one takes the marks away', async () => {
  const all = await laid({ sigma: '-1' });
  await assertMarked(all, { sigma: 'Must be positive, got -1' }, 'one');
  all.desk.entries.set('sigma', '0.1');
  await all.desk.certify();
  assert.deepEqual([all.desk.entries.errors, all.desk.result.phase], [{}, 'done']);
});

test('in place of a verdict the wrong entry is named with the reason, at rest and when it is asked for', async () => {
  const unset = { name: 'unset', head: 'Not known yet.', text: 'Enter the σ that you smoothed with.' };
  for (const [entries, sentence, reason] of /** @type {[Record<string, string>, string, object?][]} */ ([
    [{ sigma: '0' }, 'σ: must be positive, got 0.'],
    [{ sigma: '' }, 'σ: enter a number.', unset],
    [{ alpha: '2' }, 'α: must be above 0 and at most 0.5, got 2.'],
    [{ votes: '101' }, 'Votes: must be at most samples, got 101 of 100.'],
    [{ voted: '' }, 'Out of: enter a number.'],
    [{ given: 'probability', probability: 'sure' }, 'Probability: “sure” is not a number.'],
    [{ given: 'probability', probability: '1.5' }, 'Probability: must be between 0 and 1, both excluded, got 1.5.'],
    [{ draws: '-1' }, 'Draws: must be a whole number from 0 to 10000000, got -1.'],
    [{ top: '0' }, 'First k: must be a whole number from 1 to 1000, got 0.'],
    [{ group: 'axis' }, 'Invariance: "axis" is for 3-D clouds.'],
    [{ sigma: 'x', alpha: '3' }, 'σ: “x” is not a number. Another entry is marked as well.'],
  ])) {
    const { desk } = await laid(entries);
    await desk.settled();
    assert.deepEqual(reasonOf(desk), reason ?? { name: 'entry', head: 'No verdict:', text: sentence }, JSON.stringify(entries));
    await desk.certify();
    assert.equal(desk.result.message, sentence, JSON.stringify(entries));
  }
});

test('a probability that rules a certificate out is told at once, and no draws are offered', async () => {
  const { desk } = await laid({ given: 'probability', probability: '0.4', draws: '' },
    { clean: triangle('clean.xyz'), perturbed: triangle('p.xyz', '0 0\n1 0\n0 1.1\n') });
  await desk.settled();
  const { certificate, request } = desk.result;
  assert.ok(isUnsure(certificate.value, request));
  assert.equal(desk.ask, '');
});
