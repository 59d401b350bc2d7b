// Remedies for an ambiguous file: its reading, dropped points, samples of its surface. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Remedies } from '../../certificate/remedies.js';
import { exampleDesk, file, newEngine } from './engine.js';

const engine = newEngine();

/** A desk with a verdict, to which a file is given in the place of the clean cloud. */
async function given(name, content, entries = {}) {
  const desk = await exampleDesk(engine, 'molecule-3d', 'draws=1000&perturbation=scale');
  await desk.certify();
  for (const [entry, text] of Object.entries(entries)) desk.entries.set(entry, text);
  const before = desk.files.clouds.clean;
  await desk.files.choose('clean', file(name, content));
  const remedies = new Remedies(desk, 'clean');
  const offer = (label) => remedies.all.find((remedy) => remedy.label === label);
  return {
    desk, before, remedies,
    isUsed: (label) => remedies.isUsed(offer(label)),
    toggle: (label) => remedies.toggle(offer(label)),
  };
}

/** Says how the classifier was smoothed and how sure it is of the cloud, and certifies. */
async function certify(desk) {
  for (const [name, text] of [['sigma', '0.1'], ['group', 'SE'], ['votes', '3990'], ['voted', '4000']]) desk.entries.set(name, text);
  await desk.certify();
}

/** The request of the certificate document. */
const request = async ({ documents }) => JSON.parse(new TextDecoder().decode(await documents.certificate())).request;

const size = ({ files: { clouds: { clean } } }) => [clean.name, clean.count, clean.dimension];

/** Points with colours, as float32. */
const coloured = Float32Array.from({ length: 6 * 50 }, (_, i) => (i % 6 < 3 ? Math.sin(i * i) * (1 + i % 6) : (i * 37) % 256));

test('bare numbers: the file asks, everything else stays, one remedy reads it, and is taken back', async () => {
  const { desk, before, isUsed, toggle } = await given('scan.bin', new Uint8Array(coloured.buffer));
  const columns = 'Read 6 columns of float32 (x, y, z and 3 more)';
  assert.match(desk.entries.errors.clean, /^scan\.bin: the file holds only numbers/);
  assert.equal(desk.files.clouds.clean, before);
  assert.equal(desk.result.phase, 'done', 'the verdict stands');
  assert.equal(isUsed(columns), false);

  await toggle(columns);
  assert.deepEqual(size(desk), ['scan.bin', 50, 3]);
  assert.equal(desk.entries.errors.clean, undefined);
  assert.equal(isUsed(columns), true);
  await certify(desk);
  assert.equal(desk.result.phase, 'done');
  assert.deepEqual((await request(desk)).clean.points[1], [...coloured.slice(6, 9)]);

  await toggle(columns);
  assert.match(desk.entries.errors.clean, /choose the columns and the type/);
  desk.files.keepCloud('clean');
  assert.equal(isUsed(columns), true);
});

test('points without coordinates: dropped where a verdict was refused, which comes by itself then, and not any more', async () => {
  const { desk, isUsed, toggle } = await given('kinect.xyz', '1 2 3\nnan nan nan\n4 5 7\n-1 2 0\nnan 1 2\n');
  const drop = 'Drop the 2 points without coordinates';
  assert.match(desk.files.clouds.clean.notes.map(({ text }) => text).join(), /2 of 5 points have no coordinates/);
  await certify(desk);
  assert.equal(desk.result.phase, 'failed');
  assert.match(desk.entries.errors.clean, /2 of 5 points have no coordinates/);
  assert.equal(isUsed(drop), false);
  await toggle(drop);
  assert.equal(desk.result.phase, 'done');
  assert.equal(desk.entries.errors.clean, undefined, 'what was wrong is right');
  const { prepared, clean: { points } } = await request(desk);
  assert.deepEqual(prepared, { drop_missing: true });
  assert.equal(points.length, 3);
  assert.equal(desk.entries.values.dropMissing, 'true');
  await toggle(drop);
  await desk.certify();
  assert.equal(desk.result.phase, 'failed');
});

const tetrahedron = 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 1 3\n3 0 2 3\n3 1 2 3\n';

test('a mesh: its surface is sampled, and what was entered comes back', async () => {
  const { desk, remedies, isUsed, toggle } = await given('solid.off', tetrahedron, { kept: '3', method: 'farthest' });
  const sample = 'Sample the surface: 1,024 points';
  assert.equal(isUsed(sample), false);
  await toggle(sample);
  assert.equal(desk.entries.values.kept, '1024');
  await certify(desk);
  assert.equal(desk.result.phase, 'done');
  assert.deepEqual((await request(desk)).prepared, { points: 1024, method: 'surface' });
  assert.equal(desk.computed.clean.length, 3 * 1024);
  assert.equal(isUsed(sample), true);
  await toggle(sample);
  const { kept, method } = desk.entries.values;
  assert.deepEqual([kept, method], ['3', 'farthest']);
  await desk.files.choose('clean', file('bad.off', 'OFF\n1 0 0\n0 0\n'));
  assert.deepEqual(remedies.all, [], 'what is said is about the other file');
  assert.equal(size(desk)[0], 'solid.off');
});

