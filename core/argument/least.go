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

// LeastDrawn returns a probability that certifies with the draws of a seed, all of them:
// what bounds the smallest from above, raised where the bound at that probability, which
// chooses its threshold otherwise, ends below.
func (t *Terms) LeastDrawn(problem tight.Problem, level float64, seed string) float64 {
	share, value := level/float64(len(t.looks())), t.Top.Threshold(nil)
	drawn := tight.Disagreement{Problem: problem, Level: share, Samples: t.Samples, Seed: seed}
	return LeastCertifying(max(value, drawn.Minimum(value)), leastStep, func(p float64) bool {
		return drawn.LowerAt(p) > value
	})
}

// leastStep is the first step by which a drawn minimum is raised, below what the draws leave
// open; every step takes draws of its own.
const leastStep = 1e-4

// LeastCertifying raises a probability until it certifies, by steps that double; 1 when none
// below does.
func LeastCertifying(p, step float64, certifies func(p float64) bool) float64 {
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

// LeastProbability returns a probability that certifies, by bisection between the threshold and 1, rounded up; 1 if none below does.
// A probability certifies if a smaller one does.
func (k Top) LeastProbability(certifies func(p Probabilities) bool) float64 {
	at := func(p float64) Probabilities { return Probabilities{Lower: p, Top: k} }
	if !certifies(at(largestBelowOne)) {
		return 1
	}
	_, least := Bisect(k.Threshold(nil), largestBelowOne, 50, func(p float64) bool { return !certifies(at(p)) })
	return least
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
