// Reading of model files: the graph's own words, and their meaning.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readLayout } from '../../classifier/layout.js';
import { LayoutError, mostClasses } from '../../classifier/outputs.js';
import { ModelFileError, readGraph } from '../../classifier/onnx.js';
import { classNames, EXAMPLES, filesOf, namesUnused, sortFiles } from '../../classifier/model-files.js';
import { AGAIN, ModelError, readModel, refuseModel, refuseStart, settled } from '../../classifier/model-use.js';
import { near, needless, weightsOf, digestOf } from '../../classifier/weights.js';
import { contradictions, left } from '../../classifier/second-count.js';
import { onnx } from '../tools/onnx.js';
import { random } from '../tools/random.js';

const folder = new URL('../models/', import.meta.url);
const file = (/** @type {string} */ name) => new Uint8Array(readFileSync(new URL(`${name}.onnx`, folder)));
const layout = (/** @type {string} */ name, dimension = 3) => readLayout(readGraph(file(name)), dimension);
const names = (/** @type {string} */ name, dimension = 3) => layout(name, dimension).layouts.map((one) => one.name);

test('a graph tells producer, inputs, classes and number of parameters', () => {
  const { producer, inputs, outputs, metadata, parameters, external } = readGraph(file('bdn'));
  assert.equal(producer, 'orbitcert-test');
  assert.deepEqual(inputs, [{ name: 'clouds', type: 1, shape: [null, 3, null] }]);
  assert.deepEqual(outputs, [{ name: 'logits', type: 1, shape: [null, 2] }]);
  assert.deepEqual(JSON.parse(metadata.classes), ['left', 'right']);
  assert.equal(parameters, 3 + 2 + 2);
  assert.deepEqual(external, []);
  assert.deepEqual(readGraph(file('external')).external, ['external.onnx.data']);
});

test('a size of -1, or no shape at all, is free; axes of length 1 count for nothing', () => {
  const read = (/** @type {import('../tools/onnx.js').Value[]} */ inputs, /** @type {(number | null)[] | null} */ answer = [null, 2]) =>
    readLayout(readGraph(onnx({ inputs, outputs: [{ name: 'logits', shape: answer }] })), 3);
  assert.deepEqual(read([{ name: 'clouds', shape: [-1, 3, -1] }]), layout('bdn'));
  assert.deepEqual(read([{ name: 'clouds', shape: null }]).layouts.map(({ name, points }) => [name, points]),
    ['BDN', 'BND', 'BDN1', 'BND1', 'flat BDN', 'flat BND', 'BPDN'].map((name) => [name, null]));
  for (const shape of [[null, 4, 1], [-1, 1, 4], [null, 1, 4, 1]]) {
    assert.deepEqual(read([{ name: 'clouds', shape: [null, 3, null] }], shape).outputs, [{ name: 'logits', classes: 4 }]);
  }
  // As many numbers as points are one for each point, and no scores of classes.
  assert.throws(() => read([{ name: 'clouds', shape: [null, 3, 4] }], [null, 4, 1]), /logits labels points/);
});

test('operators that draw, or look at the whole batch, are found in the graph, in graphs within it and in functions of the file', () => {
  const found = {
    random: [['RandomNormalLike'], []], 'random-within': [['RandomNormalLike'], []], 'random-function': [['RandomNormalLike'], []],
    'dropout-training': [['Dropout in training mode'], []], dropout: [[], []], norm: [[], ['BatchNormalization']], training: [[], []], bdn: [[], []],
  };
  for (const [name, [random, training]] of Object.entries(found)) {
    const graph = readGraph(file(name));
    assert.deepEqual([graph.random, graph.training], [random, training], name);
  }
});

test('what a reader of another make would see cannot be hidden', () => {
  const join = (/** @type {Uint8Array[]} */ ...parts) => new Uint8Array(Buffer.concat(parts));
  // Protocol buffers join two graphs of one file into one: the operators of both run.
  assert.deepEqual(readGraph(join(file('random'), file('bdn2'))).random, ['RandomNormalLike']);
  assert.deepEqual(readGraph(join(file('bdn2'), file('random'))).random, ['RandomNormalLike']);
  // A field of another kind than it should have is passed over by others, and so is what it seems to hold.
  const whole = file('random');
  assert.throws(() => readGraph(join(Uint8Array.of(7 << 3, 4, 1, 2, 3, 4), whole)), ModelFileError);
  const other = whole.slice();
  other.set(Buffer.from('ORTM'), 4);
  assert.throws(() => readGraph(other), /format of ONNX Runtime/);
});

