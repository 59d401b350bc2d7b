// Packs the files of a built site with brotli and gzip, for the native server to send.
//
//   node build/smaller/pack.mjs SITE FOLDER
//
// A packed form has the SHA-256 of the plain content for a name, so it can belong to no
// other content, and what an earlier build has packed is there already.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isLate } from '../../js/offline/late.js';
import { filesOf } from '../finish/integrity.mjs';

/** A file below this size, in bytes, fits into as many packets as its packed form. */
const SMALL = 1400;

/** A form that is not this much shorter is not worth unpacking. */
const WORTH = 0.95;

// Brotli at 9 takes a tenth of the time of 11 and makes the certifier 14 % longer: it is for what few visitors load.
const forms = {
  br: (/** @type {Buffer} */ content, /** @type {string} */ path) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isLate(path) ? 9 : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (/** @type {Buffer} */ content) => promisify(gzip)(content, { level: 9 }),
};

const [site, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

/** The names of this build's forms. @type {Set<string>} */
const wanted = new Set();

/** @param {string} path in the site @param {Buffer} content @param {keyof typeof forms} ending */
async function pack(path, content, ending) {
  const name = `${createHash('sha256').update(content).digest('hex')}.${ending}`;
  wanted.add(name);
  if (existsSync(join(folder, name))) return;
  const packed = await forms[ending](content, path);
  if (packed.length > WORTH * content.length) return;
  const unfinished = join(folder, `${name}.${process.pid}`);
  writeFileSync(unfinished, packed);
  renameSync(unfinished, join(folder, name));
}

const contents = filesOf(site)
  .filter((path) => !/\.gz$|^packages\//.test(path))
  .map((path) => ({ path, content: readFileSync(join(site, path)) }))
  .filter(({ content }) => content.length >= SMALL);
await Promise.all(contents.flatMap(({ path, content }) => [pack(path, content, 'br'), pack(path, content, 'gz')]));
for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name), { force: true });
