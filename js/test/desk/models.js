// Shared by tests of models on the desk: a classifier whose models run in threads, and a desk or a run on which it votes.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Desk } from '../../certificate/desk.js';
import { Classifier } from '../../classifier/classifier.js';
import { RunVoter } from '../../classifier/run-voter.js';
import { countsOn } from '../../question/state.js';
import { integrity } from '../../workers/build.js';
import { repository } from '../tools/native.js';
import { until } from '../tools/until.js';
import { file, newEngine, newModels } from './engine.js';
import { opened } from './runs.js';

/** @import {TestContext} from 'node:test' */

// The build writes it into the page; votes documents name the runtime by it.
integrity['ort.wasm'] = `sha256-${createHash('sha256').update(readFileSync(join(repository, 'build', 'out', 'site', 'ort.wasm'))).digest('base64')}`;

const engine = newEngine();

/** @param {string} name */
export const modelPath = (name) => fileURLToPath(new URL(`../models/${name}`, import.meta.url));

/** A model as a visitor drops it. @param {string} name */
export const model = (name) => file(name, readFileSync(modelPath(name)));

/** Points whose mean first coordinate is m. @param {number} m */
export const points = (m, count = 8, height = 1) => Array.from({ length: count }, (_, i) => [m + (i % 2 ? 0.501 : -0.501), Math.cos(i), height * Math.sin(3 * i)]);

/** @param {number} m @param {number} [count] */
export const cloud = (m, count) => file('cloud.json', JSON.stringify({ points: points(m, count) }));

/** @param {TestContext} t @param {ReturnType<typeof newModels>} pool */
function newClassifier(t, pool) {
  t.after(() => pool.close());
  return new Classifier(engine, () => {}, pool);
}

/**
 * A desk with a cloud of mean m, whose votes a model is to give; `certify` gives the certificate's document.
 * @param {TestContext} t @param {number} m @param {Record<string, string>} [entries]
 */
export async function modelDesk(t, m, entries = {}, pool = newModels()) {
  const desk = new Desk(engine);
  const classifier = newClassifier(t, pool);
  desk.voting.voter = async () => classifier;
  classifier.addEventListener('change', () => desk.send({ type: 'model', model: { open: classifier.identity, opens: classifier.opens } }));
  const { values } = desk.entries;
  await desk.fill({ ...values, given: 'model', group: 'none', perturbation: 'scale', norm: '0.01', draws: '1000', counted: '400', sigma: '0.1', ...entries });
  await desk.files.choose('clean', cloud(m));
  /** With all: all votes that were planned. @param {import('../../question/state.js').Extent | 'all'} [extent] */
  const certify = async (extent) => {
    await desk.certify(extent === 'all' ? 'decided' : extent);
    for (let left = extent === 'all'; left; left = Boolean(desk.result.vain)) { // a count that began again may end early again
      desk.send({ type: 'goOn' });
      await until(() => !countsOn(desk.state) && desk.state.ask === null);
    }
    return desk.result.phase === 'done' ? JSON.parse(new TextDecoder().decode(await desk.documents.certificate())) : null;
  };
  return { desk, classifier, certify, take: (/** @type {string[]} */ ...names) => classifier.take(names.map(model)) };
}

/** A run with these files, whose votes a model is to give. @param {TestContext} t @param {File[]} files @param {string} name @param {number} samples */
export async function modelRun(t, files, name, samples, pool = newModels()) {
  const { run, add } = await opened(files, newEngine());
  const classifier = newClassifier(t, pool);
  const voter = new RunVoter(classifier);
  run.work.voter = async () => voter;
  await classifier.take([model(name)]);
  run.entries.setAll({ given: 'model', counted: String(samples) });
  return { run, add, classifier };
}
