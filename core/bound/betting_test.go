package bound

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// The share of upper bounds below the mean is at most α, for distributions
// from degenerate to two-point.
func TestUpperMeanCoverage(t *testing.T) {
	slow.Skip(t)
	const runs, alpha = 4000, 0.05
	random := rand.New(rand.NewPCG(15, 16))
	for name, c := range map[string]struct {
		mean float64
		draw func() float64
	}{
		"uniform":   {0.5, random.Float64},
		"square":    {1. / 3, func() float64 { x := random.Float64(); return x * x }},
		"rare one":  {0.02, func() float64 { return indicator(random.Float64() < 0.02) }},
		"mostly":    {0.9, func() float64 { return indicator(random.Float64() < 0.9) }},
		"narrow":    {0.5, func() float64 { return 0.5 + 1e-3*(random.Float64()-0.5) }},
		"rare jump": {0.5 + 0.5*0.001, func() float64 { return 0.5 + 0.5*indicator(random.Float64() < 0.001) }},
	} {
		below := int64(0)
		for range runs {
			draws := make([]float64, 200)
			for i := range draws {
				draws[i] = c.draw()
			}
			if upperMean(draws, alpha) < c.mean {
				below++
			}
		}
		if tail := UpperTail(below, runs, alpha); tail < 1e-6 {
			t.Errorf("%s: %d of %d upper bounds below the mean", name, below, runs)
		}
		t.Logf("%s: %d of %d below the mean, %v allowed", name, below, runs, runs*alpha)
	}
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Empirical Bernstein (A. Maurer and M. Pontil, COLT 2009, Theorem 4) is the
// bound that betting must beat.
func TestUpperMeanBeatsEmpiricalBernstein(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	for _, n := range []int{1000, 10_000, 100_000} {
		draws, sum, squares := make([]float64, n), 0.0, 0.0
		for i := range draws {
			draws[i] = 0.5 + 0.02*random.NormFloat64()
			sum += draws[i]
			squares += draws[i] * draws[i]
		}
		mean := sum / float64(n)
		variance := (squares - sum*mean) / float64(n-1)
		l := math.Log(2 / 0.001)
		bernstein := mean + math.Sqrt(2*variance*l/float64(n)) + 7*l/(3*float64(n-1))
		if got := upperMean(draws, 0.001); got > bernstein || got < mean {
			t.Errorf("n = %d: betting %v, empirical Bernstein %v, mean %v", n, got, bernstein, mean)
		} else {
			t.Logf("n = %d: above the mean by %.2g, empirical Bernstein by %.2g", n, got-mean, bernstein-mean)
		}
	}
}

func TestMeanSpecialCases(t *testing.T) {
	if upperMean(nil, 0.05) != 1 || LowerMean(nil, 0.05) != 0 {
		t.Error("no draws bound nothing")
	}
	for _, alpha := range []float64{0.5, 0x1p-42, 1e-100, 1e-300, 0} {
		if l, u := LowerMean([]float64{0.25, 0.75}, alpha), upperMean([]float64{0.25, 0.75}, alpha); !(0 <= l && l < 0.5 && 0.5 < u && u <= 1) {
			t.Errorf("two draws at %v: %v to %v", alpha, l, u)
		}
	}
	zeros := make([]float64, 1000)
	// For zeros the capital is at most (1 + maxBet·m/(1−m))ⁿ.
	if got := upperMean(zeros, 0.001); got > 0.03 || got <= 0 {
		t.Errorf("a thousand zeros: %v", got)
	}
	for i := range zeros {
		zeros[i] = 1
	}
	if got := upperMean(zeros, 0.001); got < 1-1e-9 {
		t.Errorf("a thousand ones: %v", got)
	}
}
