// Measures the words: the length of README and sentences, habits that make readers decode, comments that begin with their name.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PAGES } from '../../../build/docs/pages.mjs';
import { TERMS } from '../../words/terms.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The prose of a Markdown text: without code, formulas, tables, pictures and addresses. */
const prose = (text) =>
  text
    .replace(/```[^]*?```|\$\$[^]*?\$\$/g, '')
    .replace(/^\|.*$/gm, '')
    .replace(/<summary>|<\/summary>|<p>/g, '\n\n')
    .replace(/<[^>]+>/g, '')
    .replace(/`[^`]*`|\$[^$\n]+\$/g, 'x')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\{\{.*\}\}$/gm, '');

const words = (text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'.,%σα²‖-]*/gu) ?? [];

/** Sentences of a text; lines of a list are paragraphs of their own. */
const sentences = (text) =>
  prose(text)
    .split(/\n\s*\n|\n(?=\s*(?:[-*#>]|\d+\.)\s)/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?](?:[”"’)]|\*\*)?)\s+(?=[\p{Lu}\d“"*[‖(])/u))
    .filter((sentence) => words(sentence).length > 0);

/** The share of sentences with more than 30 words. */
const share = (text) => sentences(text).filter((sentence) => words(sentence).length > 30).length / sentences(text).length;

/** Habits of a text that reads as if translated. */
const HABITS =
  /\b(?:is|are|was|were) (?:told|said|asked)\b|\bnobody\b|\bwhoever\b|\bwhat stands\b|\bof which\b|\bthat which\b|\bdoes not stand\b|\bgoes by more than\b/i;

const docs = PAGES.map((name) => `site/docs/${name}.md`);

/** Lines of a file as paths with line numbers. */
const found = (path, pattern, text = read(path)) =>
  text.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 160)}`] : []));

test('README has at most 600 words of prose', () => {
  assert.ok(words(prose(read('README.md'))).length <= 600);
});

test('few sentences have more than 30 words', () => {
  for (const [path, most] of [
    ['README.md', 0.06], ['CONTRIBUTING.md', 0.06], ['SECURITY.md', 0.06], ['CHANGELOG.md', 0.06], ...docs.map((path) => [path, 0.1]),
  ]) {
    assert.ok(
      share(read(path)) <= most,
      `${path}: ${(100 * share(read(path))).toFixed(1)} % of sentences have more than 30 words, at most ${100 * most} % may`,
    );
  }
});

test('texts have none of the habits', () => {
  const texts = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...docs];
  assert.deepEqual(texts.flatMap((path) => found(path, HABITS, prose(read(path)))), []);
});

test('terms are explained in at most two sentences and 35 words', () => {
  assert.equal(Object.keys(TERMS).length, 26);
  for (const { name, text } of Object.values(TERMS))
    assert.ok(sentences(text).length <= 2 && words(text).length <= 35, `${name}: ${sentences(text).length} sentences, ${words(text).length} words`);
});

/** Most messages that may have a habit: it only falls. */
const MOST_LEFT = 0;

const filesIn = (folder, ending) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith(ending) && !/node_modules|\/out\/|_test\.go$|\/test\/|types\.d\.ts$/.test(path)).sort();

test('messages have none of the habits', () => {
  const strings = (text) => text.replace(/^\s*(?:\/\/|\*|\/\*|#).*$/gm, '').replace(/[^'"`\n]*((?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)?)/g, '$1 ');
  const texts = [
    ...filesIn('js', '.js'), ...filesIn('core', '.go'), ...filesIn('wasm', '.go'), ...filesIn('build/python/orbitcert', '.py'),
    'wasm/edge/answers.json', 'site/index.html',
  ];
  const left = texts.flatMap((path) => found(path, HABITS, strings(read(path))));
  assert.ok(left.length <= MOST_LEFT, `${left.length} messages have a habit, ${MOST_LEFT} may:\n${left.join('\n')}`);
});

test('comments begin with a name or a verb', () => {
  const files = [
    ...['js', 'wasm', 'build'].flatMap((folder) => ['.js', '.mjs', '.ts', '.go', '.py', '.sh'].flatMap((ending) => filesIn(folder, ending))),
    ...filesIn('core', '.go'), ...filesIn('site/styles', '.css'),
  ].filter((path) => !/documents\/(?:inner-)?types\.d\.ts$/.test(path)); // made of the tables of the docs
  assert.deepEqual(files.flatMap((path) => found(path, /^\s*(?:\/\*\*?|\/\/|#|""") *(?:What|Whether|Who|Whose|How|Why) /)), []);
});

test('comments on exported names of Go begin with the name', () => {
  const bad = ['core', 'wasm', 'build'].flatMap((folder) => filesIn(folder, '.go')).flatMap((path) => {
    const lines = read(path).split('\n');
    return lines.flatMap((line, i) => {
      const [, name] = /^(?:func(?: \([^)]*\))? |type |var |const )([A-Z]\w*)/.exec(line) ?? [];
      let first = i;
      while (first > 0 && lines[first - 1].startsWith('//')) first--;
      return name && first < i && !new RegExp(`^// (?:An? |The )?${name}\\b`).test(lines[first]) ? [`${path}:${first + 1}: ${lines[first]}`] : [];
    });
  });
  assert.deepEqual(bad, []);
});
