/** Holds a file of the site back until `go` is called. @param {string} name the end of its address */
export function heldFile(name) {
  /** @type {(value?: unknown) => void} */
  let go = () => {};
  const gate = new Promise((resolve) => { go = resolve; });
  const before = (/** @type {import('playwright-core').Page} */ page) => page.route(`**/${name}`, async (route) => {
    await gate;
    await route.continue();
  });
  return { before, go };
}
