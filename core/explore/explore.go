// Package explore answers how far a prediction is certified: radii, ranges of transformations,
// curves along families of perturbations, and maps of the parameter space.
//
// Single certificates are package certificate's; a curve is planned here and its
// points are bounded by package argument.
package explore

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// exploration is a request seen as a question about its clean cloud: the perturbed one
// plays no part, and points keep their order.
type exploration struct {
	*certificate.Request
	levels bound.Levels
	p      argument.Probabilities
	// way tells how the tight certificate is had: by Integrals or Draws, without which it is bounded
	// by what is computed about axes; else it is the orbit-based one.
	way argument.Way
	// weighing is how points count: by the smallest σ, which the request has for all, over their own.
	weighing *weighing
	// sigmas are those of the points where they differ.
	sigmas []float64
}

// newExploration checks that a request can be explored, by distances.
func newExploration(r *certificate.Request) (exploration, error) {
	if err := r.Plain(); err != nil {
		return exploration{}, err
	}
	return explorationOf(r)
}

// explorationOf checks that a request can be explored, with noise on transformations too.
func explorationOf(r *certificate.Request) (exploration, error) {
	e := exploration{Request: r}
	if err := r.NoProbability(); err != nil {
		return e, err
	}
	if r.Clean == nil {
		return e, document.BadField("gram", "has no clean cloud to explore around; give the clouds")
	}
	if e.Request = r.Evened(); r.Sigmas != nil {
		if e.weighing = newWeighing(e.Weights(r.Sigmas)); e.weighing != nil {
			e.sigmas = r.Sigmas
		}
	}
	e.way = r.Way(r.Dimension())
	e.levels = r.Levels()
	e.p = r.Bounds(e.levels.Votes)
	return e, nil
}

// Radii tells how far a prediction is certified, in the unit of the coordinates, rounded
// down: perturbations shorter than BlackBox as they are, than Orbit after the group has
// brought them nearest.
type Radii struct {
	Probability argument.Probability `json:"probability"`
	// Top is among how many classes the one predicted stays; 0 is the first alone.
	Top argument.Top `json:"top,omitempty"`
	// Norm is ‖X‖, of the centred cloud where the group translates.
	Norm     float64 `json:"norm"`
	BlackBox float64 `json:"black_box"`
	Orbit    float64 `json:"orbit"`
	// FileRadius is Orbit for files, in their unit, where the preparation scales them. It holds without alignment too.
	FileRadius *float64 `json:"file_radius,omitempty"`
	// Scale says that the preparation divides every scaling of a file out.
	Scale bool `json:"scale,omitempty"`
	// Sampled is the same for votes of samples of some points, after alignment or as they are.
	Sampled *float64 `json:"sampled,omitempty"`
	// FileSampled is Sampled for files.
	FileSampled *float64 `json:"file_sampled,omitempty"`
	// Scaling is the largest norm of a scaling up to which all are certified by the
	// exact tight certificate.
	Scaling *float64 `json:"scaling,omitempty"`
	// Notes say so where lengths are not in the unit of the coordinates that were read.
	Notes []string `json:"notes,omitempty"`
	// Ball asks for the worst case over all directions, for EveryDirection.
	Ball *Ball `json:"ball,omitempty"`
}

// Ball is the question for the worst case; it travels to the worker that answers it.
type Ball struct {
	tight.Ball
	Sigma float64 `json:"sigma"`
}

// Every is its answer, in the unit of the coordinates: perturbations up to Radius are
// certified whatever their direction, rounded down; at about Beyond one direction is not.
type Every struct {
	Radius float64 `json:"radius"`
	Beyond float64 `json:"beyond"`
}

// FindRadii computes the radii of a request. A perturbed cloud in it is ignored.
func FindRadii(r *certificate.Request) (*Radii, error) {
	e, err := newExploration(r)
	if err != nil {
		return nil, err
	}
	radius := *argument.NewClosed(nil, r.Sigma, e.p).Radius
	c := &Radii{
		Probability: e.p.AtLevel(e.levels.Votes), Top: r.Top,
		Norm: e.norm(), BlackBox: radius, Orbit: radius, Notes: r.LengthNotes(),
	}
	c.FileRadius, c.Scale = e.fileRadius(radius), e.DividesScale()
	if sampled := e.sampledRadius(); sampled > 0 {
		c.Sampled, c.FileSampled = &sampled, e.fileRadius(sampled)
	}
	if e.way != argument.Integrals {
		return c, nil
	}
	c.Ball = &Ball{e.ball(), r.Sigma}
	c.Scaling = new(c.Ball.length(c.Ball.Scaling()) * e.longer())
	return c, nil
}

// length returns a radius in the unit of the coordinates, rounded down.
func (b Ball) length(radius float64) float64 { return b.Sigma * radius * (1 - 4*special.Unit) }

// EveryDirection answers for the worst case over all directions.
func (b Ball) EveryDirection() Every {
	radius, beyond := b.Every()
	return Every{b.length(radius), b.Sigma * beyond}
}

// ball reduces the clean cloud alone.
func (e exploration) ball() tight.Ball {
	ball := tight.Ball{Probabilities: e.p.Targets(), Reached: reached(e.Top)}
	terms := e.Terms
	terms.Sigmas = e.sigmas
	aligned := terms.Align(e.Group, *e.Clean, *e.Clean)
	if e.Group == invariance.Axis {
		still := terms.AlignAxis(*e.Clean, *e.Clean)
		aligned = still.Plane
		aligned.Error += still.Error
		ball.Height = new(still.Height / e.Sigma)
	}
	still := tight.NewPlanar(aligned, e.Sigma)
	ball.Norm, ball.Slack = still.Norm, still.Slack
	return ball
}

// reached is the value that a tight value has to exceed; against a runner-up the values of two, in the mean, ½.
func reached(top argument.Top) tight.Reached {
	if top <= 1 {
		return 0
	}
	return tight.Reached(top.Threshold(nil))
}

// norm returns ‖X‖ of the cloud that the group sees.
func (e exploration) norm() float64 { return invariance.Norm(e.seen()) }

// longer is how many times as long as it counts the cloud is, rounded down.
func (e exploration) longer() float64 {
	if e.weighing == nil {
		return 1
	}
	seen := pointcloud.Cloud{Points: e.seen(), Dimension: e.Dimension()}
	points := e.weighing.weighed(seen).Points
	lost := float64(invariance.SumError * invariance.Norm(points))
	if e.Centres() {
		e.weighing.centreInto(points, pointcloud.Cloud{Points: points, Dimension: e.Dimension()})
	}
	counts := invariance.Norm(points) + lost
	if counts == 0 {
		return 1
	}
	return max(1, float64(e.norm()/counts*(1-4*invariance.SumError)))
}

// seen returns the coordinates of the clean cloud, centred where the group
// translates.
func (e exploration) seen() []float64 {
	if e.Centres() {
		points, _ := invariance.Centre(*e.Clean)
		return points
	}
	return e.Clean.Points
}
