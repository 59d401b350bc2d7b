/** Shows an earlier experiment in place of a result, with the same views as a run in the page. */

import { html, nothing } from 'lit';
import published from '../../build/content/paper/shown.json' with { type: 'json' };
import { counted, rows } from './result.js';

/** @import {RunResult} from '../documents/documents.js' */

const { experiment } = published;

export const exampleResult = /** @type {RunResult} */ (/** @type {unknown} */ (published.result));

/** @param {((id: string) => void) | null} open null where the run cannot be opened from here */
export const example = (open) => html`<section class="example-result" aria-label="Example of a result">
  <div class="titled"><h2>${experiment.title}</h2><span class="mark">Example: nothing of yours</span>
    ${open ? html`<button type="button" @click=${() => open(experiment.id)}>Open this run</button>` : nothing}</div>
  <p class="caption">One of <a href="docs/results.html">the experiments</a>: shapes of furniture, noise of norm ${experiment.attack.noise} and then a rotation. The black box certifies hardly any beyond 1°; the other arguments are independent of the angle.</p>
  <div class="pictured"><div class="chart"></div>${rows(exampleResult)}</div>
  ${counted(exampleResult)}
</section>`;
