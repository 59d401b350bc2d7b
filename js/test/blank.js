// A page without views for tests of the engine: the engine's modules are served
// as they are, worker.js and certifier.wasm come from the built site.

import { openPage } from './browser.js';
import { repository } from './native.js';

/** A request with both stages of Monte Carlo. */
export const request = {
  clean: { points: [[0.9, 0.1], [-0.4, 0.7], [0.2, -0.8], [-0.5, -0.3]] },
  perturbed: { points: [[0.95, 0.12], [-0.42, 0.66], [0.17, -0.83], [-0.46, -0.31]] },
  sigma: 0.1,
  prediction: { votes: 9731, samples: 10000 },
  group: 'SE',
  samples: 20000,
};

/**
 * Opens the page with `Engine`, `Seat` and `load` as globals, and `outcome`,
 * which turns a promise into its value or the parts of its error.
 */
export async function openEngine(t, options = {}) {
  const opened = await openPage(t, {
    path: 'blank.html',
    texts: { 'blank.html': '<!doctype html><link rel="icon" href="data:,"><title>blank</title>' },
    mounts: { 'engine/': repository + 'js/engine/' },
    ...options,
  });
  await opened.page.evaluate(async () => {
    for (const file of ['engine', 'seat', 'loader']) {
      Object.assign(globalThis, await import(new URL(`engine/${file}.js`, document.baseURI).href));
    }
    globalThis.outcome = (promise) => promise.then(
      (value) => ({ value }),
      ({ name, kind, message, field, file, line }) => ({ name, kind, message, field, file, line }),
    );
  });
  return opened;
}
