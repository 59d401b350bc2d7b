package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// Tradeoff is the curve of the tight value v against the clean probability p, of a
// planar problem, of a rotation about an axis or of rods. What is computed for one p serves
// the others; it is not for several goroutines at once.
type Tradeoff struct {
	pair planarPair
	// axial is ‖Δ‖/σ along the axis, distance that of the clouds.
	axial, distance float64
	slack           float64
	curve           curve
}

// curve finds lines that touch the convex curve v(p): near a clean probability, and
// near a value.
type curve interface {
	tangent(p float64) tangent
	reaching(value float64) tangent
}

// Tradeoff returns the curve of a problem that is not Linear.
func (p Problem) Tradeoff() *Tradeoff {
	pair, axial := p.Planar.pair(), math.Abs(p.Axial)
	return &Tradeoff{pair: pair, axial: axial, distance: hypotenuse(pair.distance, axial), slack: p.Planar.Slack}
}

// Value returns v at p with its error, as Planar.Exact does.
func (t *Tradeoff) Value(p float64) (value, err float64) {
	switch {
	case math.IsNaN(p + t.distance + t.slack):
		return 0, 1
	case p <= 0 || p >= 1:
		return min(max(p, 0), 1), 0
	case t.distance >= exactFar:
		return 0, 1e-24
	}
	orbit := min(bound.Gaussian(p, t.distance), p)
	moved := min(bound.Gaussian(p, t.distance+2*t.slack), orbit)
	most := min(p, beyondOrbit(t.distance, 1-p))
	if most-orbit <= exactTrivial || t.pair.norm > exactHuge {
		value, err = middleOf(orbit, max(most, orbit))
		return value, max(err, value-moved)
	}
	curve, slack := t.simplified()
	line := curve.tangent(p)
	value, err = line.value(tailPair{p, 1 - p})
	value, err = narrowed(value, err, orbit, p)
	if slack > 0 {
		err = max(err, value-max(line.lower(p, slack), moved))
	}
	return value, err
}

// Minimum returns the smallest p for which v is at least the value, with its error, as Planar.ExactMinimum does
// for ½. Domain: 0 < value < 1.
func (t *Tradeoff) Minimum(value float64) (minimum, err float64) {
	switch {
	case math.IsNaN(t.distance + t.slack):
		return 1, 1
	case t.distance >= exactFar:
		return 1, special.Unit
	}
	orbit := 1 - bound.Gaussian(1-value, t.distance)
	moved := max(1-bound.Gaussian(1-value, t.distance+2*t.slack), orbit)
	least := max(value, 1-beyondOrbit(t.distance, value))
	if orbit-least <= exactTrivial || t.pair.norm > exactHuge {
		minimum, err = middleOf(min(least, orbit), orbit)
		return minimum, max(err, moved-minimum)
	}
	curve, slack := t.simplified()
	line := curve.reaching(value)
	minimum, err = line.probability(value)
	minimum, err = narrowed(minimum, err, value, orbit)
	if slack > 0 {
		err = max(err, min(line.upper(value, slack), moved)-minimum)
	}
	return minimum, err
}

// beyondOrbit bounds from above what a test that all but `rejected` of the noise around one cloud passes accepts around the other: that the
// part of z in the span of both clouds lies within c of the orbit. That part has at most five normal coordinates, four in
// the plane and one along the axis, and it is distance − c away for the other cloud.
func beyondOrbit(distance, rejected float64) float64 {
	if distance < beyondStart {
		return 1
	}
	low, high := 0.0, distance
	for range 60 {
		if c := low + float64((high-low)/2); chi5Above(c) > rejected {
			low = c
		} else {
			high = c
		}
	}
	return chi5Above(distance-high) * (1 + 1e-9)
}

// beyondStart is a distance below which beyondOrbit is more than exactTrivial.
const beyondStart = 8

// chi5Above returns Pr[χ₅ > x] = 2(1 − Φ(x)) + 2φ(x)(x + x³/3).
func chi5Above(x float64) float64 {
	_, above := special.NormalTails(x)
	density := special.Exp(-float64(x*x)/2) / sqrtTwoPi
	return float64(2*above) + float64(2*density*(x+float64(float64(x*x)*x)/3))
}

// simplified returns the curve and the slack, which what is too small to be resolved
// adds to.
func (t *Tradeoff) simplified() (curve, float64) {
	if rods, ok := t.curve.(rodCurve); ok {
		return rods, t.slack
	}
	s, slack := t.pair.simplified(t.slack)
	switch {
	case t.axial <= exactParallel:
		return s, slack + t.axial
	case s.distance <= exactParallel:
		return gaussianCurve(t.axial), slack + s.distance
	}
	if t.curve == nil {
		t.curve = s.smeared(t.axial)
	}
	return t.curve, slack
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