test('every layout is told from the graph, and what the graph leaves open is asked', () => {
  assert.deepEqual(names('bdn'), ['BDN']);
  assert.deepEqual(names('bdn2', 2), ['BDN']);
  assert.deepEqual(names('bnd'), ['BND']);
  assert.deepEqual(names('bdn1'), ['BDN1']);
  assert.deepEqual(names('bnd1'), ['BND1']);
  assert.deepEqual(names('bpdn'), ['BPDN']);
  assert.deepEqual(names('dynamic'), ['BDN', 'BND']);
  assert.deepEqual(names('flat'), ['flat BND', 'flat BDN']);
  assert.deepEqual(layout('fixed').layouts, [{ name: 'BDN', batch: 1, points: 8, poses: null }]);
  assert.equal(layout('flat').layouts[0].points, 8);
  assert.equal(layout('half').half, true);
});

test('other inputs are given what they mean, or refused by name', () => {
  assert.deepEqual(layout('training').extras, [{ name: 'is_training', as: 'false' }]);
  assert.deepEqual(layout('twice').extras, [{ name: 'again', as: 'copy' }]);
  assert.throws(() => layout('stranger'), (error) => error instanceof LayoutError && /temperature/.test(error.message));
});

test('a model that cannot be smoothed is refused with the reason', () => {
  const refused = {
    normals: /more than coordinates/, integers: /takes int64 numbers/, double: /takes float64 numbers.*model\.float\(\)/, column: /two classes/,
    'only-class': /label is a class \(int64\): export the scores/, single: /\[3, \?\], one cloud without an axis that counts clouds/,
  };
  for (const [name, reason] of Object.entries(refused)) {
    assert.throws(() => layout(name), (error) => error instanceof LayoutError && reason.test(error.message), name);
  }
  assert.throws(() => layout('bdn2', 3), /no axis has the 3 coordinates/);
});

/** Returns the reason why the graph of a file is refused. @param {Parameters<typeof onnx>[0]} graph */
function refusal(graph) {
  try {
    refuseModel(readGraph(onnx(graph)), null);
  } catch (error) {
    return error.message;
  }
  return '';
}

test('a small file that asks for more than there is room for is refused when its graph is read', () => {
  const clouds = (/** @type {(number | null)[]} */ ...shape) => ({ inputs: [{ name: 'clouds', shape }] });
  const logits = (/** @type {number} */ classes) => ({ outputs: [{ name: 'logits', shape: [null, classes] }] });
  const several = (/** @type {number} */ count, /** @type {number} */ width) =>
    Array.from({ length: count }, (_, i) => ({ name: `v${i}`, shape: width === 2 ? [null, 2] : [null, 3, null] }));
  const refused = /** @type {[Parameters<typeof onnx>[0], RegExp][]} */ ([
    [logits(mostClasses + 1), /its output logits has 65,535 classes; votes are counted for at most 65,534/],
    [logits(5_000_000), /5,000,000 classes/],
    [clouds(null, 3, 2 ** 31), /6,442,450,944 numbers or more at a time; at most 67,108,864 are taken/],
    [clouds(100_000_000, 2, null), /200,000,000 numbers or more/],
    [clouds(...new Array(100_000).fill(1)), /the shape of 100,000 axes/],
    [{ outputs: several(101, 2) }, /101 outputs/],
    [{ inputs: several(101, 3) }, /101 inputs/],
  ]);
  for (const [graph, reason] of refused) assert.match(refusal(graph), reason);
  for (const graph of [logits(mostClasses), clouds(null, 3, 1_000_000), clouds(32, 3, 2048), { outputs: several(100, 2) }]) assert.equal(refusal(graph), '');
  assert.equal(
    readLayout(readGraph(onnx({ outputs: [...logits(100_000).outputs, ...logits(40).outputs] })), 3).outputs.length, 1,
    'an output that has no classes is none to choose',
  );
});

