// Counts the votes of the models that see attributes, and of those beside them that do not, on test clouds that no training had. Certifies them and
// writes site/docs/votes/attributes.json: for each cloud its class, the predicted class, the votes for it and the certified radius. Needs the built
// site and Debian's PyTorch, which makes the clouds (models/attributed.py). Counted again, the file has the same bytes.
//
//   node build/content/attributed.mjs [CASE…]    counts these cases again; all by default

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const file = `${repository}site/docs/votes/attributes.json`;
const CLOUDS = 60, SAMPLES = 300;

/** The file of the request that is counted. */
const PLAN = 'build/out/attributed.json';

/** The cases of models/attributed.py. */
const cases = [
  { name: 'scans', sigma: 0.3, group: { group: 'axis', axis: [0, 0, 1], translation: true }, attributes: ['intensity'] },
  { name: 'handed', sigma: 0.1, group: { group: 'SE' }, attributes: [{ name: 'element', values: [1, 6, 9, 17, 35] }] },
  { name: 'fruit', sigma: 0.1, group: { group: 'SE' }, attributes: ['red', 'green', 'blue'] },
];

/** @param {string} program @param {string[]} words @param {string} [input] @param {object} [more] */
const output = (program, words, input, more) =>
  execFileSync(program, words, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26, ...(input && { input }), ...more });

/** @param {string} name */
function cloudsOf(name) {
  const there = { cwd: `${repository}build/content/models`, env: { ...process.env, PYTHONPATH: '../../python' } };
  const text = output('/usr/bin/python3', ['-B', 'attributed.py', 'clouds', name, String(CLOUDS)], '', there);
  return text.trim().split('\n').map((line) => JSON.parse(line));
}

/**
 * Counts the votes of a model on a cloud and certifies them.
 * @param {string} model @param {typeof cases[number]} of @param {boolean} alone without the attributes @param {any} cloud
 */
function counted(model, { sigma, group, attributes }, alone, { label, points, attributes: columns }) {
  const request = { clean: alone ? { points } : { points, attributes: columns }, sigma, ...group, samples: 0 };
  const asked = { ...request, ...(!alone && { prediction: { model: { attributes } } }) };
  // So few samples are counted sooner than code is optimised.
  const votes = ['--wasm-tiering-budget=1000000000', 'build/out/orbitcert-votes.mjs', PLAN];
  writeFileSync(`${repository}${PLAN}`, JSON.stringify(asked));
  const evidence = JSON.parse(output(process.execPath, [...votes, '--model', `site/models/${model}.onnx`, '--samples', String(SAMPLES), '--all']));
  const certificate = output('build/out/bin/orbitcert', ['certify', '-'], JSON.stringify({ ...request, prediction: { evidence } }));
  const { black_box: { radius }, request: { prediction } } = JSON.parse(certificate);
  const { model: described, classifier, sampling: { seed, cloud, ...sampling }, votes: { predicted } } = evidence;
  return { model: described, classifier, sampling, anytime: prediction.anytime, row: [label, predicted, prediction.votes, radius] };
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : cases.map(({ name }) => name);
const known = wanted.length < cases.length ? JSON.parse(readFileSync(file, 'utf8')).models : [];
const models = cases.flatMap((of) => ['', '-alone'].map((suffix) => {
  const model = of.name + suffix, before = known.find((/** @type {any} */ one) => one.model.name === `${model}.onnx`);
  if (!wanted.includes(of.name)) return before;
  const all = cloudsOf(of.name).map((cloud) => counted(model, of, suffix !== '', cloud));
  const [{ row: _, ...described }] = all;
  console.log(`${model}: ${all.filter(({ row: [label, predicted] }) => label === predicted).length} of ${CLOUDS} are right`);
  return { ...described, clouds: all.map(({ row }) => row) };
}));
const lines = models.filter(Boolean).map((one) => JSON.stringify(one)).join(',\n');
writeFileSync(file, `{"columns": ["label", "predicted", "votes", "radius"], "models": [\n${lines}\n]}\n`);
