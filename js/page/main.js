/** Starts the page: desk, the view that holds all others, and the copy for visits without a network. */

// First, so that the engine starts before anything else is done.
import { engine } from './start.js';
import { Desk } from '../certificate/desk.js';
import './newer.js';
import './page.js';

/** The latest moment at which the page's files are kept, in milliseconds after the start. */
const LATEST = 10_000;

const page = /** @type {import('./page.js').Page} */ (document.createElement('orbit-page'));
page.desk = new Desk(engine);
const newer = /** @type {import('./newer.js').Newer} */ (document.createElement('orbit-newer'));
document.querySelector('main')?.replaceChildren(newer, page);

/** Settles with the first verdict, so that nothing competes with it, or when there will be none. */
const settled = new Promise((resolve) => {
  page.desk.addEventListener('change', () => ['done', 'failed'].includes(page.desk.job.result.phase) && resolve(true));
  setTimeout(resolve, LATEST);
});
void settled.then(() => (globalThis.requestIdleCallback ?? setTimeout)(() => {
  newer.start();
  void page.desk.keptFiles.findEarlier();
}));
