// LAZ as the page reads it, in every format and kind of chunks that laz-perf knows, and what it must refuse. The files
// are written by laz.js, because no free tool that writes LAZ comes as a package; laz-rs, of @loaders.gl/las 4.4.5, reads
// the same points from those whose chunks have one size, and laz-perf from real files of other programs.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readableBytes } from '../../clouds/file-bytes.js';
import { serveSite } from '../tools/browser.js';
import { tried } from '../tools/counts.js';
import { laz } from '../tools/laz.js';
import { random } from '../tools/random.js';

let site;
before(async () => {
  site = await serveSite({ root: fileURLToPath(new URL('../../node_modules/laz-perf/lib/web', import.meta.url)) });
  globalThis.document = /** @type {any} */ ({ baseURI: site.url });
});
after(() => site.close());

/** Outside a browser laz-perf adds two listeners for each file, which would hold the memory of all. */
const events = ['uncaughtException', 'unhandledRejection'];
const own = events.map((event) => process.listeners(event));
const forget = () => events.forEach((event, i) => process.listeners(event).filter((one) => !own[i].includes(one)).forEach((one) => process.off(event, one)));

/** The records of the points of the LAS file that the certifier is given. */
async function records(bytes) {
  const given = new Uint8Array(bytes);
  const { bytes: las } = await readableBytes('a.laz', given).finally(forget);
  if (las === given) throw Object.assign(new Error('is no LAZ'), { file: 'a.laz' });
  const head = new DataView(las.buffer, las.byteOffset), start = head.getUint32(96, true), size = head.getUint16(105, true);
  assert.equal(head.getUint8(104) & 0xc0, 0, 'marked as compressed no more');
  return { head, all: Array.from({ length: (las.length - start) / size }, (_, i) => new DataView(las.buffer, las.byteOffset + start + i * size, size)) };
}

/** The coordinates that the certifier is given, in rows. */
async function read(bytes) {
  const { head, all } = await records(bytes);
  const place = (record, j) => record.getInt32(4 * j, true) * head.getFloat64(131 + 8 * j, true) + head.getFloat64(155 + 8 * j, true);
  return all.map((record) => [0, 1, 2].map((j) => place(record, j)));
}

const next = random(7);

/** Points near each other, then points as far apart as 32 bits reach. */
const near = Array.from({ length: 400 }, (_, i) => [10 * i, (1000 * Math.sin(i / 50)) | 0, Math.floor(10 * next())]);
const far = Array.from({ length: 200 }, () => [0, 1, 2].map(() => ((next() - 0.5) * 2 ** (1 + 31 * next())) | 0));
const points = [...near, ...far, [2147483647, -2147483648, 0], [-2147483648, 2147483647, 1]];
const wanted = points.map((row) => row.map((x) => x * 0.01));

for (const format of /** @type {const} */ ([0, 1, 2, 3, 6, 7, 8])) {
  test(`points of format ${format}, in chunks of every kind, are read to the last bit`, async () => {
    for (const options of [{ chunk: 150 }, { chunk: 50_000 }, { chunk: 100, more: 5 }, { sizes: [1, 400, 1, 200] }]) {
      assert.deepEqual(await read(laz(points, { format, ...options })), wanted, JSON.stringify(options));
    }
    assert.deepEqual(await read(laz(points.slice(-5), { format, chunk: 1 })), wanted.slice(-5));
  });
}

test('intensity, class and colour of the points are where LAS has them', async () => {
  for (const [format, classAt, colour] of [[0, 15], [1, 15], [2, 15, 20], [3, 15, 28], [6, 16], [7, 16, 30], [8, 16, 30]]) {
    const { all } = await records(laz(points, { format, looks: { intensity: 777, class: 5, colour: [1000, 20000, 65535] } }));
    assert.equal(all.length, points.length);
    // What the files have of the other points: formats 0 to 3 begin anew with an intensity of 0 and with greys.
    assert.equal(all[0].getUint16(12, true), 777, `format ${format}`);
    if (colour) assert.deepEqual([0, 2, 4].map((at) => all[0].getUint16(colour + at, true)), [1000, 20000, 65535], `format ${format}`);
    for (const record of all) {
      assert.equal(record.getUint8(classAt), 5, `format ${format}`);
    }
  }
});

test('what laz-perf would not read as it was written is to be converted', async () => {
  const convert = /compressed in an unsupported way; convert it to LAS first, for instance with laszip or PDAL/;
  await assert.rejects(read(laz(points, { format: 4 })), convert);
  for (const items of [[[6, 20, 1]], [[13, 20, 2]], [[6, 20, 2], [0, 4, 2]], [[6, 28, 2]], []]) await assert.rejects(read(laz(points, { items })), convert);
  await assert.rejects(read(laz(points, { format: 6, items: [[10, 30, 4]] })), convert);
});

const mutants = tried({ few: 60, all: 300, many: 3000 });

test(`${mutants} damaged files: each gives an error or points within its bounds, and ends`, async () => {
  // Small files: damage meets what says how they are packed more often.
  const few = near.slice(0, 60);
  const whole = [laz(few), laz(few, { format: 7, chunk: 30 }), laz(few, { format: 6, sizes: [20, 40] })];
  let refused = 0;
  for (let round = 0; round < mutants; round++) {
    const bytes = Uint8Array.from(whole[round % 3]);
    for (let i = 0; i <= round % 4; i++) bytes[Math.floor(next() * bytes.length)] ^= 1 << Math.floor(8 * next());
    const result = await read(round % 10 ? bytes : bytes.slice(0, Math.floor(next() * bytes.length))).catch((error) => error);
    if (result instanceof Error) {
      refused++;
      assert.match(result.message, /^(is|has|says|ends|could)\b/, `round ${round}`);
      assert.equal(result.file, 'a.laz');
    } else assert.ok(result.length > 0 && result.flat().every(Number.isFinite), `round ${round}`);
  }
  assert.ok(refused > mutants / 2, `${refused} of ${mutants}`);
});
