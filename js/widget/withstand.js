/** Shows the ranges that a prediction withstands, as the page's table does. */

import { html } from 'lit';
import { lead, rangesTable } from '../certificate/range-table.js';

/** @param {any} withstood @param {any} request */
export const draw = (withstood, request) => (withstood.certified ? html`<section class="withstood" aria-label="What it withstands">
    <p>${lead(request)} Each row holds alone, with every value in between.</p>
    ${rangesTable(withstood, ({ name }) => name)}
    <p class="caption">About the last axis unless you name another, in the unit of the coordinates. For the smoothed classifier, with the confidence of the
      votes. Rounded towards zero.</p>
  </section>` : html`<p>The prediction itself is not certified, so nothing follows for a changed cloud.</p>`);
