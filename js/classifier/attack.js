/**
 * Looks for a small perturbation that changes the smoothed classifier's class, by votes alone. First random pushes, each
 * as short as it can be; then the best one is bent at random and shortened; at last many fresh samples say whether it
 * stands. What it finds is no proof, and what it does not find proves nothing.
 */

import { centred, effective, norm, plus, push } from './directions.js';

/** @typedef {number[]} Votes by class; samples without one are in none */

/**
 * @typedef {object} Ground what is attacked
 * @property {Float64Array} points of the clean cloud, row by row
 * @property {number} dimension
 * @property {import('../documents/groups.js').Invariance} invariance of the classifier
 * @property {number} predicted its class at the clean cloud
 * @property {(points: Float64Array, samples: number) => Promise<Votes>} votes of the model at another cloud
 *
 * @typedef {object} Search
 * @property {number} clouds how many may be voted on
 * @property {number} beside how many are voted on at a time
 * @property {() => number} random
 * @property {number} [margin] by which share of the samples the other class has to lead where it stands
 * @property {AbortSignal} [signal]
 * @property {(done: number, nearest: number | null) => void} [onCloud] clouds voted on, and the norm of the nearest with another class
 *
 * @typedef {object} Found
 * @property {Float64Array} points of the perturbed cloud
 * @property {number} norm of the perturbation
 * @property {number} winner the class with the most votes there
 * @property {Votes} votes of fresh samples there
 * @property {number} samples
 */

/** Samples at a cloud while it is looked for, and those that have the last word. */
export const EACH = 30;
const LAST = 400;

/** Reach of the search, as a share of the centred cloud's norm, and the share of clouds used for random pushes. */
const REACH = 0.7, RANDOM = 0.4;

/** A push has to be this much shorter than the best to be taken, and what bends it at first, as a share of it. */
const SHORTER = 0.95, BEND = 0.5;

/** Each time the last word is against it the perturbation grows by so much, so many times at most. */
const LONGER = 1.05, PATIENCE = 12;

/** Numbers in [0, 1) that follow from the seed of votes (mulberry32). @param {string} seed hexadecimal @returns {() => number} */
export function randomOf(seed) {
  let state = parseInt(seed.slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The class with the most votes. @param {Votes} votes */
const first = (votes) => votes.indexOf(Math.max(...votes));

/**
 * Finds such a perturbation.
 * @param {Ground} ground @param {Search} search @returns {Promise<{found: Found | null, reach: number, clouds: number}>} reach: the norm within which it looked
 */
export async function attack(ground, search) {
  const hunt = new Hunt(ground, search);
  await hunt.random();
  await hunt.bend();
  return { found: await hunt.confirm(), reach: hunt.reach, clouds: hunt.done };
}

class Hunt {
  /** The best so far: the direction and the norm. @type {{along: Float64Array, norm: number} | null} */
  #best = null;
  /** Clouds voted on. */
  done = 0;

  #ground;
  #search;
  #effective;

  /** @param {Ground} ground @param {Search} search */
  constructor(ground, search) {
    this.#ground = ground;
    this.#search = search;
    const { points, dimension, invariance } = ground;
    this.#effective = effective(points, dimension, invariance);
    this.reach = REACH * (norm(centred(points, dimension)) || 1);
  }

  /** Reports whether the class is another one, by few votes. @param {{along: Float64Array, norm: number}} push */
  async #changes(push) {
    const [changes] = await this.#try([push]);
    return changes;
  }

  /**
   * Tries pushes beside each other. What is found does not depend on which of them is done first.
   * @param {{along: Float64Array, norm: number}[]} pushes @returns {Promise<boolean[]>}
   */
  async #try(pushes) {
    const { predicted, votes, points } = this.#ground;
    const { signal, onCloud } = this.#search;
    const changed = await Promise.all(pushes.map(async (push) => {
      signal?.throwIfAborted();
      const cast = await votes(plus(points, push.norm, push.along), EACH);
      onCloud?.(++this.done, this.#best?.norm ?? null);
      return first(cast) !== predicted && 2 * cast[predicted] < EACH;
    }));
    for (const [i, push] of pushes.entries()) if (changed[i] && push.norm < (this.#best?.norm ?? Infinity)) this.#best = push;
    return changed;
  }

  get #push() {
    const { points, dimension } = this.#ground;
    return push(points, dimension, this.#search.random);
  }

  /** @template T @param {() => T} make @returns {T[]} */
  #several(make) {
    return Array.from({ length: this.#search.beside }, make);
  }

  /** Random pushes; one that changes the class is halved towards the best as long as it does. */
  async random() {
    while (this.done < RANDOM * this.#search.clouds) {
      const length = this.#best ? SHORTER * this.#best.norm : this.reach;
      const pushes = this.#several(() => ({ along: this.#effective(this.#push), norm: length }));
      const changed = await this.#try(pushes);
      const better = pushes.find((_, i) => changed[i]);
      if (better) await this.#shorten(better);
    }
  }

  /** Bisects the norm of a push that changes the class, as far as it is worth it. @param {{along: Float64Array, norm: number}} push */
  async #shorten({ along, norm: length }) {
    for (let low = 0, high = length; high - low > 0.1 * high && this.done < this.#search.clouds;) {
      const middle = (low + high) / 2;
      if (await this.#changes({ along, norm: middle })) high = middle;
      else low = middle;
    }
  }

  /** Bends the best push at random; a bend that lets it be shorter is gone on with, and bends shrink where none does. */
  async bend() {
    for (let size = BEND; this.#best && this.done < this.#search.clouds;) {
      const { along, norm: length } = this.#best;
      const bends = this.#several(() => this.#effective(this.#push));
      const bent = (/** @type {number} */ by) => bends.map((bend) => ({ along: this.#effective(plus(along, by, bend)), norm: SHORTER * length }));
      const changed = await this.#try(bent(size));
      const at = changed.indexOf(true);
      if (at >= 0) await this.#goOn(bends[at], size);
      else size = Math.max(0.05, 0.85 * size);
    }
  }

  /** @param {Float64Array} bend that was good @param {number} size */
  async #goOn(bend, size) {
    for (let good = true; good && this.#best && this.done < this.#search.clouds;) {
      good = await this.#changes({ along: this.#effective(plus(this.#best.along, size, bend)), norm: SHORTER * this.#best.norm });
    }
  }

  /** Has many fresh samples say whether the class is another one, and goes further out where they do not. @returns {Promise<Found | null>} */
  async confirm() {
    if (!this.#best) return null;
    const { predicted, votes, points } = this.#ground, { margin = 0 } = this.#search;
    let { along, norm: length } = this.#best;
    for (let i = 0; i < PATIENCE; i++, length *= LONGER) {
      this.#search.signal?.throwIfAborted();
      const perturbed = plus(points, length, along);
      const cast = await votes(perturbed, LAST);
      const lead = cast[first(cast)] - cast[predicted];
      if (first(cast) !== predicted && 2 * cast[predicted] < LAST && lead >= margin * LAST)
        return { points: perturbed, norm: length, winner: first(cast), votes: cast, samples: LAST };
    }
    return null;
  }
}