test('a table of 3 rows asks what they are, and is read the one way or the other', async () => {
  const rows = [0, 1, 2].map((j) => Array.from({ length: 40 }, (_, i) => (i * (j + 2)) % 7).join(',')).join('\n');
  const { desk, toggle } = await given('rows.csv', rows);
  assert.match(desk.entries.errors.clean, /^rows\.csv: the table has 3 rows of 40 numbers/);
  await toggle('Read the rows as x, y and z: 40 points');
  assert.deepEqual(size(desk), ['rows.csv', 40, 3]);
  await toggle('Read the rows as 3 points');
  assert.match(desk.entries.errors.clean, /each row has 40 numbers, perhaps several points/);
  await toggle('Read column 1, column 2 and column 3 as x, y and z');
  assert.equal(desk.entries.errors.clean, undefined);
  assert.deepEqual(size(desk), ['rows.csv', 3, 3]);
  assert.deepEqual([...desk.files.clouds.clean.points], [0, 2, 4, 0, 3, 6, 0, 4, 1]);
});

test('several points in a row: each row becomes a cloud to choose from, or one point of the row is read', async () => {
  const { desk, toggle } = await given('hands.csv', 'x0,y0,z0,x1,y1,z1\n0,10,20,30,40,51\n1,11,21,31,41,51\n');
  assert.match(desk.entries.errors.clean, /several points in a row/);
  await toggle('Read each row as a cloud of several points');
  assert.deepEqual(desk.files.source('clean').parts.map(({ name, count }) => [name, count]), [['1', 2], ['2', 2]]);
  await desk.files.choosePart('clean', '2');
  assert.deepEqual(size(desk), ['hands.csv', 2, 3]);
  assert.deepEqual([...desk.files.clouds.clean.points], [1, 11, 21, 31, 41, 51]);
  await desk.files.readAgain('clean', { coordinates: [4, 5, 6] });
  assert.deepEqual([...desk.files.clouds.clean.points], [30, 40, 51, 31, 41, 51]);
});

/** Has a desk with a verdict read another cloud, which the engine has been given and the page does not show. */
async function readingAnother(t) {
  const desk = await exampleDesk(engine, 'molecule-3d', 'draws=0&perturbation=scale');
  await desk.certify();
  const [before, { open }] = [await request(desk), engine];
  const given = new Promise((resolve) => {
    t.mock.method(engine, 'open', (...call) => {
      resolve(call);
      return open.apply(engine, call);
    }, { times: 1 });
  });
  const other = before.clean.points.map((point) => point.map((x) => 2 * x).join(' ')).join('\n');
  const reading = desk.files.choose('clean', file('other.xyz', other));
  await given;
  return { desk, before, reading };
}

for (const [how, leave] of /** @type {[string, (desk: import('../../certificate/desk.js').Desk) => unknown][]} */ ([
  ['cancelled', (desk) => desk.files.stop('clean')],
  ['followed by a file that is refused', (desk) => desk.files.choose('clean', file('text.xyz', 'no numbers'))],
]))
  test(`a file that is ${how} while it is read never takes the place of the cloud on show`, async (t) => {
    const { desk, before, reading } = await readingAnother(t);
    const saved = request(desk);
    await Promise.all([reading, leave(desk)]);
    assert.deepEqual((await saved).clean.points, before.clean.points, 'saved on the way');
    desk.files.keepCloud('clean');
    desk.entries.set('alpha', '0.002');
    await desk.certify();
    assert.equal(desk.result.phase, 'done');
    assert.deepEqual((await request(desk)).clean.points, before.clean.points);
  });

test('a certificate that is saved while another cloud comes is not written of that cloud', async (t) => {
  const { desk, reading } = await readingAnother(t);
  const saved = [request(desk), desk.documents.gram()];
  await reading;
  assert.equal(desk.files.clouds.clean.name, 'other.xyz');
  for (const each of saved) await assert.rejects(each, /The verdict has changed meanwhile/);
});

test('a cloud has its own attributes, also if a file that is read in its place is given up', async (t) => {
  const desk = await exampleDesk(engine, 'molecule-3d', 'draws=0&perturbation=scale');
  const table = (value) => file('table.csv', ['x,y,z,heat', '0,0,0,1', '1,0,0,2', '0,1,0,3', `0,0,1,${value}`].join('\n'));
  await desk.files.choose('clean', table(4));
  const { clean } = desk.files.clouds, { points } = engine;
  let values;
  t.mock.method(engine, 'points', async (...call) => {
    const found = await points.apply(engine, call);
    values = clean?.attributes.values('heat');
    desk.files.stop('clean');
    return found;
  }, { times: 1 });
  await desk.files.choose('clean', table(5));
  assert.deepEqual([desk.files.clouds.clean, await values], [clean, Float64Array.of(1, 2, 3, 4)]);
});
