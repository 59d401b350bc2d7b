// Opens a model that comes with the page in the programs of the built site.

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { bytesOf, sha256, startMachine } from '../../../js/classifier/node.js';
import { describe, readModel } from '../../../js/classifier/model-use.js';
import { readGraph } from '../../../js/classifier/onnx.js';
import { openModel } from '../../../js/workers/session.js';
import { card, modelFile, top } from './files.mjs';

/** The programs with the model open, and the model as plans describe it. @param {string} name */
export async function opened(name) {
  createRequire(import.meta.url)(`${execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()}/lib/wasm/wasm_exec.js`);
  const { machine } = await startMachine(`${top}build/out/site`);
  const { classes } = card(name), path = modelFile(name), bytes = await bytesOf(path), graph = readGraph(bytes);
  const file = { file: { name: basename(path), bytes }, beside: [], named: classes, graph, sha256: sha256(bytes) };
  const { reading } = readModel(file, {}, 3);
  await openModel(bytes, []);
  return { machine, classes, ...describe(file, reading, { layout: reading.layouts[0], output: reading.outputs[0] }, { width: classes.length, returns: 'classes' }, classes) };
}
