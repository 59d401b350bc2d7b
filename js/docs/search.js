/** Finds sections of the docs by words. */

/** A section: where it is, and what it says. @typedef {{page: string, heading: string, href: string, text: string}} Section */

/** @typedef {Section & {excerpt: string}} Hit */

/** Most sections shown. */
const MOST = 12;

/** Characters of a section's text before and behind a word. */
const BEFORE = 40, BEHIND = 100;

const folded = (/** @type {string} */ text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Scores a word: a heading counts most, the beginning of a word more than its middle. @param {string} text @param {string} word */
function fit(text, word) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  return at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]) || new RegExp(`[^\\p{L}\\p{N}]${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`, 'u').test(text) ? 2 : 1;
}

/** The text around the first of some words. @param {string} text @param {string[]} words */
function excerpt(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => folded(text).indexOf(word)).filter((i) => i >= 0), text.length));
  const from = at === text.length ? 0 : Math.max(0, at - BEFORE);
  return `${from ? '…' : ''}${text.slice(from, from + BEFORE + BEHIND).trim()}${from + BEFORE + BEHIND < text.length ? '…' : ''}`;
}

/**
 * The sections that have all words, the best first.
 * @param {Section[]} sections @param {string} query @returns {Hit[]}
 */
export function search(sections, query) {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const scored = sections.map((section) => {
    const [heading, page, text] = [section.heading, section.page, section.text].map(folded);
    const fits = words.map((word) => 8 * fit(heading, word) + 2 * fit(page, word) + fit(text, word));
    return { section, score: Math.min(...fits) > 0 ? fits.reduce((sum, n) => sum + n) : 0 };
  });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score).slice(0, MOST)
    .map(({ section }) => ({ ...section, excerpt: excerpt(section.text, words) }));
}
