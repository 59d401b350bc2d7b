package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// exactTolerance is what the two rules may differ by on one panel.
	exactTolerance = 2e-11
	// exactScore is how near the normal score of the threshold's probability must
	// come to the wanted one. The error of the tangent is of second order in it.
	exactScore = 1e-6
)

// integrals returns the line at a threshold near that of the clean probability p.
func (s planarPair) integrals(p float64) tangent {
	wanted, width := tailPair{p, 1 - p}, exactWidth(min(p, 1-p))
	target, scale := wanted.score(), s.spread()
	at := findLevel(func(level float64) float64 {
		sum, _ := s.front(level).integrate(width, panelTolerance{})
		return sum.score()
	}, target, float64(scale*target)-float64(float64(scale*scale)/2), scale)
	t := s.line(s.swapped(), at.level, width, panelTolerance{exactTolerance / max(1, special.Exp(at.level)), p > 0.5})
	t.bend = float64(t.slope * (float64(math.Abs(t.gap(wanted))*at.doubt()) + at.shift(s)))
	return t
}

// reachingIntegrals returns the line at a threshold near that of a value.
func (s planarPair) reachingIntegrals(value float64) tangent {
	wanted, width := tailPair{value, 1 - value}, exactWidth(min(value, 1-value))
	other, target, scale := s.swapped(), wanted.score(), s.spread()
	at := findLevel(func(level float64) float64 {
		sum, _ := other.front(-level).integrate(width, panelTolerance{})
		return sum.flipped().score()
	}, target, float64(scale*target)+float64(float64(scale*scale)/2), scale)
	t := s.line(other, at.level, width, panelTolerance{size: exactTolerance})
	t.bend = float64(math.Abs(value-t.perturbed.below)*at.doubt()) + at.shift(s)
	return t
}

// exactWidth is how far the integrals go: the mass beyond is e^{−width²/2} or less,
// 1e-16 of the tail.
func exactWidth(tail float64) float64 {
	return math.Sqrt(74 - 2*special.Log(tail))
}

// spread is about the standard deviation of ℓ: that of the Gaussian ratio where
// log I₀ has the slope 1.
func (s planarPair) spread() float64 {
	return float64(s.distance * min(1, (s.norm+s.far+s.perp)/2))
}

// score returns Φ⁻¹ of the probability below.
func (a tailPair) score() float64 {
	if a.below <= a.above {
		return special.NormalQuantile(max(a.below, 0))
	}
	return -special.NormalQuantile(max(a.above, 0))
}

// line evaluates both integrals at a threshold, with error bounds.
func (s planarPair) line(other planarPair, level, width float64, clean panelTolerance) (t tangent) {
	t.slope = special.Exp(level)
	var cleanGap, perturbedGap tailPair
	t.clean, cleanGap = s.front(level).integrate(width, clean)
	t.perturbed, perturbedGap = other.front(-level).integrate(width, panelTolerance{exactTolerance, true})
	t.perturbed = t.perturbed.flipped()
	difference := cleanGap.below
	if t.clean.above < t.clean.below {
		difference = cleanGap.above
	}
	beyond := float64(4 * special.Exp(-float64(width*width)/2))
	t.cleanErr = difference + float64(exactRoundoff*min(t.clean.below, t.clean.above)) + beyond
	t.perturbedErr = perturbedGap.above + exactRoundoff + beyond
	return t
}
