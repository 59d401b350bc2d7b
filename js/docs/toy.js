/** A small classifier for the figures, “long” or “round”, and its votes. Noise and counts are the certifier's. */

import { ask } from './laboratory.js';

export const CLASSES = ['long', 'round'];

const POINTS = 24;

/** Ratio of its two widths from which a cloud is long. */
const LONG = 1.3;

/** Points of an ellipse. @param {number} ratio of its axes */
export function ellipse(ratio) {
  const side = Math.sqrt(ratio);
  return Array.from({ length: POINTS }, (_, i) => [side * Math.cos(2 * Math.PI * i / POINTS), Math.sin(2 * Math.PI * i / POINTS) / side]);
}

/** Clouds with their classes, which noise makes hard to tell. @type {{points: number[][], label: number}[]} */
export const CLOUDS = [1, 1.08, 1.14, 1.18, 1.22, 1.25, 1.34, 1.38, 1.42, 1.5, 1.6, 1.8].map((ratio) => ({
  points: ellipse(ratio), label: ratio > LONG ? 0 : 1,
}));

/** Measures the widths of a cloud along both axes. @param {Float32Array} row x and y of every point */
export function widths(row) {
  return [0, 1].map((axis) => {
    let sum = 0, squares = 0;
    for (let i = axis; i < row.length; i += 2) sum += row[i], squares += row[i] ** 2;
    const count = row.length / 2;
    return Math.sqrt(squares / count - (sum / count) ** 2);
  });
}

/** Logits of a noisy cloud. @param {Float32Array} row */
function logits(row) {
  const both = widths(row);
  return [Math.log(Math.max(...both) / Math.min(...both) / LONG), 0];
}

/** Some noisy copies, with the class of each; −1 for none. @typedef {{row: Float32Array, class: number}[]} Voted */

/** A count that goes on: noisy copies of a cloud, drawn by the certifier. */
export class ToyVotes {
  done = 0;
  votes = [0, 0];
  #request;
  /** @type {Promise<{rows: number}> | undefined} */
  #plan;

  /** @param {number[][]} points @param {number} sigma @param {number} most */
  constructor(points, sigma, most) {
    const model = { sha256: '0'.repeat(64), layout: 'BND', classes: CLASSES };
    this.#request = JSON.stringify({ clean: { points }, sigma, group: 'SE', prediction: { model, classifier: {}, sampling: { select: 1, estimate: most } } });
  }

  /** The next samples. @param {number} count @returns {Promise<Voted>} */
  async more(count) {
    const plan = await (this.#plan ??= ask((engine) => engine.counting.plan(this.#request)));
    const [inputs, counts] = await ask((engine) => engine.counting.inputs(this.#request, this.done, count));
    const numbers = new Float32Array(inputs.slice().buffer), length = numbers.length / counts.length / plan.rows;
    const rows = Array.from({ length: counts.length * plan.rows }, (_, i) => numbers.subarray(i * length, (i + 1) * length));
    const data = new Uint8Array(Float32Array.from(rows.flatMap(logits)).buffer);
    const [classes] = await ask((engine) => engine.counting.classes(this.#request, this.done, counts, { type: 'float32', width: CLASSES.length, data }));
    this.done += counts.length;
    const voted = Array.from(classes, (code, i) => ({ row: rows[i * plan.rows], class: code < CLASSES.length ? code : -1 }));
    for (const { class: named } of voted) if (named >= 0) this.votes[named]++;
    return voted;
  }
}
