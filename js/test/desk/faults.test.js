// Whatever happens between a desk and the edge: what was computed here stays as it is, byte for byte, the words say
// what happened, and nothing hangs.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Desk } from '../../certificate/desk.js';
import { wordsFor } from '../../sharing/link-words.js';
import { wordsForStoring } from '../../sharing/storing-words.js';
import { Sharing } from '../../sharing/sharing.js';
import { FaultyEdge, faults } from '../tools/faulty.js';
import { until } from '../tools/until.js';
import { linkIn, serveEdge } from './edge.js';
import { exampleDesk, newEngine } from './engine.js';

const UNREACHABLE = 'The sharing service could not be reached.';
const DAMAGED = 'The sharing service’s answer is damaged.';
const ABSENT = 'This page is served without a sharing service.';
const SLOW = 'has not answered yet';
const UNSIGNED = 'It does not carry the signature';
const REFUSED = 'The sharing service’s answer is refused. ';
const NO_CERTIFICATE = `${REFUSED}The sharing service’s answer is not a certificate.`;
const OTHER_CORE = 'The sharing service has version 0.7.0 of the core';
const failed = (status, said = '') => `The sharing service failed (${status})${said || '.'}`;

/** Sentences about each fault: when a desk shares, and when it opens a link where that differs. @type {Record<string, [share: string, open?: string]>} */
const words = {
  'refused connection': [UNREACHABLE],
  'stalled': [SLOW],
  'byte by byte': [SLOW],
  'headers, then nothing': [SLOW],
  'cut off': [UNREACHABLE],
  'HTML with 200': [ABSENT],
  'HTML with 502': [failed(502)],
  'truncated JSON': [DAMAGED],
  'another certificate': [`${REFUSED}It belongs to another key.`],
  'another core': [OTHER_CORE, `${REFUSED}It belongs to another key.`],
  'another core, same key': [OTHER_CORE, 'Core 0.7.0 made it'],
  'a changed number': [`${REFUSED}${UNSIGNED}`],
  'a changed number, signed': ['Stored.', 'Verification failed.'],
  'another’s signature': [`${REFUSED}${UNSIGNED}`],
  'no signature': [`${REFUSED}${UNSIGNED}`],
  'the key in a document without a certificate': [NO_CERTIFICATE],
  'a list': [NO_CERTIFICATE],
  'null': [DAMAGED],
  'an empty answer': [DAMAGED],
  'no content': [DAMAGED],
  'another content type': [DAMAGED],
  'a huge answer': ['answer is too large to be a certificate'],
  '400': ['The sharing service refused: not JSON at byte 1.'],
  '403': ['The sharing service refused (403).'],
  '404': ['has no certificate under this key'],
  'plain host 404': [ABSENT],
  'plain host 405': [ABSENT],
  '413': ['may have 8192 bytes.'],
  '422': ['The sharing service refused: samples: may be at most 100000 here, got 200000.'],
  '422 for several things': ['got 0; samples: may be at most 100000 here.'],
  '429 for long': ['The sharing service is busy: too many new certificates were asked for.'],
  '429 until a date': ['The sharing service is busy: too many new certificates were asked for.'],
  '500': [failed(500, ': the edge failed; ')],
  '503': [failed(503, ': the computation was stopped.')],
  '507, storage full': [failed(507, ': the store is full.')],
  'redirect': [UNREACHABLE],
  'redirect to another origin': [UNREACHABLE],
};

/** As one sentence after the other. @param {{head?: string, text: string}} said */
const text = ({ head, text: rest }) => (head ? `${head} ${rest}` : rest);

/** Reports whether the page interrupts a visitor with it. @param {{kind: string}} said */
const isAlert = ({ kind }) => ['wrong', 'caution', 'failed'].includes(kind);

const engine = newEngine();

/** The first example with its certificate, and the link to that. */
const first = (async () => {
  const desk = await exampleDesk(engine, 'digit-2d');
  await desk.certify();
  assert.equal(desk.result.phase, 'done');
  return desk;
})();

/** Shares the first example by an edge that fails so. */
async function share(t, fault) {
  const sharing = new Sharing(await first, await serveEdge(t, new FaultyEdge(() => fault)));
  const made = sharing.make();
  return { sharing, made, said: () => (sharing.link?.stored ? wordsForStoring(sharing.link) : { kind: '', text: '' }) };
}

let made;

