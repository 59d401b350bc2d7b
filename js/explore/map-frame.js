/** Draws the frame of the map: axes, the disc's rim, crosses, cross-hair and the scale of colours, as one SVG. */

import { nothing, svg } from 'lit';
import { fixed } from '../words/decimal.js';

/** Size of the drawing and the square of the map within it. */
export const FRAME = { width: 520, height: 468, left: 56, top: 16, side: 400 };

/** @param {number} along */
const x = (along) => FRAME.left + FRAME.side * (along + 1) / 2;

/** @param {number} across */
const y = (across) => FRAME.top + FRAME.side * (1 - across) / 2;

/** Fewer where texts are large against the drawing. */
const TICKS = [-1, -0.5, 0, 0.5, 1], FEW = [-1, 0, 1], NARROW = 480;

/** @param {number} e */
const named = (e) => String(e).replace('-', '−');

/** @param {import('../parts/theme.js').Theme} look @param {number[]} ticks @param {number} size of texts, from which labels of two axes keep apart */
const rulers = (look, ticks, size) => svg`<g stroke=${look.soft} fill="none">
    <circle cx=${x(0)} cy=${y(0)} r=${FRAME.side / 2} />
    ${ticks.map((e) => svg`<line x1=${x(e)} x2=${x(e)} y1=${y(-1)} y2=${y(-1) + 6} /><line x1=${x(-1) - 6} x2=${x(-1)} y1=${y(e)} y2=${y(e)} />`)}
  </g>
  <g fill=${look.ink}>
    ${ticks.map((e) => svg`<text x=${x(e)} y=${y(-1) + 8 + size} text-anchor="middle">${named(e)}</text><text x=${x(-1) - 10} y=${y(e) + 4}
      text-anchor="end">${named(e)}</text>`)}
    <text x=${x(0)} y=${FRAME.height - 6} text-anchor="middle">Growth of the cloud, ε̃₁</text>
    <text transform="translate(14 ${y(0)}) rotate(-90)" text-anchor="middle">Rotation of the cloud, ε̃₂</text>
  </g>`;

/** A cross that shows on light and dark ground. @param {number} along @param {number} across */
const cross = (along, across) => {
  const d = `M${x(along) - 6} ${y(across) - 6}l12 12m0 -12l-12 12`;
  return svg`<path class="cross" d=${d} stroke="#000" stroke-width="5" fill="none" /><path d=${d} stroke="#fff" stroke-width="2.5" fill="none" />`;
};

/** The cross-hair through the centre of a cell. @param {number} along @param {number} across */
const hair = (along, across) => {
  const d = `M${x(along)} ${y(1)}V${y(-1)}M${x(-1)} ${y(across)}H${x(1)}`;
  return svg`<g class="hair"><path d=${d} stroke="#000" stroke-opacity="0.5" stroke-width="3" /><path d=${d} stroke="#fff" stroke-width="1" /></g>`;
};

const STEPS = 32;

/**
 * The colours with their ends, which stand along them: beside an axis's own ends.
 * @param {import('../parts/theme.js').Theme} look @param {Uint8ClampedArray} colours @param {[number, number]} range @param {number} size of texts
 */
function scale(look, colours, [low, high], size) {
  const left = x(1) + 20, tall = FRAME.side / STEPS;
  const end = (/** @type {number} */ at, /** @type {string} */ anchor, /** @type {number} */ value) => svg`
    <text transform="translate(${left + 14 + size * 0.8} ${at}) rotate(-90)" text-anchor=${anchor}>${fixed(value, 3, 'down')}</text>`;
  const shade = (/** @type {number} */ i) => colours.subarray(3 * Math.round(255 * i / (STEPS - 1))).subarray(0, 3).join();
  return svg`${Array.from({ length: STEPS }, (_, i) => svg`<rect x=${left} y=${y(-1) - (i + 1) * tall} width="12" height=${tall + 0.5}
    fill="rgb(${shade(i)})" />`)}
    <g fill=${look.ink}>${end(y(1), 'end', high)}${end(y(-1), 'start', low)}</g>`;
}

/**
 * @param {object} map @param {import('../parts/theme.js').Theme} map.look @param {Uint8ClampedArray} map.colours
 * @param {[number, number]} map.range of the colours @param {number[]} [map.rotation] where the rotations are
 * @param {[number, number] | null} map.at the cross-hair @param {string} map.label @param {number} map.width at which it is shown; texts keep their size
 */
export function frame({ look, colours, range, rotation, at, label, width }) {
  const size = Math.round(12 * Math.max(1, FRAME.width / width));
  return svg`<svg class="frame" role="img" aria-label=${label}
  width=${FRAME.width} height=${FRAME.height} viewBox="0 0 ${FRAME.width} ${FRAME.height}" font-family=${look.sans} font-size=${size}>
  ${rulers(look, width < NARROW ? FEW : TICKS, size)}${scale(look, colours, range, size)}
  ${rotation ? [cross(rotation[0], rotation[1]), cross(rotation[0], -rotation[1])] : nothing}
  ${at ? hair(at[0], at[1]) : nothing}
</svg>`;
}

/** The frame with the map in it, to be saved. @param {SVGSVGElement} drawing @param {HTMLCanvasElement} canvas @param {string} paper */
export function whole(drawing, canvas, paper) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  copy.querySelector('.hair')?.remove();
  const element = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  };
  const sharp = document.createElement('canvas');
  sharp.width = sharp.height = 8 * canvas.width;
  const context = /** @type {CanvasRenderingContext2D} */ (sharp.getContext('2d'));
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, 0, 0, sharp.width, sharp.height);
  const disc = element('clipPath', { id: 'disc' });
  disc.append(element('circle', { cx: x(0), cy: y(0), r: FRAME.side / 2 }));
  copy.prepend(
    element('rect', { width: FRAME.width, height: FRAME.height, fill: paper }), disc,
    element('image', { x: FRAME.left, y: FRAME.top, width: FRAME.side, height: FRAME.side, 'clip-path': 'url(#disc)', href: sharp.toDataURL('image/png') }),
  );
  return copy;
}
