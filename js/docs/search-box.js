/** The search field of the docs, with its list of sections. */

import { search } from './search.js';

/** All pages, fetched when somebody searches. @type {Promise<import('./search.js').Docs> | undefined} */
let docs;

async function load() {
  const response = await fetch(new URL('search.json', document.baseURI));
  if (!response.ok) throw new Error(`search.json: the server answered ${response.status}; reload the page`);
  return response.json();
}

/** @param {string} name @param {string} text @param {Record<string, string>} [attributes] */
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** @param {import('./search.js').Hit} hit */
function item({ page, heading, href, excerpt }) {
  const link = element('a', '', { href });
  link.append(element('b', heading), element('small', page === heading ? '' : page), element('span', excerpt));
  const made = document.createElement('li');
  made.append(link);
  return made;
}

/** Shows what fits what was typed last. @param {HTMLInputElement} input @param {HTMLElement} list @param {HTMLElement} status */
async function show(input, list, status) {
  const query = input.value;
  try {
    const hits = search(await (docs ??= load()), query);
    if (input.value !== query) return;
    list.replaceChildren(...hits.map(item));
    status.textContent = !query.trim() ? '' : hits.length ? `${hits.length} sections` : `No section has “${query.trim()}”.`;
  } catch (error) {
    docs = undefined;
    status.textContent = error instanceof Error ? error.message : String(error);
  }
  list.hidden = list.children.length === 0;
}

/** @param {HTMLInputElement} input */
export function connectSearch(input) {
  const list = element('ul', '', { 'aria-label': 'Sections found' }), status = element('p', '', { role: 'status' });
  list.hidden = true;
  input.closest('search')?.append(status, list);
  const close = () => {
    input.value = '';
    void show(input, list, status);
  };
  input.addEventListener('input', () => void show(input, list, status));
  list.addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
    if (event.key === 'Escape') close();
    else if (event.key === '/' && !typing) {
      event.preventDefault();
      input.focus();
    } else if (event.key === 'Enter' && event.target === input) list.querySelector('a')?.click();
  });
}
