/** The look of what stands around a card in a notebook. */

import { css } from 'lit';

export const styles = css`
.state { margin: 0; }
.progress { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 4px 16px; align-items: center; padding: 8px 0; font: 14px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; color: var(--ink); }
.progress [role="progressbar"] { height: 8px; background: var(--rule); border-radius: 4px; overflow: hidden; }
.progress svg { display: block; width: 100%; height: 8px; fill: var(--accent); }
.rest { display: flex; gap: 8px 16px; align-items: center; flex-wrap: wrap; font: 14px/1.5 system-ui, sans-serif; color: var(--ink); }
`;
