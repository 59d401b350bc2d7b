/** Mutants of signed documents, the same in every run. */

import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { random } from '../tools/random.js';

const tail = /,\n {2}"signature": "[^"]*"\n}\n$/;

export const unsigned = (/** @type {string} */ text) => text.replace(tail, '\n}\n');

/** Signs a document that has no signature, or after one. @param {string} secret @param {string} text */
export function signedWith(secret, text) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(secret, 'base64')]);
  const body = text.replace(/\n}\n$/, '');
  const signature = sign(null, Buffer.from(`orbitcert certificate\n${body}\n}\n`), createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return `${body},\n  "signature": "${signature.toString('base64')}"\n}\n`;
}

/** @type {Record<string, (text: string, other: string, below: (n: number) => number, foreign: string) => string>} */
const kinds = {
  flip: (text, _, below) => change(text, below(text.length), (code) => code ^ (1 << below(7))),
  'any character': (text, _, below) => change(text, below(text.length), () => below(0x250)),
  truncate: (text, _, below) => text.slice(0, below(text.length)),
  'cut out': (text, _, below) => { const at = below(text.length); return text.slice(0, at) + text.slice(at + 1 + below(20)); },
  splice: (text, other, below) => text.slice(0, below(text.length)) + other.slice(below(other.length)),
  append: (text, other) => text + other,
  swapped: (text, other) => (text === other ? '{}' : other),
  number: (text, _, below) => {
    const numbers = [...text.matchAll(/(?<=[[:,] ?)-?[0-9][-+.0-9eE]*/g)];
    const { 0: found, index } = numbers[below(numbers.length)];
    return text.slice(0, index) + ['-0', 'NaN', '1e999', '-Infinity', 'null', '9'.repeat(400)][below(6)] + text.slice(index + found.length);
  },
  'field twice': (text) => text.replace('{\n', '{\n  "certified": true,\n'),
  verdict: (text) => text.replace(/"certified": (true|false)/, (_, value) => `"certified": ${value !== 'true'}`),
  'old core': (text) => text.replace(/"core": "/, '"core": "0'),
  'old core, signed by another': (text, _, __, foreign) => signedWith(foreign, unsigned(text).replace(/"core": "/, '"core": "0')),
  'signed by another': (text, _, __, foreign) => signedWith(foreign, unsigned(text)),
  "another's signature": (text, other) => (text === other ? '{}' : text.replace(tail, /** @type {any} */ (tail.exec(other))[0])),
  unsigned,
  'signature elsewhere': (text) => text.replace(tail, '\n}\n').replace('{\n', `{${/** @type {any} */ (tail.exec(text))[0].slice(1, -3)},\n`),
  'padding bits': (text) => text.replace(/(.)==/, (_, last) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`),
  CRLF: (text) => text.replaceAll('\n', '\r\n'),
};

/** @param {string} text @param {number} at @param {(code: number) => number} to */
const change = (text, at, to) => text.slice(0, at) + String.fromCharCode(to(text.charCodeAt(at))) + text.slice(at + 1);

/**
 * The entries of a table that are not to be served, as they come of a true one; wasm/edge/forgery_test.go has the Go program refuse them.
 * @param {string} secret @param {{key: string, text: string}} entry @param {{key: string, text: string}} other
 * @returns {[name: string, text: string][]}
 */
export function wrongEntries(secret, entry, other) {
  /**
   * @type {Record<string, {text?: string, other?: boolean, unsigned?: boolean, from?: string, to?: string, signed?: boolean, again?: boolean,
   *   recomputed?: boolean}>}
   */
  const table = JSON.parse(readFileSync(new URL('../../../wasm/edge/testdata/entries.json', import.meta.url), 'utf8'));
  const named = (/** @type {string} */ text) =>
    text.replaceAll('{key}', entry.key).replaceAll('{other}', other.key).replaceAll('{core}', JSON.parse(entry.text).core);
  return Object.entries(table).filter(([, { recomputed }]) => !recomputed).map(([name, wrong]) => {
    const whole = wrong.text === undefined ? (wrong.other ? other : entry).text : named(wrong.text);
    const bare = wrong.unsigned || (wrong.signed && !wrong.again) ? unsigned(whole) : whole;
    const text = bare.replace(named(wrong.from ?? ''), named(wrong.to ?? ''));
    return [name, wrong.signed ? signedWith(secret, text) : text];
  });
}

/**
 * @param {{key: string, text: string}[]} documents @param {string} foreign another's secret
 * @param {number} count
 */
export function* mutants(documents, foreign, count) {
  const next = random(6);
  const below = (/** @type {number} */ n) => Math.floor(next() * n);
  const names = Object.keys(kinds);
  for (let n = 0; n < count;) {
    const [{ key, text }, other] = [documents[below(documents.length)], documents[below(documents.length)]];
    const kind = names[n % names.length];
    const mutant = kinds[kind](text, other.text, below, foreign);
    if (mutant === text) continue;
    yield { key, text: mutant, kind };
    n += 1;
  }
}
