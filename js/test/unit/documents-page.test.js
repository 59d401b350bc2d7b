// site/docs/documents.md lists every field of every document, and none that is not there.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SHAPES } from '../../documents/documents.js';

const page = readFileSync(new URL('../../../site/docs/documents.md', import.meta.url), 'utf8');

/** The names in the first column of the tables of a section. */
function listed(heading) {
  const [, section] = new RegExp(`^#+ ${heading}\\n([^]*?)(?=^#|(?![^]))`, 'm').exec(page) ?? [];
  return [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)).sort();
}

const plain = (name) => name.replace('?', '');
const fields = (...shapes) => [...new Set(shapes.flatMap(Object.keys).map(plain))].sort();

const { certificate, minimum, withstood, run } = SHAPES;
const { 'request?': request, 'orbit?': orbit, 'tight?': tight, 'subsample?': subsample } = certificate;
const { 'ranges?': [range] } = withstood;
const { results: [verdict], settings } = run;

/** @type {[heading: string, wanted: string[]][]} */
const SECTIONS = [
  ['Request', fields(request)],
  ['Prediction', fields(request.prediction)],
  ['Preparation', fields(request['prepared?'])],
  ['Gram form', fields(request['gram?'])],
  ['Points in gram form', fields(request['gram?']['points?'])],
  ['Certificate', fields(certificate)],
  ['Closed forms', fields(orbit)],
  ['Tight', fields(tight['axis?'])],
  ['Monte Carlo', fields(tight['monte_carlo?'])],
  ['Subsample', fields(subsample)],
  ['Votes', fields(request.prediction['evidence?'])],
  ['Minimum', fields(minimum)],
  ['Withstand', fields(withstood)],
  ['Ranges', fields(range)],
  ['Run', fields(settings)],
  ['Result', fields(run)],
  ['One cloud', fields(verdict)],
];

for (const [heading, wanted] of SECTIONS) test(`the page of documents lists the fields of “${heading}”`, () => assert.deepEqual(listed(heading), wanted));

test('parts of a field are named beside it', () => {
  const inside = (shape) => (Array.isArray(shape) ? inside(shape[0]) : typeof shape === 'object' ? Object.keys(shape).map(plain) : []);
  for (const [heading, shape] of [['Votes', request.prediction['evidence?']], ['Result', { ...run, results: 'any', settings: 'any' }], ['Run', settings]]) {
    const [, section] = new RegExp(`^## ${heading}\\n([^]*?)(?=^#|(?![^]))`, 'm').exec(page) ?? [];
    for (const [name, part] of Object.entries(shape)) {
      if (plain(name) === 'preparation' || Array.isArray(part)) continue;
      for (const one of inside(part)) assert.ok(section.includes(`\`${one}\``), `${heading}: ${plain(name)}.${one}`);
    }
  }
});
