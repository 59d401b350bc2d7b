package argument

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Pair is two clouds, reduced to what the arguments need. Its zero value is a clean
// cloud alone: then only radii are known.
type Pair struct {
	// BlackBox and Orbit are distances, rounded up. BlackBox is absent where only centred inner products are known, and
	// where the points are in another order than their attributes; Centred tells.
	BlackBox, Orbit *float64
	Centred         bool
	Alignment       *Alignment
	// Way tells how the tight certificate is had.
	Way Way
	// Problem is there for groups that have a tight certificate to sample.
	Problem *tight.Problem
	// Tradeoff is there for Integrals.
	Tradeoff *tight.Tradeoff
	// axes are tried for Draws in space.
	axes []axisCurve
	// Shared is all that is shared of the clouds.
	Shared *tight.Pair
}

// Alignment is the transformation found: point n of the aligned cloud is
// Matrix·x'[Permutation[n]] + Offset, with Permutation[n] = n when it is absent.
type Alignment struct {
	Matrix      [][]float64 `json:"matrix"`
	Offset      []float64   `json:"offset"`
	Permutation []int       `json:"permutation,omitempty"`
}

func newAlignment(a invariance.Alignment) *Alignment {
	d := &Alignment{Offset: append([]float64(nil), a.Offset[:a.Dimension]...)}
	for i := range a.Dimension {
		d.Matrix = append(d.Matrix, append([]float64(nil), a.Matrix[i][:a.Dimension]...))
	}
	return d
}

// Reduce aligns the perturbed cloud, given as it is and with its points in the order
// that matches the clean one's.
func (t *Terms) Reduce(clean, perturbed, matched pointcloud.Cloud) Pair {
	shared, alignment := t.posed(clean, perturbed, matched)
	if attributes := t.attributeDistance(clean, matched); attributes > 0 {
		shared.Axial = plus(shared.Axial, attributes)
		shared.Distance = max(plus(shared.Distance, attributes), shared.LeastDistance())
	}
	shared.BlackBox = max(plus(shared.BlackBox, t.attributeDistance(clean, perturbed)), shared.Distance)
	if t.reorders(clean, perturbed) {
		shared.BlackBox = math.Inf(1)
	}
	p := t.ReduceShared(shared)
	p.Alignment = newAlignment(alignment)
	return p
}

// reorders reports whether only another order of the perturbed points has the fixed attributes of the clean ones. A classifier that
// looks at the order says nothing of such clouds.
func (t *Terms) reorders(clean, perturbed pointcloud.Cloud) bool {
	if !t.Permutation || len(perturbed.Attributes) == 0 {
		return false
	}
	a, b := pointcloud.Labels(t.Fixed(clean), t.Fixed(perturbed))
	return !slices.Equal(a, b)
}

// posed aligns coordinates.
func (t *Terms) posed(clean, perturbed, matched pointcloud.Cloud) (tight.Pair, invariance.Alignment) {
	aligned := t.Align(invariance.None, clean, perturbed)
	still := aligned.Distance
	if t.Group == invariance.Axis {
		aligned := t.AlignAxis(clean, matched)
		return tight.NewAxisPair(aligned, still), aligned.Alignment
	}
	if t.Group != invariance.None || t.Permutation {
		aligned = invariance.Aligned{} // its residual is as large as a cloud
		aligned = t.Align(t.Group, clean, matched)
	}
	return tight.NewPair(aligned, still, clean.Dimension), aligned.Alignment
}

// Align aligns two clouds under a group, as the noise of their points weighs them.
func (t *Terms) Align(g invariance.Group, clean, perturbed pointcloud.Cloud) invariance.Aligned {
	if t.Sigmas == nil {
		return invariance.Align(g, clean, perturbed)
	}
	return invariance.AlignWeighted(g, t.Weights(t.Sigmas), clean, perturbed)
}

// AlignAxis aligns two clouds by a turn about the axis, likewise.
func (t *Terms) AlignAxis(clean, perturbed pointcloud.Cloud) invariance.AxisAligned {
	if t.Sigmas == nil {
		return invariance.AlignAxis(t.Axis, t.Translation, clean, perturbed)
	}
	return invariance.AlignAxisWeighted(t.Axis, t.Translation, t.Weights(t.Sigmas), clean, perturbed)
}

// Weights returns how much points count that have these σ.
func (t *Terms) Weights(sigmas []float64) []float64 {
	weights := make([]float64, len(sigmas))
	for n, sigma := range sigmas {
		weights[n] = t.Sigma / sigma
	}
	return weights
}

// ReduceShared takes all that is known of two clouds that are shared.
func (t *Terms) ReduceShared(shared tight.Pair) Pair {
	p := Pair{Orbit: &shared.Distance, Shared: &shared, Way: t.Way(shared.Dimension)}
	if p.Centred = math.IsInf(shared.BlackBox, 1); !p.Centred {
		p.BlackBox = &shared.BlackBox
	}
	p.pose(t, &shared, shared.Axial)
	return p
}

// ReduceGram takes the Gram matrix of two clouds.
func (t *Terms) ReduceGram(m tight.Gram) Pair {
	p := Pair{Orbit: new(m.OrbitDistance(t.Group)), Centred: t.Centres(), Way: t.Way(m.Dimension)}
	p.pose(t, m, m.Axial)
	if !p.Centred {
		p.BlackBox = new(m.Distance())
	}
	return p
}

// inner is what the inner products of two clouds are known by.
type inner interface {
	Planar(sigma float64) tight.Planar
	Linear(reflects bool, sigma float64) tight.Linear
}

// pose sets what the tight certificate is computed or drawn from, unless the orbit is tight.
func (p *Pair) pose(t *Terms, products inner, axial float64) {
	switch p.Way {
	case Integrals:
		p.Integrate(tight.Problem{Planar: new(products.Planar(t.Sigma)), Axial: axial / t.Sigma})
	case Draws:
		p.Sample(tight.Problem{Linear: new(products.Linear(t.Group.Reflects(), t.Sigma)), Axial: axial / t.Sigma}, t.OneAxis)
	}
}

// Sample sets the problem of a pair whose tight value is drawn, and the axes about which it
// is computed from below. Of rods the value itself is computed.
func (p *Pair) Sample(problem tight.Problem, oneAxis bool) {
	p.Problem = &problem
	if rods := problem.RodTradeoff(); rods != nil {
		p.Way, p.Tradeoff = Integrals, rods
		return
	}
	p.lean(oneAxis)
}

// AtMost bounds the tight value of a pair that is drawn from above. See tight.Linear.AtMost.
func (p *Pair) AtMost(probability float64) float64 { return p.Problem.Linear.AtMost(probability) }

// Integrate sets the problem of a pair whose tight value is computed.
func (p *Pair) Integrate(problem tight.Problem) {
	p.Problem, p.Tradeoff = &problem, problem.Tradeoff()
}
