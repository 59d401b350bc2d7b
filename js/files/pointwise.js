/**
 * Points of LAS formats 0 to 5 as LAZ packs them: item after item of one point, then the next point. The page
 * uses it for the formats with waveforms, 4 and 5, which @loaders.gl/las does not read. Of all that is decoded
 * only the coordinates are kept, but what follows them cannot be skipped. LAZ specification 1.4-R1.
 */

import { Decoder, Integers, Symbols } from './arithmetic.js';

/** @typedef {{first: (view: DataView, at: number) => void, next: (decoder: Decoder) => void}} Item */

/** A byte. @param {number} x */
const folded = (x) => x & 0xff;

/** @param {number} x */
const clamped = (x) => Math.max(0, Math.min(255, x));

/** Lowest bit cleared. @param {number} x */
const even = (x) => x & ~1;

/** One model for each of several values, made when it is first needed. */
class Models {
  /** @type {(Symbols | undefined)[]} */
  #models = [];

  /** @param {number} value */
  of(value) {
    return this.#models[value] ??= new Symbols(256);
  }
}

/** The median of the last five or so differences: new ones push out from above and below by turns. */
class Median {
  values = [0, 0, 0, 0, 0];
  high = true;

  get() {
    return this.values[2];
  }

  /** @param {number} x */
  add(x) {
    const v = this.values;
    // Where the median is on the other side of x, the end to lose a value changes.
    const turn = this.high ? !(x < v[2]) : !(v[2] < x);
    v.splice(this.high ? 4 : 0, 1);
    const at = v.findIndex((y) => x < y);
    v.splice(at < 0 ? 4 : at, 0, x);
    if (turn) this.high = !this.high;
  }
}

/** By number of returns, then by number of this return: which points are alike. */
const ALIKE = [
  [15, 14, 13, 12, 11, 10, 9, 8], [14, 0, 1, 3, 6, 10, 10, 9], [13, 1, 2, 4, 7, 11, 11, 10], [12, 3, 4, 5, 8, 12, 12, 11],
  [11, 6, 7, 8, 9, 13, 13, 12], [10, 10, 11, 12, 13, 14, 14, 13], [9, 10, 11, 12, 13, 14, 15, 14], [8, 9, 10, 11, 12, 13, 14, 15],
];

/** Coordinates, returns, intensity and class: item 6, version 2. @implements {Item} */
export class Point {
  x = 0;
  y = 0;
  z = 0;
  flags = 0;
  class = 0;
  angle = 0;
  user = 0;
  id = 0;
  #changed = new Symbols(64);
  #returns = new Models();
  #classes = new Models();
  #users = new Models();
  #angles = [new Symbols(256), new Symbols(256)];
  #intensity = new Integers(16, 4);
  #source = new Integers(16);
  #dx = new Integers(32, 2);
  #dy = new Integers(32, 22);
  #z = new Integers(32, 20);
  #mediansX = Array.from({ length: 16 }, () => new Median());
  #mediansY = Array.from({ length: 16 }, () => new Median());
  #intensities = new Array(16).fill(0);
  #heights = new Array(8).fill(0);

  /** @param {DataView} view @param {number} at */
  first(view, at) {
    [this.x, this.y, this.z] = [0, 4, 8].map((j) => view.getInt32(at + j, true));
    [this.flags, this.class, this.angle, this.user] = [14, 15, 16, 17].map((j) => view.getUint8(at + j));
    this.id = view.getUint16(at + 18, true);
  }

