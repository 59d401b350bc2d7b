/** "What is this?": a short explanation that opens where a term stands, with a link to the docs page. */

import { html } from 'lit';
import { GLOSSARY } from '../words/glossary.js';

/** @param {string} name */
export function explain(name) {
  const { asked, text, anchor } = GLOSSARY[name];
  return html`<details class="explain">
    <summary title="What is this?"><span aria-hidden="true">?</span><span class="unseen">What is ${asked}?</span></summary>
    <p>${text} <a href="docs.html#${anchor}">More</a></p>
  </details>`;
}