test('functions that unfold without bounds are refused, those of exporters are read', () => {
  const chain = (/** @type {number} */ depth, /** @type {string} */ last) => Array.from({ length: depth }, (_, i) => ({
    name: `F${i}`, nodes: [0, 1].map(() => (i + 1 < depth ? { operator: `F${i + 1}`, domain: 'test' } : { operator: last, domain: 'test' })),
  }));
  const nodes = [{ operator: 'F0', domain: 'test' }];
  assert.match(refusal({ nodes, functions: chain(25, 'Identity') }), /unfold into more than 1,000,000 nodes/);
  assert.match(refusal({ nodes, functions: chain(3, 'F0') }), /unfold into more than/);
  assert.equal(refusal({ nodes, functions: chain(15, 'Identity') }), '');
});

test('float64 is told wherever it is, with the way to float32', () => {
  const double = (/** @type {any} */ value) => ({ ...value, type: 11 });
  assert.match(
    refusal({ inputs: [double({ name: 'clouds', shape: [null, 3, null] })] }),
    /input clouds takes float64.*not supported.*float32, after model\.float\(\)/,
  );
  assert.match(
    refusal({ inputs: [{ name: 'clouds', shape: [null, 2, null] }], outputs: [double({ name: 'logits', shape: [null, 2] })] }),
    /output logits has float64.*float32/,
  );
  const within = readGraph(onnx({ nodes: [{ operator: 'Cast', outputs: ['x'], to: 11 }, { operator: 'Cast', inputs: ['x'], to: 1 }] }));
  assert.deepEqual([within.double, readGraph(file('bdn')).double], [true, false]);
  assert.throws(
    () => refuseStart(within, new Error('null function')),
    (error) => error instanceof ModelError && /float64 numbers.*float32, after model\.float\(\) \(null function\)/.test(error.message),
  );
});

test('the graph tells how many classes each output has', () => {
  assert.deepEqual(layout('one-width').outputs, [{ name: 'logits', classes: 3 }, { name: 'opposite', classes: 3 }]);
  assert.deepEqual(layout('free').outputs, [{ name: 'logits', classes: null }]);
});

test('another input of the clouds’ shape is asked about, and fed only what was said', () => {
  const open = (/** @type {any} */ choice) => settled(readModel(/** @type {any} */ ({ graph: readGraph(file('twice')) }), choice, 3), choice);
  assert.throws(() => open({}), /another input, again: choose what it takes/);
  assert.throws(() => open({ again: AGAIN[1] }), (error) => error instanceof LayoutError && /export it with the clouds as its only input/.test(error.message));
  assert.equal(open({ again: AGAIN[0] }).output.name, 'logits');
});

test('weights are those the graph names, under its paths; missing ones are named', () => {
  const { external } = readGraph(file('external'));
  const data = { name: 'external.onnx.data', bytes: new Uint8Array(8) };
  assert.deepEqual(weightsOf(external, [{ ...data, name: 'notes.txt' }, data]), [data]);
  assert.deepEqual(weightsOf(['weights/external.onnx.data'], [data]), [{ ...data, name: 'weights/external.onnx.data' }]);
  assert.throws(() => weightsOf(external, []), /its weights are in external\.onnx\.data/);
});

test('weights are files below the folder of the model, one of each name; others are told', async () => {
  const data = (/** @type {string} */ name, ...bytes) => ({ name, bytes: Uint8Array.from(bytes) });
  for (const path of ['../w.bin', 'a/../../w.bin', '/w.bin', 'C:/w.bin', 'a\\w.bin', '..', '', '*/_ORT_MEM_ADDR_/*', 'a//w.bin']) {
    assert.throws(() => weightsOf([path], [data('w.bin', 1), data('*', 1), data('', 1)]), /not a file below its own folder/, path);
  }
  assert.deepEqual(weightsOf(['./w.bin', 'w.bin', 'a/v.bin'], [data('v.bin', 2), data('w.bin', 1)]), [data('w.bin', 1), data('a/v.bin', 2)]);
  assert.throws(() => weightsOf(['a/w.bin', 'b/w.bin'], [data('w.bin', 1)]), /two files that are called w\.bin/);
  assert.throws(() => weightsOf(['w.bin'], [data('w.bin', 1), data('w.bin', 2)]), /two of the files are called w\.bin/);
  assert.equal(needless(['a/w.bin'], [data('w.bin'), data('notes.txt')]), 'The model takes nothing from notes.txt.');
  assert.equal(needless(['a/w.bin'], [data('w.bin')]), '');
  const asked = /** @type {string[]} */ ([]);
  const read = async (/** @type {string} */ path) => (asked.push(path), path === 'a/v.bin' ? Uint8Array.of(2) : null);
  assert.deepEqual(await near(['w.bin', 'a/v.bin', 'u.bin'], [data('w.bin', 1)], read), [data('v.bin', 2)]);
  assert.deepEqual(asked, ['a/v.bin', 'u.bin']);
  await assert.rejects(near(['../w.bin'], [], read), /not a file below its own folder/);
});

