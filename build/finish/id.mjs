// Prints the build id: 16 hexadecimal digits that stand for everything the site is built
// from. Page, workers, certifier and service worker carry it, and work only with their like.

import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Files and folders that make the site, and what in them does not. */
const sources = ['go.mod', 'go.sum', 'core', 'wasm', 'js', 'site', 'build'];
const apart =
  /^js\/(node_modules|test)(\/|$)|^build\/(out|action|cluster|host|content\/(examples|models)|load|python\/test|test)(\/|$)|_test\.go$|README\.md$/;

/** @param {string} name @returns {string[]} the files of a file or folder, by their paths */
function files(name) {
  if (apart.test(name)) return [];
  if (!statSync(join(repository, name)).isDirectory()) return [name];
  return readdirSync(join(repository, name)).flatMap((entry) => files(`${name}/${entry}`));
}

const hash = createHash('sha256');
const add = (/** @type {string | Buffer} */ part) => hash.update(`${part.length}\n`).update(part);
for (const name of sources.flatMap(files).sort()) {
  add(name);
  add(readFileSync(join(repository, name)));
}
add(execFileSync('go', ['version'], { cwd: repository }));
add(process.env.ORBITCERT_EDGE ?? '');
add(process.env.ORBITCERT_EDGE_KEY ?? '');
add(process.env.ORBITCERT_FRAMES ?? '');
add(process.env.ORBITCERT_SOURCES ?? '');
console.log(hash.digest('hex').slice(0, 16));
