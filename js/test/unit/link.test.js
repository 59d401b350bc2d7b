// Links and signatures by themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../form/address.js';
import { deflateRawSync } from 'node:zlib';
import limits from '../../../wasm/edge/limits.json' with { type: 'json' };
import { differences, isOfTwo, isSame, undone } from '../../documents/documents.js';
import { SAMPLED } from '../../documents/sampled.js';
import { evidenceOf, sampledFor, votesIn } from '../../documents/votes.js';
import { address, LARGEST_REQUEST, pack, unpack } from '../../trust/link.js';
import { check } from '../../trust/signature.js';
import { signed, publicKey, stranger } from '../tools/faulty.js';

const key = '0123456789abcdef'.repeat(4);
const page = 'https://example.org/certify/index.html';
const raw = (content) => deflateRawSync(content).toString('base64url');

test('a request goes into a link and comes out again', async () => {
  const request = { gram: { dimension: 2, matrix: [[1e-300, -0.1], [0.30000000000000004, 5e-324]] }, group: 'SO', note: 'ü€😀' };
  assert.deepEqual(await unpack(await pack(JSON.stringify(request))), request);
  assert.match(await pack(JSON.stringify(request)), /^[\w-]+$/);
});

test('a link takes requests as large as the sharing service does', () => {
  assert.equal(LARGEST_REQUEST, limits.body_bytes);
});

test('the request is left out where the address would be too long', () => {
  assert.equal(address(page, key, 'abc'), `${page}#key=${key}&request=abc`);
  assert.equal(address(page, key, ''), `${page}#key=${key}`);
  const room = 2000 - `${page}#key=${key}&request=`.length;
  assert.equal(address(page, key, 'a'.repeat(room)).length, 2000);
  assert.equal(address(page, key, 'a'.repeat(room + 1)), `${page}#key=${key}`);
});

const bad = {
  'nothing': ['', /base64url/],
  'other letters': ['a+b/', /base64url/],
  'a letter too many': ['abcde', /base64url/],
  'no deflated text': [Buffer.from('{"gram":{}}').toString('base64url'), /unpacked/],
  'cut off': [raw(JSON.stringify({ gram: key })).slice(0, -20), /unpacked/],
  'no UTF-8': [raw(Buffer.from([0x22, 0xff, 0x22])), /unpacked/],
  'too large': [raw(`{"gram":${' '.repeat(8192)}1}`), /larger than 8 KiB/],
  'a bomb': [raw(Buffer.alloc(50e6, 32)), /larger than 8 KiB/],
  'no JSON': [raw('{"gram":'), /not a JSON object/],
  'a list': [raw('[1]'), /not a JSON object/],
  'null': [raw('null'), /not a JSON object/],
  'clouds': [raw('{"clean":{"points":[[0,1]]},"perturbed":{"points":[[0,1]]}}'), /never hold clouds/],
  'clouds beside a Gram matrix': [raw('{"gram":{},"clean":{"file":"clean"}}'), /never hold clouds/],
  'no Gram matrix': [raw('{"sigma":1}'), /never hold clouds/],
};

for (const [name, [packed, message]] of Object.entries(bad)) {
  test(`a damaged request: ${name}`, () => assert.rejects(unpack(packed), { name: 'Error', message }));
}

