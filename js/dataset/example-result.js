/** Shows an earlier experiment in place of a result, with the same views as a run in the page. */

import { html, nothing } from 'lit';
import published from '../../build/content/paper/shown.json' with { type: 'json' };
import { changesOf, telling } from './levels.js';
import { headline, numbers } from './run-result.js';

/** @import {RunResult} from '../documents/documents.js' */

const { experiment } = published;

export const exampleResult = /** @type {RunResult} */ (/** @type {unknown} */ (published.result));

const [{ levels }] = changesOf(exampleResult);

/** @param {((id: string) => void) | null} open null where the run cannot be opened from here */
export const example = (open) => html`<section class="example-result" aria-label="Example of a result">
  <div class="titled"><h2>${experiment.title}</h2><span class="mark">Example</span>
    ${open ? html`<button type="button" @click=${() => open(experiment.id)}>Open this run</button>` : nothing}</div>
  ${headline(exampleResult, levels[telling(levels)])}
  <div class="chart"></div>
  ${numbers(exampleResult)}
</section>`;
