package special

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
)

// bigLowerCDF returns Φ(z) and φ(z) for −8 < z ≤ 0 in 300 bits, by the series of
// Abramowitz and Stegun 26.2.11.
func bigLowerCDF(z float64) (cdf, density *big.Float) {
	// √(2π) to 60 digits (OEIS A019727).
	root, _, _ := big.ParseFloat("2.50662827463100050241576528481104525300698674060993831662992", 10, 300, big.ToNearestEven)
	exact := new(big.Float).SetPrec(300).SetFloat64(z)
	half := new(big.Float).SetPrec(300).Mul(exact, exact)
	half.Quo(half, big.NewFloat(-2))
	density = new(big.Float).Quo(bigExpOf(half), root)
	sum, term := new(big.Float).Set(exact), new(big.Float).Set(exact)
	for k := 3.0; k < 600; k += 2 {
		term.Mul(term, half).Mul(term, big.NewFloat(-2))
		term.Quo(term, big.NewFloat(k))
		sum.Add(sum, term)
	}
	sum.Mul(sum, density)
	return sum.Add(sum, big.NewFloat(0.5)), density
}

// The forward function tells how far z is from the true quantile: to first order
// (Φ(z) − u)/φ(z). What is left out is the square of 1e-15.
func TestLowerQuantileAgainst300Bits(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for i := range min(trials.Count(t, 2000, 6000), 20_000) {
		// All exponents, the ends of quarters and their neighbours among them.
		u := math.Ldexp(0.5+0.5*random.Float64(), -(i % 40))
		if i%3 == 0 {
			u = math.Ldexp(0.5+0.125*float64(i/3%4), -(i % 40))
		}
		if i%6 == 0 {
			u = math.Nextafter(u, 0)
		}
		if u < LeastLowerQuantile || u >= 0.5 {
			continue
		}
		z := LowerQuantile(u)
		cdf, density := bigLowerCDF(z)
		difference := new(big.Float).Sub(cdf, new(big.Float).SetFloat64(u))
		off, _ := difference.Quo(difference, density).Float64()
		worst = max(worst, math.Abs(off)/(Unit*(2*math.Abs(z)+1)))
	}
	if worst > 1 || worst < 0.1 {
		t.Errorf("the largest error is %v of what is promised", worst)
	}
}

// Both inverses of Φ agree to what NormalQuantile promises, and no step goes down.
func TestLowerQuantileAgainstNormalQuantile(t *testing.T) {
	last := math.Inf(-1)
	for u := LeastLowerQuantile; u < 0.5; u *= 1.0007 {
		z := LowerQuantile(u)
		if want := NormalQuantile(u); math.Abs(z-want) > 1e-14*math.Abs(want)+Unit {
			t.Errorf("LowerQuantile(%v) = %v, NormalQuantile %v", u, z, want)
		}
		if z <= last {
			t.Errorf("LowerQuantile(%v) = %v after %v", u, z, last)
		}
		last = z
	}
}

func TestLowerQuantileSpecialCases(t *testing.T) {
	if LowerQuantile(0.5) != 0 || LowerQuantile(1) != 0 {
		t.Error("½ and above")
	}
	for _, u := range []float64{0, -1, math.NaN(), math.Nextafter(LeastLowerQuantile, 0), math.Inf(-1)} {
		if z := LowerQuantile(u); !math.IsNaN(z) {
			t.Errorf("LowerQuantile(%v) = %v", u, z)
		}
	}
	// Φ⁻¹(0.25) (Abramowitz and Stegun, Table 26.5) and the ends.
	within(t, "LowerQuantile(0.25)", LowerQuantile(0.25), -0.6744897501960817, 4*Unit)
	if z := LowerQuantile(LeastLowerQuantile); z < -7.06 || z > -7.04 {
		t.Errorf("LowerQuantile(2⁻⁴⁰) = %v", z)
	}
	if z := LowerQuantile(math.Nextafter(0.5, 0)); z > 0 || z < -2*Unit*3 {
		t.Errorf("LowerQuantile(½ − 2⁻⁵⁴) = %v", z)
	}
}

func BenchmarkLowerQuantile(b *testing.B) {
	u, sum := 0.4, 0.0
	for range b.N {
		sum += LowerQuantile(u)
		u = u*0.99 + 0.001
	}
	_ = sum
}
