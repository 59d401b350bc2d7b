package bound

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// The share of lower bounds above the mean is at most α, whatever the bet: for draws without an
// upper range, with a jump once in a thousand, mostly zeros, all equal.
func TestLowerPositiveMeanCoverage(t *testing.T) {
	slow.Skip(t)
	const runs, alpha = 2000, 0.05
	random := rand.New(rand.NewPCG(91, 92))
	for name, c := range map[string]struct {
		mean float64
		draw func() float64
	}{
		"exponential":  {1, random.ExpFloat64},
		"log-normal":   {math.Exp(0.5), func() float64 { return math.Exp(random.NormFloat64()) }},
		"mostly zeros": {0.02, func() float64 { return indicator(random.Float64() < 0.02) }},
		"rare jump":    {1, func() float64 { return 0.5 + 500*indicator(random.Float64() < 0.001) }},
		"equal":        {0.25, func() float64 { return 0.25 }},
	} {
		for _, bet := range []float64{0.01, 0.3, 3, 100} {
			above := int64(0)
			for range runs {
				draws := make([]float64, 100)
				for i := range draws {
					draws[i] = c.draw()
				}
				if LowerPositiveMean(draws, bet/c.mean, alpha) > c.mean {
					above++
				}
			}
			if tail := UpperTail(above, runs, alpha); tail < 1e-6 {
				t.Errorf("%s, bet %v: %d of %d lower bounds above the mean", name, bet, above, runs)
			}
		}
	}
}

// Five bets lose little against the best one: less than a fifth of the distance.
func TestLowerPositiveMeanIsNear(t *testing.T) {
	random := rand.New(rand.NewPCG(93, 94))
	const n, alpha = 10_000, 0x1p-40
	draws, sum := make([]float64, n), 0.0
	for i := range draws {
		draws[i] = random.ExpFloat64()
		sum += draws[i]
	}
	bet := math.Sqrt(-2 * math.Log(alpha) / n)
	ideal := math.Sqrt(-2 * math.Log(alpha) / n)
	for _, wrong := range []float64{0.5, 1, 2} {
		if got := LowerPositiveMean(draws, wrong*bet, alpha); got > sum/n || got < sum/n-1.3*ideal {
			t.Errorf("bet off by %v: %v, mean %v, ideal distance %v", wrong, got, sum/n, ideal)
		}
	}
}

// Fixed bets need no order of the draws, also where the capital leaves the range of floats on the way.
func TestLowerPositiveMeanNeedsNoOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(95, 96))
	for range 4 {
		draws := make([]float64, 4000)
		for i := range draws {
			draws[i] = random.ExpFloat64()
		}
		mixed := LowerPositiveMean(draws, 0.5, 0.001)
		slices.Sort(draws)
		rising := LowerPositiveMean(draws, 0.5, 0.001)
		slices.Reverse(draws)
		if falling := LowerPositiveMean(draws, 0.5, 0.001); !(mixed > 0 && math.Abs(rising-mixed) < 1e-9 && math.Abs(falling-mixed) < 1e-9) {
			t.Errorf("%v, rising %v, falling %v", mixed, rising, falling)
		}
	}
}

func TestLowerPositiveMeanSpecialCases(t *testing.T) {
	ones := []float64{1, 1, 1}
	for _, got := range []float64{
		LowerPositiveMean(nil, 1, 0.05), LowerPositiveMean(ones, 1, 0), LowerPositiveMean(ones, 0, 0.05), LowerPositiveMean(ones, math.NaN(), 0.05),
		LowerPositiveMean(ones, math.Inf(1), 0.05), LowerPositiveMean(ones, -1, 0.05), LowerPositiveMean(make([]float64, 1000), 1, 0.05),
	} {
		if got != 0 {
			t.Errorf("nothing is known, and the bound is %v", got)
		}
	}
	if got := LowerPositiveMean(make([]float64, 3), 1e300, 0.05); got != 0 {
		t.Errorf("zeros: %v", got)
	}
}
