/**
 * Asks for the example that the page starts with, before the page's own code is there: the browser hands the answers to its fetches. Code that is
 * there first has asked itself.
 */

import { exampleAt, filesOf, LIST } from '../certificate/example-names.js';

const id = exampleAt(location.hash);
const wanted = customElements.get('orbit-page') ? [] : [LIST, ...(id ? filesOf(id) : [])];
for (const href of wanted) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href }));
}

// A browser takes long over the first number that it groups, and has nothing else to do until the page's code is there.
void (1000).toLocaleString('en');
