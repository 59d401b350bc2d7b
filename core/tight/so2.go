package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// Planar is the problem that SO(2) reduces to, in units of σ. With clouds as
// complex vectors and X' aligned, so that ⟨x, x'⟩ is real,
// x' − x = (Inner/Norm²)·x + x_⊥ with ⟨x, x_⊥⟩ = 0.
//
// The parts are kept apart because they do not cancel: a near-orbit X' keeps
// all its digits.
type Planar struct {
	// Norm is s = ‖X‖/σ.
	Norm float64 `json:"norm"`
	// Inner is ⟨X, Δ⟩/σ².
	Inner float64 `json:"inner"`
	// Perp is ‖x_⊥‖/σ.
	Perp float64 `json:"perp"`
	// Slack bounds, in units of σ, how far the clouds with these exact numbers
	// are from the clouds given.
	Slack float64 `json:"slack"`
}

// NewPlanar reduces an aligned pair of 2-D clouds.
func NewPlanar(a invariance.Aligned, sigma float64) Planar {
	x, delta := a.Clean, a.Residual
	norm := invariance.Norm(x)
	if norm == 0 {
		perp := invariance.Norm(delta)
		return Planar{Perp: perp / sigma, Slack: (a.Error + float64(4*invariance.SumError*perp)) / sigma}
	}
	moment := invariance.CrossMoment(x, delta, 2)
	inner, turn := moment[0][0]+moment[1][1], moment[0][1]-moment[1][0]
	perp := perpendicular(x, delta, inner/norm/norm)
	rounding := float64(8 * invariance.SumError * (norm + invariance.Norm(delta)))
	return Planar{
		Norm:  norm / sigma,
		Inner: inner / sigma / sigma,
		Perp:  perp / sigma,
		Slack: (a.Error + math.Abs(turn)/norm + rounding) / sigma,
	}
}

// perpendicular returns ‖Δ − share·X‖.
func perpendicular(x, delta []float64, share float64) float64 {
	rest := make([]float64, len(x))
	for i := range rest {
		rest[i] = delta[i] - float64(share*x[i])
	}
	return invariance.Norm(rest)
}

// Planar reduces the Gram matrix of two 2-D clouds: ⟨x', x⟩ as a complex number
// has the modulus Norm² + Inner after alignment.
func (m Gram) Planar(sigma float64) Planar {
	a, c := m.Matrix, m.cross()
	square, primeSquare := a[2][2]+a[3][3], a[0][0]+a[1][1]
	re, im := c[0][0]+c[1][1], c[0][1]-c[1][0]
	overlap := math.Sqrt(float64(re*re) + float64(im*im))
	p := Planar{Norm: math.Sqrt(square) / sigma, Slack: 2 * m.Slack() / sigma}
	if square > 0 {
		p.Inner = (overlap - square) / sigma / sigma
		primeSquare -= float64(overlap / square * overlap)
	}
	p.Perp = math.Sqrt(max(0, primeSquare)) / sigma
	return p
}

func (p Planar) delta() float64 {
	along := 0.0
	if p.Norm > 0 {
		along = p.Inner / p.Norm
	}
	return math.Sqrt(float64(along*along) + float64(p.Perp*p.Perp))
}

// guard bounds the rounding error of every ρ that ratio can return.
//
// log I₀ has a slope of at most min(1, x/2) and ρ is evaluated from a = ⟨x, z⟩
// and a' − a directly, so the error is a few units roundoff of |a' − a|, plus
// those of a where a is below 20 and log I₀ is evaluated twice.
func (p Planar) guard() float64 {
	spread := math.Sqrt2 * maxNormal
	delta := p.delta()
	difference := float64(delta * (p.Norm + delta + spread))
	size := float64(p.Norm * (p.Norm + delta + spread))
	scale := difference + min(size, 20)
	return guardUnits * scale * min(1, scale)
}

// logBesselRatio returns log I₀(|w + δ|) − log I₀(|w|) for w = a + ib and
// δ = da + i·db. Unless both moduli are small, their difference is taken as
// Re(δ·conj(2w + δ))/(|w + δ| + |w|), which does not cancel, and the rest is the
// ratio of the scaled functions.
func logBesselRatio(a, b, da, db float64) float64 {
	before := math.Sqrt(float64(a*a) + float64(b*b))
	a2, b2 := a+da, b+db
	after := math.Sqrt(float64(a2*a2) + float64(b2*b2))
	if before < 1 && after < 1 {
		return special.LogI0(after) - special.LogI0(before)
	}
	difference := (float64(da*(a+a2)) + float64(db*(b+b2))) / (after + before)
	return difference + special.LogI0eDifference(before, after)
}
