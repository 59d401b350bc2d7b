// The types of the npm package have the fields of the documents.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SHAPES } from '../../documents/documents.js';
import { fieldsOf } from '../../documents/shape.js';

const types = ['documents', 'orbitcert'].map((name) => readFileSync(new URL(`../../library/${name}.d.ts`, import.meta.url), 'utf8')).join('\n');

/** The fields of an interface, those that it extends left out. */
function fields(name) {
  const [, body] = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([^]*?)^\\}`, 'm').exec(types) ?? assert.fail(`no interface ${name}`);
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field);
}

const shape = (of) => fieldsOf(of).map(([name]) => name).sort();

test('each document has the fields of its shape', () => {
  const { certificate, minimum, withstood } = SHAPES;
  const own = (...names) => [...new Set(names.flatMap(fields))].sort();
  assert.deepEqual(own('Certificate'), shape(certificate));
  assert.deepEqual(own('Minimum'), shape(minimum));
  assert.deepEqual(own('Withstood'), shape(withstood));
  const request = shape(certificate['request?']);
  assert.deepEqual(own('Terms', 'ComputedRequest').filter((name) => !['format', 'preparation'].includes(name)), request);
  assert.deepEqual(own('Closed', 'Orbit'), shape(certificate['orbit?']));
  assert.deepEqual(own('MonteCarlo'), shape(certificate['tight?']['monte_carlo?']));
  assert.deepEqual(own('Subsampled'), shape(certificate['subsample?']));
  assert.deepEqual(own('Prediction'), shape(certificate['request?'].prediction));
  assert.deepEqual(own('Preparation'), shape(certificate['request?']['prepared?']));
  assert.deepEqual(own('Gram'), shape(certificate['request?']['gram?']));
});
