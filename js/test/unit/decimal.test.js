// Rounding for display: against exact fractions, and on the cases where plain rounding lies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMostDifference, bounds, compared, confidence, fixed, lowerBound, significant } from '../../words/decimal.js';

/** The double as an exact fraction: [numerator, denominator]. */
function fraction(x) {
  let denominator = 1n;
  while (!Number.isInteger(x)) {
    x *= 2;
    denominator *= 2n;
  }
  return [BigInt(x), denominator];
}

/** Sign of (decimal text − x), in integers. */
function side(text, x) {
  const [numerator, denominator] = fraction(x);
  const [whole, part = ''] = text.replace('−', '-').split('.');
  const scale = 10n ** BigInt(part.length);
  const difference = BigInt(whole + part) * denominator - numerator * scale;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Doubles of many sizes, the same every time. */
function* doubles(count) {
  let state = 1;
  for (let i = 0; i < count; i++) {
    state = (state * 48271) % 2147483647;
    yield (state / 2147483647 - 0.5) * 10 ** (i % 9 - 3);
  }
}

test('rounded down is never above, rounded up never below, and neither is a unit away', () => {
  for (const x of doubles(2000)) {
    for (const places of [0, 1, 4, 9]) {
      assert.ok(side(fixed(x, places, 'down'), x) <= 0, `${x} down to ${places}`);
      assert.ok(side(fixed(x, places, 'up'), x) >= 0, `${x} up to ${places}`);
      const gap = Number(fixed(x, places, 'up').replace('−', '-')) - Number(fixed(x, places, 'down').replace('−', '-'));
      assert.ok(gap < 1.001 * 10 ** -places + 1e-15 * Math.abs(x), `${x} at ${places}: ${gap}`);
    }
    assert.ok(side(significant(x, 4, 'down').replace(/ × .*/, ''), x) <= 0 || Math.abs(x) < 1e-4);
  }
});

test('the double decides, not its shortest name', () => {
  assert.equal(fixed(0.7, 4, 'down'), '0.6999'); // 0.7 is 0.69999999999999995559…
  assert.equal(fixed(0.7, 4, 'up'), '0.7000');
  assert.equal(fixed(0.79, 4, 'up'), '0.7901'); // 0.79 is 0.79000000000000003553…
  assert.equal(fixed(0.5, 4, 'up'), '0.5000');
  assert.equal(fixed(-0.00001, 4, 'up'), '0.0000');
  assert.equal(fixed(-0.00001, 4, 'down'), '−0.0001');
});

test('tiny and huge values', () => {
  assert.equal(significant(1.23456e-9, 4, 'up'), '1.235 × 10⁻⁹');
  assert.equal(significant(9.9999e-9, 3, 'up'), '1.00 × 10⁻⁸');
  assert.equal(significant(5e-324, 4, 'down'), '4.940 × 10⁻³²⁴');
  assert.equal(significant(Number.MAX_VALUE, 4, 'up'), '1.798 × 10³⁰⁸');
  assert.equal(significant(123456789, 4, 'down'), '1.234 × 10⁸');
  assert.equal(significant(1234567, 4, 'up'), '1234567');
  assert.equal(significant(0, 4, 'up'), '0');
  assert.equal(fixed(Infinity, 4, 'up'), '∞');
});

test('a distance below the radius is shown below it', () => {
  assert.deepEqual(compared(0.18440001, 0.18440009), { distance: '0.18440002', radius: '0.18440008' });
  assert.deepEqual(compared(0.1, 0.1844), { distance: '0.1001', radius: '0.1844' });
  for (const x of doubles(500)) {
    const distance = Math.abs(x), radius = distance * (1 + 2 ** -40);
    const shown = compared(distance, radius);
    if (distance >= 1e-4) assert.ok(Number(shown.distance) < Number(shown.radius), `${distance}: ${JSON.stringify(shown)}`);
  }
});

test('a distance at or beyond the radius is never shown below it', () => {
  assert.deepEqual(compared(0.1844, 0.1844), { distance: '0.1845', radius: '0.1844' });
  assert.deepEqual(compared(3, -0.1), { distance: '3.000', radius: '−0.1001' });
});

test('a bound above ½ is shown above ½', () => {
  assert.equal(lowerBound(0.5000000003), '0.5000000003');
  assert.equal(lowerBound(0.5), '0.5000');
  assert.equal(lowerBound(0.4999999), '0.4999');
  assert.match(lowerBound(0.5 + 2 ** -53), /^0\.50{14}1$/);
});

test('a bound above another is shown above it, with as many digits as that takes', () => {
  assert.deepEqual(bounds(0.61, 0.3), { lower: '0.6099', upper: '0.3000' });
  assert.deepEqual(bounds(0.3, 0.61), { lower: '0.2999', upper: '0.6100' });
  assert.deepEqual(bounds(0.3, 0.3), { lower: '0.2999', upper: '0.3000' });
  for (const x of doubles(500)) {
    const upper = Math.abs(x) % 1, shown = bounds(upper * (1 + 2 ** -40), upper);
    if (upper > 1e-4) assert.ok(Number(shown.lower) > Number(shown.upper), `${upper}: ${JSON.stringify(shown)}`);
  }
});

test('confidence is 100(1 − α) of the α entered', () => {
  for (const [alpha, text] of [[0.001, '99.9'], [0.05, '95'], [1e-12, '99.9999999999'], [0.5, '50'], [0.975, '2.5'], [0.999999, '0.0001']]) {
    assert.equal(confidence(alpha), text);
  }
});

test('a difference is rounded down', () => {
  for (const x of doubles(500)) {
    const y = Math.abs(x) * 1e-7;
    const [a, b] = fraction(x), [c, d] = fraction(y), [e, f] = fraction(atMostDifference(x, y));
    assert.ok(e * b * d <= (a * d - c * b) * f);
  }
  assert.equal(atMostDifference(0.7, 0), 0.7);
  assert.equal(atMostDifference(0.7, 0.7), -Number.MIN_VALUE);
});
