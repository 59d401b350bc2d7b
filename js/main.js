/** Starts the page: engine, model, and the view that holds all others. */

import { Engine } from './engine/engine.js';
import { Model } from './model.js';
import './views/page.js';

const page = /** @type {import('./views/page.js').Page} */ (document.createElement('orbit-page'));
page.model = new Model(new Engine());
document.querySelector('main')?.replaceChildren(page);
