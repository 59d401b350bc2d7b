// Sharing without a page: a link made at one desk and opened at another, over the real edge, of whose calls some fail.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Desk } from '../../certificate/desk.js';
import { Engine } from '../../certifier/engine.js';
import { undone } from '../../documents/documents.js';
import { decode } from '../../form/address.js';
import { pack } from '../../trust/link.js';
import { isUnsearched, verdict } from '../../words/words.js';
import { wordsFor } from '../../sharing/link-words.js';
import { wordsForStoring } from '../../sharing/storing-words.js';
import { Sharing } from '../../sharing/sharing.js';
import { FaultyEdge, signed } from '../tools/faulty.js';
import { until } from '../tools/until.js';
import { serveEdge } from './edge.js';
import { exampleDesk, file, newEngine, program } from './engine.js';

const engine = newEngine();

/** Returns the state of a page: the verdict, the sentence about the link, and whether it may be downloaded and shared. */
function shown({ session: desk, linked }) {
  const result = linked?.shown ?? desk.result;
  const { certificate, request, phase } = result;
  const complete = phase === 'done' || phase === 'cancelled';
  const { head = '', text = '', kind = '' } = linked ? wordsFor(linked) : {};
  return {
    said: `${head} ${text}`,
    alert: kind === 'wrong' || kind === 'caution',
    certified: certificate && phase !== 'failed' ? certificate.value.certified : null,
    verdict: certificate && request ? verdict(certificate.value, request, complete).text : '',
    own: Boolean(certificate) && result === desk.result && complete,
  };
}

