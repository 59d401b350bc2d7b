// Prints the sizes in bytes of files of the built site, by name:
//
//   node build/sizes.mjs FOLDER            of the files that the page does not fetch at once
//   node build/sizes.mjs FOLDER packed     of the programs, {raw, gz}, after writing the packed form of each beside it

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isLate } from '../js/offline/late.js';
import { filesOf } from './integrity.mjs';

/** Programs that a host may send as they are. */
const PROGRAMS = ['certifier.wasm', 'ort.wasm'];

const [folder, what] = process.argv.slice(2);

/** Writes the packed form. @param {string} name */
function packed(name) {
  const content = readFileSync(join(folder, name)), short = gzipSync(content, { level: 9 });
  writeFileSync(join(folder, `${name}.gz`), short);
  return { raw: content.length, gz: short.length };
}

const late = () => Object.fromEntries(filesOf(folder).filter(isLate).map((name) => [name, statSync(join(folder, name)).size]));
console.log(JSON.stringify(what === 'packed' ? Object.fromEntries(PROGRAMS.map((name) => [name, packed(name)])) : late()));
