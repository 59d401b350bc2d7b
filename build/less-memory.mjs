// Lowers what onnxruntime's memory may grow to, in a script that holds its glue.
//
//   node build/less-memory.mjs FILE

import { readFileSync, writeFileSync } from 'node:fs';
import { replaceOnce } from './policy.mjs';

/** 1 GiB in pages of 64 KiB, where the glue says 4 GiB. */
const [most, less] = ['maximum:65536', 'maximum:16384'];

const [file] = process.argv.slice(2);
writeFileSync(file, replaceOnce(readFileSync(file, 'utf8'), most, less));
