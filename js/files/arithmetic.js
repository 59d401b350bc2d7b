/**
 * The entropy coder of LAZ: adaptive arithmetic decoding of symbols, and of integers by their distance from a
 * prediction. A. Said, "Introduction to arithmetic coding", HP Labs HPL-2004-76; M. Isenburg, "LASzip: lossless
 * compression of LiDAR data", Photogrammetric Engineering and Remote Sensing 79 (2013); LAZ specification 1.4-R1.
 */

/** Below this length of the interval bytes are taken in. */
const LEAST_LENGTH = 0x01000000;

/** Probabilities of symbols have 15 bits, those of bits 13. */
const SYMBOL_BITS = 15, BIT_BITS = 13;

/** How often each symbol came, and the probabilities that follow; they are brought up to date ever more rarely. */
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

/** Reads symbols from bytes. All state is unsigned, below 2³². */
export class Decoder {
  length = 0xffffffff;
  value = 0;

  /** @param {Uint8Array} bytes @param {number} at where the coded bytes start */
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
    for (let i = 0; i < 4; i++) this.value = (this.value << 8 | this.byte()) >>> 0;
  }

  byte() {
    if (this.at >= this.bytes.length) throw new Error('the file ends within the compressed points');
    return this.bytes[this.at++];
  }

  refill() {
    while (this.length < LEAST_LENGTH) {
      this.value = (this.value << 8 | this.byte()) >>> 0;
      this.length = (this.length << 8) >>> 0;
    }
  }

  /** @param {Bit} model */
  bit(model) {
    const split = model.probability * (this.length >>> BIT_BITS);
    const one = this.value >= split;
    if (one) {
      this.value -= split;
      this.length -= split;
    } else {
      this.length = split;
      model.zeros++;
    }
    this.refill();
    if (--model.left === 0) model.update();
    return Number(one);
  }

  /** @param {Symbols} model */
  symbol(model) {
    const { below, counts } = model;
    const unit = this.length >>> SYMBOL_BITS;
    const part = Math.floor(this.value / unit);
    let symbol = 0, end = counts.length;
    while (end > symbol + 1) {
      const middle = (symbol + end) >> 1;
      if (below[middle] > part) end = middle;
      else symbol = middle;
    }
    const low = below[symbol] * unit;
    // The last symbol has the rest of the interval.
    this.length = (symbol === counts.length - 1 ? this.length : below[symbol + 1] * unit) - low;
    this.value -= low;
    this.refill();
    counts[symbol]++;
    if (--model.left === 0) model.update();
    return symbol;
  }

  /** Bits without a model, at most 32. @param {number} count @returns {number} */
  bits(count) {
    if (count > 19) {
      const low = this.bits(16);
      return (this.bits(count - 16) * 65536 + low) >>> 0;
    }
    this.length >>>= count;
    const bits = Math.floor(this.value / this.length);
    this.value -= bits * this.length;
    this.refill();
    return bits;
  }
}

/** Integers of some bits by their distance from a prediction: its number of bits first, then the bits. */
export class Integers {
  /** Bits of the last distance, which other integers are coded by. */
  k = 0;

  /** @param {number} bits 16 or 32 @param {number} [contexts] */
  constructor(bits, contexts = 1) {
    this.bits = bits;
    this.lengths = Array.from({ length: contexts }, () => new Symbols(bits + 1));
    this.sign = new Bit();
    this.tops = Array.from({ length: bits + 1 }, (_, k) => (k === 0 ? null : new Symbols(1 << Math.min(k, 8))));
  }

  /** @param {Decoder} decoder @param {number} prediction @param {number} [context] @returns {number} */
  read(decoder, prediction, context = 0) {
    const real = prediction + this.#distance(decoder, context);
    return this.bits === 32 ? real | 0 : real & 0xffff;
  }

  /** @param {Decoder} decoder @param {number} context */
  #distance(decoder, context) {
    const k = this.k = decoder.symbol(this.lengths[context]);
    const top = this.tops[k];
    if (!top) return decoder.bit(this.sign);
    if (k === 32) return -0x80000000;
    let c = decoder.symbol(top);
    if (k > 8) c = c * 2 ** (k - 8) + decoder.bits(k - 8);
    return c >= 2 ** (k - 1) ? c + 1 : c - (2 ** k - 1);
  }
}
