// Draws the clouds of test shapes as build/content/models/clouds.py does: the same generator (PCG64, O'Neill 2014), the same choice
// (Floyd's, as NumPy's) and the same rounding, so that one file of shapes stands for the clouds of all their sizes.

/** States and increments of numpy.random.default_rng by seed. */
const SEEDED = {
  1: [207833532711051698738587646355624148094n, 194290289479364712180083596243593368443n],
  11: [142231634183583599241308901332361415022n, 7937318808080196428804369945471644491n],
};

/** Returns a function that draws whole numbers from 0 to a limit. @param {keyof typeof SEEDED} seed */
function generator(seed) {
  let [state, increment] = SEEDED[seed], kept = -1;
  const next = () => {
    if (kept >= 0) {
      const last = kept;
      kept = -1;
      return last;
    }
    state = BigInt.asUintN(128, state * 0x2360ed051fc65da44385df649fccf645n + increment);
    const mixed = BigInt.asUintN(64, state ^ (state >> 64n)), turn = state >> 122n;
    const word = BigInt.asUintN(64, (mixed >> turn) | (mixed << (64n - turn)));
    kept = Number(word >> 32n);
    return Number(word & 0xffffffffn);
  };
  // Lemire 2019: the high half of a product, drawn again where that would favour some.
  return (/** @type {number} */ limit) => {
    if (limit === 0) return 0;
    const count = BigInt(limit + 1), least = 2 ** 32 % (limit + 1);
    for (;;) {
      const product = BigInt(next()) * count;
      if (Number(product & 0xffffffffn) >= least) return Number(product >> 32n);
    }
  };
}

/** Some of so many indices, in random order. @param {(limit: number) => number} below @param {number} all @param {number} count */
function choice(below, all, count) {
  const chosen = /** @type {Set<number>} */ (new Set());
  for (let last = all - count; last < all; last++) {
    const one = below(last);
    chosen.add(chosen.has(one) ? last : one);
  }
  const order = [...chosen];
  for (let i = count - 1; i > 0; i--) {
    const j = below(i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Centred, its farthest point at distance 1. @param {number[][]} cloud @param {(x: number) => number} rounded to the numbers computed with */
function unitBall(cloud, rounded) {
  const mean = cloud[0].map((_, axis) => rounded(cloud.reduce((sum, point) => rounded(sum + point[axis]), 0) / cloud.length));
  const centred = cloud.map((point) => point.map((x, axis) => rounded(x - mean[axis])));
  const norms = centred.map((point) => rounded(Math.sqrt(point.reduce((sum, x) => rounded(sum + rounded(x * x)), 0))));
  const farthest = norms.reduce((most, norm) => Math.max(most, norm));
  return centred.map((point) => point.map((x) => rounded(x / farthest)));
}

/** To so many parts of 1, halves to the even number. @param {number} x @param {number} parts */
function toParts(x, parts) {
  const near = Math.round(x * parts), half = near - x * parts === 0.5 && near % 2 !== 0;
  return (half ? near - 1 : near) / parts || 0;
}

/** The number of 16 bits that a whole number counts, from 0 on. @param {number} key */
function half(key) {
  const size = Math.abs(key), exponent = size >> 10, fraction = size & 1023;
  return Math.sign(key) * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24);
}

/**
 * @param {number[][][]} shapes their coordinates as keys of half()
 * @param {{seed: keyof typeof SEEDED, points: number, parts: number, rounded: (x: number) => number}} as
 */
export function drawn(shapes, { seed, points, parts, rounded }) {
  const below = generator(seed);
  return shapes.map((shape) => {
    const cloud = choice(below, shape.length, points).map((i) => shape[i].map(half));
    return unitBall(cloud, rounded).map((point) => point.map((x) => toParts(x, parts)));
  });
}
