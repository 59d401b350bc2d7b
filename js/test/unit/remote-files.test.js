// Addresses from which a build of the page fetches files, and its message if a host refuses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../form/address.js';
import { LARGEST, RemoteError, fetchRemote, originsIn, remotesOf } from '../../page/remote-files.js';

const origins = originsIn(
  "default-src 'none'; connect-src 'self' https://edge.example.org/shared/ https://huggingface.co https://*.hf.co; img-src https://x.example",
);

test('the origins are those of the policy, less the sharing service', () => {
  assert.deepEqual(origins, ['https://huggingface.co', 'https://*.hf.co']);
  assert.deepEqual(originsIn("connect-src 'none'"), []);
  assert.deepEqual(originsIn(''), []);
});

test('a file is named by its address, and no other host is asked', () => {
  const { model, cloud } = remotesOf(
    { model: 'https://huggingface.co/a/b/resolve/main/my%20model.onnx?download=true', cloud: 'https://cdn.hf.co/c.ply', sha256: 'A'.repeat(64) },
    origins,
  );
  assert.equal(model?.name, 'my model.onnx');
  assert.equal(model?.sha256, 'a'.repeat(64));
  assert.deepEqual([cloud?.name, cloud?.sha256], ['c.ply', '']);
  assert.equal(remotesOf({ cloud: 'https://cdn.hf.co/c.ply', sha256: 'b'.repeat(64) }, origins).cloud?.sha256, 'b'.repeat(64));
  for (const [address, why] of /** @type {[string, RegExp][]} */ ([
    ['https://huggingface.co.evil.example/a.onnx', /nothing from huggingface\.co\.evil\.example/],
    ['https://hf.co/a.onnx', /nothing from hf\.co/],
    ['https://evilhf.co/a.onnx', /nothing from evilhf\.co/],
    ['http://huggingface.co/a.onnx', /nothing from huggingface\.co/],
    ['https://huggingface.co:8443/a.onnx', /nothing from huggingface\.co:8443/],
    ['https://edge.example.org/shared/a.onnx', /nothing from edge\.example\.org/],
    ['https://me:secret@huggingface.co/a.onnx', /password/],
    ['file:///etc/passwd', /no.*https|not an address/],
    ['https://', /not an address/],
  ])) assert.throws(() => remotesOf({ model: address }, origins), why, address);
  assert.throws(() => remotesOf({ model: 'https://huggingface.co/a.onnx', sha256: 'abc' }, origins), /64 hexadecimal/);
  assert.equal(remotesOf({ model: 'https://huggingface.co/%E0%A4%A.onnx' }, origins).model?.name, '%E0%A4%A.onnx');
});

test('a link names addresses beside other entries, and an example by its name as before', () => {
  assert.deepEqual(decode('#model=https%3A%2F%2Fhuggingface.co%2Fa.onnx&sha256=00').linked, {
    model: 'https://huggingface.co/a.onnx',
    cloud: '', sha256: '00',
  });
  const { linked, values } = decode('#v=2&sigma=0.05&cloud=https://cdn.hf.co/c.ply');
  assert.deepEqual([linked?.cloud, values?.sigma, values?.model], ['https://cdn.hf.co/c.ply', '0.05', '']);
  assert.equal(decode('#model=https://huggingface.co/a.onnx').values?.given, 'model');
  assert.deepEqual([decode('#v=2&model=digits').linked, decode('#v=2&model=digits').values?.model], [undefined, 'digits']);
  assert.equal(decode(`#cloud=https://cdn.hf.co/${'x'.repeat(3000)}`).linked, undefined);
});

/** @param {() => Promise<Response>} answer of the host @param {string} [sha256] */
async function refused(answer, sha256 = '') {
  const { model } = remotesOf({ model: 'https://huggingface.co/a/model.onnx', sha256 }, origins);
  const [before, none] = [globalThis.fetch, () => {}];
  globalThis.fetch = /** @type {typeof fetch} */ (answer);
  try {
    await fetchRemote(/** @type {import('../../page/remote-files.js').Remote} */ (model), new AbortController().signal, none);
  } catch (error) {
    return error;
  } finally {
    globalThis.fetch = before;
  }
  return null;
}

/** @param {string} text @param {ResponseInit} [init] */
const answering = (text, init) => async () => new Response(text, init);

test('what a host refuses is said in words, with its name', async () => {
  for (const [status, why] of /** @type {[number, string][]} */ ([
    [401, 'asks for a password for this file'], [403, 'does not share this file publicly'], [404, 'has no such file'],
    [410, 'no longer has this file'], [429, 'received too many requests: try again later'], [500, 'answers with error 500'],
  ])) {
    const error = await refused(answering('', { status }));
    assert.ok(error instanceof RemoteError, `${status}`);
    assert.equal(error.message, `huggingface.co ${why}.`);
  }
  const error = await refused(async () => { throw new TypeError('Failed to fetch'); });
  assert.ok(error instanceof RemoteError);
  assert.match(error.message, /^huggingface\.co could not be reached.*CORS/);
});

test('a file is taken only whole, of its size and of its digest', async () => {
  const wrong = await refused(answering('abc', { headers: { 'content-length': '5' } }));
  assert.equal(wrong.message, 'The host said that the file has 5 bytes, and gave 3.');
  assert.equal(await refused(answering('abc', { headers: { 'content-length': '3' } })), null);
  // The length is that of what was packed.
  assert.equal(await refused(answering('abc', { headers: { 'content-length': '2', 'content-encoding': 'gzip' } })), null);
  const digest = await refused(answering('abc'), 'b'.repeat(64));
  assert.match(digest.message, /^model\.onnx is not the file of the link: its SHA-256 is ba7816bf[0-9a-f]{56}, and the link says b{64}\.$/);
});

test('a file that is larger than may be taken is left where it passes the size', async () => {
  const piece = new Uint8Array(LARGEST / 8);
  let [given, cancelled] = [0, false];
  const body = new ReadableStream({
    pull: (stream) => { given++; stream.enqueue(piece); },
    cancel: () => { cancelled = true; },
  }, { highWaterMark: 0 });
  const error = await refused(async () => new Response(body));
  assert.equal(error.message, 'The file is larger than 268.4 MB, the limit.');
  assert.deepEqual([given, cancelled], [9, true]);
});

test('giving up while the host is silent is no refusal', async () => {
  const stop = new DOMException('stopped', 'AbortError');
  assert.equal(await refused(async () => { throw stop; }), stop);
});
