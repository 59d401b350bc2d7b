// Finds what axe reports about a page: in it alone, and nothing worked out about what is right, which takes most of the time
// otherwise. It stays in the page for the next question.

import assert from 'node:assert/strict';
import axe from 'axe-core/axe.min.js';

/** Returns axe's findings in the whole page or within a selector, by some rules or all: the rule, the place, the impact. */
async function found(page, within, rules) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe.source);
  return page.evaluate(async ([within, rules]) => {
    const { violations } = await globalThis.axe.run(within ?? document, {
      resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }),
    });
    return violations.map(({ id, impact, nodes }) => ({ impact, words: `${id}: ${nodes.map(({ html }) => html.slice(0, 120))}` }));
  }, [within, rules]);
}

/** Returns findings of a page in the dark that is light now: only its colours differ there. */
async function inTheDark(page, within) {
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.ok(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches));
  const wrong = await found(page, within, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return wrong.map(({ words }) => `dark: ${words}`);
}

/** Everything that axe finds. */
export const violations = async (page, within) => (await found(page, within)).map(({ words }) => words);

/** Returns the serious and critical findings. */
export const serious = async (page, within) =>
  (await found(page, within)).filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ words }) => words);

/** Everything in the light, and what is wrong with the contrast in the dark. */
export const violationsInBoth = async (page, within) => [...await violations(page, within), ...await inTheDark(page, within)];

/** Returns the serious and critical findings, likewise. */
export const seriousInBoth = async (page, within) => [...await serious(page, within), ...await inTheDark(page, within)];
