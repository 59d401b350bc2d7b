// Reads the result of a build as a browser or a host would, and makes another build of it.

import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @param {Uint8Array} bytes */
export const digest = (bytes) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/** The files in a folder, by their paths. */
export async function filesOf(folder) {
  const names = (await readdir(folder, { recursive: true })).sort();
  const kinds = await Promise.all(names.map((name) => stat(join(folder, name))));
  return names.filter((_, i) => kinds[i].isFile());
}

/** The headers that a _headers file gives to a path. */
export function headersFor(text, path) {
  const found = {};
  let matches = false;
  for (const line of text.split('\n').filter((line) => line && !line.startsWith('#'))) {
    if (!/^\s/.test(line)) matches = line === path || (line.endsWith('*') && path.startsWith(line.slice(0, -1)));
    else if (matches) found[line.slice(0, line.indexOf(':')).trim()] = line.slice(line.indexOf(':') + 1).trim();
  }
  return found;
}

/** The id of the build in a folder. */
export async function buildOf(folder) {
  return /<meta name="orbitcert-build" content="([0-9a-f]{16})">/.exec(await readFile(join(folder, 'index.html'), 'utf8'))[1];
}

/**
 * Copies a built site as another build of itself: with its own id, its own names of hashed files, its own title.
 * @param {string} from @param {string} to @param {string} id 16 hexadecimal digits
 */
export async function copyAsBuild(from, to, id) {
  await cp(from, to, { recursive: true });
  const hashed = (await filesOf(to)).filter((name) => /-[0-9A-Z]{8}\.js$/.test(name));
  const renamed = hashed.map((name) => [name, name.replace(/.{8}\.js$/, `${id.slice(0, 8).toUpperCase()}.js`)]
    .map((part, i) => (i ? part.replace(/-/, `-${hashed.indexOf(name)}-`) : part)));
  for (const [old, name] of renamed) await rename(join(to, old), join(to, name));
  // A file holds the digests of others: again until nothing changes. Pages, code and the certifier name others or their build; nothing else does.
  const before = new Map(renamed.map(([old, name]) => [name, old]));
  const named = (await filesOf(to)).filter((name) => /(\.(html|js)|_headers|certifier\.wasm)$/.test(name));
  const sums = new Map(await Promise.all(named.map(async (name) => [name, digest(await readFile(join(from, before.get(name) ?? name)))])));
  let changed = await replaceAll(to, named, [[await buildOf(from), id], ['<title>OrbitCert', '<title>Next OrbitCert'], ...renamed]);
  while (changed.length > 0) {
    const now = await Promise.all(changed.map(async (name) => [name, digest(await readFile(join(to, name)))]));
    const changes = now.map(([name, sum]) => [sums.get(name), sum]);
    for (const [name, sum] of now) sums.set(name, sum);
    changed = await replaceAll(to, named, changes);
  }
  await writeFile(join(to, 'certifier.wasm.gz'), gzipSync(await readFile(join(to, 'certifier.wasm'))));
}

/** Replaces texts in files; gives the names of those that had any. @param {string} folder @param {string[]} names @param {string[][]} pairs */
async function replaceAll(folder, names, pairs) {
  const changed = [];
  for (const name of names) {
    const before = await readFile(join(folder, name), 'latin1');
    const after = pairs.reduce((text, [old, next]) => text.replaceAll(old, next), before);
    if (after === before) continue;
    changed.push(name);
    await writeFile(join(folder, name), after, 'latin1');
  }
  return changed;
}
