package anytime

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// margin is what a capital must have beyond its goal, relatively: more than the rounding of levels.
	margin = 1e-9
	// mostGoal keeps terms and sums far from overflow.
	mostGoal = 1e290
	// negligible is the share of the sum below which falling terms are left out.
	negligible = 0x1p-53
)

// reaches reports whether the capital E(p) after k votes of n samples is certainly at least goal.
//
// The capital is a finite sum of positive terms, so that leaving some out only makes it smaller:
//
//	(n+1−k)·E(p) = Σᵢ tᵢ,  t₀ = 1,  tᵢ₊₁ = tᵢ · (k−i)/(n+2−k+i) · (1−p)/p.
//
// It is the lower tail of the binomial law of n+1 trials at k over its mass at k. The terms
// have a relative error of at most 8 units for each step.
//
// Domain: 0 ≤ k ≤ n, 0 < p < 1. Special case: false where goal·(n+1−k) is above 10²⁹⁰.
func reaches(k, n int64, p, goal float64) bool {
	need := goal * float64(n+1-k) * (1 + margin + float64(8*special.Unit*float64(k+4)))
	if !(need < mostGoal) {
		return false
	}
	odds := (1 - p) / p
	term, sum := 1.0, 1.0
	for i := int64(0); i < k && sum < need; i++ {
		factor := float64(float64(k-i) / float64(n+2-k+i) * odds)
		term = float64(term * factor)
		sum += term
		if factor < 1 && term < negligible*sum {
			break
		}
	}
	return sum >= need
}

// lower returns the largest p at which the capital after k votes of n samples is 1/α, rounded
// down: a lower bound of the probability at every n at once. Special cases: 0 for k = 0 and α = 0.
func lower(k, n int64, alpha float64) float64 {
	if k == 0 || !(alpha > 0) {
		return 0
	}
	goal := 1 / alpha
	return bound.Largest(func(p float64) bool { return reaches(k, n, p, goal) })
}

// upper returns the mirrored bound, 1 − lower(n−k, n, α), rounded up.
func upper(k, n int64, alpha float64) float64 {
	return min(1, math.Nextafter(1-lower(n-k, n, alpha), 2))
}
