// What an address names comes late, and a visitor gives something else before it is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../certificate/desk.js';
import { initial } from '../../form/address.js';
import { Opening } from '../../page/opening.js';
import { Sharing } from '../../sharing/sharing.js';
import { pack } from '../../trust/link.js';
import { FakeEngine } from '../tools/fake-engine.js';

const file = (name) => new File([JSON.stringify({ points: [[1, 0], [0, 1], [-1, -1]] })], name);

/** The entries of an address: a visitor's, of the files that were kept with it. */
const VALUES = { ...initial(), given: 'votes', votes: '97', voted: '100', sigma: '0.3' };

/** An address whose files come when they may. @param {typeof VALUES} [values] */
function opened(values = VALUES) {
  const desk = new Desk(new FakeEngine()), opening = new Opening({ model: desk, history: { settings: undefined, readFiles: () => kept } });
  let come;
  const kept = new Promise((resolve) => { come = () => resolve({ files: { clean: file('kept.xyz') }, done: false, lost: false }); });
  const restored = opening.restore(values);
  const { values: first } = desk.entries;
  return { desk, come, restored, shown: () => [desk.files.clouds.clean?.name, desk.entries.values.votes, desk.entries.values.sigma], first: first.sigma };
}

test('the files of an address come with what was entered for them', async () => {
  const { come, restored, shown } = opened();
  come();
  await restored;
  assert.deepEqual(shown(), ['kept.xyz', '97', '0.3']);
});

test('what a visitor enters before the files of an address are there stays, and its votes prove nothing under another σ', async () => {
  const { desk, come, restored, shown } = opened();
  desk.entries.set('sigma', '0.2');
  come();
  await restored;
  assert.deepEqual([shown(), desk.unproved?.short], [['kept.xyz', '97', '0.2'], ['0.2', '0.3']]);
});

test('a file that a visitor gives before the files of an address stays, with its settings and without its votes', async () => {
  for (const said of ['', '90']) {
    const { desk, come, restored, shown } = opened();
    await desk.receiveFile(file('mine.xyz'), 'clean');
    if (said) desk.entries.setAll({ given: 'votes', votes: said });
    come();
    await restored;
    assert.deepEqual(shown(), ['mine.xyz', said, '0.3']);
  }
  const { desk, come, restored } = opened({ ...VALUES, example: 'chair-3d', draws: '7', permutation: 'true' });
  await desk.receiveFile(file('mine.xyz'), 'clean');
  come();
  await restored;
  const { draws, permutation, sigma, example } = desk.entries.values;
  assert.deepEqual([draws, permutation, sigma, example], ['7', 'false', '', ''], 'nothing of the classifier of an example');
});

test('what replaces everything before the files of an address are there keeps nothing of the address', async () => {
  const { desk, come, restored, shown, first } = opened();
  await desk.fill({ ...initial(), votes: '5' }, { clean: file('other.xyz') });
  come();
  await restored;
  assert.deepEqual(shown(), ['other.xyz', '5', first]);
});

test('an address that is left gives its files up', async () => {
  const { desk, come, restored, shown, first } = opened();
  desk.send({ type: 'drop', place: 'all' });
  come();
  await restored;
  assert.deepEqual(shown(), [undefined, '', first]);
});

for (const [what, act, shown] of [
  ['a cloud stays', (desk) => desk.receiveFile(file('mine.xyz'), 'clean'), ['mine.xyz', '']],
  ['no setting stays', (desk) => desk.entries.set('sigma', '0.9'), ['request-clean.json', '2']],
]) test(`${what} that is given while the first bytes of a dropped document are read`, async () => {
  const desk = new Desk(new FakeEngine()), document = new File([JSON.stringify({ sigma: 2, clean: { points: [[5, 5]] } })], 'request.json');
  let come;
  const read = new Promise((resolve) => { come = resolve; });
  document.slice = () => ({ arrayBuffer: () => read });
  const dropped = desk.receiveFile(document, 'perturbed');
  await act(desk);
  come(new TextEncoder().encode('{'));
  await dropped;
  assert.deepEqual([desk.files.clouds.clean.name, desk.entries.values.sigma], shown);
  assert.deepEqual(desk.state.coming, []);
});

test('a file stays that is given while a link is opened, whose request comes late', async () => {
  const engine = new FakeEngine(), desk = new Desk(engine), sharing = new Sharing(desk, { base: 'http://localhost', edge: '', publicKey: '' });
  let start, read;
  const ready = new Promise((resolve) => { start = resolve; });
  engine.ready = () => ready;
  engine.gate = new Promise((resolve) => { read = resolve; });
  const opened = sharing.open({ request: await pack('{"gram":{}}') });
  await new Promise(setImmediate);
  const given = desk.receiveFile(file('mine.xyz'), 'clean');
  start('core');
  await opened;
  read();
  await given;
  assert.deepEqual([desk.files.clouds.clean?.name, desk.said.gram, sharing.linked], ['mine.xyz', null, null]);
  const links = [sharing.open({ request: 'AA' }), sharing.open({ request: await pack('{"gram":{}}') })];
  await Promise.all(links);
  assert.deepEqual([sharing.linked?.damage, desk.said.gram], ['', {}], 'of two links the last is opened');
});
