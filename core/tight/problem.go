package tight

import "math"

// Problem is a pair of clouds reduced to what draws of ρ need, in units of σ.
// One of Planar and Linear is there.
type Problem struct {
	// Planar is the problem of SO(2), or of the plane that turns about an axis.
	Planar *Planar `json:"planar,omitempty"`
	// Linear is the problem of SO(3), O(3) and O(2).
	Linear *Linear `json:"linear,omitempty"`
	// Axial is ‖Δ‖/σ of what the group leaves alone: along the axis of a rotation about a known axis, and of attributes with
	// noise. Its log ratio is Gaussian and independent of the rest.
	Axial float64 `json:"axial,omitempty"`
}

// Draws in a block; each takes a few milliseconds.
const (
	planarBlock = 16384
	linearBlock = 2048
)

func (p Problem) blockSize() int {
	if p.Linear != nil {
		return linearBlock
	}
	return planarBlock
}

// Blocks returns the number of blocks that so many draws fill; the last may be
// shorter.
func (p Problem) Blocks(samples int) int {
	return (samples + p.blockSize() - 1) / p.blockSize()
}

// blockDraws returns the number of draws in one of these blocks.
func (p Problem) blockDraws(samples, block int) int {
	return max(0, min(p.blockSize(), samples-block*p.blockSize()))
}

// shift returns (‖X'‖² − ‖X‖²)/(2σ²), which normalises both ratios.
func (p Problem) shift() float64 {
	if p.Linear != nil {
		return p.Linear.shift() + float64(float64(p.Axial*p.Axial)/2)
	}
	d := p.Planar.delta()
	return p.Planar.Inner + float64((float64(d*d)+float64(p.Axial*p.Axial))/2)
}

// distance returns ‖X' − X‖/σ of the aligned clouds.
func (p Problem) distance() float64 {
	d := 0.0
	if p.Linear != nil {
		if d = p.Linear.delta(); p.Axial == 0 {
			return d
		}
	} else {
		d = p.Planar.delta()
	}
	return math.Sqrt(float64(d*d) + float64(p.Axial*p.Axial))
}

// guard bounds the rounding error of every ρ drawn.
func (p Problem) guard() float64 {
	axial := float64(guardUnits * p.Axial * (p.Axial + maxNormal))
	if p.Linear != nil {
		return p.Linear.guard() + axial
	}
	return p.Planar.guard() + axial
}

// Slack bounds, in units of σ, how far the clouds that have these exact
// numbers are from the clouds given.
func (p Problem) Slack() float64 {
	if p.Linear != nil {
		return p.Linear.Slack
	}
	return p.Planar.Slack
}

const (
	// maxSize is the largest ‖X‖/σ that is sampled: beyond, squares lose the
	// noise to rounding, and the tight value is the orbit-based one to many
	// digits anyway.
	maxSize = 1e7
	// maxDistance is the largest ‖Δ‖/σ that is sampled: beyond, the value is below
	// 1e-20 for every p < 1. "The part of Z in the span of both clouds lies within
	// 11σ of the orbit of X" is an invariant test; that part has at most 19 normal
	// coordinates, so it accepts all but 2⁻⁵³ around X and nearly nothing around X'.
	maxDistance = 30
)

// Sampled tells whether Monte Carlo has anything to resolve.
func (p Problem) Sampled() bool {
	norm := 0.0
	if p.Linear != nil {
		norm = p.Linear.norm()
	} else {
		norm = p.Planar.Norm
	}
	return norm <= maxSize && p.distance() <= maxDistance
}
