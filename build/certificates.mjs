// Computes what the page shows of its examples before the visitor's device has computed anything: the certificate and the ranges
// of each, as the native command line prints them. The page says where they come from, and the device computes them again.
//
//   node build/certificates.mjs FOLDER ORBITCERT     writes FOLDER/examples/certificates/ID.json

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const [folder, orbitcert] = process.argv.slice(2);
const examples = join(folder, 'examples'), target = join(examples, 'certificates');

/** @param {'certify' | 'withstand'} call @param {string} id */
async function computed(call, id) {
  const { stdout } = await promisify(execFile)(orbitcert, [call, join(examples, `${id}.json`)], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

/** @param {string} id */
async function write(id) {
  const [{ format, request, ...certificate }, withstood] = await Promise.all([computed('certify', id), computed('withstand', id)]);
  writeFileSync(join(target, `${id}.json`), JSON.stringify({ certificate, withstood }));
}

mkdirSync(target);
await Promise.all(JSON.parse(readFileSync(join(examples, 'index.json'), 'utf8')).map((/** @type {{id: string}} */ { id }) => write(id)));
