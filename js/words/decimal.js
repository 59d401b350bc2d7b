/**
 * Numbers for display, rounded to the side on which the statement still holds.
 *
 * A double is a dyadic rational, so it has a finite decimal expansion. Rounding is decided on that
 * expansion with integers; no floating-point operation takes part.
 */

/** @typedef {'down' | 'up'} Side towards -∞ or towards +∞ */

/** |x| = integer / 10^scale, exactly. @param {number} x finite */
function exact(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const power = (exponent || 1) - 1075;
  return power >= 0
    ? { integer: mantissa << BigInt(power), scale: 0 }
    : { integer: mantissa * 5n ** BigInt(-power), scale: -power };
}

/** |x| in units of 10^-places, rounded away from zero when outward. @param {number} x @param {number} places may be negative @param {boolean} outward */
function units(x, places, outward) {
  const { integer, scale } = exact(x);
  if (places >= scale) return integer * 10n ** BigInt(places - scale);
  const unit = 10n ** BigInt(scale - places);
  return integer / unit + (outward && integer % unit !== 0n ? 1n : 0n);
}

/** @param {bigint} whole @param {number} places */
function pointed(whole, places) {
  if (places <= 0) return (whole * 10n ** BigInt(-places)).toString();
  const digits = whole.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Minus as a reader knows it. @param {number} x @param {string} text */
const signed = (x, text) => (x < 0 && /[1-9]/.test(text) ? `−${text}` : text);

/** @param {number} x @param {Side} side */
const isOutward = (x, side) => (x < 0) === (side === 'down');

/** x with this many places after the point, rounded to the given side. @param {number} x @param {number} places ≥ 0 @param {Side} side */
export function fixed(x, places, side) {
  if (!Number.isFinite(x)) return x > 0 ? '∞' : x < 0 ? '−∞' : '–';
  return signed(x, pointed(units(x, places, isOutward(x, side)), places));
}

/** Decimal exponent of the leading digit. @param {number} x finite, not 0 */
function leading(x) {
  const { integer, scale } = exact(x);
  return integer.toString().length - 1 - scale;
}

/** @param {number} n */
const superscript = (n) => String(n).replace(/[-\d]/g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]));

/**
 * x with this many significant digits, rounded to the given side; tiny and huge values as m × 10ⁿ.
 * @param {number} x @param {number} digits @param {Side} side
 */
export function significant(x, digits, side) {
  if (!Number.isFinite(x)) return fixed(x, 0, side);
  if (x === 0) return '0';
  const first = leading(x);
  const places = digits - 1 - first;
  if (first >= -4 && first < 7) return fixed(x, Math.max(places, 0), side);
  const mantissa = units(x, places, isOutward(x, side)).toString();
  const exponent = mantissa.length - 1 - places;
  const rest = mantissa.slice(1, digits);
  return signed(x, `${mantissa[0]}${rest && '.'}${rest} × 10${superscript(exponent)}`);
}

/** A double that is at most a − b, and next to it. @param {number} a @param {number} b */
export function atMostDifference(a, b) {
  const difference = a - b;
  if (b === 0 || !Number.isFinite(difference)) return difference;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, difference === 0 ? -0 : difference);
  view.setBigInt64(0, view.getBigInt64(0) + (difference > 0 ? -1n : 1n));
  return view.getFloat64(0);
}

/** Digits enough to tell any two doubles apart. */
const ALL = 17;

/**
 * A distance rounded up and the radius it is compared with rounded down. Where the distance is the
 * smaller one, digits are added until the rounded pair says so too.
 * @param {number} distance @param {number} radius @param {number} digits
 */
export function compared(distance, radius, digits = 4) {
  for (let n = digits; n < ALL; n++) {
    // As many places for both, so that comparing the texts' units compares the numbers shown.
    const places = Math.max(n - 1 - (radius > 0 ? leading(radius) : 0), 0);
    if (!(distance < radius) || units(distance, places, true) < units(radius, places, false)) {
      return { distance: significant(distance, n, 'up'), radius: significant(radius, n, 'down') };
    }
  }
  return { distance: significant(distance, ALL, 'up'), radius: significant(radius, ALL, 'down') };
}

/** A lower bound on a probability, rounded down; one that exceeds ½ is shown to exceed it. @param {number} lower @param {number} places */
export function lowerBound(lower, places = 4) {
  let text = fixed(lower, places, 'down');
  for (let n = places + 1; lower > 0.5 && n <= ALL && /^0\.50*$/.test(text); n++) text = fixed(lower, n, 'down');
  return text;
}

/**
 * A lower bound rounded down and the upper bound it has to exceed rounded up, with digits enough to show
 * that it does where it does.
 * @param {number} lower @param {number} upper @param {number} places
 */
export function bounds(lower, upper, places = 4) {
  let n = places;
  while (n < ALL && lower > upper && units(upper, n, true) >= units(lower, n, false)) n++;
  return { lower: fixed(lower, n, 'down'), upper: fixed(upper, n, 'up') };
}

/** 100·(1 − α) for an α in (0, 1), in per cent: exact for the shortest decimal that names α. @param {number} alpha */
export function confidence(alpha) {
  const [mantissa, exponent = '0'] = String(alpha).split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  const places = Math.max(fraction.length - Number(exponent), 0);
  const parts = BigInt(whole + fraction) * 10n ** BigInt(Math.max(Number(exponent) - fraction.length, 0));
  const text = pointed(100n * (10n ** BigInt(places) - parts), places);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
