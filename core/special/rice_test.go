package special

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// riceCDF returns F(x; ν), riceComplement 1 − F(x; ν), and riceQuantileAt the x with
// F(x; ν) = p: the forms of tables, in x.
func riceCDF(x, nu float64) float64 {
	below, _ := riceTails(nu, x, x-nu)
	return below
}

func riceComplement(x, nu float64) float64 {
	_, above := riceTails(nu, x, x-nu)
	return above
}

func riceQuantileAt(p, nu float64) float64 {
	x, _ := riceQuantile(nu, p, 1-p)
	return x
}

func TestRiceTable(t *testing.T) {
	for _, c := range riceTable {
		name := fmt.Sprintf("(ν = %v, x = %v)", c.nu, c.x)
		below, above := riceCDF(c.x, c.nu), riceComplement(c.x, c.nu)
		within(t, "below "+name, below, c.below, 1e-13)
		within(t, "above "+name, above, c.above, 1e-13)
		// Certificates use arguments up to 9 standard deviations.
		if math.Abs(c.x-c.nu) <= 9 {
			within(t, "below "+name, below, c.below, 1e-14)
			within(t, "above "+name, above, c.above, 1e-14)
		}
	}
}

// Both methods where both converge: the sum is exact, the expansion asymptotic.
func TestRiceMethodsAgree(t *testing.T) {
	for nu := 5.5; nu < 25; nu += 0.37 {
		for delta := -4.9; delta < 12; delta += 0.29 {
			w, lower := delta*delta/2, delta < 0
			if xi := nu * (nu + delta); xi < expansionStart || xi > 500 || w > xi {
				continue
			}
			name := fmt.Sprintf("ν = %v, δ = %v", nu, delta)
			within(t, name, riceExpansion(nu, nu+delta, delta, w), poissonTail(nu, nu+delta, w, lower), 1e-13)
		}
	}
}

// F(x+h) − F(x−h) is the integral of the density.
func TestRiceDensityIsTheDerivative(t *testing.T) {
	for _, nu := range []float64{0, 0.3, 2, 4.4, 4.5, 7, 100, 1e6, 1e15} {
		for delta := -4.0; delta <= 5; delta += 0.5 {
			if nu+delta <= 0.2 {
				continue
			}
			const h = 1. / 64
			below, above := RiceAround(nu, delta-h)
			belowNext, aboveNext := RiceAround(nu, delta+h)
			want := belowNext - below
			if delta > 0 {
				want = above - aboveNext
			}
			// Three Gauss nodes: the error is of the order h⁷.
			g := h * math.Sqrt(0.6)
			got := h / 9 * (5*RiceDensity(nu, delta-g) + 8*RiceDensity(nu, delta) + 5*RiceDensity(nu, delta+g))
			within(t, fmt.Sprintf("ν = %v, δ = %v", nu, delta), got, want, 1e-9)
		}
	}
}

// The distribution function rises with x and falls with ν, in both tails.
func TestRiceMonotone(t *testing.T) {
	for _, nu := range []float64{0, 1e-300, 1e-8, 0.1, 1, 3, 5, 5.4, 5.5, 6, 30, 1e3, 1e7, 1e12} {
		lastBelow, lastAbove := 0.0, 1.0
		for delta := max(-nu, -40.0); delta < 40; delta += 1. / 64 {
			below, above := RiceAround(nu, delta)
			if !(below >= lastBelow*(1-4e-14) && above <= lastAbove*(1+4e-14)) {
				t.Fatalf("ν = %v, δ = %v: %v, %v after %v, %v", nu, delta, below, above, lastBelow, lastAbove)
			}
			lastBelow, lastAbove = below, above
		}
	}
	for x := 0.1; x < 1e3; x *= 1.7 {
		last := 1.0
		for nu := 0.0; nu < x+30; nu += 1. / 32 {
			below := riceCDF(x, nu)
			if !(below <= last*(1+4e-14)) {
				t.Fatalf("F(%v; %v) = %v after %v", x, nu, below, last)
			}
			last = below
		}
	}
}

// ν + δ may not be a float64: for large ν the offset decides.
func TestRiceAroundTendsToNormal(t *testing.T) {
	for _, nu := range []float64{1e16, 1e100, 1e200, 1e308} {
		for delta := -30.0; delta < 30; delta += 0.7 {
			below, above := RiceAround(nu, delta)
			within(t, "below", below, NormalCDF(delta), 1e-13)
			within(t, "above", above, NormalCDF(-delta), 1e-13)
		}
	}
}

