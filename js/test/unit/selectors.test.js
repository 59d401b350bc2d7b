// Measures the selectors of the tests: they name a role and at most five words, or an attribute with the fact, so that the page can word its
// sentences anew.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Tests and their tools, by path. */
const files = readdirSync(root, { recursive: true }).map((name) => String(name).replaceAll('\\', '/')).filter((name) => name.endsWith('.js')).sort();

/** A string, template or regular expression of JavaScript; one line each, but templates. */
const LITERAL = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\.)*${'`'}|/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/`;

/** Calls and options that choose an element by its words. */
const SELECTOR = new RegExp(
  String.raw`(?:\b(?:getBy\w+|filter|says|reads|mapSays|waitForSelector)\((?:[\w.]+, )*|\b(?:has(?:Not)?Text|name): )(${LITERAL})`, 'g');

/** Words of a literal, without the code of templates, the signs of regular expressions and the names of attributes in selectors. */
export const words = (literal) => literal.slice(1, -1)
  .replace(/\$\{[^}]*\}/g, ' ')
  .replace(literal[0] === '/' ? /\\[a-zA-Z]|\[[^\]]*\]|\(\?[:!=<]*/g : /\\n/g, ' ')
  .match(/\p{L}[\p{L}\p{N}’'-]*(?:\\?\.\p{L}[\p{L}\p{N}-]*)*/gu) ?? [];

/** Selectors that may name more words, each with the reason. @type {Record<string, string>} */
const LONG = {};

const linesOf = (text, at) => text.slice(0, at).split('\n').length;

test('selectors name at most five words', () => {
  const long = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...text.matchAll(SELECTOR), ...text.matchAll(/:(?:has-)?text(?:-is)?\(("(?:[^"\\\n]|\\.)*")\)/g)]
      .filter(([, literal]) => words(literal).length > 5 && !(literal in LONG))
      .map(({ 1: literal, index }) => `${path}:${linesOf(text, index)}: ${literal}`);
  });
  assert.ok(Object.keys(LONG).length <= 10);
  assert.deepEqual(long, [], `${long.length} selectors:\n${long.join('\n')}`);
});

/** A word of a sentence, and what stands between two. */
const WORD = String.raw`[\p{L}\d][\p{L}\d.’'-]*`, BETWEEN = String.raw`[”)]?[,;:.]? [“(]?`;
const SENTENCE = new RegExp(`${WORD}(?:${BETWEEN}${WORD})+`, 'gu');

/** Words with spaces and commas between, as sentences have them: code, addresses, pages and tables end one. @param {string} literal */
const sentences = (literal) => literal.slice(1, -1).replace(/\\s[*+]?/g, ' ').replace(/\\([.,()“”])/g, '$1').match(SENTENCE) ?? [];

test('a sentence stands in at most two test files', () => {
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const path of files) {
    const text = readFileSync(join(root, path), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*|(?:await )?(?:t\.)?test\(|import ).*$/gm, '');
    for (const [literal] of text.matchAll(new RegExp(LITERAL, 'g'))) {
      for (const sentence of sentences(literal)) {
        const all = sentence.split(new RegExp(BETWEEN, 'u'));
        for (let i = 0; i + 5 <= all.length; i++) {
          const five = all.slice(i, i + 5).join(' ');
          places.set(five, (places.get(five) ?? new Set()).add(path));
        }
      }
    }
  }
  const often = [...places].filter(([, paths]) => paths.size > 2).map(([five, paths]) => `${five}: ${[...paths].join(' ')}`);
  assert.deepEqual(often, [], `${often.length} sentences:\n${often.join('\n')}`);
});
