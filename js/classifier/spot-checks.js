/** Chooses blocks of a count to be answered again, row by row, to find a model whose rows interact only rarely. */

/** Of so many blocks in a row, one is checked. */
const OF = 4;

/** A whole number below n, from fresh randomness: the author of a model file can foresee nothing of it. @param {number} n */
export function chance(n) {
  const drawn = new Uint32Array(1);
  const even = 2 ** 32 - (2 ** 32 % n);
  do crypto.getRandomValues(drawn); while (drawn[0] >= even);
  return drawn[0] % n;
}

export class SpotChecks {
  /** The block that is checked, by group of blocks. @type {Map<number, number>} */
  #chosen = new Map();
  #first;

  /** @param {number} first blocks before the first look, one of which at least is checked */
  constructor(first) {
    this.#first = first;
  }

  /** Reports whether a block is checked. The answer for a block stays the same. @param {number} block */
  has(block) {
    const group = Math.floor(block / OF);
    const chosen = this.#chosen.get(group) ?? chance(group === 0 ? Math.min(OF, this.#first) : OF);
    this.#chosen.set(group, chosen);
    return block % OF === chosen;
  }
}
