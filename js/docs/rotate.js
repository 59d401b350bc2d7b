/** A cloud to turn: the plain distance grows, the distance after alignment stays. */

import { ask } from './laboratory.js';
import { dots, down, draw, make, mount, numbers, slider, up, verdictLine } from './parts.js';

const SIDE = 240, SCALE = 90;

/** @param {number} left */
const placed = (left) => (/** @type {number} */ x, /** @type {number} */ y) =>
  /** @type {[number, number]} */ ([left + SIDE / 2 + SCALE * x, SIDE / 2 - SCALE * y]);

/** A cloud as the alignment of a certificate moves it. @param {Float64Array} points @param {{matrix: number[][], offset: number[]}} alignment */
function aligned(points, { matrix: [[a, b], [c, d]], offset: [e, f] }) {
  return points.map((_, i) => {
    const [x, y] = [points[i & ~1], points[i | 1]];
    return i & 1 ? c * x + d * y + f : a * x + b * y + e;
  });
}

/**
 * Lines between points that belong together.
 * @param {ArrayLike<number>} from @param {ArrayLike<number>} to @param {(x: number, y: number) => [number, number]} place
 */
function pairs(from, to, place) {
  let path = '';
  for (let i = 0; i < from.length; i += 2) path += `M${place(from[i], from[i + 1])}L${place(to[i], to[i + 1])}`;
  return path;
}

const dotted = (/** @type {string} */ colour) => draw('path', { stroke: `var(--cloud-${colour})`, 'stroke-width': 4, 'stroke-linecap': 'round', fill: 'none' });

/** Turns with the pointer about the middle of the left picture. @param {SVGElement} svg @param {HTMLInputElement} input */
function dragged(svg, input) {
  /** @type {number | null} */
  let grip = null;
  const angle = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width } = svg.getBoundingClientRect(), unit = width / (2 * SIDE);
    return Math.atan2(top + SIDE / 2 * unit - clientY, clientX - left - SIDE / 2 * unit) * 180 / Math.PI;
  };
  svg.addEventListener('pointerdown', (event) => {
    svg.setPointerCapture(event.pointerId);
    grip = input.valueAsNumber - angle(event);
  });
  svg.addEventListener('pointermove', (event) => {
    if (grip === null) return;
    const turned = ((grip + angle(event) + 540) % 360 + 360) % 360 - 180;
    input.value = String(turned);
    input.dispatchEvent(new Event('input'));
  });
  for (const name of ['pointerup', 'pointercancel']) svg.addEventListener(name, () => { grip = null; });
}

/** A distance as a bar beside the radius. @param {number} y @param {string} colour */
function bar(y, colour) {
  const made = draw('rect', { class: colour, x: 0, y, width: 0, height: 10 });
  return { made, set: (/** @type {number} */ d, /** @type {number} */ most) => made.setAttribute('width', String(2 * SIDE * Math.min(1, d / most))) };
}

/** @param {HTMLElement} figure */
export async function rotate(figure) {
  const example = await fetch(new URL('../examples/digit-2d.json', document.baseURI)).then((response) => response.json());
  const clean = Float64Array.from(example.clean.points.flat());
  const turn = slider('Rotation', { min: -180, max: 180, step: 1, value: 25, says: (x) => `${x}°` });
  const noise = slider('Noise', { min: 0, max: 0.5, step: 0.01, value: 0.12, says: (x) => x.toFixed(2) });
  const [left, right] = [placed(0), placed(SIDE)];
  const grey = [dotted('clean'), dotted('clean')],
    coloured = [dotted('perturbed'), dotted('perturbed')], lines = [draw('path', { class: 'pair' }), draw('path', { class: 'pair' })];
  const [plain, orbit] = [bar(SIDE + 24, 'plain-bar'), bar(SIDE + 56, 'orbit-bar')], radius = draw('path', { class: 'bound' });
  const svg = draw(
    'svg',
    {
      viewBox: `0 0 ${2 * SIDE} ${SIDE + 72}`,
      role: 'img',
      'aria-label': 'Left: both clouds as they are. Right: the perturbed cloud aligned with the clean one. Below: both distances as bars, with the radius.',
      class: 'turning',
    },
    ...lines, ...grey, ...coloured, draw('text', { x: 4, y: 14 }, 'as they are'), draw('text', { x: SIDE + 4, y: 14 }, 'after alignment'),
    draw('text', { x: 0, y: SIDE + 20 }, 'plain distance'), plain.made, draw('text', { x: 0, y: SIDE + 52 }, 'distance after alignment'), orbit.made,
    radius,
  );
  [left, right].forEach((place, i) => grey[i].setAttribute('d', dots(clean, place)));
  dragged(svg, turn.input);
  const list = numbers(['plain distance', 'after alignment', 'certified radius']), verdict = verdictLine();
  const handle = 'figure digit', bytes = new TextEncoder().encode(JSON.stringify({ points: example.clean.points }));
  await ask((engine) => engine.open(handle, 'digit.json', bytes));
  const { sigma, prediction: { votes, samples } } = example;

  mount(figure, {
    picture: svg, wide: true,
    controls: [
      turn.label, noise.label, list.list, verdict.line,
      make('p', { class: 'aside-line' }, `σ = ${sigma}, ${votes.toLocaleString('en')} of ${samples.toLocaleString('en')} votes`),
    ],
    inputs: [turn, noise], state: () => ({ degrees: turn.value, noise: noise.value }),
    show: async ({ degrees, noise: norm }) => {
      const request = {
        clean: { file: handle }, perturbed: { attack: 'rotate', degrees, noise: norm, seed: 7 }, sigma, prediction: { votes, samples }, group: 'SE',
        samples: 0,
      };
      const { certificate, moved } = await ask(async (engine) => ({
        certificate: /** @type {import('./laboratory.js').Shown} */ ((await engine.closedForms(request)).certificate.value),
        moved: await engine.points('computed perturbed'),
      }));
      const { black_box: box, orbit: near } = certificate;
      const back = near.alignment ? aligned(moved, near.alignment) : moved;
      [
        [moved, left], [back, right],
      ].forEach(([points, place], i) => {
        coloured[i].setAttribute('d', dots(/** @type {Float64Array} */ (points), /** @type {typeof left} */ (place)));
        lines[i].setAttribute('d', pairs(clean, /** @type {Float64Array} */ (points), /** @type {typeof left} */ (place)));
      });
      const most = Math.max(4, 2 * near.radius);
      plain.set(box.distance, most);
      orbit.set(near.distance, most);
      const x = (2 * SIDE * near.radius) / most;
      radius.setAttribute('d', `M${x} ${SIDE + 22}v14M${x} ${SIDE + 54}v14`);
      list.set([up(box.distance), up(near.distance), down(near.radius)]);
      verdict.set(
        near.certified, near.certified
          ? `Certified: ${up(near.distance)} is within the radius ${down(near.radius)}.${box.certified ? '' : ' The plain distance is not.'}`
          : `Not certified: ${up(near.distance)} is beyond the radius ${down(near.radius)}.`,
      );
    },
  });
}
