// What the files of a built site say, whatever its id, the digests in names, and the digests by which one file names another: those
// change with every source, and a site in which they all change together works as before.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest, filesOf } from '../../build/integrity.mjs';

/** Names with a digest in them, as bundles have. */
const HASHED = /[\w-]+-[0-9A-Z]{8}\.js/g;

/** In which files others are named. */
const NAMING = /\.(js|html|css|json|svg)$/;

/**
 * Names that stay: a file with a digest in its name is called by the first one that names it, and by its place among those that
 * are named there. Files whose order is that of the digests name nobody.
 * @param {string} folder @param {string[]} files
 */
function lastingNames(folder, files) {
  const lasting = new Map(files.filter((name) => !name.match(HASHED)).map((name) => [name, name]));
  for (const [name, plain] of lasting) { // which grows meanwhile
    if (!name.endsWith('.js') || name === 'sw.js') continue;
    const named = [...new Set(readFileSync(join(folder, name), 'utf8').match(HASHED))].filter((other) => files.includes(other));
    for (const [i, other] of named.entries()) if (!lasting.has(other)) lasting.set(other, `${plain}>${i}`);
  }
  return new Map(files.map((name) => [name, lasting.get(name) ?? name]));
}

/** The bytes with one text in the place of another one as long. @param {Buffer} bytes @param {string} from @param {string} to */
function overwritten(bytes, from, to) {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + to.length)) bytes.write(to, at, 'latin1');
  return bytes;
}

/** The id of the build in a folder, '' where there is none. @param {string} folder @param {string[]} files */
function buildIn(folder, files) {
  const page = files.includes('index.html') ? readFileSync(join(folder, 'index.html'), 'utf8') : '';
  return /<meta name="orbitcert-build" content="([0-9a-f]{16})">/.exec(page)?.[1] ?? '';
}

/**
 * Of each file of a built site, by its name there: the name that lasts, and the digest of what it says.
 * @param {string} folder @returns {Map<string, {name: string, digest: string}>}
 */
export function saidIn(folder) {
  const files = filesOf(folder), names = lastingNames(folder, files), build = buildIn(folder, files);
  const whole = new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
  const digests = new Map([...whole].reverse().map(([name, bytes]) => [digest(bytes), name]));
  const named = (/** @type {string} */ text) => text.replaceAll(HASHED, (name) => names.get(name) ?? name)
    .replaceAll(/sha256-[A-Za-z0-9+/]{43}=/g, (sum) => (digests.has(sum) ? `sha256 of ${names.get(/** @type {string} */ (digests.get(sum)))}` : sum));
  return new Map([...whole].map(([name, bytes]) => {
    const anonymous = build ? overwritten(bytes, build, '0'.repeat(16)) : bytes;
    const said = NAMING.test(name) ? Buffer.from(named(anonymous.toString('latin1')), 'latin1') : anonymous;
    return [name, { name: /** @type {string} */ (names.get(name)), digest: createHash('sha256').update(said).digest('hex') }];
  }));
}
