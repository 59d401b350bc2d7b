// The rooms of js and the doors between them. Doors go down only: a room may import from the rooms named
// beside it, all of which stand below it in the table, and features import no feature. Types count as well.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SHAPES, UNCHECKED } from '../documents/shapes.js';

/** Rooms from top to bottom, with the rooms and the packages that each may import. */
const DOORS = {
  page: [
    'certificate', 'classifier', 'dataset', 'explore', 'sharing', 'parts', 'clouds', 'storage', 'question', 'form', 'words', 'offline', 'certifier',
    'drawing', 'lit',
  ],
  library: ['embed', 'documents', 'certifier', 'workers', 'node'],

  certificate: ['parts', 'clouds', 'storage', 'form', 'words', 'question', 'documents', 'certifier', 'drawing', 'lit'],
  classifier: ['parts', 'clouds', 'question', 'form', 'words', 'documents', 'offline', 'certifier', 'workers', 'lit', 'node', 'pbf'],
  dataset: [
    'parts', 'drawing', 'clouds', 'storage', 'question', 'form', 'words', 'documents', 'offline', 'certifier', 'workers',
    '../build/content/paper/experiments.json', '../build/content/paper/shown.json', 'lit',
  ],
  explore: ['parts', 'clouds', 'question', 'form', 'words', 'documents', 'certifier', 'lit'],
  sharing: ['parts', 'trust', 'question', 'words', 'documents', 'offline', 'certifier', 'lean-qr', 'lit'],
  embed: ['parts', 'trust', 'words', 'documents', 'certifier', 'lit'],
  docs: ['certifier', 'minisearch'],

  parts: ['question', 'form', 'words', '@observablehq/plot', 'lit'],

  storage: ['clouds'],
  clouds: ['form', 'words', 'question', 'offline', 'certifier', 'workers', 'h5wasm', 'laz-perf'],
  question: ['form', 'words', 'documents'],
  form: ['words', 'documents'],

  trust: ['documents'],
  words: ['documents'],

  offline: ['workers'],

  certifier: ['workers', 'documents'],
  workers: ['onnxruntime-web'],

  documents: [],

  drawing: ['three', 'lit'],
};

const FEATURES = ['certificate', 'classifier', 'dataset', 'explore', 'sharing', 'embed', 'docs'];

const root = fileURLToPath(new URL('../', import.meta.url));

/** Folders that hold no code of the page. */
const OTHERS = ['node_modules', 'test'];

/** The room of a module, or the path of a file that no room has. */
function roomOf(file) {
  const [room, ...rest] = relative(root, file).split(sep);
  return room === '..' ? [room, ...rest].join('/') : room;
}

/** The name of a package without the path inside it; node stands for all that is Node's, which only its own program may use. */
const packageOf = (specifier) => /^(@[^/]+\/)?[^/:]+/.exec(specifier)[0];

/** Lists the imports of a module, as modules and as types: from '…', import '…', import('…'), @import … from '…'. */
function imports(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\b(?:from|import)[ (]'([^'\n]+)'/g)].map(([, specifier]) => specifier);
}

/** The doors in use, with a module that uses each. */
function used() {
  const doors = new Map();
  for (const room of Object.keys(DOORS)) {
    for (const name of readdirSync(join(root, room), { recursive: true }).filter((name) => name.endsWith('.js'))) {
      const file = join(root, room, name);
      for (const specifier of imports(file)) {
        const to = specifier.startsWith('.') ? roomOf(resolve(dirname(file), specifier)) : packageOf(specifier);
        if (to !== room) doors.set(`${room} → ${to}`, `${room}/${name}`);
      }
    }
  }
  return doors;
}

test('every module of js is in a room', () => {
  const folders = readdirSync(root, { withFileTypes: true });
  const rooms = folders.filter((entry) => entry.isDirectory() && !OTHERS.includes(entry.name)).map(({ name }) => name);
  assert.deepEqual(rooms.sort(), Object.keys(DOORS).sort());
  assert.deepEqual(folders.filter(({ name }) => name.endsWith('.js')).map(({ name }) => name), []);
});

test('doors go down, and features import no feature', () => {
  const order = Object.keys(DOORS);
  for (const [room, others] of Object.entries(DOORS)) {
    for (const other of others.filter((name) => order.includes(name))) {
      assert.ok(order.indexOf(other) > order.indexOf(room), `${room} → ${other} leads up`);
      assert.ok(!FEATURES.includes(room) || !FEATURES.includes(other), `the feature ${room} imports the feature ${other}`);
    }
  }
});

test('modules import through the doors of the table, and every door is in use', () => {
  const doors = used();
  const allowed = Object.entries(DOORS).flatMap(([room, others]) => others.map((other) => `${room} → ${other}`));
  const broken = [...doors].filter(([door]) => !allowed.includes(door)).map(([door, file]) => `${door} in ${file}`);
  assert.deepEqual(broken, []);
  assert.deepEqual(allowed.filter((door) => !doors.has(door)), []);
});

test('one module of every room says first what lives there', () => {
  for (const room of Object.keys(DOORS)) {
    const saying = readdirSync(join(root, room)).filter(
      (name) => name.endsWith('.js') && /^\/\*\*(?:\n \*)? The room of /.test(readFileSync(join(root, room, name), 'utf8')),
    );
    assert.equal(saying.length, 1, `${room}: ${saying}`);
  }
});

test('workers move texts and bytes: none of their modules names a field of a request, a certificate or a failure', () => {
  const own = ['message', 'panic']; // what every refusal has
  const [, failure] = readFileSync(join(root, 'certifier', 'functions.js'), 'utf8').split('@typedef {object} Failure');
  const inFailure = [...failure.matchAll(/@property .*\} \[(\w+)\]/g)].map(([, name]) => name);
  const { 'request?': request, ...certificate } = SHAPES.certificate;
  const unchecked = [SHAPES.certificate, request].flatMap((shape) => UNCHECKED.get(shape) ?? []);
  const fields = [...Object.keys(certificate), ...Object.keys(request), ...unchecked, ...inFailure];
  const names = fields.map((name) => name.replace('?', '')).filter((name) => !own.includes(name));
  assert.ok(names.length > 20, `${names}`);
  const naming = new RegExp(`[.'"]${`(${names.join('|')})`}\\b(?![./])`);
  for (const name of readdirSync(join(root, 'workers'))) {
    const code = readFileSync(join(root, 'workers', name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    assert.doesNotMatch(code, naming, name);
  }
});
