// Writes what the page and copied code take of the examples: their clouds, with the bytes of the page's own; and the certificate and the
// ranges of each, as the native command line prints them, which the page shows before the visitor's device has computed them again.
//
//   node build/content/example-files.mjs FOLDER ORBITCERT     writes FOLDER/examples/clouds and FOLDER/examples/certificates

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { opened } from '../../js/certificate/example-files.js';

const [folder, orbitcert] = process.argv.slice(2);
const examples = join(folder, 'examples'), clouds = join(examples, 'clouds'), certificates = join(examples, 'certificates');
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(examples, name), 'utf8'));

/** @param {'certify' | 'withstand'} call @param {string} id */
async function computed(call, id) {
  const { stdout } = await promisify(execFile)(orbitcert, [call, join(examples, `${id}.json`)], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

/** @param {{id: string}} example */
async function write({ id }) {
  const { clean, perturbed } = opened(id, read(`${id}.json`));
  for (const cloud of [clean, perturbed]) if (cloud) writeFileSync(join(clouds, cloud.name), cloud.bytes);
  const turned = read(`${id}.json`).prediction.vectors; // these withstand nothing by a probability
  const [{ format, request, ...certificate }, withstood] = await Promise.all([computed('certify', id), turned ? null : computed('withstand', id)]);
  writeFileSync(join(certificates, `${id}.json`), JSON.stringify({ certificate, withstood }));
}

for (const target of [clouds, certificates]) mkdirSync(target);
await Promise.all(read('index.json').map(write));
