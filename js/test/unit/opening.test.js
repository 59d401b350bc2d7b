// What an address names comes late, and a visitor gives something else before it is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../certificate/desk.js';
import { initial } from '../../form/address.js';
import { Opening } from '../../page/opening.js';
import { FakeEngine } from '../tools/fake-engine.js';

const file = (name) => new File([JSON.stringify({ points: [[1, 0], [0, 1], [-1, -1]] })], name);

/** The entries of an address: a visitor's, of the files that were kept with it. */
const VALUES = { ...initial(), given: 'votes', votes: '97', voted: '100', sigma: '0.3' };

/** An address whose files come when they may. */
function opened() {
  const desk = new Desk(new FakeEngine()), opening = new Opening({ model: desk, history: { settings: undefined, readFiles: () => kept } });
  let come;
  const kept = new Promise((resolve) => { come = () => resolve({ files: { clean: file('kept.xyz') }, done: false, lost: false }); });
  const restored = opening.restore(VALUES);
  const { values } = desk.entries;
  return { desk, come, restored, shown: () => [desk.files.clouds.clean?.name, desk.entries.values.votes, desk.entries.values.sigma], first: values.sigma };
}

test('the files of an address come with what was entered for them', async () => {
  const { come, restored, shown } = opened();
  come();
  await restored;
  assert.deepEqual(shown(), ['kept.xyz', '97', '0.3']);
});

test('a file that a visitor gives before the files of an address stays, with its settings and without its votes', async () => {
  const { desk, come, restored, shown } = opened();
  await desk.receiveFile(file('mine.xyz'), 'clean');
  come();
  await restored;
  assert.deepEqual(shown(), ['mine.xyz', '', '0.3']);
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