test('signatures', async () => {
  const document = { certified: true, request: { note: 'ü', text: '"signature": "' }, core: '1.0.0', key };
  const good = signed(document);
  assert.equal(await check(good, publicKey), 'valid');
  assert.equal(await check(signed(document, stranger), publicKey), 'invalid');
  assert.equal(await check(JSON.stringify(document), publicKey), 'invalid');
  assert.equal(await check(good, ''), 'unknown');
  assert.equal(await check(good, 'AAAA'), 'unknown');
  assert.equal(await check(good, '§'), 'unknown');
  const others = [{ ...document, key: 'ABC' }, { certified: true, core: '1.0.0' }, { certified: true, key }, { key, core: '1.0.0' }, { ...document, more: 1 }];
  for (const other of others) assert.equal(await check(signed(other), publicKey), 'invalid', 'signed, but it does not end with core and key');
  for (let at = 0; at < good.length; at++) {
    const other = String.fromCharCode(good.charCodeAt(at) ^ 1);
    assert.equal(await check(good.slice(0, at) + other + good.slice(at + 1), publicKey), 'invalid', `letter ${at}`);
  }
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const respelled = good.replace(/(.)=="\n/, (_, last) => `${alphabet[alphabet.indexOf(last) + 1]}=="\n`);
  assert.equal(await check(respelled, publicKey), 'invalid', 'another spelling of the same signature');
  assert.equal(await check(`${good} `, publicKey), 'invalid');
  assert.equal(await check(good.trimEnd(), publicKey), 'invalid');
});

test('in which parts documents differ', () => {
  const one = { certified: true, orbit: { radius: 1, list: [1, 2] }, key: 'a', signature: 'b' };
  assert.deepEqual(differences(one, { orbit: { list: [1, 2], radius: 1 }, certified: true }), []);
  assert.deepEqual(differences(one, { certified: true, orbit: { radius: 1, list: [2, 1] } }), ['orbit']);
  assert.deepEqual(differences(one, { certified: true, orbit: one.orbit, tight: {} }), ['tight']);
  assert.deepEqual(differences(one, { certified: 1, orbit: one.orbit }), ['certified']);
});

test('documents are the same with the same fields and lists alone', () => {
  assert.ok(isSame({ a: [1, { b: NaN }], c: null }, { c: null, a: [1, { b: NaN }] }));
  const others = [
    [[1], [1, 2]], [[1], { 0: 1 }], [[], {}], [{}, 5], [{ a: 1 }, { a: 1, b: 2 }], [{ a: 1 }, { b: 1 }], [null, {}], [null, []], [1, '1'],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ];
  for (const [a, b] of others) assert.ok(!isSame(a, b) && !isSame(b, a), JSON.stringify([a, b]));
});

test('votes are taken from counts and votes documents alone', () => {
  assert.deepEqual(votesIn({ votes: 9, samples: 10, runner_up: { votes: 1 } }), { votes: 9, samples: 10, runner: 1, looks: undefined, evidence: undefined });
  const evidence = { votes: { estimate: [3, 9], predicted: 1, samples: 12, looks: 4 } };
  assert.deepEqual(votesIn(evidence), { votes: 9, samples: 12, looks: 4, evidence });
  for (const votes of [null, 'many', 9.5, 9, [9], { predicted: 0 }, { estimate: 9 }]) assert.equal(votesIn({ votes }), null, JSON.stringify(votes));
});

test('evidence goes with the numbers, the cloud and the settings that it was counted for alone', () => {
  const request = { sigma: 0.1, group: 'SE', prediction: { votes: 9, samples: 10, runner_up: { votes: 1 } } };
  const counted = { votes: 9, samples: 10, runner: 1, looks: 4, evidence: {}, cloud: 'a', sampledFor: sampledFor(request) };
  assert.deepEqual(evidenceOf(counted, request, 'a'), { looks: 4, evidence: counted.evidence });
  const own = { ...counted, cloud: undefined };
  assert.deepEqual(evidenceOf(own, { ...request, sigma: 0.2 }, 'b'), { looks: 4, evidence: counted.evidence }, 'a request with its own');
  const others = SAMPLED.map((name) => ({ ...request, [name]: [7] }));
  const voted = (part) => ({ ...request, prediction: { ...request.prediction, ...part } });
  const changed = [{ votes: 8 }, { samples: 11 }, { runner_up: { votes: 0 } }, { runner_up: undefined }, { model: { attributes: ['x'] } }].map(voted);
  for (const other of [...others, ...changed])
    assert.deepEqual(evidenceOf(counted, other, 'a'), {}, JSON.stringify(other));
  for (const none of [null, { ...counted, evidence: undefined }, { ...counted, cloud: 'b' }]) assert.deepEqual(evidenceOf(none, request, 'a'), {});
});

test('only what a classifier ignores is said to be undone', () => {
  const said = [{ group: 'axis' }, { group: 'axis', translation: true }, { group: 'SO' }, { group: 'none', permutation: true }].map(undone);
  assert.ok(said.every(Boolean) && new Set(said).size === said.length && said[1].startsWith(said[0]), JSON.stringify(said));
  assert.equal(undone({ group: 'none', translation: false }), '');
});

test('a request is of two clouds, or of one and its digest', () => {
  const all = [{ clean: {}, perturbed: {} }, { gram: {} }, { clean: {} }, { gram: { cloud: {} } }];
  assert.deepEqual(all.map(isOfTwo), [true, true, false, false]);
});

test('a title and a class are read from a link, short and without what is not seen', () => {
  const key = 'a'.repeat(64);
  assert.deepEqual(decode(`#key=${key}&title=A%20%26%20b&class=3&request=abc`), { key, request: 'abc', said: { title: 'A & b', class: '3' } });
  assert.deepEqual(decode(`#key=${key}&title=${'x'.repeat(100)}&class=%E2%80%AEabc%0A`).said, { title: 'x'.repeat(80), class: 'abc' });
  assert.equal(decode(`#key=${key}&title=%20`).said, undefined);
});

test('a link to a model carries σ, the group and the samples', () => {
  const { values } = decode('#model=https://huggingface.co/a/b/resolve/main/m.onnx&sigma=0.2&group=E&samples=5000');
  assert.deepEqual([values?.given, values?.sigma, values?.group, values?.counted], ['model', '0.2', 'E', '5000']);
  assert.equal(decode('#v=2&votes=99&samples=100').values?.voted, '100');
  assert.equal(decode('#v=2&samples=many').values?.voted, '');
});
