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

// bestAxisBound returns the bound of the axis that proves most, given the orbit-based one; nil for
// groups and clouds that have none.
func (t *Terms) bestAxisBound(pair Pair, orbit *Closed, p Probabilities) (best *AxisBound) {
	for _, about := range pair.axes {
		if e := about.bound(orbit, p); best == nil || e.margin(p.Top) > best.margin(p.Top) {
			best = e
		}
	}
	return best
}

// bound is what the rotations about the axis prove.
func (a *axisCurve) bound(orbit *Closed, p Probabilities) *AxisBound {
	e := integrated(a.tradeoff, p)
	e.atLeast(orbit)
	e.Certified = e.margin(p.Top) > 0
	bound := &AxisBound{Exact: *e, Axis: slices.Clone(a.axes.Clean[:])}
	if a.axes.Perturbed != a.axes.Clean {
		bound.PerturbedAxis = slices.Clone(a.axes.Perturbed[:])
	}
	return bound
}

// margin is how far the bound is above what it has to exceed.
func (e *Exact) margin(top Top) float64 { return e.Lower() - top.Threshold(e.UpperRunnerUp) }

// LeastAbout returns the smallest probability with which one of the axes reaches a value, 1 where none
// does.
func (p *Pair) LeastAbout(value float64) float64 {
	least := 1.0
	for _, about := range p.axes {
		least = min(least, LeastIntegrated(about.tradeoff, value))
	}
	return least
}

// HasAxes tells whether there is an axis.
func (p *Pair) HasAxes() bool { return len(p.axes) > 0 }

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

// AxisBoundAt returns the bound of the axes of another, unit vectors, given the orbit-based one; nil for clouds that have none.
func (t *Terms) AxisBoundAt(pair Pair, orbit *Closed, p Probabilities, of *AxisBound) *AxisBound {
	if !pair.HasAxes() {
		return nil
	}
	axes := tight.AxisPair{Clean: [3]float64(of.Axis), Perturbed: [3]float64(of.Axis)}
	if of.PerturbedAxis != nil {
		axes.Perturbed = [3]float64(of.PerturbedAxis)
	}
	curve := axisCurve{axes, pair.Problem.AboutPair(axes).Tradeoff()}
	return curve.bound(orbit, p)
}