  /** @param {Decoder} d */
  next(d) {
    const changed = d.symbol(this.#changed);
    if (changed & 32) this.flags = d.symbol(this.#returns.of(this.flags));
    const r = this.flags & 7, n = this.flags >> 3 & 7, m = ALIKE[n][r];
    if (changed & 16) this.#intensities[m] = this.#intensity.read(d, this.#intensities[m], Math.min(m, 3));
    if (changed & 8) this.class = d.symbol(this.#classes.of(this.class));
    if (changed & 4) this.angle = folded(d.symbol(this.#angles[this.flags >> 6 & 1]) + this.angle);
    if (changed & 2) this.user = d.symbol(this.#users.of(this.user));
    if (changed & 1) this.id = this.#source.read(d, this.id);
    this.#position(d, Number(n === 1), m, Math.abs(n - r));
  }

  /** @param {Decoder} d @param {number} single @param {number} m @param {number} level */
  #position(d, single, m, level) {
    const dx = this.#dx.read(d, this.#mediansX[m].get(), single);
    this.#mediansX[m].add(dx);
    this.x = this.x + dx | 0;
    const dy = this.#dy.read(d, this.#mediansY[m].get(), single + Math.min(even(this.#dx.k), 20));
    this.#mediansY[m].add(dy);
    this.y = this.y + dy | 0;
    const k = this.#dx.k + this.#dy.k >> 1;
    this.z = this.#heights[level] = this.#z.read(d, this.#heights[level], single + Math.min(even(k), 18));
  }
}

/** Symbols of a time: up to 500 times the last difference, down to −10 times, and the rest. */
const MOST = 500, LEAST = -10, SAME = MOST - LEAST + 1, WHOLE = SAME + 1;

/** Time: item 7, version 2. Four sequences of times are followed by turns. @implements {Item} */
export class Time {
  #multiple = new Symbols(WHOLE + 4);
  #zero = new Symbols(6);
  #difference = new Integers(32, 9);
  #last = 0;
  #next = 0;
  #times = [0n, 0n, 0n, 0n];
  #differences = [0, 0, 0, 0];
  #extremes = [0, 0, 0, 0];

  /** @param {DataView} view @param {number} at */
  first(view, at) {
    this.#times[0] = view.getBigUint64(at, true);
  }

  /** @param {Decoder} d */
  next(d) {
    for (;;) {
      const known = this.#differences[this.#last] !== 0;
      const symbol = d.symbol(known ? this.#multiple : this.#zero);
      const full = known ? WHOLE : 2;
      if (symbol <= full) return symbol === full ? this.#whole(d) : known ? this.#multiplied(d, symbol) : this.#started(d, symbol);
      this.#last = this.#last + symbol - full & 3;
    }
  }

  /** @param {Decoder} d @param {number} symbol */
  #started(d, symbol) {
    if (symbol === 0) return;
    this.#differences[this.#last] = this.#difference.read(d, 0, 0);
    this.#extremes[this.#last] = 0;
    this.#add(this.#differences[this.#last]);
  }

  /** @param {Decoder} d */
  #whole(d) {
    const high = Number(BigInt.asIntN(32, this.#times[this.#last] >> 32n));
    this.#next = this.#next + 1 & 3;
    const top = BigInt.asUintN(32, BigInt(this.#difference.read(d, high, 8)));
    this.#last = this.#next;
    this.#times[this.#last] = top << 32n | BigInt(d.bits(32));
    this.#differences[this.#last] = this.#extremes[this.#last] = 0;
  }

  /** @param {Decoder} d @param {number} symbol */
  #multiplied(d, symbol) {
    if (symbol === SAME) return;
    const last = this.#differences[this.#last];
    if (symbol === 1) {
      this.#extremes[this.#last] = 0;
      return this.#add(this.#difference.read(d, last, 1));
    }
    const multiple = symbol <= MOST ? symbol : Math.max(MOST - symbol, LEAST);
    const difference = this.#difference.read(d, Math.imul(multiple, last), context(multiple));
    if (multiple === 0 || multiple === MOST || multiple === LEAST) this.#count(difference);
    this.#add(difference);
  }

  /** Follows a new difference after the fourth extreme one. @param {number} difference */
  #count(difference) {
    if (++this.#extremes[this.#last] <= 3) return;
    this.#differences[this.#last] = difference;
    this.#extremes[this.#last] = 0;
  }

  /** @param {number} difference */
  #add(difference) {
    this.#times[this.#last] = BigInt.asUintN(64, this.#times[this.#last] + BigInt(difference));
  }
}

/** @param {number} multiple other than 1 */
function context(multiple) {
  if (multiple === 0) return 7;
  if (multiple < 0) return multiple > LEAST ? 5 : 6;
  return multiple < 10 ? 2 : multiple < MOST ? 3 : 4;
}

/** Colour: item 8, version 2; low and high byte of red, green, blue. @implements {Item} */
export class Colour {
  /** @type {number[]} */
  last = [];
  #used = new Symbols(128);
  #models = Array.from({ length: 6 }, () => new Symbols(256));

  /** @param {DataView} view @param {number} at */
  first(view, at) {
    this.last = [0, 1, 2, 3, 4, 5].map((i) => view.getUint8(at + i));
  }

  /** @param {Decoder} d */
  next(d) {
    const used = d.symbol(this.#used), old = this.last, now = [...old];
    const read = (/** @type {number} */ i, /** @type {number} */ from) => folded(d.symbol(this.#models[i]) + from);
    for (const i of [0, 1]) if (used >> i & 1) now[i] = read(i, old[i]);
    if (!(used & 64)) [now[2], now[3], now[4], now[5]] = [now[0], now[1], now[0], now[1]];
    for (const i of used & 64 ? [0, 1] : []) {
      const red = now[i] - old[i];
      if (used >> i + 2 & 1) now[i + 2] = read(i + 2, clamped(red + old[i + 2]));
      if (used >> i + 4 & 1) now[i + 4] = read(i + 4, clamped(Math.trunc((red + now[i + 2] - old[i + 2]) / 2) + old[i + 4]));
    }
    this.last = now;
  }
}

/** Where a waveform is: item 9, version 1. Offsets depend on nothing else, so they are read and forgotten. @implements {Item} */
export class Waveform {
  /** @type {number[]} */
  last = [];
  #index = new Symbols(256);
  #kinds = Array.from({ length: 4 }, () => new Symbols(4));
  #offset = new Integers(32);
  #integers = [new Integers(32), new Integers(32)];
  #direction = new Integers(32, 3);
  #kind = 0;
  #step = 0;

  /** @param {DataView} view @param {number} at */
  first(view, at) {
    this.last = [9, 13, 17, 21, 25].map((j) => view.getInt32(at + j, true));
  }

  /** @param {Decoder} d */
  next(d) {
    d.symbol(this.#index);
    this.#kind = d.symbol(this.#kinds[this.#kind]);
    if (this.#kind === 2) this.#step = this.#offset.read(d, this.#step);
    if (this.#kind === 3) [d.bits(32), d.bits(32)];
    this.last = this.last.map((x, i) => (i < 2 ? this.#integers[i].read(d, x) : this.#direction.read(d, x, i - 2)));
  }
}

/** Any further bytes: item 0, version 2. @implements {Item} */
export class Bytes {
  /** @type {number[]} */
  last = [];

  /** @param {number} count */
  constructor(count) {
    this.models = Array.from({ length: count }, () => new Symbols(256));
  }

  /** @param {DataView} view @param {number} at */
  first(view, at) {
    this.last = this.models.map((_, i) => view.getUint8(at + i));
  }

  /** @param {Decoder} d */
  next(d) {
    this.last = this.last.map((x, i) => folded(x + d.symbol(this.models[i])));
  }
}