func TestRiceQuantileInverts(t *testing.T) {
	probabilities := []float64{1e-300, 1e-100, 1e-20, 1e-5, 0.01, 0.3, 0.5}
	for _, nu := range []float64{0, 1e-9, 0.1, 1, 1.9, 2, 5, 7.9, 8, 20, 39, 40, 41, 1e3, 1e7, 1e14} {
		for _, p := range probabilities {
			// The lower tail ends at x = 0, where δ loses x.
			if delta := RiceQuantileAround(nu, p, 1-p); nu+delta > 1e-3 || nu == 0 {
				below, _ := RiceAround(nu, delta)
				within(t, fmt.Sprintf("lower tail, ν = %v", nu), below, p, 1e-12)
			}
			_, above := RiceAround(nu, RiceQuantileAround(nu, 1-p, p))
			within(t, fmt.Sprintf("upper tail, ν = %v", nu), above, p, 1e-12)
			if nu < 1e3 {
				within(t, fmt.Sprintf("F(quantile), ν = %v", nu), riceCDF(riceQuantileAt(p, nu), nu), p, 1e-11)
			}
		}
	}
	within(t, "Rayleigh", riceQuantileAt(0.9, 0), math.Sqrt(-2*math.Log(0.1)), 1e-15)
}

func TestRiceSpecialCases(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct{ got, want float64 }{
		{riceCDF(0, 3), 0}, {riceCDF(-1, 3), 0}, {riceCDF(inf, 3), 1}, {riceCDF(2, inf), 0},
		{riceComplement(0, 3), 1}, {riceComplement(inf, 3), 0}, {riceComplement(2, inf), 1},
		{riceQuantileAt(0, 3), 0}, {riceQuantileAt(1, 3), inf},
		{RiceDensity(3, -3), 0}, {RiceDensity(0, 1), Exp(-0.5)}, {RiceDensity(3, inf), 0},
	} {
		if math.Abs(c.got-c.want) > 1e-15 || math.IsNaN(c.got) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	for _, v := range []float64{riceCDF(nan, 1), riceCDF(1, nan), riceComplement(inf, inf), riceQuantileAt(2, 1), riceQuantileAt(-1, 1), riceQuantileAt(nan, 1)} {
		if !math.IsNaN(v) {
			t.Errorf("got %v, want NaN", v)
		}
	}
}

func TestRiceNeverNaN(t *testing.T) {
	values := []float64{0, 5e-324, 1e-300, 1e-160, 1e-20, 1e-8, 0.5, 1, 5, 40, 1e3, 1e7, 1e9, 1e16, 1e155, 1e200, math.MaxFloat64}
	for _, nu := range values {
		for _, x := range values {
			below, above := riceCDF(x, nu), riceComplement(x, nu)
			if !(below >= 0 && below <= 1 && above >= 0 && above <= 1 && math.Abs(below+above-1) < 1e-15) {
				t.Errorf("ν = %v, x = %v: %v, %v", nu, x, below, above)
			}
			if f := RiceDensity(nu, x-nu); !(f >= 0) {
				t.Errorf("density at ν = %v, x = %v: %v", nu, x, f)
			}
		}
		for _, p := range []float64{5e-324, 1e-300, 1e-16, 0.5, 1 - Unit} {
			if x := riceQuantileAt(p, nu); !(x >= 0) || math.IsInf(x, 1) {
				t.Errorf("quantile of %v at ν = %v: %v", p, nu, x)
			}
		}
	}
}

// The bits are part of every exact certificate: natively, on 386 and in WebAssembly.
func TestRiceGolden(t *testing.T) {
	digest := sha256.New()
	write := func(x float64) { binary.Write(digest, binary.LittleEndian, math.Float64bits(x)) }
	for _, nu := range []float64{0, 0.01, 0.7, 2, 4, 5.6, 9, 33, 500, 1e6, 1e11} {
		for delta := max(-nu, -9.0); delta < 9; delta += 0.83 {
			below, above := RiceAround(nu, delta)
			write(below)
			write(above)
			write(RiceDensity(nu, delta))
			write(RiceQuantileAround(nu, below, above))
			write(LogI0Inverse(nu + above))
			write(LogI0Difference(nu, below))
		}
	}
	const want = "0672f08f80b77010"
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:8]); got != want {
		t.Errorf("the digest of the values is %s, want %s", got, want)
	}
}

func BenchmarkRiceAround(b *testing.B) {
	for _, nu := range []float64{0.5, 5, 100} {
		b.Run(fmt.Sprint(nu), func(b *testing.B) {
			for b.Loop() {
				RiceAround(nu, -0.4)
			}
		})
	}
}
