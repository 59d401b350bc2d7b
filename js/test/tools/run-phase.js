// Waiting for what a run on the page comes to: patience begins anew with every file, cloud and vote, so that a busy machine fails no test.

/** @param {import('playwright-core').Page} page @param {string} selector of what the run brings */
export async function brought(page, selector) {
  for (let seen = ''; seen !== selector;) {
    const next = await page.waitForFunction(([selector, seen]) => {
      if (document.querySelector(selector)) return selector;
      const { run } = /** @type {any} */ (document.querySelector('orbit-dataset')) ?? {};
      const now = `${run?.phase} ${run?.files.reading.done} ${run?.log?.done} ${run?.pace?.done}`;
      return now !== seen && now;
    }, [selector, seen], { polling: 50 });
    seen = await next.jsonValue();
  }
  await page.locator(selector).first().waitFor();
}

/** @param {import('playwright-core').Page} page @param {string} name */
export const phase = (page, name) => brought(page, `[data-run="${name}"]`);
