package tight

import (
	"fmt"
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// Attributes with noise are drawn beside the coordinates that a group turns. For rods in space the truth is
// a double integral: the length of the part of Z along the rod has the noncentral χ law with three degrees of freedom, and what is left
// alone is normal.

// lengthLaw returns Pr[χ₃(centre) ≤ r].
func lengthLaw(r, centre float64) float64 {
	if r <= 0 {
		return 0
	}
	cdf := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	density := func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
	return cdf(r-centre) - cdf(-r-centre) - (density(r-centre)-density(r+centre))/centre
}

// besideTruth is v(p) for rods of the lengths s and s' > s and a Gaussian shift beside them.
func besideTruth(s, moved, shift, p float64) float64 {
	logSinhc := func(x float64) float64 { return x + math.Log(-math.Expm1(-2*x)/(2*x)) }
	ratio := func(r float64) float64 {
		return logSinhc(moved*r) - logSinhc(s*r) - (moved*moved-s*s)/2
	}
	threshold := func(level float64) float64 { // the r with this ratio, which rises
		low, high := 1e-9, moved+40
		if ratio(low) > level {
			return 0
		}
		for range 60 {
			if middle := (low + high) / 2; ratio(middle) <= level {
				low = middle
			} else {
				high = middle
			}
		}
		return low
	}
	const steps = 400 // of Simpson's rule on ±9
	below := func(kappa, sign, centre float64) (sum float64) {
		for k := range steps + 1 {
			t := -9 + 18*float64(k)/steps
			weight := float64(2 + 2*(k%2))
			if k == 0 || k == steps {
				weight = 1
			}
			law := lengthLaw(threshold(kappa-shift*t+sign*shift*shift/2), centre)
			sum += weight * law * math.Exp(-t*t/2)
		}
		return sum * 18 / steps / 3 / math.Sqrt(2*math.Pi)
	}
	low, high := -60.0, 60.0
	for range 60 {
		if kappa := (low + high) / 2; below(kappa, 1, s) < p {
			low = kappa
		} else {
			high = kappa
		}
	}
	return below(low, -1, moved)
}

// The bounds about axes are below the truth, the estimate is near it, and of so many runs the lower end may be above it in one of twenty.
func TestBoundsBesideRods(t *testing.T) {
	slow.Skip(t)
	runs := min(trials.Count(t, 40, 200), 5000)
	for i, c := range []struct {
		s, moved, shift, p float64
		group              invariance.Group
	}{
		{1, 1.8, 0.6, 0.9, invariance.Rotations}, {3, 3.7, 0.8, 0.95, invariance.Orthogonal}, {0.5, 2, 0.3, 0.85, invariance.Rotations}, {8, 8.5, 1.2, 0.97, invariance.Orthogonal},
	} {
		clean := rodOf(5, c.s, directions()[0])
		l := linearOf(c.group, clean, scaledBy(clean, c.moved/c.s))
		problem := Problem{Linear: &l, Axial: c.shift}
		truth := besideTruth(c.s, c.moved, c.shift, c.p)
		if problem.RodTradeoff() != nil {
			t.Errorf("%+v: the curve of rods alone is taken", c)
		}
		for _, axes := range l.AxisPairs() {
			if value, err := problem.AboutPair(axes).Tradeoff().Value(c.p); value-err > truth+1e-7 {
				t.Errorf("%+v: %v ± %v about %v, the truth is %v", c, value, err, axes, truth)
			}
		}
		orbit := bound.Gaussian(c.p, math.Hypot(c.moved-c.s, c.shift))
		got := runDisagreement(Disagreement{Problem: problem, Probability: c.p, Level: bound.DrawsLevel(0.001), Samples: 100_000, Seed: "beside"})
		if got.Lower > truth || got.Lower < truth-0.01 || got.Upper < truth || math.Abs(got.Estimate-truth) > 0.003 || orbit > truth {
			t.Errorf("%+v: %+v, truth %v, orbit %v", c, got, truth, orbit)
		}
		if least := (Disagreement{Problem: problem, Level: bound.DrawsLevel(0.001), Samples: 100_000, Seed: "beside"}).Minimum(truth); least < c.p || least > c.p+0.02 {
			t.Errorf("%+v: the smallest probability for %v is %v", c, truth, least)
		}
		above, below := int64(0), int64(0)
		for k := range runs {
			got := runDisagreement(Disagreement{Problem: problem, Probability: c.p, Level: 0.05, Samples: 600, Seed: fmt.Sprint("beside ", i, k)})
			if got.Lower > truth+1e-7 {
				above++
			}
			if got.Upper < truth-1e-7 {
				below++
			}
		}
		if bound.UpperTail(max(above, below), int64(runs), 0.05) < 1e-6 {
			t.Errorf("%+v: of %d runs %d lower ends are above the truth, %d upper ends below", c, runs, above, below)
		}
		t.Logf("%+v: truth %.6f, %+v; %d of %d above, %d below", c, truth, got, above, runs, below)
	}
}
