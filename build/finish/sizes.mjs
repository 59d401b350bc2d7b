// Prints the sizes in bytes of files of the built site, by name:
//
//   node build/finish/sizes.mjs FOLDER            of the files that the page does not fetch at once
//   node build/finish/sizes.mjs FOLDER packed     of the programs, {raw, gz, unpacked}, after writing the packed form of each beside it

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { isLate } from '../../js/offline/late.js';
import { filesOf } from './integrity.mjs';

/** Programs that a host may send as they are. */
const PROGRAMS = ['certifier.wasm', 'ort.wasm'];

/** Parts of a packed form after which the page knows how much has been unpacked. */
const PARTS = 16;

const [folder, what] = process.argv.slice(2);

/** The thousandths of a file that unpack after each of equal parts of its packed form but the last. @param {Buffer} short @param {number} size */
const unpacked = (short, size) => Array.from({ length: PARTS - 1 }, (_, i) => {
  const first = short.subarray(0, Math.round((short.length * (i + 1)) / PARTS));
  return Math.round((1000 * gunzipSync(first, { finishFlush: constants.Z_SYNC_FLUSH }).length) / size);
});

/** Writes the packed form. @param {string} name */
function packed(name) {
  const content = readFileSync(join(folder, name)), short = gzipSync(content, { level: 9 });
  writeFileSync(join(folder, `${name}.gz`), short);
  return { raw: content.length, gz: short.length, unpacked: unpacked(short, content.length) };
}

const late = () => Object.fromEntries(filesOf(folder).filter(isLate).map((name) => [name, statSync(join(folder, name)).size]));
console.log(JSON.stringify(what === 'packed' ? Object.fromEntries(PROGRAMS.map((name) => [name, packed(name)])) : late()));
