package argument

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/tight"
)

// AxisBound is what the rotations about one axis prove where all rotations in space belong to
// the group, or those in the plane where it has reflections as well: a lower bound of the tight
// value that needs no draws.
type AxisBound struct {
	Exact
	// Axis is a direction in the coordinates of the clean cloud, [0, 0, 1] in the plane.
	Axis []float64 `json:"axis"`
	// PerturbedAxis is the direction of the aligned perturbed cloud that is turned to Axis, where it is another one.
	PerturbedAxis []float64 `json:"perturbed_axis,omitempty"`
}

// axisCurve is the tight certificate of the rotations about an axis.
type axisCurve struct {
	axes     tight.AxisPair
	tradeoff *tight.Tradeoff
}

// bestAxisBound returns the bound of the axis that proves most, given the orbit-based one.
func (p *Pair) bestAxisBound(orbit *Closed, of Probabilities) (best *AxisBound) {
	for _, about := range p.axes {
		if e := about.bound(orbit, of); best == nil || e.margin(of.Top) > best.margin(of.Top) {
			best = e
		}
	}
	return best
}

// bound is what the rotations about the axis prove.
func (a *axisCurve) bound(orbit *Closed, p Probabilities) *AxisBound {
	bound := &AxisBound{Exact: *integrated(a.tradeoff, p).above(orbit, p.Top), Axis: slices.Clone(a.axes.Clean[:])}
	if a.axes.Perturbed != a.axes.Clean {
		bound.PerturbedAxis = slices.Clone(a.axes.Perturbed[:])
	}
	return bound
}

// lean sets what is computed about axes.
func (p *Pair) lean(oneAxis bool) {
	l := p.Problem.Linear
	pairs := l.AlignedAxes()
	if !oneAxis {
		pairs = l.AxisPairs()
	}
	for _, axes := range pairs {
		p.axes = append(p.axes, axisCurve{axes, p.Problem.AboutPair(axes).Tradeoff()})
	}
}

// About leaves a pair the axes of a bound, unit vectors, where it has any.
func (p *Pair) About(of *AxisBound) {
	if p.axes == nil {
		return
	}
	axes := tight.AxisPair{Clean: [3]float64(of.Axis), Perturbed: [3]float64(of.Axis)}
	if of.PerturbedAxis != nil {
		axes.Perturbed = [3]float64(of.PerturbedAxis)
	}
	p.axes = []axisCurve{{axes, p.Problem.AboutPair(axes).Tradeoff()}}
}
