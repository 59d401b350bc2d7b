package argument

import (
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Pair is two clouds, reduced to what the arguments need. Its zero value is a clean
// cloud alone: then only radii are known.
type Pair struct {
	// BlackBox and Orbit are distances, rounded up. BlackBox is absent when only centred
	// inner products are known, which Centred tells.
	BlackBox, Orbit *float64
	Centred         bool
	Alignment       *Alignment
	// Way tells how the tight certificate is had.
	Way Way
	// Problem is there for groups that have a tight certificate to sample.
	Problem *tight.Problem
	// Shared is all that is shared of the clouds, absent for a rotation about an axis.
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
	still := invariance.Align(invariance.None, clean, perturbed)
	if t.Group == invariance.Axis {
		return t.ReduceAxis(clean, matched, still.Distance)
	}
	aligned := still
	if t.Group != invariance.None || t.Permutation {
		aligned = invariance.Align(t.Group, clean, matched)
	}
	p := t.ReduceShared(tight.NewPair(aligned, still.Distance, clean.Dimension))
	p.Alignment = newAlignment(aligned.Alignment)
	return p
}

// ReduceAxis is Reduce for the group axis, of clouds that lie so far apart before.
func (t *Terms) ReduceAxis(clean, perturbed pointcloud.Cloud, still float64) Pair {
	aligned := invariance.AlignAxis(t.Axis, t.Translation, clean, perturbed)
	distance := min(aligned.Distance, still)
	planar := tight.NewPlanar(aligned.Plane, t.Sigma)
	planar.Slack += aligned.Error / t.Sigma
	return Pair{
		BlackBox: &still, Orbit: &distance, Alignment: newAlignment(aligned.Alignment), Way: t.Way(3),
		Problem: &tight.Problem{Planar: &planar, Axial: aligned.Axial / t.Sigma},
	}
}

// ReduceShared takes all that is known of two clouds that are shared.
func (t *Terms) ReduceShared(shared tight.Pair) Pair {
	way := t.Way(shared.Dimension)
	return Pair{
		BlackBox: &shared.BlackBox, Orbit: &shared.Distance, Shared: &shared,
		Way: way, Problem: t.problem(way, &shared),
	}
}

// ReduceGram takes the Gram matrix of two clouds.
func (t *Terms) ReduceGram(m tight.Gram) Pair {
	orbit, way := m.OrbitDistance(t.Group), t.Way(m.Dimension)
	p := Pair{Orbit: &orbit, Centred: t.Group.Translates(), Way: way, Problem: t.problem(way, m)}
	if !p.Centred {
		distance := m.Distance()
		p.BlackBox = &distance
	}
	return p
}

// inner is what the inner products of two clouds are known by.
type inner interface {
	Planar(sigma float64) tight.Planar
	Linear(reflects bool, sigma float64) tight.Linear
}

// problem is what the tight certificate is computed or drawn from, nil where the orbit is tight.
func (t *Terms) problem(way Way, products inner) *tight.Problem {
	switch way {
	case Integrals:
		planar := products.Planar(t.Sigma)
		return &tight.Problem{Planar: &planar}
	case Draws:
		linear := products.Linear(t.Group.Reflects(), t.Sigma)
		return &tight.Problem{Linear: &linear}
	}
	return nil
}
