package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// tangent is what one threshold tells about the curve v(p): the probabilities that
// ℓ is at most the threshold, and that it is more, around X and around X', and
// e^threshold. The curve is convex and touches the line through (P, V) of that
// slope, so the line is nowhere above it.
type tangent struct {
	clean, perturbed       tailPair
	cleanErr, perturbedErr float64
	slope                  float64
	// bend bounds how far the curve is above the line where it is to be read.
	bend float64
}

// value returns the line at a clean probability and its complement, of which the
// smaller one counts, and how far the curve may be from it.
func (t tangent) value(p tailPair) (value, err float64) {
	value = t.perturbed.below + float64(t.slope*t.gap(p))
	return value, t.perturbedErr + float64(t.slope*t.cleanErr) + t.bend
}

// gap returns p − P.
func (t tangent) gap(p tailPair) float64 {
	if p.below > 0.5 {
		return t.clean.above - p.above
	}
	return p.below - t.clean.below
}

// probability returns the p at which the line has the value v, and how far that may
// be from where the curve has it.
func (t tangent) probability(v float64) (p, err float64) {
	p = t.clean.below
	if p > 0.5 {
		p = 1 - t.clean.above
	}
	p += (v - t.perturbed.below) / t.slope
	return p, t.cleanErr + (t.perturbedErr+t.bend)/t.slope
}

// lower bounds the value from below for clouds within slack of the given ones: p
// moves to Φ(Φ⁻¹(p) − slack), and so does the value.
func (t tangent) lower(p, slack float64) float64 {
	value, err := t.value(movedTails(p, slack))
	return bound.Gaussian(max(0, value-err), slack)
}

// movedTails returns Φ(Φ⁻¹(p) − slack), rounded down, and its complement, rounded up.
func movedTails(p, slack float64) tailPair {
	moved := tailPair{bound.Gaussian(p, slack), 1 - p}
	if p > 0.5 && slack > 0 {
		// The complement to full relative accuracy.
		z := special.NormalQuantile(1-p) + slack
		moved.above = float64(special.NormalCDF(z+float64(exactRoundoff*(math.Abs(z)+slack))) * (1 + exactRoundoff))
		moved.below = 1 - moved.above
	}
	return moved
}

// upper bounds the p of a value from above for clouds within slack of the given ones.
func (t tangent) upper(value, slack float64) float64 {
	p, err := t.probability(1 - bound.Gaussian(1-value, slack))
	return 1 - bound.Gaussian(max(0, 1-p-err), slack)
}

// exactParallel is a norm that is left out, at the price of as much slack.
const exactParallel = 1e-11

// simplified leaves out what is too small to be resolved: X, X' or its part
// orthogonal to X, each of which makes the clouds parallel.
func (s planarPair) simplified(slack float64) (planarPair, float64) {
	other := hypotenuse(s.far, s.perp)
	switch {
	case s.norm <= exactParallel:
		return planarPair{along: other, far: other, distance: other}, slack + s.norm
	case other <= exactParallel:
		return planarPair{norm: s.norm, along: -s.norm, distance: s.norm}, slack + other
	case s.perp <= exactParallel:
		slack += s.perp
		s.perp = 0
	}
	return s, slack
}

// exactRoundoff bounds the relative error of the Rice probabilities and densities with
// everything that enters them.
const exactRoundoff = 1e-13

// tangent returns the line at a threshold near that of the clean probability p.
func (s planarPair) tangent(p float64) tangent {
	switch {
	case s.perp > 0:
		return s.integrals(p)
	case s.along > 0:
		return s.parallel(special.RiceQuantileAround(s.norm, p, 1-p))
	}
	return s.parallel(special.RiceQuantileAround(s.norm, 1-p, p))
}

// reaching returns the line at a threshold near that of a value.
func (s planarPair) reaching(value float64) tangent {
	switch {
	case s.perp > 0:
		return s.reachingIntegrals(value)
	case s.along > 0:
		return s.parallel(special.RiceQuantileAround(s.far, value, 1-value) + s.along)
	}
	return s.parallel(special.RiceQuantileAround(s.far, 1-value, value) + s.along)
}

// parallel returns the line for other = (1 + along/norm)·base with the threshold at
// r = norm + x: ℓ increases with r when the other cloud is longer, and decreases
// when it is shorter.
func (s planarPair) parallel(x float64) (t tangent) {
	t.clean.below, t.clean.above = special.RiceAround(s.norm, x)
	t.perturbed.below, t.perturbed.above = special.RiceAround(s.far, x-s.along)
	if s.along < 0 {
		t.clean, t.perturbed = t.clean.flipped(), t.perturbed.flipped()
	}
	t.cleanErr = exactRoundoff * min(t.clean.below, t.clean.above)
	t.perturbedErr = exactRoundoff * min(t.perturbed.below, t.perturbed.above)
	t.slope = special.RiceDensity(s.far, x-s.along) / special.RiceDensity(s.norm, x)
	return t
}

func (a tailPair) flipped() tailPair { return tailPair{a.above, a.below} }