test('what names a model is its own digest, or that of all its files in order', async () => {
  const name = async (/** @type {any[]} */ weights) =>
    digestOf(
      Uint8Array.of(9), weights.map((byte) => ({ name: 'w', bytes: Uint8Array.of(byte) })),
      (bytes) => `<${[...bytes].map((byte) => (byte > 31 ? String.fromCharCode(byte) : byte === 10 ? ';' : byte)).join('')}>`,
    );
  assert.equal(await name([]), '<9>');
  assert.equal(await name([1, 2]), '<<9>;<1>;<2>;>');
});

test('a second count finds what is said of a model and is not so, and tells what it could not hold against anything', () => {
  const model = { bytes: 7, layout: 'BDN', name: 'm.onnx', classes: ['a', 'b'] };
  const runtime = { name: 'ort', version: '2', wasm: `sha256:${'0'.repeat(64)}` };
  const own = { model, named: true, runtime };
  assert.deepEqual([contradictions(model, own), left({ model, runtime }, own)], [[], []]);
  const said = (/** @type {any} */ changes) => contradictions({ ...model, ...changes }, own).join();
  assert.match(said({ bytes: 8 }), /bytes is written as 8, and is 7/);
  assert.equal(said({ bytes: undefined }), '');
  assert.match(said({ numbers: 'float16' }), /numbers is written as "float16"/);
  assert.match(said({ output: 'x' }), /output is written as "x", and is "the only one"/);
  assert.match(contradictions(model, { ...own, model: { ...model, output: 'x' } }).join(), /output is not written, and is "x"/);
  assert.match(said({ classes: ['a', 'c'] }), /class 1 is called "c", and the model calls it "b"/);
  assert.deepEqual(contradictions({ ...model, classes: ['x', 'y'] }, { ...own, named: false }), []);
  // Nobody gave the numbers that count classes as names, unless they are names of others.
  assert.equal(said({ classes: ['0', '1'] }), '');
  assert.match(said({ classes: ['0', '1', '2'] }), /class 0 is called "0"/);
  assert.match(
    contradictions({ ...model, classes: ['0', '1'] }, { ...own, model: { ...model, classes: ['1', '0'] } }).join(),
    /class 0 is called "0", and the model calls it "1"/,
  );
  assert.deepEqual(contradictions({ ...model, classes: ['0', '1'] }, { ...own, model: { ...model, classes: ['0', '6 or 9'] } }), []);
  const told = (/** @type {any} */ changes) => left({ model, runtime, ...changes }, own).join();
  assert.match(told({ model: { ...model, classes: ['0', '1'] } }), /the classes are numbered there, and the model names them/);
  assert.match(told({ model: { ...model, classes: ['x', 'y'] } }), /class names are as the counter wrote them/);
  assert.match(told({ model: { ...model, name: 'n' } }), /called "n" there/);
  assert.match(told({ runtime: { ...runtime, version: '1' } }), /counted with ort 1 .*counted again with ort 2/);
  assert.match(told({ runtime: { ...runtime, wasm: `sha256:${'1'.repeat(64)}` } }), /111111111111/);
  assert.match(told({ runtime: undefined }), /no runtime is named/);
});

/** The graph, undefined where the file is refused; any other error fails the test. @param {Uint8Array} bytes */
function read(bytes) {
  try {
    return readGraph(bytes);
  } catch (error) {
    assert.ok(error instanceof ModelFileError, String(error));
    return undefined;
  }
}

