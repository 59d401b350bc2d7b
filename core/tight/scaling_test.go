package tight

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/haar"
	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// A round cloud in space, XᵀX = mσ²I, that is scaled to (1 + c)X. Then XᵀZ/σ² = mI + √m·G with a
// standard normal G, and (1 + c)mI + √m·G around X'. Only its proper singular values s matter, whose
// densities are Π(sᵢ² − sⱼ²)·exp(−Σs²/2m)·β(s), and with β((1 + c)s), up to constants: an integral over
// three numbers, and the second way to what is drawn.
type roundScaling struct {
	clean, perturbed []float64 // masses at the nodes, each adding up to 1
}

// gauss8 is the rule of eight nodes on (−1, 1) (Abramowitz and Stegun, table 25.4).
var gauss8 = [4][2]float64{
	{0.1834346424956498, 0.3626837833783620}, {0.5255324099163290, 0.3137066458778873},
	{0.7966664774136267, 0.2223810344533745}, {0.9602898564975363, 0.1012285362903763},
}

// panels returns nodes and weights of a composite rule.
func panels(low, high float64, count int) (nodes, weights []float64) {
	half := (high - low) / float64(2*count)
	for i := range count {
		centre := low + half*float64(2*i+1)
		for _, g := range gauss8 {
			nodes = append(nodes, centre-half*g[0], centre+half*g[0])
			weights = append(weights, half*g[1], half*g[1])
		}
	}
	return nodes, weights
}

// newRoundScaling integrates over s₃, s₂ − |s₃| and s₁ − s₂; shares are what the densities add up to
// before they are normalised, whose ratio is known.
func newRoundScaling(t *testing.T, m, c float64, reflects bool) (r roundScaling) {
	logBeta, lowest := haar.LogSO3, math.Min(0, m-9*math.Sqrt(m))
	if reflects { // the sign of s₃ is not seen
		logBeta, lowest = haar.LogO3, 0
	}
	spread := math.Sqrt(m)
	// The density has a bend where s₃ changes its sign.
	last, lastWeights := panels(lowest, 0, 2)
	above, aboveWeights := panels(math.Max(0, m-9*spread), math.Max(1, 1+c)*m+7*spread, 14)
	last, lastWeights = append(last, above...), append(lastWeights, aboveWeights...)
	gap, gapWeights := panels(0, 9*spread, 4)
	// Half of what the exponents are at the mean, which keeps them in range.
	offset := 1.5 * m
	for i, s3 := range last {
		for j, up := range gap {
			for k, further := range gap {
				s := [3]float64{math.Abs(s3) + up + further, math.Abs(s3) + up, s3}
				a, b, d := s[0]*s[0], s[1]*s[1], s[2]*s[2]
				common := lastWeights[i] * gapWeights[j] * gapWeights[k] * (a - b) * (b - d) * (a - d)
				exponent := -(a+b+d)/(2*m) - offset
				far := [3]float64{(1 + c) * s[0], (1 + c) * s[1], (1 + c) * s[2]}
				r.clean = append(r.clean, common*math.Exp(exponent+logBeta(s)))
				r.perturbed = append(r.perturbed, common*math.Exp(exponent+logBeta(far)-1.5*m*((1+c)*(1+c)-1)))
			}
		}
	}
	total, other := 0.0, 0.0
	for i := range r.clean {
		total += r.clean[i]
		other += r.perturbed[i]
	}
	if math.Abs(other/total-1) > 1e-4 {
		t.Fatalf("m = %v, c = %v: the densities have the masses %v and %v", m, c, total, other)
	}
	for i := range r.clean {
		r.clean[i] /= total
		r.perturbed[i] /= other
	}
	return r
}

// value maximises λp − E(λ − L)₊ over λ: the dual is concave.
func (r roundScaling) value(p float64) float64 {
	line := func(logLambda float64) float64 {
		lambda, sum := math.Exp(logLambda), 0.0
		for i, mass := range r.clean {
			if rest := lambda*mass - r.perturbed[i]; rest > 0 {
				sum += rest
			}
		}
		return lambda*p - sum
	}
	low, high := -30.0, 30.0
	for range 80 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if line(a) < line(b) {
			low = a
		} else {
			high = b
		}
	}
	return line(low)
}

// round is the problem: the columns of X are orthogonal and of one length.
func round(m, c float64, reflects bool) Linear {
	l := Linear{Dimension: 3, Reflects: reflects}
	for i := range 3 {
		l.Factor[i][i], l.Factor[3+i][i] = math.Sqrt(m), c*math.Sqrt(m)
	}
	return l
}

func TestScalingOfRoundCloudsInSpace(t *testing.T) {
	slow.Skip(t)
	for _, c := range []struct {
		norm, distance, p float64
		reflects          bool
	}{
		{1, 1, 0.9, false}, {3, 1.5, 0.9, false}, {5, -1, 0.8, false}, {10, 2, 0.99, true},
	} {
		m, grow := c.norm*c.norm/3, c.distance/c.norm
		want := newRoundScaling(t, m, grow, c.reflects).value(c.p)
		l := round(m, grow, c.reflects)
		problem := Problem{Linear: &l}
		d, draws := Disagreement{Problem: problem, Probability: c.p, Level: bound.DrawsLevel(0.001), Samples: 40_000, Seed: "round"}.Run()
		square, average := 0.0, mean(draws.Gains)
		for _, x := range draws.Gains {
			square += (x - average) * (x - average)
		}
		spread := math.Sqrt(square) / float64(len(draws.Gains))
		got, orbit := d.Interval(draws), bound.Gaussian(c.p, math.Abs(c.distance))
		t.Logf("%+v: %.6f, drawn %.6f ± %.1g in [%.6f, %.6f], orbit-based %.6f", c, want, got.Estimate, spread, got.Lower, got.Upper, orbit)
		if most := l.AtMost(c.p); most < want-3e-4 {
			t.Errorf("%+v: at most %v, by the law of the singular values %v", c, most, want)
		}
		// The rule is good to 3e-4, for the bend at λ; λ of the pilot loses the square of its error.
		if got.Estimate > want+5*spread+3e-4 || got.Estimate < want-5*spread-3e-4*(1+want-orbit) {
			t.Errorf("%+v: drawn %v ± %.2g, by the law of the singular values %v", c, got.Estimate, spread, want)
		}
		if got.Lower > want+3e-4 || got.Upper < want-3e-4 {
			t.Errorf("%+v: %+v misses %v", c, got, want)
		}
	}
}
