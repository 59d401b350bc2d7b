/** The picture of a shared certificate: links hold no clouds, so it shows how far they are apart, before and after alignment. */

import { html, nothing, svg } from 'lit';
import { significant } from '../words/decimal.js';

/** @typedef {import('../documents/documents.js').CertificateText} CertificateText */

const WIDTH = 400, LEFT = 8, RIGHT = 12, TOP = 34, LINE = 58;

/** Share of the width that a distance far beyond the radius takes. */
const FAR = 0.96;

/** @param {CertificateText | undefined} certificate */
export function distances(certificate) {
  const { black_box: plain, orbit } = certificate?.value ?? {};
  if (orbit?.distance === undefined || orbit.radius === undefined) return nothing;
  const rows = [{ name: 'As they are', row: 'black_box', distance: plain?.distance }, { name: 'Aligned', row: 'orbit', distance: orbit.distance }];
  const { radius } = orbit, reach = 1.6 * Math.max(radius, Math.min(orbit.distance, 4 * radius)) || 1;
  const at = (/** @type {number} */ x) => LEFT + (WIDTH - LEFT - RIGHT) * Math.min(FAR, Math.max(0, x) / reach);
  const told = `Certified radius ${significant(radius, 4, 'down')}. ${
    rows.map(({ name, distance }) => (distance === undefined ? '' : `${name}: ${significant(distance, 4, 'up')} apart.`)).join(' ')}`;
  return html`<figure class="distances"><svg viewBox="0 0 ${WIDTH} ${TOP + 2 * LINE}" role="img" aria-label=${told}>
    <rect class="proved" x=${LEFT} y="24" width=${at(radius) - LEFT} height=${2 * LINE + 4}/><line class="edge" x1=${at(radius)} x2=${at(radius)} y1="20"
      y2=${TOP + 2 * LINE - 6}/>
    <text x=${at(radius)} y="14" text-anchor="middle">proved within ${significant(radius, 4, 'down')}</text>
    ${rows.map(({ name, row, distance }, i) => (distance === undefined ? nothing : svg`<g class=${row}>
      <text x=${LEFT + 8} y=${TOP + i * LINE + 14}>${name}: ${significant(distance, 4, 'up')}${at(distance) >= LEFT + FAR * (WIDTH - LEFT - RIGHT) ? ' →'
        : ''}</text>
      <rect x=${LEFT} y=${TOP + i * LINE + 22} width=${Math.max(2, at(distance) - LEFT)} height="12"/></g>`))}</svg></figure>`;
}
