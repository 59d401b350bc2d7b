/** Radius and accuracy against σ: votes of a small dataset at every σ. */

import { certified } from './laboratory.js';
import { down, draw, mount, numbers, slider, verdictLine } from './parts.js';
import { ToyVotes, CLOUDS } from './toy.js';
import { CLOUD } from './votes.js';

const [WIDTH, HEIGHT] = [360, 240], SAMPLES = 200;
const SIGMAS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];
const [LEFT, BOTTOM, TOP] = [36, HEIGHT - 36, 30];

const x = (/** @type {number} */ sigma) => LEFT + (WIDTH - LEFT - 12) * sigma;
const y = (/** @type {number} */ part) => BOTTOM - (BOTTOM - TOP) * part;

/** @param {number[][]} points @param {number} sigma */
async function counted(points, sigma) {
  const count = new ToyVotes(points, sigma, SAMPLES);
  await count.more(SAMPLES);
  return count.votes;
}

/**
 * The radius of the figures' cloud, and how many of the clouds are predicted correctly.
 * @param {number} sigma @returns {Promise<{sigma: number, radius: number, right: number}>}
 */
async function at(sigma) {
  const [votes] = await counted(CLOUD, sigma);
  const { orbit } = await certified({ clean: { points: CLOUD }, sigma, prediction: { votes, samples: SAMPLES }, group: 'SE', samples: 0 });
  let right = 0;
  for (const { points, label } of CLOUDS) {
    const [long, round] = await counted(points, sigma);
    if ((long >= round ? 0 : 1) === label) right++;
  }
  return { sigma, radius: Math.max(0, orbit.radius), right: right / CLOUDS.length };
}

/** @template {{sigma: number}} P @param {P[]} points @param {(point: P) => number} part */
const line = (points, part) => points.map((point, i) => `${i ? 'L' : 'M'}${x(point.sigma).toFixed(1)} ${y(part(point)).toFixed(1)}`).join('');

/** @param {HTMLElement} figure */
export async function sigma(figure) {
  const chosen = slider('Noise σ', { min: 0, max: SIGMAS.length - 1, step: 1, value: 3, says: (i) => SIGMAS[i].toFixed(2) });
  const [radius, accuracy, mark] = [
    draw('path', { class: 'accent-line' }), draw('path', { class: 'plain-line', 'stroke-dasharray': '6 3' }), draw('path', { class: 'half' }),
  ];
  const svg = draw(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': 'The certified radius and the accuracy against σ.' },
    draw('path', { class: 'edge', d: `M${LEFT} ${TOP}V${BOTTOM}H${WIDTH - 8}` }),
    mark, radius, accuracy, draw('text', { x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' }, 'σ'),
    draw('text', { x: LEFT, y: 14, class: 'soft' }, 'solid: radius · dashed: accuracy'),
    ...[0, 0.5, 1].map((part) => draw('text', { x: LEFT - 6, y: y(part) + 4, 'text-anchor': 'end' }, String(part))),
    ...[0.2, 0.4, 0.6, 0.8, 1].map((value) => draw('text', { x: x(value), y: BOTTOM + 16, 'text-anchor': 'middle' }, String(value))),
  );
  const list = numbers(['certified radius', 'accuracy']), verdict = verdictLine();
  /** @type {Map<number, Awaited<ReturnType<typeof at>>>} */
  const known = new Map();

  const again = mount(figure, {
    picture: svg, controls: [chosen.label, list.list, verdict.line], inputs: [chosen],
    state: () => SIGMAS[chosen.value],
    show: async (now) => {
      const one = known.get(now) ?? await at(now);
      known.set(now, one);
      const points = [...known.values()].sort((a, b) => a.sigma - b.sigma);
      radius.setAttribute('d', line(points, (point) => point.radius));
      accuracy.setAttribute('d', line(points, (point) => point.right));
      mark.setAttribute('d', `M${x(now)} ${TOP}V${BOTTOM}`);
      list.set([down(one.radius), `${Math.floor(100 * one.right)} %`]);
      const best = points.reduce((a, b) => (b.radius > a.radius ? b : a));
      verdict.set(
        one.radius > 0, known.size < SIGMAS.length
          ? `Counted at ${known.size} of ${SIGMAS.length} values of σ.`
          : `The radius is largest at σ = ${best.sigma}. Beyond it, votes are lost faster than σ grows.`,
      );
      figure.dataset.known = String(known.size);
      const missing = SIGMAS.find((value) => !known.has(value));
      if (missing === undefined) return;
      known.set(missing, await at(missing));
      again();
    },
  });
}