/** Shares what lies on a desk, once it is certified; gives the hash of the link. */
async function share(desk, place) {
  await desk.certify();
  const sharing = new Sharing(desk, place);
  await sharing.make();
  const { address } = sharing.link;
  assert.match(address, /#key=[0-9a-f]{64}(&class=3)?&request=[\w-]+$/);
  // The request, and what its votes were counted with, still fit a QR code.
  assert.ok(address.length < 1200, `${address.length} characters`);
  return { hash: new URL(address).hash, sharing };
}

/** Opens a hash at another desk, to its end. */
async function open(hash, place, at = engine) {
  const sharing = new Sharing(new Desk(at), place);
  await sharing.open(decode(hash));
  return sharing;
}

const digit = () => exampleDesk(engine, 'digit-2d');

/** Says that a link was opened and what it led to stands. */
const checked = (sharing) => assert.match(shown(sharing).said, /^Shared, checked on this device\./);

test('a shared link opens elsewhere, by its key as well, is computed again and found the same', async (t) => {
  const place = await serveEdge(t, new FaultyEdge());
  const { hash, sharing } = await share(await digit(), place);
  for (const link of [hash, hash.replace(/&request=.*/, '')]) {
    const other = await open(link, place);
    checked(other);
    assert.match(shown(other).said, /Fresh draws confirm it\./);
    assert.equal(shown(other).certified, true);
    assert.equal(shown(other).verdict, shown(sharing).verdict);
    assert.equal(other.session.entries.values.sigma, '0.1');
  }
});

test('certificates for clouds in another order and for rotation about an axis are shared', async (t) => {
  const place = await serveEdge(t, new FaultyEdge());
  for (const [id, entries, back, entry] of [
    ['sulphur-3d', 'permutation=true&kept=8&method=farthest&draws=1000', 'reordered, turned and moved back', 'permutation'],
    ['chair-3d', 'group=axis&translation=true&draws=0', 'turned back about the axis and moved back', 'translation'],
  ]) {
    const { hash, sharing } = await share(await exampleDesk(engine, id, entries), place);
    const other = await open(hash, place);
    checked(other);
    assert.match(shown(other).verdict, /^Turned back, it is [\d.]+ away\. Anything /);
    assert.equal(shown(other).verdict, shown(sharing).verdict);
    assert.equal(other.session.entries.values[entry], 'true');
    const { certificate, request } = other.session.result;
    assert.equal(undone(request), back);
    assert.ok(!isUnsearched(certificate.value, request), 'no fewer points are offered of clouds that are not there');
  }
});

/** A desk's engine that does not start until told. */
function heldBack() {
  let release;
  const told = new Promise((resolve) => { release = resolve; });
  return { at: new Engine({ workers: 1, program: told.then(() => program()) }), release };
}

test('a signed certificate is shown before it is computed here, another is not', async (t) => {
  const place = await serveEdge(t, new FaultyEdge());
  const { hash } = await share(await digit(), place);
  for (const publicKey of [place.publicKey, '']) {
    for (const link of [hash, hash.replace(/&request=.*/, '')]) {
      const { at, release } = heldBack();
      const sharing = new Sharing(new Desk(at), { ...place, publicKey });
      const opened = sharing.open(decode(link));
      const early = publicKey ? /^Shared, checking…/ : /signature of the shared certificate cannot be checked/;
      await until(() => early.test(shown(sharing).said));
      assert.equal(shown(sharing).certified, publicKey ? true : null);
      assert.equal(shown(sharing).own, false, 'before it is computed here');
      release();
      await opened;
      checked(sharing);
      assert.equal(shown(sharing).own, true);
    }
  }
});

/** A thread from which blocks of draws do not arrive. @param {any} thread */
function losing(thread) {
  let heard;
  return Object.defineProperty(thread, 'onmessage', {
    get: () => (event) => event.data.value instanceof Uint8Array || heard(event),
    set: (handler) => { heard = handler; },
  });
}

/** An engine whose computations do not end. */
const endless = () => new Engine({ workers: 1, program: program().then(({ module, worker }) => ({ module, worker: () => losing(worker()) })) });

/** An edge that keeps one document of an earlier core, signed. @param {string} name @param {(document: any) => any} [change] */
function keeping(name, change = (document) => document) {
  const document = change(JSON.parse(readFileSync(new URL(`../../../core/certificate/testdata/released/${name}.json`, import.meta.url), 'utf8')));
  const text = signed({ ...document, key: KEPT });
  return {
    handle: async (/** @type {any} */ _, /** @type {any} */ response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(text),
  };
}

const KEPT = 'c'.repeat(64);

test('what an earlier core stored is verified under its own key', async (t) => {
  for (const [name, change, said, certified] of [
    ['0.6.0/gram-2d', undefined, /^Shared, checked on this device\. Core 0\.6\.0 made it, and core [\d.]+ computes the same here\./, true],
    [
      '0.6.0/euclidean-2d-drawn', undefined,
      /^Verified in part\. Core 0\.6\.0 made .* tight\.monte_carlo: .* "dual"/, true,
    ],
    ['0.6.0/rod-3d-drawn', undefined, /^Verification failed\. .*certified: withdrawn: before core 0\.8\.0/, null],
    [
      '0.6.0/gram-2d', (document) => ({ ...document, orbit: { ...document.orbit, lower: 0.47 } }),
      /^Verification failed\. .*orbit\.lower: 0\.47 in the document/, true,
    ],
    ['0.6.0/gram-2d', (document) => ({ ...document, core: '99.0.0' }), /^Made by another version\. Core: is 99\.0\.0/, true],
  ]) {
    const place = await serveEdge(t, keeping(name, change));
    const { at, release } = heldBack();
    const sharing = new Sharing(new Desk(at), place);
    const opened = sharing.open(decode(`#key=${KEPT}`));
    await until(() => /^Checking… Core /.test(shown(sharing).said));
    assert.equal(shown(sharing).certified, null, 'not shown before it is verified');
    release();
    await opened;
    assert.match(shown(sharing).said, said);
    if (certified !== null) assert.equal(shown(sharing).certified, certified);
  }
});

test('a link that an earlier core made opens, and its request must be that of the stored certificate', async (t) => {
  const { request } = JSON.parse(readFileSync(new URL('../../../core/certificate/testdata/released/0.6.0/gram-2d.json', import.meta.url), 'utf8'));
  const place = await serveEdge(t, keeping('0.6.0/gram-2d'));
  for (const [asked, said] of [
    [request, /^Shared, checked on this device\. Core 0\.6\.0/],
    [{ ...request, sigma: 1.1 }, /^Key and request of this link do not belong together\./],
  ]) {
    assert.match(shown(await open(`#key=${KEPT}&request=${await pack(JSON.stringify(asked))}`, place)).said, said);
  }
});

test('a link carries a certificate with noise on transformations, and the form shows its noise', async (t) => {
  const place = await serveEdge(t);
  const parameters = { shift: { twist: 0.1 }, distance: 0.01, rise: 0, radius: 1, low: -1, high: 1 };
  const request = {
    gram: { dimension: 3, parameters }, sigma: 0.05, group: 'axis', axis: [0, 0, 1], permutation: false, noise: { twist: 0.3 },
    prediction: { probability: 0.99 }, alpha: 0.001, samples: 0,
  };
  const sharing = await open(`#request=${await pack(JSON.stringify(request))}`, place);
  assert.equal(shown(sharing).certified, true);
  const { group, twistNoise } = sharing.session.entries.values;
  assert.deepEqual([group, twistNoise], ['axis', '0.3']);
});

test('a check that was cancelled leaves the signed certificate, marked as unchecked', async (t) => {
  const place = await serveEdge(t);
  const { hash } = await share(await exampleDesk(engine, 'chair-3d'), place);
  const sharing = new Sharing(new Desk(endless()), place);
  const opened = sharing.open(decode(hash));
  await until(() => sharing.session.result.progress && shown(sharing).said.startsWith('Shared, checking…'));
  sharing.session.cancel();
  await opened;
  assert.equal(shown(sharing).said, 'Not checked on this device. The computation was cancelled.');
  assert.equal(shown(sharing).certified, true);
  assert.equal(shown(sharing).own, false);
});

test('a link without a key, and links that lead nowhere', async (t) => {
  const edge = new FaultyEdge();
  const place = await serveEdge(t, edge);
  const { hash } = await share(await digit(), place);
  const request = hash.replace(/.*&request=/, '');
  const key = hash.slice(5, 69);
  const zero = '0'.repeat(64);
  const calls = edge.calls.length;
  for (const [link, said, certified] of [
    [`#request=${request}`, /^Computed on this device\. .*names no stored certificate/, true],
    [`#key=${zero}&request=${request}`, /^Key and request of this link do not belong together\./, true],
    [`#key=${key.slice(1)}&request=${request}`, /^This link is damaged\. Its key must be 64 hexadecimal digits\. Below is this device/, true],
    ['#key=xyz', /^This link is damaged\. Its key must be 64 hexadecimal digits\./, null],
    [`#key=${zero}`, /^The shared certificate was not opened\. .*has no certificate under this key/, null],
    [`#request=${request.slice(0, -8)}`, /^This link is damaged\. The request in this link is damaged: it /, null],
    ['#request=', /^This link is damaged\. .*it is not base64url text/, null],
    [`#request=${Buffer.from('¡').toString('base64url')}`, /^This link is damaged\. .*it cannot be unpacked/, null],
  ]) {
    const sharing = await open(link, place);
    assert.match(shown(sharing).said, said, link);
    assert.equal(shown(sharing).certified, certified, link);
    assert.equal(shown(sharing).alert, !link.startsWith(`#request=${request}`), link);
  }
  assert.ok(edge.calls.slice(calls).every(({ path }) => path.endsWith(zero)), 'asked for keys only where there are some');
  // A link cut off in its request still has its key.
  const cut = await open(hash.slice(0, -9), place);
  checked(cut);
  assert.match(shown(cut).said, /The request in this link is damaged/);
});

test('a request that the core refuses is a damaged link', async (t) => {
  const place = await serveEdge(t, new FaultyEdge());
  for (const [request, said] of [
    [{ gram: { dimension: 2, matrix: [[1]] }, sigma: 0.1, prediction: { probability: 0.9 }, group: 'SO' }, /The request in this link is damaged: Gram\.matrix/],
    [{ gram: {}, colour: 1 }, /The request in this link is damaged/],
  ]) {
    const sharing = await open(`#request=${await pack(JSON.stringify(request))}`, place);
    assert.match(shown(sharing).said, said);
    assert.equal(shown(sharing).certified, null);
    assert.equal(shown(sharing).own, false);
  }
});

test('without an edge the link carries the request alone', async (t) => {
  const place = await serveEdge(t, null);
  const { hash, sharing } = await share(await digit(), place);
  assert.match(wordsForStoring(sharing.link).text, /served without a sharing service\. The link works all the same/);
  const other = await open(hash, place);
  assert.match(shown(other).said, /Computed on this device\. .*served without a sharing service/);
  assert.equal(shown(other).certified, true);
});

test('what cannot be shared says why', async (t) => {
  const edge = new FaultyEdge();
  const desk = await exampleDesk(engine, 'chair-3d', 'perturbation=none');
  await desk.certify();
  const sharing = new Sharing(desk, await serveEdge(t, edge));
  await sharing.make();
  assert.equal(sharing.link.state, 'none');
  assert.match(sharing.link.message, /not radii alone/);
  assert.deepEqual(edge.calls, []);
});

/** The best of 200,000 seeds: no other of them certifies this. */
const lucky = {
  clean: { points: [[0, 0.008], [-0.003, -0.003], [0.003, -0.003]] }, perturbed: { attack: 'scale', norm: 0.6 },
  sigma: 0.5, group: 'O', samples: 1000, prediction: { probability: 0.7086 }, seed: '97374',
};

test('a certificate whose draws were chosen is found again, and not borne out by fresh ones', async (t) => {
  const place = await serveEdge(t);
  const desk = new Desk(engine);
  await desk.receiveFile(file('lucky.json', JSON.stringify(lucky)), 'clean');
  assert.equal(desk.result.certificate.value.certified, true);
  const sharing = new Sharing(desk, place);
  await sharing.make();
  const other = await open(new URL(sharing.link.address).hash, place);
  assert.ok(shown(other).alert);
  assert.match(
    shown(other).said,
    /^Fresh draws contradict this certificate\. Either it holds narrowly, or its draws were chosen\. certified: true in the document, not with fresh draws\.$/,
  );
  assert.equal(other.session.result.request.seed, '97374');
});

test('clouds that are dropped on a certificate without points are said to be its own, or in what they differ', async () => {
  const desk = await digit(), dropped = (name, points) => file(name, JSON.stringify({ points }));
  await desk.certify();
  const { clean, perturbed } = JSON.parse(readFileSync(new URL('../../../site/examples/digit-2d.json', import.meta.url)));
  const [gram] = await desk.documents.gram(), other = new Desk(engine);
  await other.compute(JSON.parse(gram));
  const { certificate } = other.result;
  const own = dropped('a.json', clean.points), changed = dropped('b.json', perturbed.points), moved = dropped('c.json', [[9, 9], ...clean.points.slice(1)]);
  const says = async (files) => { await other.receiveFiles(files); return other.notice; };
  for (const both of [[own, changed], [changed, own]]) assert.match(await says(both), /are the clouds of this certificate\.$/);
  assert.equal(await says([own]), 'a.json is the original of this certificate. Drop the changed cloud with it.');
  assert.equal(other.result.certificate, certificate, 'which stays on show');
  assert.match(await says([own, moved]), /are not the clouds of the certificate: the changed cloud is another one\.$/);
  assert.equal(other.files.clouds.perturbed?.name, 'c.json', 'others are opened');
});

test('a cloud that is dropped on radii is told by its SHA-256', async () => {
  const { prediction, clean: { points } } = JSON.parse(readFileSync(new URL('../../../site/examples/digit-2d.json', import.meta.url)));
  const cloud = { points: points.length, sha256: prediction.evidence.sampling.cloud.replace('sha256:', '') }, other = new Desk(engine);
  await other.compute({ gram: { dimension: 2, cloud }, sigma: 0.1, group: 'SE', prediction: { votes: 1991, samples: 2000 } });
  await other.receiveFiles([file('a.json', JSON.stringify({ points }))]);
  assert.equal(other.notice, 'a.json is the cloud of this certificate.');
  await other.receiveFiles([file('b.json', JSON.stringify({ points: points.toReversed() }))]);
  assert.match(other.notice, /SHA-256 is another one/);
});
