/** Starts the page: desk, the view that holds all others, the certifier, and the copy for visits without a network. */

import { startsWith } from '../certificate/example-files.js';
import { Desk } from '../certificate/desk.js';
import { Engine } from '../certifier/engine.js';
import { handed } from './handed.js';
import './newer.js';
import './page.js';

/** The latest moment at which the page's files are kept, in milliseconds after the start. */
const LATEST = 10_000;

/** Milliseconds that a picture may take before the certifier loads regardless. */
const SOON = 3000;

/** Settles with the first of these events. @param {string[]} names */
const first = (...names) => new Promise((resolve) => names.forEach((name) => addEventListener(name, resolve, { once: true, capture: true })));
const painted = first('painted'), acted = first('pointerdown', 'keydown', 'change', 'drop', 'paste');
const late = new Promise((resolve) => setTimeout(resolve, SOON));

/**
 * Settles once the example that the page starts with is drawn, or where there is none, or when a visitor does something: the program
 * would compete with the example for the network and the processor.
 */
const begun = Promise.race([acted, handed ?? startsWith(location.hash).then((comes) => comes && Promise.race([painted, late]))]);

const engine = new Engine({ begun });
const page = /** @type {import('./page.js').Page} */ (document.createElement('orbit-page'));
page.model = new Desk(engine);
page.begun = begun.then(() => new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve)));
const newer = /** @type {import('./newer.js').Newer} */ (document.createElement('orbit-newer'));
document.querySelector('main')?.replaceChildren(newer, page);

/** Settles with the first verdict, so that nothing competes with it, or when there will be none. */
const settled = new Promise((resolve) => {
  page.model.addEventListener('change', () => ['done', 'failed'].includes(page.model.result.phase) && resolve(true));
  setTimeout(resolve, LATEST);
});
void settled.then(() => (globalThis.requestIdleCallback ?? setTimeout)(() => {
  newer.start();
  void page.model.keptFiles.findEarlier();
}));
