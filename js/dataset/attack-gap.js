/** Shows the result of attacks on the clouds of a run: the accuracy they leave, above the certified one, and the gap. */

import { html, nothing } from 'lit';
import { icon } from '../parts/icons.js';
import { percentAtMost } from '../words/share.js';
import { certifiedShares } from './shares.js';
import { amount } from './words.js';

/** @import {RunResult} from '../documents/documents.js' */

/**
 * The line of the accuracy under attack, with the gap down to what is certified: between two values of the grid it shows the share at the
 * smaller one, since what is found there counts for all that are larger.
 * @param {number[]} grid @param {number[]} certified @param {number[]} attacked
 */
export function gap(grid, certified, attacked) {
  return grid.flatMap((x, i) => {
    const next = Math.min(certified[i], certified[i + 1] ?? 1);
    const at = (/** @type {number} */ x, /** @type {number} */ low) => ({ x, y: 100 * attacked[i], low: 100 * low, high: 100 * attacked[i] });
    return i + 1 < grid.length ? [at(x, certified[i]), at(x, next), at(grid[i + 1], next)] : [at(x, certified[i])];
  });
}

/** Finds the widest gap. @param {number[]} grid @param {number[]} certified @param {number[]} attacked */
function widest(grid, certified, attacked) {
  const gaps = attacked.map((share, i) => share - certified[i]), most = Math.max(...gaps);
  return { most, at: grid[gaps.indexOf(most)] };
}

/** Most contradictions that are named. */
const NAMED = 10;

/** @param {string[] | undefined} names */
const contradicted = (names) =>
  names
    ? html`<p class="error" role="alert">${icon('failed')} <strong>Votes and certificates contradict each other.</strong> ${amount(names.length,
      'cloud')} ${names.length === 1 ? 'is' : 'are'} certified
  where an attack has found another prediction: ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …'
    : ''}. Each of the two is wrong with probability α at most. Count the votes again; if the contradiction remains, please report it.</p>`
    : nothing;

/** Summarises the attacks in words. @param {RunResult} result */
export function attackWords({ attacks, accuracy, grid, clouds, total }) {
  if (!attacks || !accuracy?.attacked || !grid) return nothing;
  const { most, at } = widest(grid, certifiedShares(accuracy), accuracy.attacked);
  return html`${contradicted(attacks.contradictions)}
    <p>Certified ≤ true ≤ under attack: the share of clouds that no perturbation of norm ‖Δ‖ changes is at least the certified one and at most that under
      attack. The gap is neither proved nor refuted, at most ${percentAtMost(most, total)} of the clouds, at ‖Δ‖ = ${at}.
    ${attacks.clouds.toLocaleString('en')} of ${amount(clouds,
      'cloud')} were attacked; for ${attacks.found.toLocaleString('en')} a perturbed cloud was found that has another prediction by the votes of fresh noise.
        Each of these is wrong with probability at most ${attacks.level}; if the votes do not decide, nothing counts as found.</p>`;
}
