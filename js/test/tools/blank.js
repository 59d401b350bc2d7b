// A page without views for tests of the engine: the engine's modules are served
// as they are, worker.js and certifier.wasm come from the built site.

import { openPage } from './browser.js';
import { repository } from './native.js';

/** Rooms of js as mounts. @param {string[]} names */
export const rooms = (...names) => Object.fromEntries(names.map((name) => [`${name}/`, `${repository}js/${name}/`]));

/**
 * Opens the page with `Engine`, `WorkerSlot` and `load` as globals, and `outcome`,
 * which turns a promise into its value or the parts of its error.
 */
export async function openEngine(t, options = {}) {
  const opened = await openPage(t, {
    path: 'blank.html',
    texts: { 'blank.html': '<!doctype html><link rel="icon" href="data:,"><title>blank</title>' },
    ...options,
    mounts: { ...rooms('certifier', 'documents', 'workers'), ...options.mounts },
  });
  await opened.page.evaluate(async () => {
    for (const file of ['certifier/engine', 'workers/worker-slot', 'workers/loader']) {
      Object.assign(globalThis, await import(new URL(`${file}.js`, document.baseURI).href));
    }
    globalThis.outcome = (promise) => promise.then(
      (value) => ({ value }),
      ({ name, kind, message, field, file, line }) => ({ name, kind, message, field, file, line }),
    );
  });
  return opened;
}