test('a file that is cut off or altered is refused, or read; nothing else', () => {
  const draw = random(12);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.onnx'))) {
    const whole = file(name.slice(0, -5));
    // Bytes behind the graph may be missing: such a file cannot be told from one that never had them.
    const { nodes, inputs, outputs } = readGraph(whole);
    for (let cut = 0; cut < whole.length; cut++) {
      const rest = read(whole.subarray(0, cut));
      if (rest) assert.deepEqual([rest.nodes, rest.inputs, rest.outputs], [nodes, inputs, outputs], `${name} cut at ${cut}`);
    }
    assert.equal(read(whole.subarray(0, whole.length / 2)), undefined);
    for (let i = 0; i < 300; i++) {
      const altered = whole.slice();
      for (let k = 0; k < 4; k++) altered[Math.floor(draw() * altered.length)] = draw() * 256;
      read(altered);
    }
  }
  assert.throws(() => readGraph(new TextEncoder().encode('ply\nformat ascii 1.0\n')), ModelFileError);
});

test('of dropped files one is the model, others its weights and names', () => {
  const text = (/** @type {string} */ content) => new TextEncoder().encode(content);
  const model = { name: 'm.onnx', bytes: file('bdn') };
  const data = { name: 'm.onnx.data', bytes: text('0') };
  assert.deepEqual(sortFiles([data, model, { name: 'names.json', bytes: text('["a", "b"]') }]), { model, beside: [data], classes: ['a', 'b'] });
  assert.deepEqual(sortFiles([model, { name: 'id2label.json', bytes: text('{"0": "a", "1": "b"}') }]).classes, ['a', 'b']);
  assert.throws(() => sortFiles([data]), /no \.onnx file/);
  assert.throws(() => sortFiles([model, model]), /2 models/);
  assert.throws(() => sortFiles([model, { name: 'n.json', bytes: text('[1]') }]), /not a list of class names/);
  assert.throws(() => sortFiles([model, { name: 'n.json', bytes: text('[') }]), /not JSON/);
  assert.throws(() => sortFiles([{ name: 'm.onnx', bytes: new Uint8Array(300 << 20) }]), /300 MB; at most 256/);
});

test('class names come from beside the model, then from within, else they are numbers', () => {
  assert.deepEqual(classNames(['x', 'y'], { classes: '["a", "b"]' }, 2), ['x', 'y']);
  assert.deepEqual(classNames(null, { classes: '["a", "b"]' }, 2), ['a', 'b']);
  assert.deepEqual(classNames(null, { labels: 'a, b' }, 2), ['a', 'b']);
  assert.deepEqual(classNames(null, { classes: '["a"]' }, 2), ['0', '1']);
  assert.deepEqual(classNames(null, {}, 3), ['0', '1', '2']);
});

test('names of another number are told', () => {
  assert.throws(() => classNames(['a', 'b', 'c'], {}, 2), /has 3, and the model has 2 classes/);
  assert.throws(() => refuseModel(readGraph(file('bdn')), ['a', 'b', 'c']), /has 3, and the model has 2/);
  refuseModel(readGraph(file('free')), ['a', 'b', 'c']); // until it answers
  assert.match(namesUnused(null, { classes: '["a"]' }, 2), /names 1 classes, and the model has 2/);
  assert.equal(namesUnused(null, { classes: '["a", "b"]' }, 2) + namesUnused(null, {}, 2), '');
});

test('a model that comes with the page is small, is the one of its card and lies where the page fetches it', () => {
  const shipped = new URL('../../../site/', import.meta.url);
  for (const example of EXAMPLES) {
    const [card, model] = filesOf(example).filter((name) => name.startsWith('models/')).map((name) => readFileSync(new URL(name, shipped)));
    const { bytes, sha256, labels, classes = labels, points, subsample = points, invariance: { how, ...trained } } = JSON.parse(card.toString());
    assert.deepEqual([how, trained], ['made', example.invariance ?? { group: 'SE' }], example.id);
    assert.deepEqual([bytes, sha256], [model.length, createHash('sha256').update(model).digest('hex')], example.id);
    const { metadata } = readGraph(new Uint8Array(model));
    const named = metadata.classes ?? metadata.labels;
    assert.deepEqual(named && JSON.parse(named), classes, example.id);
    assert.equal(named === undefined, ['number', 'BND'].includes(example.returns), example.id);
    assert.ok(bytes <= 1_200_000 && (points === undefined || subsample <= points), example.id);
  }
});
