// Members of the groups in words, against the core: a change is nothing once aligned exactly
// where it is a member.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROUPS, members, phrased } from '../../documents/groups.js';
import { newEngine } from './engine.js';

const points = [[0.9, 0.1, 0.3], [-0.4, 0.7, 0.1], [0.2, -0.8, -0.6], [-0.5, -0.3, 0.4], [0.1, 0.2, -0.9]];

/** Changes of a cloud. @type {Record<string, (point: number[]) => number[]>} */
const CHANGES = {
  'translation': ([x, y, z]) => [x + 1, y - 2, z + 0.5],
  'rotation': ([x, y, z]) => [y, z, x],
  'reflection': ([x, y, z]) => [x, y, -z],
  'rotation about an axis': ([x, y, z]) => [-y, x, z],
};

test('a change is removed exactly where it is among the members of the group', async () => {
  const engine = newEngine();
  const invariances = [...GROUPS.map((group) => ({ group })), { group: 'axis', translation: true }];
  for (const invariance of invariances) {
    const own = members(invariance);
    for (const [name, change] of Object.entries(CHANGES)) {
      const request = {
        clean: { points }, perturbed: { points: points.map(change) }, sigma: 0.5, samples: 0, prediction: { probability: 0.9 }, ...invariance,
        ...(invariance.group === 'axis' && { axis: [0, 0, 1] }),
      };
      const { value: { orbit, black_box: given } } = await engine.certify(request);
      const removed = own.includes(name) || (name === 'rotation about an axis' && own.includes('rotation'));
      assert.equal((orbit ?? given).distance < 1e-6, removed, `${JSON.stringify(invariance)}: ${name}`);
    }
  }
});

test('the core takes these groups and no other', async () => {
  const engine = newEngine();
  const refused = async (/** @type {string} */ group) => {
    const failures = await engine.check({ clean: { points }, sigma: 1, prediction: { probability: 0.9 }, group, ...(group === 'axis' && { axis: [0, 0, 1] }) });
    return failures.map(({ message }) => message).join();
  };
  for (const group of GROUPS) assert.equal(await refused(group), '', group);
  assert.equal(await refused('SU'), `must be one of ${GROUPS.join(', ')}, got "SU"`);
});

test('an invariance is said with the translations beside an axis', () => {
  assert.equal(phrased({ group: 'E' }), 'rotation, reflection and translation');
  assert.equal(phrased({ group: 'axis', translation: true }), 'rotation about an axis and translation');
  assert.equal(phrased({ group: 'SO', translation: true }), 'rotation');
  assert.equal(phrased({}), '');
});
