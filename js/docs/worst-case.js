/** The worst classifier of the tight certificate in the plane: where it still answers with the class. */

import { certified } from './laboratory.js';
import { dots, down, draw, mount, numbers, slider, verdictLine } from './parts.js';

const SIDE = 400, LEFT = 30, DRAWS = 20_000, SHOWN = 350;

/** Logarithm of the modified Bessel function I₀, to six digits: enough for a picture. @param {number} x */
function logBessel(x) {
  if (x > 20) return x - 0.5 * Math.log(2 * Math.PI * x) + Math.log1p(1 / (8 * x) + 9 / (128 * x * x));
  let term = 1, sum = 1;
  for (let k = 1; term > 1e-12 * sum; k++) sum += term *= (x / (2 * k)) ** 2;
  return Math.log(sum);
}

/** Normal numbers that are the same every time. */
function normals() {
  let seed = 1;
  const uniform = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return Float64Array.from({ length: 4 * DRAWS }, () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()));
}

const NORMALS = normals();

/**
 * The two lengths of noisy clouds: |⟨x, z⟩| / ‖x‖ and |⟨x′, z⟩| / ‖x′‖, in σ. x is n along the first of two complex axes, x′ is n + a along it and b
 * along the other.
 * @param {number} n @param {number} a @param {number} b @param {boolean} around whether the clouds are drawn around x′
 */
function lengths(n, a, b, around) {
  const [first, second] = around ? [n + a, b] : [n, 0], far = Math.hypot(n + a, b);
  const found = new Float64Array(2 * DRAWS);
  for (let i = 0; i < DRAWS; i++) {
    const [p, q, r, s] = [first + NORMALS[4 * i], NORMALS[4 * i + 1], second + NORMALS[4 * i + 2], NORMALS[4 * i + 3]];
    found[2 * i] = Math.hypot(p, q);
    found[2 * i + 1] = Math.hypot((n + a) * p + b * r, (n + a) * q + b * s) / far;
  }
  return found;
}

/**
 * The largest second length of the region at a first one.
 * @param {number} u @param {number} kappa @param {number} n @param {number} far @param {number} most
 */
function rim(u, kappa, n, far, most) {
  const level = kappa + logBessel(n * u);
  if (logBessel(0) > level) return 0;
  let [low, high] = [0, most];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (logBessel(far * middle) <= level) low = middle;
    else high = middle;
  }
  return low;
}

/** @param {HTMLElement} figure */
export async function worstCase(figure) {
  const p = slider('p at the clean cloud', { min: 0.55, max: 0.99, step: 0.01, value: 0.9, says: (x) => x.toFixed(2) });
  const norm = slider('size of the cloud ‖X‖', { min: 0.25, max: 4, step: 0.25, value: 1, says: (x) => `${x} σ` });
  const size = slider('perturbation ‖Δ‖', { min: 0.1, max: 2.5, step: 0.1, value: 1.2, says: (x) => `${x.toFixed(1)} σ` });
  const turn = slider('direction', { min: 0, max: 90, step: 5, value: 45, says: (x) => (x === 0 ? 'scaling' : `${x}° from scaling`) });
  const [region, clean, perturbed] = [
    draw('path', { class: 'region' }), draw('path', { stroke: 'var(--cloud-clean)' }), draw('path', { stroke: 'var(--cloud-perturbed)' }),
  ];
  for (const path of [clean, perturbed])
    Object.entries({ 'stroke-width': 3, 'stroke-linecap': 'round', fill: 'none', 'stroke-opacity': 0.8 }).forEach(([key, value]) =>
      path.setAttribute(key, String(value)),
    );
  const svg = draw(
    'svg',
    {
      viewBox: `0 0 ${SIDE + 10} ${SIDE + 10}`,
      role: 'img', 'aria-label': 'Noisy clouds by two lengths; shaded is the region in which the worst classifier still answers with the class.',
    },
    region, clean, perturbed,
    draw('path', { class: 'edge', d: `M${LEFT} 4V${SIDE - LEFT}H${SIDE + 4}` }),
    draw('text', { x: SIDE, y: SIDE - 10, 'text-anchor': 'end' }, '|⟨x, z⟩| / ‖x‖'),
    draw('text', { x: -6, y: 18, transform: 'rotate(-90)', 'text-anchor': 'end' }, '|⟨x′, z⟩| / ‖x′‖'),
    draw('text', { x: LEFT + 8, y: 18, class: 'soft' }, 'shaded: ρ ≤ κ'),
  );
  const list = numbers(['grey dots in the region', 'coloured dots in it', 'tight value, exact', 'orbit-based', 'black box']), verdict = verdictLine();

  mount(figure, {
    picture: svg, controls: [p.label, norm.label, size.label, turn.label, list.list, verdict.line], inputs: [p, norm, size, turn],
    state: () => ({
      probability: p.value, n: norm.value, a: size.value * Math.cos((turn.value * Math.PI) / 180),
      b: size.value * Math.sin((turn.value * Math.PI) / 180),
    }),
    show: async ({ probability, n, a, b }) => {
      const far = Math.hypot(n + a, b),
        near = lengths(n, a, b, false), away = lengths(n, a, b, true);
      const ratios = (/** @type {Float64Array} */ all) =>
        Float64Array.from({ length: DRAWS }, (_, i) => logBessel(far * all[2 * i + 1]) - logBessel(n * all[2 * i]));
      const around = ratios(near).sort(),
        kappa = around[Math.round(probability * DRAWS) - 1];
      const share = ratios(away).filter((ratio) => ratio <= kappa).length / DRAWS;
      const most = Math.max(n, far) + 3,
        unit = (SIDE - LEFT - 4) / most;
      const place = (/** @type {number} */ u, /** @type {number} */ w) =>
        /** @type {[number, number]} */ ([LEFT + unit * Math.min(u, most), SIDE - LEFT - unit * Math.min(w, most)]);
      const edge = Array.from({ length: 61 }, (_, i) => place((most * i) / 60, rim((most * i) / 60, kappa, n, far, most)));
      region.setAttribute('d', `M${place(0, 0)}L${edge.join('L')}L${place(most, 0)}Z`);
      clean.setAttribute('d', dots(near.subarray(0, 2 * SHOWN), place));
      perturbed.setAttribute('d', dots(away.subarray(0, 2 * SHOWN), place));
      const points = {
        clean: {
          points: [
            [n, 0], [0, 0],
          ],
        },
        perturbed: {
          points: [
            [n + a, 0], [b, 0],
          ],
        },
      };
      const {
        tight: { exact }, orbit, black_box: box,
      } = await certified({ ...points, sigma: 1, group: 'SO', prediction: { probability }, samples: 0 });
      const value = exact.value - exact.error;
      list.set([probability.toFixed(3), share.toFixed(3), down(value, 4), down(orbit.lower, 4), down(box.lower, 4)]);
      verdict.set(
        value > 0.5,
        value > 0.5 ? `Certified: even the worst classifier keeps the class with ${down(value)}.` : 'Not certified: the worst classifier loses the majority.',
      );
      Object.assign(figure.dataset, { share: String(share), value: String(value) });
    },
  });
}
