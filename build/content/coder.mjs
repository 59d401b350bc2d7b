// Packs clouds of 16-bit integers by arithmetic coding (Witten, Neal and Cleary 1987). The chance of a bit comes from the earlier points of the
// cloud: how often the bit followed the same leading bits, and how often it did so near the same first coordinates.

/** Weights of the prior chance: for a coordinate by itself, and beside the others. */
const ALONE = 10, BESIDE = 20;

/** Low bits of a coordinate that do not count for those beside it. */
const COARSE = 12;

/** Counts of the bits that followed others. */
class Counts {
  #zeros = new Uint16Array(1 << 18);
  #ones = new Uint16Array(1 << 18);

  /** The chance of a 1. @param {number} at @param {number} prior @param {number} weight */
  chance(at, prior, weight) {
    return (this.#ones[at] + weight * prior) / (this.#ones[at] + this.#zeros[at] + weight);
  }

  /** @param {number} at @param {number} bit */
  add(at, bit) {
    (bit ? this.#ones : this.#zeros)[at]++;
  }

  clear() {
    this.#ones.fill(0);
    this.#zeros.fill(0);
  }
}

/** Codes clouds, one after another. @param {(chance: number, bit: number) => number} bit writes or reads a bit, given the chance of a 1 */
function coding(bit) {
  const alone = new Counts(), beside = new Counts();
  /** @param {number} axis @param {number} place where the coordinates before it are, roughly @param {number} value */
  const coordinate = (axis, place, value) => {
    let prefix = 1;
    for (let shift = 15; shift >= 0; shift--) {
      const one = (axis << 16) + prefix, other = (Math.imul(one + Math.imul(place, 0x9e3779b1), 0x85ebca6b) >>> 14);
      const first = alone.chance(one, 0.5, ALONE), coded = bit(axis ? beside.chance(other, first, BESIDE) : first, (value >> shift) & 1);
      alone.add(one, coded);
      if (axis) beside.add(other, coded);
      prefix = 2 * prefix + coded;
    }
    return prefix & 0xffff;
  };
  /** @param {number} points @param {number} dimension @param {number[][]} [cloud] */
  return (points, dimension, cloud) => {
    alone.clear();
    beside.clear();
    return Array.from({ length: points }, (_, i) => {
      let place = 0;
      return Array.from({ length: dimension }, (_, axis) => {
        const value = coordinate(axis, place, cloud ? cloud[i][axis] + 0x8000 : 0);
        place = 16 * place + 1 + (value >> COARSE);
        return value - 0x8000;
      });
    });
  };
}

/** Splits a range of 32-bit numbers by a chance. @param {number} low @param {number} high @param {number} chance */
const split = (low, high, chance) => low + Math.floor((high - low) * Math.min(1 - 2 ** -16, Math.max(2 ** -16, chance)));

/** @param {number[][][]} clouds all of as many points */
export function encoded(clouds) {
  const points = clouds[0].length, dimension = clouds[0][0].length, head = Buffer.alloc(5), bytes = /** @type {number[]} */ ([]);
  head.writeUInt16LE(clouds.length, 0);
  head.writeUInt16LE(points, 2);
  head.writeUInt8(dimension, 4);
  let low = 0, high = 0xffffffff;
  const code = coding((chance, bit) => {
    const middle = split(low, high, chance);
    if (bit) high = middle;
    else low = middle + 1;
    for (; (low ^ high) >>> 24 === 0; low = (low << 8) >>> 0, high = ((high << 8) | 255) >>> 0) bytes.push(high >>> 24);
    return bit;
  });
  for (const cloud of clouds) code(points, dimension, cloud);
  return Buffer.concat([head, Buffer.from(bytes), Buffer.from([high >>> 24, (high >>> 16) & 255, (high >>> 8) & 255, high & 255])]);
}

/** @param {Buffer} bytes @returns {number[][][]} */
export function decoded(bytes) {
  let at = 9, low = 0, high = 0xffffffff, value = bytes.readUInt32BE(5);
  const code = coding((chance) => {
    const middle = split(low, high, chance), bit = value <= middle ? 1 : 0;
    if (bit) high = middle;
    else low = middle + 1;
    for (; (low ^ high) >>> 24 === 0; low = (low << 8) >>> 0, high = ((high << 8) | 255) >>> 0) value = ((value << 8) | (bytes[at++] ?? 0)) >>> 0;
    return bit;
  });
  return Array.from({ length: bytes.readUInt16LE(0) }, () => code(bytes.readUInt16LE(2), bytes.readUInt8(4)));
}
