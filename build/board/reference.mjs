// The files of an entry, each with the SHA-256 that it names: in its folder, and the model also of the site or at an address of an allowed host.

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fetchRemote, remotesOf, weight } from '../../js/page/remote-files.js';
import { sources } from '../finish/policy.mjs';
import { fields, refuse, Refusal, sha256, shown } from './refusal.mjs';

/**
 * Folders of an entry, of the site and of fetched files.
 * @typedef {{entry: string, site: string, fetched: string}} Places folders: of the entry, of the site's files, of what was fetched
 */

/** Most bytes of a file in the repository; larger ones are linked. */
export const LARGEST = 25e6;

/** Milliseconds that a fetch may take, and how often a host may send on. */
const PATIENCE = 600_000, HOPS = 5;

/** @param {Uint8Array} bytes */
export const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** A path below a folder, of plain names: none goes up, none is hidden. @param {string} field @param {unknown} path @returns {string} */
function plain(field, path) {
  if (typeof path !== 'string' || path.length > 100) return refuse(field, 'must be a path of at most 100 characters');
  const names = path.split('/');
  if (!names.every((name) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)))
    return refuse(field, `“${shown(path)}” is not a path of plain names below its folder`);
  return path;
}

/** Unpacks a gzip file. @param {string} field @param {string} path @param {Uint8Array} bytes */
function unpacked(field, path, bytes) {
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: LARGEST }));
  } catch (error) {
    return refuse(field, `“${path}” cannot be unpacked to at most ${weight(LARGEST)}: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * The bytes of a plain file, reached through plain folders, or those of its gzipped form.
 * @param {string} field @param {string} folder @param {string} path @returns {Uint8Array}
 */
export function readPlain(field, folder, path) {
  const packed = `${path}.gz`;
  if (!existsSync(join(folder, plain(field, path))) && existsSync(join(folder, packed))) return unpacked(field, packed, readPlain(field, folder, packed));
  const parts = plain(field, path).split('/');
  for (const [i] of parts.entries()) {
    const at = join(folder, ...parts.slice(0, i + 1)), found = lstatSync(at, { throwIfNoEntry: false });
    if (!found) return refuse(field, `there is no file “${path}”`);
    if (found.isSymbolicLink()) return refuse(field, `“${path}” is a link to another place`);
    if (i < parts.length - 1 ? !found.isDirectory() : !found.isFile()) return refuse(field, `“${path}” is no file`);
    if (found.isFile() && found.size > LARGEST)
      return refuse(field, `“${path}” has ${weight(found.size)}; at most ${weight(LARGEST)} are taken, larger files by a link`);
  }
  return new Uint8Array(readFileSync(join(folder, path)));
}

/**
 * Fetches a file as a page would, if its host is allowed.
 * @param {string} field @param {string} address @param {string} sum @returns {import('../../js/page/remote-files.js').Remote}
 */
function remote(field, address, sum) {
  const origins = sources().split(' ').filter(Boolean);
  try {
    return /** @type {any} */ (remotesOf({ model: address, sha256: sum }, origins).model);
  } catch {
    return refuse(field, `“${shown(address)}” is not on a host that files are fetched from, ${origins.join(' ')}`);
  }
}

/** Follows redirects to the final address, always on an allowed host. @param {string} field @param {string} address @param {string} sum */
async function settled(field, address, sum) {
  for (let hop = 0; hop < HOPS; hop++) {
    const file = remote(field, address, sum), answer = await fetch(file.url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) });
    const next = answer.status >= 300 && answer.status < 400 && answer.headers.get('location');
    if (!next) return file;
    address = new URL(next, file.url).href;
  }
  return refuse(field, 'its host sends on and on');
}

/** Fetches the content of an address, once. @param {string} field @param {unknown} address @param {string} sum @param {Places} places */
async function fromAddress(field, address, sum, { fetched }) {
  if (typeof address !== 'string' || address.length > 500) return refuse(field, 'must be an address of at most 500 characters');
  const kept = join(fetched, sum);
  remote(field, address, sum);
  if (existsSync(kept) && digest(readFileSync(kept)) === sum) return new Uint8Array(readFileSync(kept));
  try {
    const file = await fetchRemote(await settled(field, address, sum), AbortSignal.timeout(PATIENCE), () => {}, { redirect: 'error' });
    const bytes = new Uint8Array(await file.arrayBuffer());
    mkdirSync(fetched, { recursive: true });
    writeFileSync(kept, bytes);
    return bytes;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse(field, /** @type {Error} */ (error).message);
  }
}

/** Bytes that have the SHA-256 that is named. @param {string} field @param {Uint8Array} bytes @param {string} sum */
function matching(field, bytes, sum) {
  const found = digest(bytes);
  return found === sum ? bytes : refuse(`${field}.sha256`, `the file has another SHA-256, ${found}`);
}

/** A file of the entry's folder: {file, sha256}. @param {string} field @param {unknown} reference @param {Places} places */
export function readFile(field, reference, { entry }) {
  const named = fields(field, reference, ['sha256', 'file']), sum = sha256(`${field}.sha256`, named.sha256);
  return matching(field, readPlain(`${field}.file`, entry, named.file), sum);
}

/**
 * A model: {file, sha256}, {site, sha256} or {link, sha256}.
 * @param {string} field @param {unknown} reference @param {Places} places @returns {Promise<Uint8Array>}
 */
export async function readModel(field, reference, places) {
  const named = fields(field, reference, ['sha256'], ['file', 'site', 'link']), kinds = ['file', 'site', 'link'].filter((kind) => named[kind] !== undefined);
  if (kinds.length !== 1) return refuse(field, 'must have one of file, site and link');
  if (named.file !== undefined) return readFile(field, reference, places);
  const sum = sha256(`${field}.sha256`, named.sha256);
  return matching(
    field,
    named.link === undefined ? readPlain(`${field}.site`, places.site, named.site) : await fromAddress(`${field}.link`, named.link, sum, places),
    sum,
  );
}