/** The link that is made where nothing fails. */
function linked(t) {
  made ??= (async () => {
    const { sharing, made: end, said } = await share(t, '');
    await end;
    assert.equal(text(said()), 'Stored. The link opens at once, and every page that opens it computes the certificate again.');
    return linkIn(sharing.link.address);
  })();
  return made;
}

/** Opens a link by an edge that fails so, on a desk of its own. */
async function open(t, fault, link) {
  const desk = new Desk(engine);
  const sharing = new Sharing(desk, await serveEdge(t, new FaultyEdge(() => fault)));
  const opened = sharing.open(link);
  t.after(() => desk.outdate());
  return { desk, sharing, opened, said: () => wordsFor(sharing.linked) };
}

/** Waits until the words are said; all that is under way has come to its end by then, except where an edge does not answer. */
async function comes(said, words, end) {
  if (words === SLOW) await until(() => text(said()).includes(words));
  else await end;
  assert.ok(text(said()).includes(words), `${words} | ${text(said())}`);
}

test('every fault has its words', () => assert.deepEqual(Object.keys(words).sort(), Object.keys(faults).sort()));

describe('sharing', { concurrency: true }, () => {
  for (const [fault, [expected]] of Object.entries(words)) {
    test(fault, async (t) => {
      const bytes = await (await first).documents.certificate();
      const link = await linked(t);
      const { sharing, made, said } = await share(t, fault);
      await comes(said, expected, made);
      assert.deepEqual(linkIn(sharing.link.address), link);
      if (expected !== 'Stored.' && expected !== SLOW) assert.match(text(said()), /The link works/);
      assert.equal(isAlert(said()), expected.startsWith(REFUSED));
      assert.deepEqual(await (await first).documents.certificate(), bytes);
    });
  }
});

describe('opening', { concurrency: true }, () => {
  for (const [fault, [share, expected = share]] of Object.entries(words)) {
    test(fault, async (t) => {
      const { desk, said, opened } = await open(t, fault, await linked(t));
      await comes(said, expected, opened);
      // An edge that does not answer may be told before the certificate is there.
      await until(() => desk.result.phase === 'done');
      const wrong = expected.startsWith(REFUSED) || expected.includes('Verification failed');
      assert.match(text(said()), wrong ? /Below is this device’s result/ : /^Computed on this device\. The request came in the link|^Shared, checked/);
      assert.equal(isAlert(said()), wrong);
      assert.equal(desk.result.certificate.value.certified, true);
      assert.deepEqual(await desk.documents.certificate(), await bytesOfLink(t));
    });
  }
});

let known;

/** Returns the bytes that a device computes for the link if nothing fails. */
function bytesOfLink(t) {
  known ??= (async () => {
    const { desk, said, opened } = await open(t, '', await linked(t));
    await opened;
    assert.match(text(said()), /^Shared, checked on this device\./);
    return desk.documents.certificate();
  })();
  return known;
}

describe('opening by the key alone', { concurrency: true }, () => {
  // The request is authentic where its key is the link's, whoever sends it.
  for (const fault of ['a changed number', 'a changed number, signed', 'no signature']) {
    test(fault, async (t) => {
      const { key } = await linked(t);
      const { desk, said, opened } = await open(t, fault, { key });
      await opened;
      assert.match(text(said()), /Below is this device’s result for the same request/);
      assert.deepEqual(await desk.documents.certificate(), await bytesOfLink(t));
    });
  }
  for (const fault of ['another certificate', 'refused connection', '404', 'HTML with 200', 'a list']) {
    test(fault, async (t) => {
      const { key } = await linked(t);
      const { desk, sharing, said, opened } = await open(t, fault, { key });
      await opened;
      assert.ok(text(said()).includes(words[fault][0]), text(said()));
      assert.ok(isAlert(said()));
      assert.equal(sharing.linked.shown, null);
      assert.equal(desk.result.certificate, undefined);
    });
  }
});

test('an edge that does not answer is waited for, and not for ever', async (t) => {
  const { timeout } = AbortSignal;
  const asked = t.mock.method(AbortSignal, 'timeout', () => timeout.call(AbortSignal, 2000));
  const { desk, said, opened } = await open(t, 'stalled', { key: '0'.repeat(64) });
  await until(() => text(said()).includes('waits for a few more seconds'));
  await opened;
  assert.deepEqual(asked.mock.calls.map(({ arguments: [wait] }) => wait), [10_000]);
  assert.match(text(said()), /did not answer within 10 seconds/);
  assert.equal(desk.result.certificate, undefined);
});
