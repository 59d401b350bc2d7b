// Digests of built files, as browsers check them.
//
//   node build/finish/integrity.mjs FOLDER NAME…     prints {"name": "sha256-…"}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param {string | Uint8Array} content */
export const digest = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** @param {string} folder @param {string[]} names @returns {Record<string, string>} */
export const integrity = (folder, names) => Object.fromEntries(names.map((name) => [name, digest(readFileSync(join(folder, name)))]));

/** All files of a built site, by their paths in it. @param {string} folder */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile()).sort();
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder, ...names] = process.argv.slice(2);
  console.log(JSON.stringify(integrity(folder, names)));
}
