// Package argument reduces a pair of clouds to a few numbers and lists the arguments that
// apply to it: the closed forms of the black box and of the orbit, the exact tight
// certificate, and the Monte Carlo bound as numbered blocks of work.
//
// It does not know where clouds and probabilities come from; see package certificate.
package argument

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// Closed is a certificate in closed form: black box or orbit-based. Without a
// perturbed cloud only Radius is present.
type Closed struct {
	Distance *float64 `json:"distance,omitempty"`
	Radius   *float64 `json:"radius,omitempty"`
	// FileRadius is the same in the unit of the file, where the preparation scales it.
	FileRadius *float64 `json:"file_radius,omitempty"`
	// FileDistance is Distance of the files, in their unit, where both are known.
	FileDistance *float64 `json:"file_distance,omitempty"`
	Bound
	Alignment *Alignment `json:"alignment,omitempty"`
	// DistanceLower bounds the distance of the whole orbit from below where the
	// order of the points was searched for: no member comes nearer.
	DistanceLower *float64 `json:"distance_lower,omitempty"`
	// Conclusion tells what that search means: "certified", "out_of_reach" (no
	// member of the orbit comes within the radius) or "undecided".
	Conclusion string `json:"conclusion,omitempty"`
	Stated
}

// NewClosed certifies by the Gaussian bound: the lower bound at the distance,
// and the radius below which it stays above the Threshold. distance may be nil.
//
// Against a runner-up of probability at most p_B the radius is
// (σ/2)(Φ⁻¹(p) − Φ⁻¹(p_B)), else σ(Φ⁻¹(p) − Φ⁻¹(1/(k+1))) for the first k.
func NewClosed(distance *float64, sigma float64, p Probabilities) *Closed {
	radius := sigma * bound.GaussianRadius(p.Lower, p.Threshold(nil)) * (1 - 2*special.Unit)
	if p.RunnerUp != nil {
		radius = sigma / 2 * bound.GaussianGap(p.Lower, *p.RunnerUp)
	}
	c := &Closed{Distance: distance, Radius: &radius}
	if distance == nil {
		return c
	}
	c.Bound = boundOf(p.Nearby(InSigmas(*distance, sigma)))
	c.Certified = c.Certified && *distance < radius
	return c
}

// atLeast raises the bounds to those of a weaker argument, which hold as well,
// where rounding put them below.
func (c *Closed) atLeast(weaker *Closed) {
	own, there := c.Bounds()
	if other, known := weaker.Bounds(); there && known {
		own = own.Better(other)
		c.Lower, c.UpperRunnerUp = &own.Lower, own.RunnerUp
	}
}

// closed is a row in closed form at a distance, which may be nil.
func (t *Terms) closed(id ID, distance *float64) Row {
	prove := func(p Probabilities) Claim { return NewClosed(distance, t.Sigma, p) }
	near := func(value float64) (float64, float64) {
		return LeastGaussian(InSigmas(*distance, t.Sigma), value), raised
	}
	return Row{id, prove, near, distance == nil}
}

// AtDistance is the row of all clouds at most so far away.
func (t *Terms) AtDistance(distance float64) Row { return t.closed(OrbitRow, &distance) }

// InSigmas returns distance/sigma, rounded up.
func InSigmas(distance, sigma float64) float64 {
	return distance / sigma * (1 + 4*special.Unit)
}

// RoundedUp returns a probability above x, at most 1.
func RoundedUp(x float64) float64 { return min(1, math.Nextafter(x, 2)) }

// The ways in which a search for the nearest order can end.
const (
	conclusionCertified  = "certified"
	conclusionOutOfReach = "out_of_reach" // no order and transformation comes within the radius
	conclusionUndecided  = "undecided"    // the search found none
)

// Conclude takes a lower bound of the distance of the whole orbit.
func (c *Closed) Conclude(lower float64) {
	c.DistanceLower = &lower
	c.Conclusion = c.Concluded()
}

// Concluded returns the conclusion that follows from DistanceLower, which is there.
func (c *Closed) Concluded() string {
	switch {
	case c.Certified:
		return conclusionCertified
	case c.Radius != nil && *c.DistanceLower >= *c.Radius:
		return conclusionOutOfReach
	}
	return conclusionUndecided
}
