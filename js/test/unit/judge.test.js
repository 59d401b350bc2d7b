// Trust in a stored certificate: every case with the decision and the certificate that may be shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE } from '../../documents/core.js';
import { judge } from '../../trust/judge.js';

const KEY = 'a'.repeat(64), OTHER = 'b'.repeat(64);

const document = {
  certified: true, orbit: { distance: 0.1, radius: 0.2, certified: true }, request: { group: 'SE', sigma: 0.1, prediction: { probability: 0.9 } },
  core: CORE, key: KEY, signature: 'x',
};
const { key: _, signature: __, ...computed } = document;

const stored = (signature, change = {}) => ({ document: { ...document, ...change }, signature });
const known = { core: CORE, from: 'link', key: KEY };
const done = { ...known, done: true };
const compared = { ...done, document: computed };

const verified = (verification, own = done) => ({ ...own, storedKey: own.key, verification: { core: '2', certified: true, ...verification } });

const NOT = 'The sharing service’s answer is not a certificate.';
const UNSIGNED = 'It does not carry the signature that this page trusts.';
const ELSEWHERE = 'It belongs to another key.';

/** @type {[what: string, stored: any, own: any, key: string, verdict: string, shown: 'stored' | 'own' | null, reason?: string][]} */
const CASES = [
  ['nothing yet', undefined, undefined, KEY, 'none', null],
  ['the request is known, nothing is computed', undefined, known, KEY, 'none', null],
  ['ours alone', undefined, done, KEY, 'own', 'own'],
  ['ours alone, and the link has no key', undefined, done, '', 'own', 'own'],
  ['the request in the link is another one', undefined, { ...done, key: OTHER }, KEY, 'mismatched', 'own'],
  ['the same, before it is computed', undefined, { ...known, key: OTHER }, KEY, 'mismatched', null],

  ['signed, ours unknown', stored('valid'), undefined, KEY, 'signed', 'stored'],
  ['signed, ours not computed', stored('valid'), known, KEY, 'signed', 'stored'],
  ['no signature can be checked', stored('unknown'), undefined, KEY, 'unsigned', null],
  ['no signature can be checked, ours not computed', stored('unknown'), known, KEY, 'unsigned', null],
  ['ours is computed and being written', stored('valid'), done, KEY, 'comparing', 'own'],
  ['unsigned, ours is computed and being written', stored('unknown'), done, KEY, 'comparing', 'own'],
  ['both the same', stored('valid'), compared, KEY, 'checked', 'own'],
  ['both the same, unsigned', stored('unknown'), compared, KEY, 'checked', 'own'],
  [
    'the same, fields in another order', stored('valid'), { ...compared, document: Object.fromEntries(Object.entries(computed).reverse()) }, KEY,
    'checked', 'own',
  ],
  ['another number', stored('valid', { orbit: { ...document.orbit, radius: 0.3 } }), compared, KEY, 'differs', 'own'],
  ['certified, and ours is not', stored('unknown', { certified: false }), compared, KEY, 'differs', 'own'],
  ['another request under the right key', stored('unknown', { request: { ...document.request, sigma: 1 } }), compared, KEY, 'differs', 'own'],

  ['no certificate', { document: { key: KEY, certified: true }, signature: 'valid' }, undefined, KEY, 'refused', null, NOT],
  ['a list', { document: [], signature: 'unknown' }, undefined, KEY, 'refused', null, NOT],
  ['null', { document: null, signature: 'unknown' }, done, KEY, 'refused', 'own', NOT],
  ['a wrong signature', stored('invalid'), undefined, KEY, 'refused', null, UNSIGNED],
  ['a wrong signature, ours the same', stored('invalid'), compared, KEY, 'refused', 'own', UNSIGNED],
  ['a wrong signature by another core', stored('invalid', { core: '2' }), done, KEY, 'refused', 'own', UNSIGNED],
  ['another key', stored('valid', { key: OTHER }), undefined, KEY, 'refused', null, ELSEWHERE],
  ['another key, ours computed', stored('valid', { key: OTHER }), compared, KEY, 'refused', 'own', ELSEWHERE],
  ['another key by another core', stored('valid', { key: OTHER, core: '2' }), known, KEY, 'refused', null, ELSEWHERE],
  ['another key than that of the request posted', stored('valid', { key: OTHER }), known, '', 'refused', null, ELSEWHERE],
  ['what was posted', stored('valid'), known, '', 'signed', 'stored'],
  [
    'its request is not the one of its key', stored('valid'), { ...known, from: 'stored', key: OTHER }, KEY, 'refused', null,
    'Its request differs from the one in the link.',
  ],
  [
    'this core refuses its request', stored('valid'), { core: CORE, from: 'stored', fault: 'Sigma: must be positive.' }, KEY, 'refused', null,
    'Its request is damaged: Sigma: must be positive.',
  ],

  ['another core, not yet known', stored('valid', { core: '2' }), undefined, KEY, 'foreign', null],
  ['another core', stored('valid', { core: '2' }), known, KEY, 'foreign', null],
  ['another core, unsigned', stored('unknown', { core: '2' }), known, KEY, 'foreign', null],
  ['another core, ours computed', stored('valid', { core: '2' }), compared, KEY, 'foreign', 'own'],
  ['another core has other keys', stored('valid', { core: '2' }), { ...done, from: 'stored', key: OTHER }, KEY, 'foreign', 'own'],
  ['another core, verified and not computed', stored('valid', { core: '2' }), verified({}, known), KEY, 'foreign', null],
  ['another core, verified', stored('valid', { core: '2' }), verified({}), KEY, 'checked', 'own'],
  ['another core, verified in part', stored('valid', { core: '2' }), verified({ partial: ['tight.monte_carlo: gone'] }), KEY, 'partial', 'own'],
  [
    'another core, which does not hold', stored('valid', { core: '2' }), verified({ failed: ['certified: withdrawn'], partial: ['x: y'] }), KEY,
    'differs', 'own',
  ],
  ['another core, of another request than that in the link', stored('valid', { core: '2' }), { ...verified({}), storedKey: OTHER }, KEY, 'mismatched', 'own'],
  ['another core, verified, with a wrong signature', stored('invalid', { core: '2' }), verified({}), KEY, 'refused', 'own', UNSIGNED],
  ['another core answers what was posted', stored('valid', { core: '2', key: OTHER }), known, '', 'foreign', null],
  ['the request in the link is another one than the stored', stored('valid'), { ...known, key: OTHER }, KEY, 'mismatched', null],
  ['the same, computed', stored('valid'), { ...compared, key: OTHER }, KEY, 'mismatched', 'own'],
];

