package tight

import "math"

// Parameters is a pair of 2-D clouds by the numbers that its tight value depends on
// before any alignment, in units of σ.
type Parameters struct {
	// Norm is ‖X‖/σ > 0 and Distance ‖Δ‖/σ.
	Norm, Distance float64
	// Along is ε̃₁ = ⟨X, Δ⟩/(‖X‖‖Δ‖) and Across ε̃₂ = ⟨XR(−π/2)ᵀ, Δ⟩/(‖X‖‖Δ‖): the
	// point (ε̃₁, ε̃₂) of the unit disc.
	Along, Across float64
}

// Planar aligns the pair: with q = ‖Δ‖/‖X‖ and ρ² = ε̃₁² + ε̃₂²,
//
//	|⟨x', x⟩|/‖X‖² = √((1 + qε̃₁)² + (qε̃₂)²),  ‖x_⊥‖ = ‖Δ‖√(1 − ρ²),
//
// and the first less 1 is q(2ε̃₁ + qρ²)/(1 + the root), which does not cancel. A
// point outside the disc by rounding is taken to be on its rim.
func (p Parameters) Planar() Planar {
	q := p.Distance / p.Norm
	across := float64(p.Across * p.Across)
	square := float64(p.Along*p.Along) + across
	re, im := 1+float64(q*p.Along), float64(q*p.Across)
	root := math.Sqrt(float64(re*re) + float64(im*im))
	along := float64(p.Distance * ((2*p.Along + float64(q*square)) / (1 + root)))
	rest := float64((1-p.Along)*(1+p.Along)) - across
	return Planar{
		Norm:  p.Norm,
		Inner: float64(along * p.Norm),
		Perp:  float64(p.Distance * math.Sqrt(max(0, rest))),
	}
}

// Rotation returns the points of the disc where X' is a rotation of X: (along, ±across)
// with
//
//	ε̃₁ = −‖Δ‖/(2‖X‖),  ε̃₂ = ±√(1 − ε̃₁²).
//
// No rotation goes further than ‖Δ‖ = 2‖X‖.
func (p Parameters) Rotation() (along, across float64, ok bool) {
	along = float64(-p.Distance / p.Norm / 2)
	if along < -1 {
		return 0, 0, false
	}
	return along, math.Sqrt(float64((1 - along) * (1 + along))), true
}
