/** The look of widgets: the page's own, and what stands around it in a notebook. */

import { css, unsafeCSS } from 'lit';
import { pageStyle } from './files.js';

/** As they stand in a page that is not ours. */
export const pageStyles =
  unsafeCSS(`:host {
  all: initial; display: block; font: 1rem/1.5 var(--sans); font-variant-numeric: tabular-nums; color: var(--ink); container-type: inline-size;
}
${pageStyle.replaceAll(':root', ':host')}
/* The docs are on the page. */
a[href^="docs.html"] { display: none; }
.explorer { margin: 0; }
.explorer > :first-child > .part { border: 0; padding: 0; }
@container (max-width: 900px) { .part { grid-template-columns: minmax(0, 1fr); } }`);

export const styles = css`
.state { margin: 0; }
.progress {
  display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 4px 16px; align-items: center; padding: 8px 0;
  font: 14px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; color: var(--ink);
}
.progress [role="progressbar"] { height: 8px; background: var(--rule); border-radius: 4px; overflow: hidden; }
.progress svg { display: block; width: 100%; height: 8px; fill: var(--accent); }
.rest { display: flex; gap: 8px 16px; align-items: center; flex-wrap: wrap; font: 14px/1.5 system-ui, sans-serif; color: var(--ink); }
`;
