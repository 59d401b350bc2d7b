// Attacks that end sooner, and find the same each time.

/**
 * Has attacks of a page try as few clouds as on a slow machine, pushed by the same random numbers in every run.
 * @param {import('playwright-core').Page} page @param {number} [clouds]
 */
export const shortAttacks = (page, clouds = 100) => page.evaluate((clouds) => {
  let last = 1;
  Math.random = () => (last = (16807 * last) % 2147483647) / 2147483647;
  const { classifier } = /** @type {any} */ (document.querySelector('orbit-attack'));
  const { attack } = classifier;
  classifier.attack = (...args) => attack.call(classifier, ...args.slice(0, 3), { ...args[3], clouds });
}, clouds);
