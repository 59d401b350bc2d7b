package certificate

import (
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// geometry is what the certificates need to know of the two clouds.
type geometry struct {
	// blackBox and orbit are distances, rounded up. blackBox is absent when
	// only centred inner products are known.
	blackBox, orbit *float64
	alignment       *Alignment
	// problem is there for groups that have a tight certificate to sample.
	problem *tight.Problem
	// pair is the reduced pair, absent for a rotation about an axis.
	pair *tight.Pair
}

// geometry measures the clouds. Without a perturbed cloud it is empty.
func (r *Request) geometry() (g geometry) {
	switch {
	case r.Matrix != nil:
		return r.gramGeometry()
	case r.Pair != nil:
		return r.pairGeometry(*r.Pair)
	case r.Perturbed == nil:
		return geometry{}
	}
	still := invariance.Align(invariance.None, *r.Clean, *r.Perturbed)
	perturbed := r.matched()
	if r.Group == invariance.Axis {
		g.blackBox = &still.Distance
		r.axisGeometry(&g, perturbed)
		return g
	}
	aligned := still
	if r.Group != invariance.None || r.Permutation {
		aligned = invariance.Align(r.Group, *r.Clean, perturbed)
	}
	g = r.pairGeometry(tight.NewPair(aligned, still.Distance, r.dimension()))
	g.alignment = newAlignment(aligned.Alignment)
	return g
}

// pairGeometry is all that is known of two clouds that are shared.
func (r *Request) pairGeometry(p tight.Pair) geometry {
	g := geometry{blackBox: &p.BlackBox, orbit: &p.Distance, pair: &p}
	if r.Group.Turns() {
		g.problem = p.Problem(r.Group, r.Sigma)
	}
	return g
}

func (r *Request) axisGeometry(g *geometry, perturbed pointcloud.Cloud) {
	aligned := invariance.AlignAxis(r.Axis, r.Translation, *r.Clean, perturbed)
	distance := min(aligned.Distance, *g.blackBox)
	g.orbit, g.alignment = &distance, newAlignment(aligned.Alignment)
	planar := tight.NewPlanar(aligned.Plane, r.Sigma)
	planar.Slack += aligned.Error / r.Sigma
	g.problem = &tight.Problem{Planar: &planar, Axial: aligned.Axial / r.Sigma}
}

func (r *Request) gramGeometry() (g geometry) {
	orbit := r.Matrix.OrbitDistance(r.Group)
	g.orbit = &orbit
	if !r.Group.Translates() {
		distance := r.Matrix.Distance()
		g.blackBox = &distance
	}
	switch {
	case !r.Group.Turns():
	case r.planar():
		planar := r.Matrix.Planar(r.Sigma)
		g.problem = &tight.Problem{Planar: &planar}
	default:
		linear := r.Matrix.Linear(r.Group.Reflects(), r.Sigma)
		g.problem = &tight.Problem{Linear: &linear}
	}
	return g
}

// planar tells whether the tight certificate is that of SO(2), after centring
// for SE(2).
func (r *Request) planar() bool { return r.dimension() == 2 && !r.Group.Reflects() }

func (r *Request) dimension() int {
	switch {
	case r.Matrix != nil:
		return r.Matrix.Dimension
	case r.Pair != nil:
		return r.Pair.Dimension
	}
	return r.Clean.Dimension
}

func newAlignment(a invariance.Alignment) *Alignment {
	d := &Alignment{Offset: append([]float64(nil), a.Offset[:a.Dimension]...)}
	for i := range a.Dimension {
		d.Matrix = append(d.Matrix, append([]float64(nil), a.Matrix[i][:a.Dimension]...))
	}
	return d
}
