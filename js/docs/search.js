/** Finds sections of the docs by words, by words that mean the same, and in spite of a typing error. */

import MiniSearch from 'minisearch';

/** A section: where it is, and what it says. @typedef {{page: string, heading: string, href: string, text: string}} Section */

/** All that is searched, and for words that readers type those of the docs. @typedef {{sections: Section[], synonyms: Record<string, string[]>}} Docs */

/** @typedef {Section & {excerpt: string}} Hit */

/** Most sections shown. */
const MOST = 12;

/** Characters of a section's text before and behind a word. */
const BEFORE = 40, BEHIND = 100;

const folded = (/** @type {string} */ text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Indices, each made once. @type {WeakMap<Docs, MiniSearch>} */
const indices = new WeakMap();

/** @param {Docs} docs */
function indexOf(docs) {
  const made = new MiniSearch({ fields: ['heading', 'page', 'text'], processTerm: folded });
  made.addAll(docs.sections.map((section, id) => ({ ...section, id })));
  indices.set(docs, made);
  return made;
}

/** The text around the first of some words. @param {string} text @param {string[]} words */
function excerpt(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => folded(text).indexOf(word)).filter((i) => i >= 0), text.length));
  const from = at === text.length ? 0 : Math.max(0, at - BEFORE);
  return `${from ? '…' : ''}${text.slice(from, from + BEFORE + BEHIND).trim()}${from + BEFORE + BEHIND < text.length ? '…' : ''}`;
}

/** Queries for a word as it is typed, or one that means the same. @param {string} word @param {string[]} [same] */
const ways = (word, same = []) => ({
  combineWith: /** @type {const} */ ('OR'),
  queries: [word, ...same.map((other) => ({ queries: [other], prefix: false, fuzzy: false, boost: { heading: 3 } }))],
});

/**
 * The sections that have all words, the best first: a heading counts most, and a whole word more than a beginning or a similar one.
 * @param {Docs} docs @param {string} query @returns {Hit[]}
 */
export function search(docs, query) {
  const words = folded(query).split(/[\s\p{P}]+/u).filter(Boolean);
  if (words.length === 0) return [];
  const found = (indices.get(docs) ?? indexOf(docs)).search({ combineWith: 'AND', queries: words.map((word) => ways(word, docs.synonyms[word])) }, {
    boost: { heading: 8, page: 2 }, prefix: true, fuzzy: (word) => (word.length > 3 ? 0.2 : false),
  });
  return found.slice(0, MOST).map(({ id, terms }) => ({ ...docs.sections[id], excerpt: excerpt(docs.sections[id].text, terms) }));
}
