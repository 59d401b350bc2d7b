/** Shows the ranges that a prediction withstands, as the page's table does. */

import { html } from 'lit';
import { lead, rangesTable } from '../certificate/range-table.js';

/** @param {any} withstood @param {any} request */
export const draw = (withstood, request) => (withstood.certified ? html`<section class="withstood" aria-label="What it withstands">
    <p>${lead(request)} Each row holds alone, with every value in between.</p>
    ${rangesTable(withstood, ({ name }) => name)}
    <p class="caption">About the last axis unless another is named, in the unit of the coordinates; of the smoothed classifier, with the same confidence as the votes. Rounded towards zero.</p>
  </section>` : html`<p>The prediction is not certified itself, so nothing follows for a changed cloud.</p>`);
