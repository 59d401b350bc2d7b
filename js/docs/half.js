/** Shows why one half decides: the bound against the size of the perturbation, and the share left for the other classes. */

import { ask } from './laboratory.js';
import { down, draw, mount, numbers, slider, up, verdictLine } from './parts.js';

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [360, 240, 36, 170, 10], MOST = 3;

const x = (/** @type {number} */ d) => LEFT + (WIDTH - LEFT - 12) * d / MOST;
const y = (/** @type {number} */ v) => BOTTOM - (BOTTOM - TOP) * v;

/** The cloud: as long as the noise, where the tight bound differs most. */
const CLEAN = { points: [[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]] };

/** @param {{distance: number, v: number}[]} points */
const line = (points) => points.map(({ distance, v }, i) => `${i ? 'L' : 'M'}${x(distance).toFixed(1)} ${y(v).toFixed(1)}`).join('');

/** The bound at a distance, between those that were computed. @param {{distance: number, v: number}[]} points @param {number} distance */
function between(points, distance) {
  const i = Math.max(1, points.findIndex((point) => point.distance >= distance)), [a, b] = [points[i - 1], points[i]];
  return a.v + (b.v - a.v) * (distance - a.distance) / (b.distance - a.distance);
}

/** @param {HTMLElement} figure */
export async function half(figure) {
  const p = slider('p at the clean cloud', { min: 0.55, max: 0.99, step: 0.01, value: 0.9, says: (value) => value.toFixed(2) });
  const d = slider('perturbation ‖Δ‖', { min: 0, max: MOST, step: 0.05, value: 1, says: (value) => `${value.toFixed(2)} σ` });
  const [box, tight, here] = [draw('path', { class: 'plain-line' }), draw('path', { class: 'tight-line' }), draw('path', { class: 'half' })];
  const [ours, others] = [
    draw('rect', { class: 'perturbed', x: LEFT, y: HEIGHT - 26, height: 16 }), draw('rect', { fill: 'var(--track)', y: HEIGHT - 26, height: 16 }),
  ];
  const svg = draw(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img', 'aria-label': 'The lower bound against the size of a scaling, and a bar that shows what is left for all other classes.',
    },
    draw('path', { class: 'edge', d: `M${LEFT} ${TOP}V${BOTTOM}H${WIDTH - 8}` }),
    draw('path', { class: 'bound', 'stroke-opacity': 0.4, d: `M${LEFT} ${y(0.5)}H${WIDTH - 12}` }),
    here, box, tight,
    ...[
      [0, '0'], [0.5, '½'], [1, '1'],
    ].map(([v, text]) => draw('text', { x: LEFT - 6, y: y(Number(v)) + 4, 'text-anchor': 'end' }, String(text))),
    ...[1, 2, 3].map((value) => draw('text', { x: x(value), y: BOTTOM + 16, 'text-anchor': 'middle' }, `${value} σ`)),
    draw('text', { x: WIDTH - 14, y: TOP + 8, 'text-anchor': 'end', class: 'soft' }, 'solid: black box · dotted: tight'), ours, others,
    draw('text', { x: LEFT - 6, y: HEIGHT - 14, 'text-anchor': 'end' }, 'y*'),
    draw('path', { class: 'bound', d: `M${LEFT + (WIDTH - LEFT - 12) / 2} ${HEIGHT - 30}v24` }),
  );
  const list = numbers(['y* at least', 'any other class at most']), verdict = verdictLine();
  /** @type {Map<number, {box: {distance: number, v: number}[], tight: {distance: number, v: number}[]}>} */
  const known = new Map();

  mount(figure, {
    picture: svg, controls: [p.label, d.label, list.list, verdict.line], inputs: [p, d],
    state: () => ({ probability: p.value, distance: d.value }),
    show: async ({ probability, distance }) => {
      const request = { clean: CLEAN, sigma: 1, group: 'SO', prediction: { probability }, samples: 0 };
      const curves = known.get(probability) ?? await ask(async (engine) => {
        const { answers } = await engine.explorer.curve(request, { kind: 'scale', to: MOST, steps: 30 }, undefined, () => {});
        const of = (/** @type {'black_box' | 'tight'} */ name) =>
          answers.map((answer) => ({ distance: answer.distance, v: /** @type {{lower: number}} */ (answer[name]).lower }));
        return { box: of('black_box'), tight: of('tight') };
      });
      known.set(probability, curves);
      box.setAttribute('d', line(curves.box));
      tight.setAttribute('d', line(curves.tight));
      const v = between(curves.tight, distance), part = (WIDTH - LEFT - 12) * v;
      here.setAttribute('d', `M${x(distance)} ${TOP}V${BOTTOM}`);
      ours.setAttribute('width', String(part));
      others.setAttribute('x', String(LEFT + part));
      others.setAttribute('width', String(WIDTH - LEFT - 12 - part));
      list.set([down(v), up(1 - v)]);
      verdict.set(
        v > 0.5,
        v > 0.5 ? 'Certified: the others share less than half, so none can win.' : 'Not certified: one of the others could have more than y*.',
      );
    },
  });
}
