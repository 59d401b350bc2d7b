package argument

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/tight"
)

// LeastIntegrated returns the smallest probability at which a tight value that is
// computed is one half, rounded up.
func LeastIntegrated(curve *tight.Tradeoff) float64 {
	minimum, err := curve.Minimum()
	return max(0.5, RoundedUp(minimum+err))
}

// LeastGaussian returns Φ(d), the same for the Gaussian bound at the distance d in
// units of σ, rounded up.
func LeastGaussian(distance float64) float64 {
	if distance == 0 {
		return 0.5
	}
	return RoundedUp(1 - bound.Gaussian(0.5, distance))
}

// LeastDrawn returns a probability that certifies with the draws of a seed, all of them:
// what bounds the smallest from above, raised where the bound at that probability, which
// chooses its threshold otherwise, ends below.
func (t *Terms) LeastDrawn(problem tight.Problem, level float64, seed string) float64 {
	share := level / float64(len(t.looks()))
	drawn := tight.Disagreement{Problem: problem, Level: share, Samples: t.Samples, Seed: seed}
	return LeastCertifying(max(0.5, drawn.Minimum()), leastStep, func(p float64) bool {
		return drawn.LowerAt(p) > Threshold(nil)
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

// LeastProbability returns a probability that certifies, by bisection between ½ and 1, rounded up; 1 if none below does.
// A probability certifies if a smaller one does.
func LeastProbability(certifies func(p Probabilities) bool) float64 {
	if !certifies(Probabilities{Lower: largestBelowOne}) {
		return 1
	}
	_, least := Bisect(0.5, largestBelowOne, 50, func(p float64) bool { return !certifies(Probabilities{Lower: p}) })
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
