// Counts the votes of PointCert's sub-clouds, which sub-clouds.mjs tells of, with the model whose own votes are of as many
// points, on the clouds of its experiment. Its classifier is the same one without noise and without draws. Writes
// site/docs/figures/pointcert.json.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { bytesOf, sha256, startMachine } from '../../../js/classifier/node.js';
import { describe, readModel } from '../../../js/classifier/model-use.js';
import { readGraph } from '../../../js/classifier/onnx.js';
import { Rows } from '../../../js/classifier/rows.js';
import { openModel } from '../../../js/workers/session.js';
import { card, cloudsOf, experiments, figures, top, withId } from './files.mjs';
import { divided, winnerOf } from './sub-clouds.mjs';

/** Sub-clouds of 128, 64 and 32 points in the mean. */
const DIVISIONS = [16, 32, 64];

/** The experiment whose model and clouds these are. */
const VOTES = withId(experiments.votes, 'furniture-64');

/** Nothing is drawn by it, but it sets the grid that the model sees points on, σ/262. */
const SIGMA = 0.001;

/**
 * The class of a cloud by a model that is open, or nothing.
 * @param {import('../../../js/classifier/counter.js').Machine} machine
 * @param {string} path
 * @param {string[]} classes
 */
async function classifier(machine, path, classes) {
  const bytes = await bytesOf(path), graph = readGraph(bytes);
  const file = { file: { name: basename(path), bytes }, beside: [], named: classes, graph, sha256: sha256(bytes) };
  const { reading } = readModel(file, {}, 3);
  const { opened, model } = describe(file, reading, { layout: reading.layouts[0], output: reading.outputs[0] }, classes.length, classes);
  await openModel(bytes, []);
  const { group } = VOTES;
  return async (/** @type {number[][]} */ points) => {
    if (points.length === 0) return undefined;
    const text = JSON.stringify({ clean: { points }, sigma: SIGMA, group, prediction: { model, classifier: {}, sampling: {} } });
    const rows = new Rows(machine, opened, await machine.counting.plan(text));
    const [inputs, counts] = await machine.counting.clean(text);
    const [[number]] = await rows.read(0, text, inputs, counts);
    return number < classes.length ? number : undefined;
  };
}

/**
 * The votes of the sub-clouds of one cloud by class; one without a class has none.
 * @param {(points: number[][]) => Promise<number | undefined>} classOf
 * @param {number[][]} points
 * @param {number} m
 * @param {number} classes
 */
async function voted(classOf, points, m, classes) {
  const votes = Array(classes).fill(0);
  for (const part of divided(points, m)) {
    const number = await classOf(part);
    if (number !== undefined) votes[number]++;
  }
  return votes;
}

createRequire(import.meta.url)(`${execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()}/lib/wasm/wasm_exec.js`);
const { machine } = await startMachine(`${top}build/out/site`);
const { classes } = card(VOTES.model);
const classOf = await classifier(machine, `${top}site/models/${VOTES.model}.onnx`, classes);
const clouds = cloudsOf(VOTES.set);
const divisions = [];
for (const m of DIVISIONS) {
  const shapes = [];
  for (const { name, label, points } of clouds) shapes.push({ name, label, votes: await voted(classOf, points, m, classes.length) });
  console.error(`pointcert: ${m} sub-clouds, ${shapes.filter(({ label, votes }) => winnerOf(votes) === label).length} of ${shapes.length} clouds correct`);
  divisions.push({ sub_clouds: m, shapes });
}
writeFileSync(`${figures}/pointcert.json`, `${JSON.stringify({ model: VOTES.model, set: VOTES.set, divisions })}\n`);
process.exit(0);
