// The clouds of docs/votes and datasets, packed: build/content/clouds/ID.bin has those of the votes ID, and shapes.bin the test shapes of furniture,
// of which the others are drawn. The built site has them in its documents as decimals, and the votes, results and long examples plain, which lie there gzipped.
//
//   node build/content/clouds.mjs SITE           writes the points into the documents of the site, whose datasets/digits.json has those of the strokes
//   node build/content/clouds.mjs shapes FILE    packs shapes of 2,048 points, which the file has as 16-bit floating-point numbers

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeRun } from '../../js/classifier/votes-of-run.js';
import { decoded, encoded } from './coder.mjs';
import { drawn } from './draws.mjs';
import { unpackStored } from './stored.mjs';

/** Folder of the packed clouds. */
export const packedClouds = fileURLToPath(new URL('clouds', import.meta.url));

/** Coordinates are multiples of a ten-thousandth; the quotient is the number that the decimals are read as. */
const UNIT = 10_000;

/** Points of the test shapes, and of the clouds of votes that are drawn of them. */
const SHAPE_POINTS = 2048;
/** @type {Record<string, number>} */
const DRAWN_POINTS = { furniture: 512, 'furniture-64': 2048, 'furniture-dgcnn': 256 };

/** Packs clouds of as many points each, with coordinates of four decimals below 3.2. @param {number[][][]} clouds */
export function pack(clouds) {
  const bytes = encoded(clouds.map((cloud) => cloud.map((point) => point.map((x) => Math.round(UNIT * x)))));
  if (JSON.stringify(unpack(bytes)) !== JSON.stringify(clouds))
    throw new Error('clouds: coordinates must have at most four decimals, and all clouds as many points');
  return bytes;
}

/** @param {Buffer} bytes @returns {number[][][]} */
export const unpack = (bytes) => decoded(bytes).map((cloud) => cloud.map((point) => point.map((integer) => integer / UNIT)));

/** @type {Map<string, number[][][]>} */
const unpackedShapes = new Map();

/** The test shapes of a file, unpacked once. @param {string} file */
function testShapes(file) {
  const shapes = unpackedShapes.get(file) ?? decoded(readFileSync(file));
  unpackedShapes.set(file, shapes);
  return shapes;
}

/** The clouds of votes; undefined if the folder has none. @param {string} id @param {string} [folder] */
export function storedClouds(id, folder = packedClouds) {
  const own = join(folder, `${id}.bin`), shapes = join(folder, 'shapes.bin');
  if (existsSync(own)) return unpack(readFileSync(own));
  if (!Object.hasOwn(DRAWN_POINTS, id) || !existsSync(shapes)) return undefined;
  return drawn(testShapes(shapes), { seed: 11, points: DRAWN_POINTS[id], parts: UNIT, rounded: Math.fround });
}

/** The clouds of datasets/shapes.json: of each class so many test shapes, the first. @param {any} dataset @param {{clouds: {label: number}[]}} tests */
function datasetClouds(dataset, tests) {
  const shapes = testShapes(join(packedClouds, 'shapes.bin')), labels = tests.clouds.map(({ label }) => label);
  const chosen = dataset.clouds.map((/** @type {any} */ { label }) => {
    const i = labels.indexOf(label);
    labels[i] = -1;
    return shapes[i];
  });
  return drawn(chosen, { seed: 1, points: 512, parts: 1000, rounded: (x) => x });
}

/** The run with the points of its clouds. @param {any} run @param {number[][][]} points */
export function withStored(run, points) {
  if (points.length !== run.clouds.length) throw new Error(`clouds: ${points.length} are stored, the votes are of ${run.clouds.length}`);
  return { ...run, clouds: run.clouds.map((/** @type {any} */ cloud, /** @type {number} */ i) => ({ ...cloud, points: points[i] })) };
}

/** The run without the points of its clouds. @param {any} run */
export const withoutPoints = ({ clouds, ...rest }) => ({ ...rest, clouds: clouds.map((/** @type {any} */ { points, ...cloud }) => cloud) });

/** Writes the points into the site's documents. @param {string} site */
function fill(site) {
  const json = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));
  const write = (/** @type {string} */ file, /** @type {any} */ run, /** @type {number[][][]} */ points) =>
    writeFileSync(file, `${writeRun(withStored(run, points))}\n`);
  const votes = join(site, 'docs/votes');
  for (const folder of [votes, join(site, 'docs/figures'), join(site, 'examples')]) unpackStored(folder);
  const shapes = join(site, 'datasets/shapes.json'), digits = join(site, 'datasets/digits.json');
  write(shapes, json(shapes), datasetClouds(json(shapes), json(join(votes, 'furniture.json'))));
  const strokes = json(digits).clouds.map((/** @type {any} */ { points }) => points);
  write(digits, json(fileURLToPath(new URL('../../site/datasets/digits.json', import.meta.url))), strokes);
  for (const name of readdirSync(votes)) {
    const points = storedClouds(name.replace(/\.json$/, ''));
    if (points) write(join(votes, name), json(join(votes, name)), points);
  }
}

/** Packs test shapes. @param {string} file */
function packShapes(file) {
  const bytes = readFileSync(file), keys = Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readUInt16LE(2 * i));
  const signed = keys.map((key) => (key & 0x8000 ? -(key & 0x7fff) : key)), size = 3 * SHAPE_POINTS;
  const shapes = Array.from({ length: signed.length / size }, (_, s) =>
    Array.from({ length: SHAPE_POINTS }, (_, i) => signed.slice(s * size + 3 * i, s * size + 3 * i + 3)));
  writeFileSync(join(packedClouds, 'shapes.bin'), encoded(shapes));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , what, file] = process.argv;
  if (what === 'shapes') packShapes(file);
  else fill(what);
}
