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
}

// geometry measures the clouds. Without a perturbed cloud it is empty.
func (r *Request) geometry() (g geometry) {
	switch {
	case r.Matrix != nil:
		return r.gramGeometry()
	case r.Perturbed == nil:
		return geometry{}
	}
	still := invariance.Align(invariance.None, *r.Clean, *r.Perturbed)
	g.blackBox = &still.Distance
	perturbed := r.matched()
	if r.Group == invariance.Axis {
		r.axisGeometry(&g, perturbed)
		return g
	}
	aligned := still
	if r.Group != invariance.None || r.Permutation {
		aligned = invariance.Align(r.Group, *r.Clean, perturbed)
	}
	g.orbit, g.alignment = &aligned.Distance, newAlignment(aligned.Alignment)
	if r.Group.Turns() {
		g.problem = r.problem(aligned)
	}
	return g
}

// problem reduces an aligned pair, for a group with all rotations.
func (r *Request) problem(aligned invariance.Aligned) *tight.Problem {
	if r.planar() {
		planar := tight.NewPlanar(aligned, r.Sigma)
		return &tight.Problem{Planar: &planar}
	}
	linear := tight.NewLinear(aligned, r.dimension(), r.Group.Reflects(), r.Sigma)
	return &tight.Problem{Linear: &linear}
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
	if r.Matrix != nil {
		return r.Matrix.Dimension
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
