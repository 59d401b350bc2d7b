// Prints the size of what a visitor loads: raw, gzip and brotli.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Goals in bytes, brotli. @type {Record<string, number>} */
const goals = { 'certifier.wasm': 1.4e6 };

const site = fileURLToPath(new URL('out/site/', import.meta.url));

/** @param {string} file */
function measure(file) {
  const data = readFileSync(site + file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  return {
    file,
    raw: data.length,
    gzip: gzipSync(data, { level: 9 }).length,
    brotli: brotliCompressSync(data, { params }).length,
  };
}

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(9);

/** @param {ReturnType<typeof measure>} size */
function line({ file, raw, gzip, brotli }) {
  const goal = goals[file];
  if (brotli > goal) process.exitCode = 1;
  const verdict = goal ? `  goal ${goal / 1000}: ${brotli <= goal ? 'met' : 'missed'}` : '';
  return `${file.padEnd(24)}${kilobytes(raw)}${kilobytes(gzip)}${kilobytes(brotli)}${verdict}`;
}

const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(wasm|js|css|html)$/.test(file)).sort();
console.log(`${'kB'.padEnd(24)}${'raw'.padStart(9)}${'gzip'.padStart(9)}${'brotli'.padStart(9)}`);
for (const file of files) console.log(line(measure(file)));
