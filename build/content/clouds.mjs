// The clouds of docs/votes, packed: build/content/clouds/ID.bin has those of the votes ID. The built site has them in the
// votes' documents as decimals.
//
//   node build/content/clouds.mjs FOLDER    writes the points into the documents of the folder

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { writeRun } from '../../js/classifier/votes-of-run.js';

/** Folder of the packed clouds. */
export const packedClouds = fileURLToPath(new URL('clouds', import.meta.url));

/** Coordinates are multiples of a ten-thousandth; the quotient is the number that the decimals are read as. */
const UNIT = 10_000;

/**
 * Packs clouds with coordinates of four decimals below 3.2: dimension, number of points, and all coordinates, as 16-bit integers.
 * Brotli packs all high bytes, then all low ones, as only the high ones are alike.
 * @param {number[][][]} clouds
 */
export function pack(clouds) {
  const integers = [clouds[0][0].length, clouds[0].length, ...clouds.flat(2).map((x) => Math.round(UNIT * x))];
  const halves = Buffer.alloc(2 * integers.length);
  integers.forEach((integer, i) => {
    halves.writeInt8(integer >> 8, i);
    halves.writeUInt8(integer & 255, integers.length + i);
  });
  const bytes = brotliCompressSync(halves);
  const same = unpack(bytes);
  if (JSON.stringify(same) !== JSON.stringify(clouds)) throw new Error('clouds: coordinates must have at most four decimals, and all clouds as many points');
  return bytes;
}

/** @param {Buffer} bytes @returns {number[][][]} */
export function unpack(bytes) {
  const halves = brotliDecompressSync(bytes), count = halves.length / 2;
  let at = 0;
  const next = () => 256 * halves.readInt8(at) + halves.readUInt8(count + at++);
  const dimension = next(), points = next(), clouds = [];
  while (at < count) clouds.push(Array.from({ length: points }, () => Array.from({ length: dimension }, () => next() / UNIT)));
  return clouds;
}

/** The run with the clouds of its votes. @param {any} run @param {Buffer} bytes */
export function withPacked(run, bytes) {
  const points = unpack(bytes);
  if (points.length !== run.clouds.length) throw new Error(`clouds: ${points.length} are packed, the votes are of ${run.clouds.length}`);
  return { ...run, clouds: run.clouds.map((/** @type {any} */ cloud, /** @type {number} */ i) => ({ ...cloud, points: points[i] })) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder] = process.argv;
  for (const name of readdirSync(packedClouds)) {
    const file = join(folder, name.replace(/\.bin$/, '.json'));
    writeFileSync(file, `${writeRun(withPacked(JSON.parse(readFileSync(file, 'utf8')), readFileSync(join(packedClouds, name))))}\n`);
  }
}
