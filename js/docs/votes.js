/** Votes that come in: noisy copies of a cloud, the class of each, and the bound that follows. */

import { certified } from './laboratory.js';
import { dots, down, draw, make, mount, numbers, slider, verdictLine } from './parts.js';
import { ToyVotes, ellipse, widths } from './toy.js';

const SIDE = 360, SCALE = 95, MOST = 2000, STEP = 50;

/** The cloud of the figures. */
export const CLOUD = ellipse(1.6);

const place = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {[number, number]} */ ([SIDE / 2 + SCALE * x, SIDE / 2 - SCALE * y]);

/** A noisy copy with its longer side across, as the cloud lies. @param {Float32Array} row */
function lying(row) {
  const [across, up] = widths(row);
  return across >= up ? row : row.map((_, i) => row[i ^ 1]);
}

/** Shows samples one after the other, a frame each. @param {import('./toy.js').Voted} voted @param {(one: import('./toy.js').Voted[number]) => void} show */
async function played(voted, show) {
  const some = matchMedia('(prefers-reduced-motion: reduce)').matches ? voted.slice(-1) : voted;
  for (const one of some) {
    show(one);
    if (some.length > 1 && !document.hidden) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** @param {HTMLElement} figure */
export async function votes(figure) {
  const sigma = slider('Noise σ', { min: 0.05, max: 0.8, step: 0.05, value: 0.3, says: (x) => x.toFixed(2) });
  const noisy = draw('path', { stroke: 'var(--cloud-perturbed)', 'stroke-width': 9, 'stroke-linecap': 'round', fill: 'none' });
  const named = draw('text', { x: SIDE / 2, y: SIDE - 8, 'text-anchor': 'middle' });
  const bars = [0, 1].map((i) => draw('rect', { class: i ? 'plain-bar' : 'orbit-bar', x: 60, y: SIDE + 8 + 24 * i, width: 0, height: 14 }));
  const svg = draw('svg', { viewBox: `0 0 ${SIDE} ${SIDE + 60}`, role: 'img', 'aria-label': 'A noisy copy of the cloud, and the votes so far as bars.' },
    draw('path', { stroke: 'var(--cloud-clean)', 'stroke-width': 6, 'stroke-linecap': 'round', fill: 'none', d: dots(CLOUD.flat(), place) }), noisy, named,
    draw('text', { x: 0, y: SIDE + 20 }, '“long”'), draw('text', { x: 0, y: SIDE + 44 }, '“round”'), ...bars);
  const list = numbers(['votes for “long”', 'p at least', 'certified radius']), verdict = verdictLine();
  const button = /** @type {HTMLButtonElement} */ (make('button', { type: 'button' }, 'Vote'));
  let count = new ToyVotes(CLOUD, sigma.value, MOST), wanted = 2 * STEP;

  const again = mount(figure, {
    picture: svg, controls: [sigma.label, button, list.list, verdict.line], inputs: [sigma],
    state: () => count,
    show: async (now) => {
      while (now === count && now.done < wanted) {
        await played(await now.more(STEP), ({ row, class: voted }) => {
          noisy.setAttribute('d', dots(lying(row), place));
          named.textContent = voted < 0 ? 'no class' : `“${['long', 'round'][voted]}”`;
        });
      }
      const [most] = now.votes; // the class is chosen beforehand
      const certificate = await certified({
        clean: { points: CLOUD }, sigma: sigma.value, prediction: { votes: most, samples: now.done }, group: 'SE', samples: 0,
      });
      const p = certificate.probability.lower, { radius } = certificate.orbit;
      bars.forEach((bar, i) => bar.setAttribute('width', String(280 * now.votes[i] / now.done)));
      list.set([`${most} of ${now.done}`, down(p), radius > 0 ? down(radius) : 'none']);
      verdict.set(
        radius > 0, radius > 0
          ? `Every cloud within ${down(radius)}, after alignment, keeps the class “long”.`
          : 'The votes do not prove more than ½: the smoothed classifier abstains.',
      );
      figure.dataset.votes = String(now.done);
      button.disabled = now.done >= MOST;
    },
  });
  sigma.input.addEventListener('input', () => {
    [count, wanted] = [new ToyVotes(CLOUD, sigma.value, MOST), 2 * STEP];
    again();
  });
  button.addEventListener('click', () => {
    wanted = Math.min(MOST, Math.max(wanted, count.done) + (count.done < 500 ? 2 * STEP : 10 * STEP));
    again();
  });
}
