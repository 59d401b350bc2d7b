/**
 * The entropy coder of LAZ, for files that tests write: adaptive arithmetic coding of symbols, and of integers by their
 * distance from a prediction. A. Said, "Introduction to arithmetic coding", HP Labs HPL-2004-76; M. Isenburg, "LASzip: lossless
 * compression of LiDAR data", Photogrammetric Engineering and Remote Sensing 79 (2013); LAZ specification 1.4-R1.
 */

/** Below this length of the interval bytes are taken in. */
const LEAST_LENGTH = 0x01000000;

/** Probabilities of symbols have 15 bits, those of bits 13. */
const SYMBOL_BITS = 15, BIT_BITS = 13;

/** Counts each symbol, and derives the probabilities; they are updated ever more rarely. */
export class Symbols {
  /** @param {number} count of different symbols */
  constructor(count) {
    this.counts = new Uint32Array(count).fill(1);
    this.below = new Uint32Array(count + 1);
    this.below[count] = 1 << SYMBOL_BITS;
    this.total = 0;
    this.cycle = count;
    this.update();
    this.left = this.cycle = (count + 6) >> 1;
  }

  update() {
    const { counts, below } = this;
    this.total += this.cycle;
    if (this.total > 1 << SYMBOL_BITS) {
      this.total = 0;
      for (let k = 0; k < counts.length; k++) this.total += counts[k] = (counts[k] + 1) >> 1;
    }
    const scale = Math.floor(0x80000000 / this.total);
    for (let k = 0, sum = 0; k < counts.length; sum += counts[k++]) below[k] = (scale * sum) >>> (31 - SYMBOL_BITS);
    this.left = this.cycle = Math.min((5 * this.cycle) >> 2, (counts.length + 6) << 3);
  }
}

/** The same for one bit. */
export class Bit {
  zeros = 1;
  total = 2;
  cycle = 4;
  left = 4;
  probability = 1 << (BIT_BITS - 1);

  update() {
    this.total += this.cycle;
    if (this.total > 1 << BIT_BITS) {
      this.total = (this.total + 1) >> 1;
      this.zeros = (this.zeros + 1) >> 1;
      if (this.zeros === this.total) this.total++;
    }
    this.probability = (this.zeros * Math.floor(0x80000000 / this.total)) >>> (31 - BIT_BITS);
    this.left = this.cycle = Math.min((5 * this.cycle) >> 2, 64);
  }
}

/** Writes symbols as bytes. All state is unsigned, below 2³². */
export class Encoder {
  /** @type {number[]} */
  bytes = [];
  base = 0;
  length = 0xffffffff;

  /** Moves the interval up. @param {number} low */
  raise(low) {
    this.base += low;
    if (this.base < 2 ** 32) return;
    this.base -= 2 ** 32;
    for (let i = this.bytes.length - 1; (this.bytes[i] = (this.bytes[i] + 1) & 0xff) === 0;) i--;
  }

  spill() {
    while (this.length < LEAST_LENGTH) {
      this.bytes.push(this.base >>> 24);
      this.base = (this.base << 8) >>> 0;
      this.length = (this.length << 8) >>> 0;
    }
  }

  /** @param {Bit} model @param {boolean} one */
  bit(model, one) {
    const split = model.probability * (this.length >>> BIT_BITS);
    if (one) {
      this.raise(split);
      this.length -= split;
    } else {
      this.length = split;
      model.zeros++;
    }
    this.spill();
    if (--model.left === 0) model.update();
  }

  /** @param {Symbols} model @param {number} symbol */
  symbol(model, symbol) {
    const { below, counts } = model;
    const unit = this.length >>> SYMBOL_BITS, low = below[symbol] * unit;
    // The last symbol has the rest of the interval.
    this.length = (symbol === counts.length - 1 ? this.length : below[symbol + 1] * unit) - low;
    this.raise(low);
    this.spill();
    counts[symbol]++;
    if (--model.left === 0) model.update();
  }

  /** Bits without a model, at most 32. @param {number} value @param {number} count */
  bits(value, count) {
    if (count > 19) {
      this.bits(value & 0xffff, 16);
      return this.bits(value >>> 16, count - 16);
    }
    this.length >>>= count;
    this.raise(value * this.length);
    this.spill();
  }

  /** All bytes, with as many behind as a decoder takes in. */
  done() {
    const wide = this.length > 2 * LEAST_LENGTH;
    this.raise(wide ? LEAST_LENGTH : LEAST_LENGTH / 2);
    this.length = wide ? LEAST_LENGTH / 2 : LEAST_LENGTH / 512;
    this.spill();
    this.bytes.push(0, 0, ...(wide ? [0] : []));
    return Uint8Array.from(this.bytes);
  }
}

/** Integers of 32 bits by their distance from a prediction: its number of bits first, then the bits. */
export class Integers {
  /** Bits of the last distance, which other integers are coded by. */
  k = 0;
  sign = new Bit();
  tops = Array.from({ length: 33 }, (_, k) => new Symbols(1 << Math.min(k, 8)));

  /** @param {number} contexts */
  constructor(contexts) {
    this.lengths = Array.from({ length: contexts }, () => new Symbols(33));
  }

  /** @param {Encoder} encoder @param {number} prediction @param {number} real @param {number} context */
  write(encoder, prediction, real, context) {
    const distance = (real - prediction) | 0;
    const k = this.k = distance === -0x80000000 ? 32 : 32 - Math.clz32(distance > 0 ? distance - 1 : -distance);
    encoder.symbol(this.lengths[context], k);
    if (k === 32) return;
    if (k === 0) return encoder.bit(this.sign, distance === 1);
    const c = distance < 0 ? distance + 2 ** k - 1 : distance - 1;
    encoder.symbol(this.tops[k], k > 8 ? c >>> (k - 8) : c);
    if (k > 8) encoder.bits(c & (2 ** (k - 8) - 1), k - 8);
  }
}
