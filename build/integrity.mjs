// Digests of built files, as browsers check them.
//
//   node build/integrity.mjs FOLDER NAME…     prints {"name": "sha256-…"}

import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param {string} folder @param {string[]} names @returns {Record<string, string>} */
export function integrity(folder, names) {
  const digest = (/** @type {string} */ name) => createHash('sha256').update(readFileSync(join(folder, name))).digest('base64');
  return Object.fromEntries(names.map((name) => [name, `sha256-${digest(name)}`]));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder, ...names] = process.argv.slice(2);
  console.log(JSON.stringify(integrity(folder, names)));
}
