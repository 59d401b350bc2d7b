// JSON documents that lie in site/ gzipped, as ID.json.gz, and that the built site has plain.

import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A document of a folder, plain or gzipped. @param {string} folder @param {string} id @returns {any} */
export function readStored(folder, id) {
  const plain = join(folder, `${id}.json`);
  return JSON.parse(existsSync(plain) ? readFileSync(plain, 'utf8') : String(gunzipSync(readFileSync(`${plain}.gz`))));
}

/** @param {string} folder @param {string} id @param {string} text */
export function writeStored(folder, id, text) {
  rmSync(join(folder, `${id}.json`), { force: true });
  writeFileSync(join(folder, `${id}.json.gz`), gzipSync(`${text}\n`, { level: 9 }));
}

/** Unpacks the documents of a folder in place. @param {string} folder */
export function unpackStored(folder) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json.gz'))) {
    const packed = join(folder, name), plain = packed.replace(/\.gz$/, '');
    if (!existsSync(plain)) writeFileSync(plain, gunzipSync(readFileSync(packed)));
    rmSync(packed);
  }
}
