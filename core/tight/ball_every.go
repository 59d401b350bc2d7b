package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// everyRays is how many directions are walked first.
	everyRays = 9
	// everyRim is how far outside the disc, relative to its radius, the polygon of the
	// proof has its corners, and everySectors how many edges it has at least:
	// (1 + everyRim)·cos(π/(2·everySectors)) ≥ 1, so the disc is inside.
	everyRim     = 2e-5
	everySectors = 250
	// everyMargin is the part of the shortest walk that is given away for the proof.
	everyMargin = 1e-4
)

// Every returns a radius within which every perturbation is certified, proved by the
// three facts above, and the length of the shortest walk found: at about that length
// there is a direction in which the certificate ends. Special cases: (0, 0) where not even X is
// certified.
func (b Ball) Every() (radius, beyond float64) {
	_, orbit := b.values(0, 0)
	if !(orbit > 0) {
		return 0, 0
	}
	beyond = b.shortest()
	for share := everyMargin; share < 0.1; share *= 3 {
		r := float64(beyond * (1 - share))
		worst, ok := b.proved(r)
		if ok {
			return max(r, orbit), max(orbit, beyond)
		}
		if walk := b.polished(worst, math.Pi/everySectors); walk < beyond {
			beyond = walk
		}
	}
	return orbit, max(orbit, beyond)
}

// shortest walks in a few directions and around the shortest of these walks.
func (b Ball) shortest() float64 {
	best, middle := math.Inf(1), 0.0
	for i := range everyRays {
		angle := math.Pi * float64(i) / (everyRays - 1)
		if walk := b.towards(angle); walk < best {
			best, middle = walk, angle
		}
	}
	return min(best, b.polished(middle, math.Pi/(everyRays-1)))
}

// towards is the walk in a direction that makes the angle with that of scaling.
func (b Ball) towards(angle float64) float64 {
	sin, cos := special.Sincos(angle)
	return b.along(cos, sin)
}

// polished returns the shortest walk found by golden section within reach of an
// angle. Walks of −angle and angle are the same.
func (b Ball) polished(angle, reach float64) float64 {
	const golden = 0.6180339887498949
	low, high := angle-reach, angle+reach
	best := b.towards(angle)
	u, v := high-float64(golden*(high-low)), low+float64(golden*(high-low))
	atU, atV := b.towards(u), b.towards(v)
	for range 10 {
		best = min(best, atU, atV)
		if atU < atV {
			high, v, atV = v, u, atU
			u = high - float64(golden*(high-low))
			atU = b.towards(u)
		} else {
			low, u, atU = u, v, atV
			v = low + float64(golden*(high-low))
			atV = b.towards(v)
		}
	}
	return best
}

// proved tells whether every perturbation of length up to r is certified: by the values at
// the corners of a polygon around the half disc, what they leave to the edges
// between (fact 2), and what is below an edge (fact 1). worst is the direction of the
// lowest corner.
func (b Ball) proved(r float64) (worst float64, ok bool) {
	sectors := everySectors * math.Ceil(max(1, min(r, exactFar)))
	rim, width := float64(r*(1+everyRim)), math.Pi/sectors
	halfSin, _ := special.Sincos(width / 2)
	edge := float64(2 * rim * halfSin)
	bend := float64(float64(twiceDensityAtOne*float64(len(b.Probabilities))) * float64(edge*edge))
	lowest, before, ok := math.Inf(1), 0.0, true
	for i := 0.0; i <= sectors; i++ {
		angle := float64(i * width)
		sin, cos := special.Sincos(angle)
		excess, _ := b.values(float64(rim*cos), float64(rim*sin))
		if excess < lowest {
			lowest, worst = excess, angle
		}
		if i > 0 && !(edgeLeast(before, excess, bend) > 0) {
			ok = false
		}
		before = excess
	}
	return worst, ok
}

// edgeLeast returns the least of (1−t)·u + t·v − bend·t(1−t)/2 for 0 ≤ t ≤ 1, for
// bend ≥ 0.
func edgeLeast(u, v, bend float64) float64 {
	if bend == 0 {
		return min(u, v)
	}
	t := max(0, min(1, 0.5-(v-u)/bend))
	return u + float64(t*(v-u)) - float64(bend/2*float64(t*(1-t)))
}
