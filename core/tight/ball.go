package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// Ball is the question how far every perturbation of a clean cloud is certified by the
// tight certificate of SO(2), in 2-D or about an axis, in units of σ.
//
// An aligned X' is x' = (1 + a/‖x‖)x + b·u with a unit vector u orthogonal to x over the
// complex numbers, b ≥ 0, and all that its value v depends on is (a, b). Alignment
// shortens Δ, and ‖Δ‖² = a² + b² after it, so the perturbations with ‖Δ‖ ≤ r have exactly
// the values of the half disc a² + b² ≤ r², b ≥ 0. Three facts search it completely.
//
//  1. v falls in b. The map z ↦ Cz + noise that keeps x, shrinks the direction u by
//     c ≤ 1 and fills up with circular noise of variance 1 − c² commutes with the
//     rotations, keeps the distribution around x and turns that around (a, b) into
//     that around (a, cb). So a classifier for the latter serves for the former. Hence
//     only the arc a² + b² = r², or any curve around it, needs a look.
//  2. Along a straight line of clouds v bends upwards by at most 2φ(1) = 0.484. For a
//     fixed classifier g the second derivative of Pr[g(X + tU + E)] is
//     E[g·(⟨U, E⟩² − 1)] ≤ ∫_{|x|>1} (x² − 1)φ(x) dx = 2φ(1), and v is the least over
//     all classifiers allowed; what is added to a concave function stays. So between
//     two clouds at a distance ℓ, v is at least the chord less 2φ(1)·t(ℓ − t)/2.
//  3. Φ⁻¹(v) changes by at most the distance of two clouds, for the same reason as the
//     black-box certificate. So from a cloud with the score Φ⁻¹(v) every move by less
//     than that is certified.
//
// About an axis a third number counts, δ along it, and a fourth fact leaves two of them.
//
//  4. v(a, b, δ) ≥ v(a, 0, h) with h = √(b² + δ²), which falls in h as in 1. From noise
//     around (a, 0, h) that around (a, b, δ) can be made: a rotation of the normal
//     variable of mean h along the axis and a fresh one gives one of mean b and one of
//     mean δ. The latter goes along the axis. The former, with a fresh imaginary part,
//     is the component of u, up to the angle by which the cloud is turned; ⟨x, z⟩ knows
//     that up to noise, whose law given |⟨x, z⟩| is that around x' and is drawn. Around X
//     the three are standard normal, and stay so.
type Ball struct {
	// Norm is ‖X‖/σ, across the axis where there is one.
	Norm float64 `json:"norm"`
	// Height is ‖X‖/σ along the axis, absent where there is none.
	Height *float64 `json:"height,omitempty"`
	// Slack is as in Planar.
	Slack float64 `json:"slack"`
	// Probabilities has a lower bound of the clean probability of the class predicted,
	// and against a runner-up one of that of all classes but the runner-up as well. A
	// cloud is certified when the values add up to more than Reached times their number.
	Probabilities []float64 `json:"probabilities"`
	Reached       Reached   `json:"reached,omitempty"`
}

// Reached is the value that a class has to exceed; 0 is ½.
type Reached float64

// value returns it.
func (r Reached) value() float64 {
	if r == 0 {
		return 0.5
	}
	return float64(r)
}

// scoreRoundoff bounds the relative error of two scores together.
const scoreRoundoff = 2e-13

// summed returns by how much values exceed it times their number, and by how much their mean score exceeds its score.
func (r Reached) summed(values ...float64) (excess, score float64) {
	n, least := float64(len(values)), special.NormalQuantile(r.value())
	for _, value := range values {
		excess += value
		score += min(special.NormalQuantile(value), exactFar)
	}
	return excess - float64(n*r.value()), float64(score/n) - least - float64(scoreRoundoff*math.Abs(least))
}

// twiceDensityAtOne is 2φ(1), rounded up.
const twiceDensityAtOne = 0.48394145

// problem returns that of the perturbation (a, b), or (a, 0, h) about an axis.
func (b Ball) problem(along, rest float64) Problem {
	p := Planar{Norm: b.Norm, Inner: float64(along * b.Norm), Slack: b.Slack}
	switch {
	case b.Height != nil && b.Norm == 0:
		p.Perp = along
	case b.Norm == 0:
		p.Perp = hypotenuse(along, rest)
	case b.Height == nil:
		p.Perp = rest
	}
	if b.Height == nil {
		rest = 0
	}
	return Problem{Planar: &p, Axial: rest}
}

// values returns by how much the values at (a, b) exceed what certifies, rounded
// down, and how far every move from there is certified: their mean score above that of the value to be reached.
func (b Ball) values(along, perp float64) (excess, score float64) {
	curve := b.problem(along, perp).Tradeoff()
	values := make([]float64, len(b.Probabilities))
	for i, p := range b.Probabilities {
		value, err := curve.Value(p)
		values[i] = max(0, value-err)
	}
	return b.Reached.summed(values...)
}

// Scaling returns the largest r found such that X' = (1 + c/‖X‖)X is certified for every
// 0 ≤ c ≤ r. It walks by the score, so that no cloud is skipped.
func (b Ball) Scaling() float64 {
	size := b.Norm
	if b.Height != nil {
		size = hypotenuse(b.Norm, *b.Height)
	}
	if size == b.Norm {
		return b.along(1, 0)
	}
	return b.along(b.Norm/size, *b.Height/size)
}

// rayStep ends a walk, relative to its length.
const rayStep = 1e-7

// along walks from X in a direction as far as every cloud on the way is certified.
func (b Ball) along(cos, sin float64) float64 {
	r := 0.0
	for range 80 {
		_, score := b.values(float64(r*cos), float64(r*sin))
		if !(score > 0) {
			break
		}
		r += float64(score * (1 - 1e-12))
		if score < rayStep*r {
			break
		}
	}
	return r
}
