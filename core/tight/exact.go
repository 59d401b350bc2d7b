package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// exactFar is the distance from which the value is below 1e-24 for every p < 1.
	// The test "the part of z in the complex span of both clouds lies within c of
	// the orbit of X" is invariant; with c = 9.05 it accepts all but 2⁻⁵³ around X, as
	// that part has four standard normal coordinates, and around X' at most
	// Pr[χ₄ ≥ 20 − 9.05] < 1e-24.
	exactFar = 20
	// exactTrivial is the gap between the orbit-based value and p that needs no
	// integral.
	exactTrivial = 2e-11
	// exactHuge bounds the norms whose squares are certain to be finite.
	exactHuge = 1e100
)

// Exact returns the tight value v = Pr_perturbed[ρ ≤ κ], κ such that
// Pr_clean[ρ ≤ κ] = p, and an error bound: value − err is a lower bound of v for
// all clouds within the slack of these numbers, and with a slack of 0
// |value − v| ≤ err.
//
// Around X, |⟨x, z⟩| has a Rice distribution and, given it, so does |⟨x', z⟩|:
//
//	Pr_clean[ρ ≤ k] = ∫ Rice(r; s) F(g(r)/t; λsr/t) dr,  log I₀(g(r)) = k + log I₀(sr),
//
// with s = ‖X‖/σ, λs = s + ⟨X, Δ⟩/(‖X‖σ), t = ‖x_⊥‖/σ, F the Rice distribution
// function. Around X' it is the same with both clouds swapped and k → −k. Both are
// integrated by 31 Gauss–Kronrod nodes a panel; err counts the difference from the
// 15 Gauss nodes among them. An error in κ does no harm: v is convex in p with slope
// e^κ (normalised), so the tangent V(κ) + e^κ(p − P(κ)) is below v for every κ.
//
// Domain: 0 ≤ p ≤ 1, all norms; with a slack of 0 err is below 1e-10. Special cases:
// v = p for clouds on one orbit, closed forms for t = 0 (scaling), X = 0 and X' = 0;
// beyond norms of 1e100 v is only bracketed by the orbit-based value and p; (0, 1)
// when a number is NaN.
func (p Planar) Exact(probability float64) (value, err float64) {
	s := p.pair()
	switch {
	case math.IsNaN(probability + s.distance + p.Slack):
		return 0, 1
	case probability <= 0 || probability >= 1:
		return min(max(probability, 0), 1), 0
	case s.distance >= exactFar:
		return 0, 1e-24
	}
	orbit := min(bound.Gaussian(probability, s.distance), probability)
	moved := min(bound.Gaussian(probability, s.distance+2*p.Slack), orbit)
	if probability-orbit <= exactTrivial || s.norm > exactHuge {
		value, err = middleOf(orbit, probability)
		return value, max(err, value-moved)
	}
	s, slack := s.simplified(p.Slack)
	line := s.tangent(probability)
	value, err = line.value(tailPair{probability, 1 - probability})
	value, err = narrowed(value, err, orbit, probability)
	if slack > 0 {
		err = max(err, value-max(line.lower(probability, slack), moved))
	}
	return value, err
}

// ExactMinimum returns the smallest clean probability p_min for which the tight
// value is at least ½, and an error bound: p_min + err is an upper bound of it for
// all clouds within the slack of these numbers, and with a slack of 0
// |minimum − p_min| ≤ err. It is Pr_clean[ρ ≤ κ̄] with Pr_perturbed[ρ ≤ κ̄] = ½, by the
// integrals of Exact, and never below ½. Special cases: ½ for clouds on one orbit;
// (1, 1) when a number is NaN.
func (p Planar) ExactMinimum() (minimum, err float64) {
	s := p.pair()
	switch {
	case math.IsNaN(s.distance + p.Slack):
		return 1, 1
	case s.distance >= exactFar:
		return 1, special.Unit
	}
	orbit := 1 - bound.Gaussian(0.5, s.distance)
	moved := max(1-bound.Gaussian(0.5, s.distance+2*p.Slack), orbit)
	if orbit-0.5 <= exactTrivial || s.norm > exactHuge {
		minimum, err = middleOf(0.5, orbit)
		return minimum, max(err, moved-minimum)
	}
	s, slack := s.simplified(p.Slack)
	line := s.middle()
	minimum, err = line.probability(0.5)
	minimum, err = narrowed(minimum, err, 0.5, orbit)
	if slack > 0 {
		err = max(err, min(line.upper(slack), moved)-minimum)
	}
	return minimum, err
}

// middleOf returns the middle of an interval and half its length, rounded up.
func middleOf(low, high float64) (value, err float64) {
	value = low + float64((high-low)/2)
	return value, max(value-low, high-value)
}

// narrowed narrows value ± err by what is known besides.
func narrowed(value, err, low, high float64) (float64, float64) {
	if value-err >= low && value+err <= high {
		return value, err
	}
	a, b := max(value-err, low), min(value+err, high)
	if !(a <= b) {
		a, b = low, high
	}
	return middleOf(a, b)
}
