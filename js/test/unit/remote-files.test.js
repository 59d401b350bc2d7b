// Which addresses a build of the page fetches files from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../form/address.js';
import { originsIn, remotesOf } from '../../page/remote-files.js';

const origins = originsIn("default-src 'none'; connect-src 'self' https://edge.example.org/shared/ https://huggingface.co https://*.hf.co; img-src https://x.example");

test('the origins are those of the policy, less the sharing service', () => {
  assert.deepEqual(origins, ['https://huggingface.co', 'https://*.hf.co']);
  assert.deepEqual(originsIn("connect-src 'none'"), []);
  assert.deepEqual(originsIn(''), []);
});

test('a file is named by its address, and no other host is asked', () => {
  const { model, cloud } = remotesOf({ model: 'https://huggingface.co/a/b/resolve/main/my%20model.onnx?download=true', cloud: 'https://cdn.hf.co/c.ply', sha256: 'A'.repeat(64) }, origins);
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
  assert.deepEqual(decode('#model=https%3A%2F%2Fhuggingface.co%2Fa.onnx&sha256=00').linked, { model: 'https://huggingface.co/a.onnx', cloud: '', sha256: '00' });
  const { linked, values } = decode('#v=2&sigma=0.05&cloud=https://cdn.hf.co/c.ply');
  assert.deepEqual([linked?.cloud, values?.sigma, values?.model], ['https://cdn.hf.co/c.ply', '0.05', '']);
  assert.equal(decode('#model=https://huggingface.co/a.onnx').values?.given, 'model');
  assert.deepEqual([decode('#v=2&model=digits').linked, decode('#v=2&model=digits').values?.model], [undefined, 'digits']);
  assert.equal(decode(`#cloud=https://cdn.hf.co/${'x'.repeat(3000)}`).linked, undefined);
});
