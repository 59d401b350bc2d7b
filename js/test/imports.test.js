// The rooms of js and the doors between them. Doors go down only: a room may import from the rooms named
// beside it, all of which stand below it in the table, and features import no feature. Types count as well.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Rooms from top to bottom, with the rooms and the packages that each may import. */
const DOORS = {
  page: ['certificate', 'classifier', 'dataset', 'explore', 'sharing', 'parts', 'entries', 'engine', 'offline', 'lit'],

  library: ['embed', 'reading', 'engine', 'node'],

  certificate: ['parts', 'entries', 'reading', 'engine', 'drawing', 'lit'],
  classifier: ['parts', 'entries', 'reading', 'engine', 'lit', 'pbf', 'node'],
  dataset: ['parts', 'entries', 'reading', 'engine', 'files', 'lit', '../build/content/paper/experiments.json'],
  explore: ['parts', 'entries', 'reading', 'engine', 'lit'],
  sharing: ['parts', 'entries', 'reading', 'engine', 'lit', 'lean-qr'],
  embed: ['parts', 'entries', 'reading', 'engine', 'lit'],

  parts: ['entries', 'reading', 'lit', '@observablehq/plot'],

  entries: ['reading', 'engine', 'files', '../wasm/edge/limits.json'],
  reading: ['files'],

  files: ['engine', 'laz-perf', 'h5wasm'],
  offline: ['engine'],
  engine: ['onnxruntime-web'],
  drawing: ['three'],
};

const FEATURES = ['certificate', 'classifier', 'dataset', 'explore', 'sharing', 'embed'];

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

/** What a module imports, as modules and as types: from '…', import '…', import('…'), @import … from '…'. */
function imports(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map(([, specifier]) => specifier);
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
    const saying = readdirSync(join(root, room)).filter((name) => name.endsWith('.js') && readFileSync(join(root, room, name), 'utf8').startsWith('/**\n * The room of '));
    assert.equal(saying.length, 1, `${room}: ${saying}`);
  }
});
