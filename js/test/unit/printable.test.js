// Text of others in messages of the programs for Node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableJSON } from '../../words/printable.js';

test('a message shows characters that steer a terminal as escapes, and keeps letters', () => {
  assert.equal(printable('a\x1b[2J\r\n\u202e\u009b\x7f\u{e0041}b'), 'a\\x1b[2J\\r\\n\\u202e\\u009b\\x7f\\u{e0041}b');
  assert.equal(printable('σ = 0.1 m, 中文 “x” 99.9 %'), 'σ = 0.1 m, 中文 “x” 99.9 %');
  for (let code = 0; code < 0x3000; code++) assert.doesNotMatch(printable(String.fromCodePoint(code)), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, `${code}`);
});

test('a document with escapes is the same document', () => {
  const value = { 'a\x1b[2J\r\n\u202e\u009b\x7f\u{e0041}b': ['\u2028\u2066\ud800', 'σ = 0.1 m, 中文 “x”'] };
  for (const indent of [0, 2]) {
    const json = JSON.stringify(value, null, indent), shown = printableJSON(json);
    assert.deepEqual(JSON.parse(shown), value);
    assert.equal(shown.split('\n').length, json.split('\n').length);
    assert.doesNotMatch(shown.replaceAll('\n', ''), /[\p{C}\p{Zl}\p{Zp}]/u);
  }
  assert.equal(printableJSON('{"ü": 1}\n'), '{"ü": 1}\n');
});
