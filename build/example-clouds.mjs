// Writes the clouds of the examples as files, so that copied code can fetch them. They have the bytes of the page's own clouds.
//
//   node build/example-clouds.mjs FOLDER     writes FOLDER/examples/clouds/ID-clean.json and ID-perturbed.json

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { opened } from '../js/certificate/example-files.js';

const examples = join(process.argv[2], 'examples');
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(examples, name), 'utf8'));

mkdirSync(join(examples, 'clouds'));
for (const { id } of read('index.json')) {
  const { clean, perturbed } = opened(id, read(`${id}.json`));
  for (const cloud of [clean, perturbed]) if (cloud) writeFileSync(join(examples, 'clouds', cloud.name), cloud.bytes);
}
