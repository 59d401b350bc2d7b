package tight

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
	return Problem{Planar: &p}.Tradeoff().Value(probability)
}

// ExactMinimum returns the smallest clean probability p_min for which the tight
// value is at least ½, and an error bound: p_min + err is an upper bound of it for
// all clouds within the slack of these numbers, and with a slack of 0
// |minimum − p_min| ≤ err. It is Pr_clean[ρ ≤ κ̄] with Pr_perturbed[ρ ≤ κ̄] = ½, by the
// integrals of Exact, and never below ½. Special cases: ½ for clouds on one orbit;
// (1, 1) when a number is NaN.
func (p Planar) ExactMinimum() (minimum, err float64) {
	return Problem{Planar: &p}.Tradeoff().Minimum(0.5)
}
