/** Asks for the example that the page starts with, before the page's own code is there: the browser hands the answers to its fetches. */

import { exampleAt, filesOf, LIST } from '../certificate/example-names.js';

const id = exampleAt(location.hash);
for (const href of [LIST, ...(id ? filesOf(id) : [])]) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href }));
}
