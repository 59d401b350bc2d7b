package special

import (
	"math"
	"math/big"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

func TestLogI0AndSlopeAgainstPowerSeries(t *testing.T) {
	slow.Skip(t)
	for x := 1e-6; x < 2000; x *= 1.043 {
		value, slope := LogI0AndSlope(x)
		within(t, "LogI0AndSlope", value, bigLog(bigI0(x)), 1e-15)
		// I₀' = I₁, by a difference that 200 bits and more carry.
		h := x * 0x1p-20
		next, last := bigI0(x+h), bigI0(x-h)
		change, _ := new(big.Float).Quo(next.Sub(next, last), bigI0(x)).Float64()
		within(t, "slope", slope, change/(x+h-(x-h)), 1e-6)
	}
	for _, x := range []float64{0, math.Inf(1)} {
		if value, slope := LogI0AndSlope(x); value != x || slope != math.Min(x, 1) {
			t.Errorf("LogI0AndSlope(%v) = %v, %v", x, value, slope)
		}
	}
}

// log I₀(x+δ) − log I₀(x) as the logarithm of a quotient in 200 bits and more.
func TestLogI0DifferenceAgainstPowerSeries(t *testing.T) {
	slow.Skip(t)
	for x := 1e-4; x < 1500; x *= 1.31 {
		for delta := 1e-12; delta < 30; delta *= 7 {
			for _, d := range []float64{delta, -delta} {
				if x+d < 0 {
					continue
				}
				ratio := bigI0(x + d)
				want := bigLog(ratio.Quo(ratio, bigI0(x)))
				// x + δ itself is rounded in the reference.
				_, slope := LogI0AndSlope(x)
				rounding := math.Abs((x + d) - x - d)
				allowed := 1e-14*math.Abs(want) + slope*rounding
				if x+d < 20 && math.Abs(d) > 1./16 {
					allowed += 1e-14
				}
				if got := LogI0Difference(x, d); math.Abs(got-want) > allowed {
					t.Errorf("LogI0Difference(%v, %v) = %v, want %v", x, d, got, want)
				}
			}
		}
	}
}

// Far out the bend is (δ/x)/2 − δ²/(4x²) + δ/(8x²).
func TestLogI0BendFarOut(t *testing.T) {
	for x := 1e7; x < 1e300; x *= 1e5 {
		for _, delta := range []float64{1e-9, -1e-3, 1, -20} {
			want := 0.5 * delta / x * (1 - delta/x/2 + 1/x/4)
			within(t, "LogI0Bend", LogI0Bend(x, delta), want, 1e-11)
		}
	}
}

func TestLogI0InverseInverts(t *testing.T) {
	last := 0.0
	for y := 1e-300; y < 1e300; y *= 1.37 {
		x := LogI0Inverse(y)
		if !(x > last) {
			t.Fatalf("LogI0Inverse(%v) = %v after %v", y, x, last)
		}
		last = x
		// Rounding x moves y by up to x·slope units.
		value, slope := LogI0AndSlope(x)
		within(t, "log I₀ of the inverse", value, y, 2e-15+4*Unit*x*slope/y)
	}
}

func TestLogI0InverseTable(t *testing.T) {
	// The other way round, at points whose log I₀ is known from the power series.
	for x := 1e-3; x < 3000; x *= 1.17 {
		within(t, "LogI0Inverse", LogI0Inverse(bigLog(bigI0(x))), x, 1e-15)
	}
}

func TestShortLogI0Inverse(t *testing.T) {
	for y := 1e-300; y < 1e4; y *= 1.0117 {
		within(t, "ShortLogI0Inverse", ShortLogI0Inverse(y), LogI0Inverse(y), 2e-15)
	}
	for _, y := range []float64{0, math.Inf(1)} {
		if ShortLogI0Inverse(y) != y {
			t.Errorf("ShortLogI0Inverse(%v) = %v", y, ShortLogI0Inverse(y))
		}
	}
	if !math.IsNaN(ShortLogI0Inverse(-1)) || !math.IsNaN(ShortLogI0Inverse(math.NaN())) {
		t.Error("below 0 and NaN")
	}
}

func TestLogI0InverseSpecialCases(t *testing.T) {
	if LogI0Inverse(0) != 0 || !math.IsInf(LogI0Inverse(math.Inf(1)), 1) {
		t.Error("the ends")
	}
	if !math.IsNaN(LogI0Inverse(-1)) || !math.IsNaN(LogI0Inverse(math.NaN())) {
		t.Error("below 0 and NaN")
	}
	for _, y := range []float64{5e-324, 1e-308, math.MaxFloat64} {
		if x := LogI0Inverse(y); !(x > 0) || math.IsInf(x, 1) {
			t.Errorf("LogI0Inverse(%v) = %v", y, x)
		}
	}
}
