// A desk that is given something else before what it was given is there. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleDesk, file, newEngine } from './engine.js';

/** @typedef {Awaited<ReturnType<typeof exampleDesk>>} Desk */

const engine = newEngine();

/** A desk with a molecule and its verdict. */
async function moleculeDesk() {
  const desk = await exampleDesk(engine, 'molecule-3d', 'draws=0&perturbation=scale&given=probability&probability=0.9');
  await desk.certify();
  return desk;
}

/** A cloud in space. @param {number} size */
function cloud(size) {
  const points = [[0, 0, 0], [size, 0, 0], [0, size, 0], [0, 0, size], [size, size, 0], [size, size, size]];
  return file(`${size}.xyz`, points.map((point) => point.join(' ')).join('\n'));
}

/**
 * Has the engine wait with the next cloud that it opens.
 * @param {import('node:test').TestContext} t @returns {{begun: Promise<void>, goOn: () => void}} begun resolves when the engine is asked to open it
 */
function holdOpening(t) {
  const { open } = engine;
  let begin = () => {}, goOn = () => {};
  const begun = /** @type {Promise<void>} */ (new Promise((resolve) => (begin = resolve)));
  const gone = /** @type {Promise<void>} */ (new Promise((resolve) => (goOn = resolve)));
  t.mock.method(engine, 'open', async (/** @type {Parameters<typeof open>} */ ...call) => {
    begin();
    await gone;
    return open.apply(engine, call);
  }, { times: 1 });
  return { begun, goOn };
}

/** @param {Desk} desk */
const certificateOf = async (desk) => file('molecule.json', new TextDecoder().decode(await desk.documents.certificate()));

/** @param {Desk} desk */
const shown = ({ certificateFile, files: { clouds: { clean } }, result: { certificate } }) => [certificateFile, clean?.name, certificate];

test('a certificate whose clouds are still read gives no verdict on a cloud that comes before them', async (t) => {
  const certificate = await certificateOf(await moleculeDesk());
  const desk = await moleculeDesk();
  const { begun, goOn } = holdOpening(t);
  const reading = desk.receiveFile(certificate, 'clean');
  await begun;
  await desk.fill({ ...desk.entries.values, example: '' }, { clean: cloud(1) });
  goOn();
  await reading;
  await desk.settled();
  assert.deepEqual(shown(desk).slice(0, 2), [null, '1.xyz']);
  assert.deepEqual(desk.result.request?.clean, { file: desk.files.clouds.clean?.file }, 'of the cloud on show');
});

test('a certificate whose clouds are still read gives no verdict on settings that are entered before them', async (t) => {
  const certificate = await certificateOf(await moleculeDesk());
  const desk = await moleculeDesk();
  const { begun, goOn } = holdOpening(t);
  const reading = desk.receiveFile(certificate, 'clean');
  await begun;
  desk.entries.set('sigma', '0.01');
  goOn();
  await reading;
  await desk.settled();
  assert.deepEqual([desk.certificateFile, desk.result.request?.sigma ?? 0.01], [null, 0.01]);
});

test('a step back gives up a file that is still read, and the probability stays with its cloud', async (t) => {
  const desk = await moleculeDesk();
  const moment = desk.state, name = moment.clouds.clean?.name;
  desk.entries.set('probability', '0.99');
  const { begun, goOn } = holdOpening(t);
  const reading = desk.files.choose('clean', cloud(1));
  await begun;
  const back = desk.resume(moment);
  goOn();
  await Promise.all([reading, back]);
  await desk.settled();
  assert.deepEqual(shown(desk), [null, name, moment.answer?.certificate]);
});

test('a step back while Certify waits for a file leaves no verdict on the file that comes next', async (t) => {
  const desk = await moleculeDesk();
  const moment = desk.state;
  const { begun, goOn } = holdOpening(t);
  const reading = desk.files.choose('clean', cloud(1));
  await begun;
  const asked = desk.certify();
  await desk.resume(moment);
  await desk.files.choose('clean', cloud(2));
  const early = shown(desk);
  goOn();
  await Promise.all([reading, asked]);
  assert.deepEqual([early, shown(desk)], Array(2).fill([null, '2.xyz', undefined]));
});

test('a cloud has its own attributes, also if a file that is read in its place is given up', async (t) => {
  const desk = await moleculeDesk();
  const table = (/** @type {number} */ value) => file('table.csv', ['x,y,z,heat', '0,0,0,1', '1,0,0,2', '0,1,0,3', `0,0,1,${value}`].join('\n'));
  await desk.files.choose('clean', table(4));
  const { clean } = desk.files.clouds, { points } = engine;
  /** @type {unknown} */
  let values;
  t.mock.method(engine, 'points', async (/** @type {Parameters<typeof points>} */ ...call) => {
    const found = await points.apply(engine, call);
    values = clean?.attributes.values('heat');
    desk.files.stop('clean');
    return found;
  }, { times: 1 });
  await desk.files.choose('clean', table(5));
  assert.deepEqual([desk.files.clouds.clean, await values], [clean, Float64Array.of(1, 2, 3, 4)]);
});