for (const [what, theirs, own, key, verdict, shown, reason] of CASES) {
  test(`${what}: ${verdict}`, () => {
    const judged = judge(theirs, own, key);
    assert.equal(judged.verdict, verdict);
    assert.equal(judged.shown, shown);
    assert.equal(judged.reason, reason);
    assert.equal(judged.differs !== undefined, verdict === 'differs');
    assert.equal(verdict !== 'partial' || judged.partial?.length, judged.partial && verdict === 'partial' ? 1 : true);
  });
}

test('every verdict has a case', () => {
  const verdicts = ['none', 'own', 'refused', 'foreign', 'mismatched', 'unsigned', 'signed', 'comparing', 'differs', 'partial', 'checked'];
  assert.deepEqual([...new Set(CASES.map(([, , , , verdict]) => verdict))].sort(), verdicts.sort());
});

// Whatever comes together: what is not signed and not ours is never shown, nor what was refused.
test('only a valid signature or our own computation is ever shown', () => {
  const answers = [
    undefined, { document: null, signature: 'valid' },
    ...['valid', 'invalid', 'unknown'].flatMap((signature) =>
      [{}, { key: OTHER }, { core: '2' }, { certified: 'yes' }].map((change) => stored(signature, change)),
    ),
  ];
  const owns = [
    undefined,
    ...['link', 'stored'].flatMap((from) =>
      [{}, { key: KEY }, { key: OTHER }, { fault: 'bad.' }].flatMap((about) =>
        [{}, { done: true }, { done: true, document: computed }].map((state) => ({ core: CORE, from, ...about, ...state })),
      ),
    ),
  ];
  for (const answer of answers) {
    for (const own of owns) {
      for (const key of [KEY, '']) {
        const { verdict, shown } = judge(answer, own, key);
        assert.equal(shown === 'own', own?.done === true);
        if (shown === 'stored')
          assert.ok(verdict === 'signed' && answer.signature === 'valid' && answer.document.certified === true && (!key || answer.document.key === key));
        if (verdict === 'checked') assert.ok(own.document && answer.signature !== 'invalid' && answer.document.core === own.core);
      }
    }
  }
});
