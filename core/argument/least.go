package argument

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/tight"
)

// LeastIntegrated returns the smallest probability at which a tight value that is
// computed is at least a value, rounded up.
func LeastIntegrated(curve *tight.Tradeoff, value float64) float64 {
	minimum, err := curve.Minimum(value)
	return max(value, RoundedUp(minimum+err))
}

// LeastGaussian returns Φ(Φ⁻¹(value) + d), the same for the Gaussian bound at the distance d in
// units of σ, rounded up.
func LeastGaussian(distance, value float64) float64 {
	if distance == 0 {
		return value
	}
	return RoundedUp(1 - bound.Gaussian(1-value, distance))
}

// DrawnOf is the row of a class alone with the draws of a seed, all of them. What bounds the smallest probability that certifies
// from above is raised where the bound at that probability, which chooses its threshold otherwise, ends below.
func (t *Terms) DrawnOf(problem tight.Problem, level float64, seed string) Row {
	drawn := tight.Disagreement{Problem: problem, Level: level / float64(len(t.looks())), Samples: t.Samples, Seed: seed}
	prove := func(p Probabilities) Claim {
		there := p.By(drawn.LowerAt)
		return &MonteCarlo{Lower: there.Lower, Certified: there.Certified()}
	}
	near := func(value float64) (float64, float64) { return max(value, drawn.Minimum(value)), leastStep }
	return Row{ID: DrawnRow, Prove: prove, Start: near}
}

// leastStep is the first step by which a drawn minimum is raised, below what the draws leave
// open; every step takes draws of its own.
const leastStep = 1e-4

// leastCertifying raises a probability until it certifies, by steps that double; 1 when none
// below does.
func leastCertifying(p, step float64, certifies func(p float64) bool) float64 {
	for ; p < 1; step *= 2 {
		if certifies(p) {
			return p
		}
		if p == largestBelowOne {
			break
		}
		p = min(p+step, largestBelowOne)
	}
	return 1
}

const largestBelowOne = 1 - 0x1p-53

// bisected returns a probability that certifies, by bisection between the threshold and 1, rounded up; 1 if none below does.
// A probability certifies if a smaller one does.
func (k Top) bisected(certifies func(p float64) bool) float64 {
	if !certifies(largestBelowOne) {
		return 1
	}
	_, least := Bisect(k.Threshold(nil), largestBelowOne, 50, func(p float64) bool { return !certifies(p) })
	return least
}

// Furthest returns how far from 0 something holds, by doubling from a size on, up to most, and so many bisections.
func Furthest(size, most float64, steps int, holds func(x float64) bool) float64 {
	low, high := 0.0, size
	for high < most && holds(high) {
		low, high = high, 2*high
	}
	low, _ = Bisect(low, high, steps, holds)
	return low
}

// Bisect halves the interval from low, where something holds, to high, where it may not, and returns its ends.
func Bisect(low, high float64, steps int, holds func(x float64) bool) (float64, float64) {
	for range steps {
		if middle := low + float64((high-low)/2); holds(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, high
}
