// The verdict by votes of a model, and the model that is open: one is never shown beside another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../certificate/desk.js';
import { reasonOf } from '../../certificate/reason.js';
import { initial } from '../../form/address.js';

const known = async (request) => ({ text: JSON.stringify(request), value: { certified: true } });

/** An engine that certifies whatever it is asked. */
class FakeEngine extends EventTarget {
  explorer = { withstand: async () => ({ certified: false }) };
  certify = known;
  async ready() { return 'core'; }
  async open() { return { dimension: 2, count: 3, notes: [] }; }
  async points() { return new Float64Array(6); }
  async close() {}
  hold() { return () => {}; }
  async check() { return []; }
  async closedForms(request) { return { certificate: await known(request), complete: true }; }
  async minimum() { return {}; }
  async document() { return new Uint8Array(); }
}

const A = { name: 'a.onnx', sha256: 'aa', settled: '[]' };
const B = { name: 'b.onnx', sha256: 'bb', settled: '[]' };
const SETTLED = { ...A, settled: '[{"layout":"BDN"}]' };

/** A desk on which the model that is open votes. */
async function modelDesk() {
  const desk = new Desk(new FakeEngine());
  const page = { desk, get open() { return desk.state.model.open; }, counts: 0 };
  tell(page, A);
  const count = async (request, dimension, { onLook }) => {
    const { name, sha256 } = page.open;
    page.counts++;
    const votes = { estimate: [400, 0], predicted: 0, samples: 400, rule: 'anytime' };
    await onLook(JSON.stringify({ votes, model: { name, sha256, classes: ['left', 'right'] }, classifier: {}, sampling: { estimate: 400, select: 0 } }));
  };
  desk.voting.voter = async () => {
    if (!page.open) throw Object.assign(new Error('Choose a model.'), { field: 'prediction.model' });
    return { identity: page.open, count };
  };
  const clean = new File(['{"points": [[1, 0], [0, 1], [-1, -1]]}'], 'cloud.json');
  await desk.fill({ ...initial(), given: 'model', counted: '400', perturbation: 'none' }, { clean });
  return page;
}

/** The file of the model whose votes are shown, undefined where none are. @param {Desk} desk */
const shown = ({ result: { certificate, request } }) => certificate && request.prediction.evidence.model.name;

/** @param {any} page @param {any} model that is open now */
const tell = ({ desk }, model) => desk.send({ type: 'model', model: { open: model, opens: false } });

/** Has another model open, as choosing one does: what was computed is out of date. */
const open = (page, model) => {
  tell(page, model);
  page.desk.entries.outdate();
};

test('back at a verdict, it is shown beside the model that counted it alone', async () => {
  const page = await modelDesk(), { desk } = page;
  await desk.certify();
  const counted = desk.state;
  desk.entries.set('sigma', '0.2');
  for (const [other, head] of [[B, 'b.onnx has not voted on this cloud.'], [SETTLED, 'a.onnx has not voted on this cloud.'], [null, 'Choose a model.']]) {
    open(page, other);
    await desk.resume(counted);
    assert.deepEqual([shown(desk), desk.votes, desk.ask, reasonOf(desk).head], [undefined, null, 'Count votes and certify', head]);
    assert.equal(desk.result.certificate, undefined, 'nor is it kept, shared or compared');
  }
  tell(page, A);
  assert.equal(shown(desk), 'a.onnx', 'the model is there again');
  assert.equal(page.counts, 1);
});

test('votes certify at another α without a second count', async () => {
  const page = await modelDesk(), { desk } = page;
  await desk.certify();
  desk.entries.set('alpha', '0.01');
  await desk.settled();
  const { request, phase } = desk.result;
  assert.deepEqual([phase, request.alpha, request.prediction.votes, page.counts], ['done', 0.01, 400, 1]);
  desk.entries.set('how', 'declared');
  await desk.settled();
  assert.deepEqual([shown(desk), reasonOf(desk).head], [undefined, 'a.onnx has not voted with these settings.']);
});
