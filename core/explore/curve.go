package explore

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Question asks for bounds along a family of perturbations of the clean cloud.
type Question struct {
	// Kind is "scale": X' = X + c·X/‖X‖ with the X that the group sees, c from 0 to To;
	// "random": X' = X + c·U for Directions directions U drawn uniformly; or "rotate":
	// noise of the norm Noise·σ in a direction drawn, then turns by 0 to To degrees.
	Kind string
	// To is where the curve ends, 0 for a little beyond where it is of interest.
	To float64
	// Steps and Directions are how many there are, 0 for as many as take seconds.
	Steps, Directions int
	Jitter            float64
	Seed              int64
	axis              []float64
}

// Curve is the plan of a curve: one point for each of X and each direction, the
// directions of one X together. Each point is a text for AnswerPoint, which any worker can
// answer.
type Curve struct {
	Kind       string    `json:"kind"`
	X          []float64 `json:"x"`
	Directions int       `json:"directions"`
	// Tight is "exact", "axis" where it is bounded by what is computed about axes, "monte_carlo" where
	// draws add to that, or absent where it is the orbit-based one.
	Tight   string  `json:"tight,omitempty"`
	Samples int     `json:"samples,omitempty"`
	Sigma   float64 `json:"sigma"`
	// Top is among how many classes the one predicted is to stay; 0 is the first alone.
	Top argument.Top `json:"top,omitempty"`
	// FileX has, for each length of X, the distance below which files are prepared to clouds nearer than that.
	FileX []float64 `json:"file_x,omitempty"`
	// Notes say so where lengths are not in the unit of the coordinates that were read.
	Notes  []string `json:"notes,omitempty"`
	Points []string `json:"points"`
}

// The draws per point of a Monte Carlo curve.
const (
	curveSamples  = 10_000
	randomSamples = 4_000
)

// ParseQuestion reads a question document about a request.
func ParseQuestion(data []byte, r *certificate.Request) (*Question, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	q := &Question{}
	if q.Kind, err = o.OneOf("kind", "scale", "random", "rotate"); err != nil {
		return nil, err
	}
	return q, document.First(q.takeRange(o), q.takeCounts(o), q.takeTurn(o, r), o.Done())
}

func (q *Question) takeRange(o *document.Object) (err error) {
	if q.To, _, err = o.Number("to"); err != nil {
		return err
	}
	most := document.MaxLength
	if q.Kind == "rotate" {
		most = 360
	}
	if q.To < 0 || q.To > most {
		return document.BadField("to", "must be from 0 to %v, got %v", most, q.To)
	}
	q.Jitter, _, err = o.Number("noise")
	if err == nil && (q.Jitter < 0 || q.Jitter > 1e6) {
		return document.BadField("noise", "must be from 0 to 1e6 times sigma, got %v", q.Jitter)
	}
	return err
}

func (q *Question) takeCounts(o *document.Object) error {
	in := document.CurveQuestionLimits
	return document.First(document.PutWhole(&q.Steps)(o.Count("steps", in.Steps)), document.PutWhole(&q.Directions)(o.Count("directions", in.Directions)),
		document.PutWhole(&q.Seed)(o.Count("seed", in.Seed)))
}

// takeTurn takes the axis to turn about: in 3-D the group's own, or the third one,
// unless another is given.
func (q *Question) takeTurn(o *document.Object, r *certificate.Request) (err error) {
	switch {
	case o.Has("axis"):
		q.axis, err = certificate.TakeTurnAxis(o, r.Dimension())
	case r.Dimension() == 3 && r.Axis != nil:
		q.axis = r.Axis
	case r.Dimension() == 3:
		q.axis = []float64{0, 0, 1}
	}
	return err
}

// PlanCurve turns a question into points.
func PlanCurve(r *certificate.Request, q *Question) (*Curve, error) {
	e, err := newExploration(r)
	if err != nil {
		return nil, err
	}
	if q.Kind == "scale" && e.norm() == 0 {
		return nil, document.BadField("clean", "a cloud of zeros cannot be scaled")
	}
	full := e.withDefaults(*q)
	c := &Curve{Kind: q.Kind, Directions: full.Directions, Sigma: r.Sigma, Top: r.Top, Notes: r.LengthNotes()}
	switch e.way {
	case argument.Integrals:
		c.Tight = "exact"
	case argument.Draws:
		c.Tight, c.Samples = "monte_carlo", e.samples(q.Kind)
		if c.Samples == 0 {
			c.Tight = "axis"
		}
	}
	directions := e.directions(full)
	for i := range full.Steps + 1 {
		x := full.To * float64(i) / float64(full.Steps)
		c.X = append(c.X, x)
		for _, u := range directions {
			text, err := json.Marshal(e.point(e.perturbed(full, u, x), full, len(c.Points)))
			if err != nil {
				return nil, err
			}
			c.Points = append(c.Points, string(text))
		}
	}
	c.FileX = c.inFile(r.Ruler())
	return c, nil
}

// CurveCloud returns X' of point i of the curve that PlanCurve plans.
func CurveCloud(r *certificate.Request, q *Question, i int) (pointcloud.Cloud, error) {
	e, err := newExploration(r)
	if err != nil {
		return pointcloud.Cloud{}, err
	}
	full := e.withDefaults(*q)
	if points := (full.Steps + 1) * full.Directions; i < 0 || i >= points {
		return pointcloud.Cloud{}, fmt.Errorf("point %d of %d", i, points)
	}
	x := full.To * float64(i/full.Directions) / float64(full.Steps)
	return e.perturbed(full, e.directions(full)[i%full.Directions], x), nil
}

func (e exploration) samples(kind string) int {
	if kind == "random" {
		return min(e.Request.Samples, randomSamples)
	}
	return min(e.Request.Samples, curveSamples)
}

// withDefaults fills in what the question leaves open: norms up to twice the
// radius in closed form, angles up to three times the one at which the black box
// ends.
func (e exploration) withDefaults(q Question) Question {
	radius := max(*argument.NewClosed(nil, e.Sigma, e.p).Radius, e.Sigma/2)
	if q.To == 0 && q.Kind != "rotate" {
		q.To = 2 * radius
	} else if q.To == 0 {
		// ‖XR − X‖ is about ‖X‖ times the angle.
		q.To = math.Ceil(max(5, min(180, 3*radius/invariance.Norm(e.Clean.Points)*180/math.Pi)))
	}
	steps, directions := 60, 15
	if e.way == argument.Draws {
		steps, directions = 16, 5
	}
	if q.Steps == 0 {
		q.Steps = steps
	}
	if q.Kind != "random" {
		q.Directions = 1
	} else if q.Directions == 0 {
		q.Directions = directions
	}
	return q
}

// directions returns the unit perturbations of a question.
func (e exploration) directions(q Question) (units [][]float64) {
	for k := range q.Directions {
		if q.Kind == "scale" {
			return [][]float64{divided(e.seen(), e.norm())}
		}
		draws := tight.NewNormals(fmt.Sprintf("orbitcert direction\n%d\n%d", q.Seed, k))
		units = append(units, certificate.UnitVector(draws, len(e.Clean.Points)))
	}
	return units
}

func divided(xs []float64, by float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = x / by
	}
	return out
}

// perturbed returns X' at one place of a curve.
func (e exploration) perturbed(q Question, unit []float64, x float64) pointcloud.Cloud {
	norm := x
	if q.Kind == "rotate" {
		norm = q.Jitter * e.Sigma
	}
	c := pointcloud.Cloud{Dimension: e.Clean.Dimension, Points: make([]float64, len(unit))}
	for i, u := range unit {
		c.Points[i] = e.Clean.Points[i] + float64(norm*u)
	}
	if q.Kind == "rotate" {
		certificate.Turn(c, x, q.axis)
	}
	return c
}

// point measures the perturbed cloud and reduces the pair.
func (e exploration) point(perturbed pointcloud.Cloud, q Question, index int) point {
	request := e.With(perturbed)
	request.Permutation, request.Sigmas = false, e.sigmas
	pair := request.Reduced()
	p := point{
		Probability: e.p.Lower, RunnerUp: e.p.RunnerUp,
		BlackBox: argument.InSigmas(*pair.BlackBox, e.Sigma), Orbit: argument.InSigmas(*pair.Orbit, e.Sigma),
	}
	if e.way != argument.Integrals && e.way != argument.Draws {
		return p
	}
	p.Problem = pair.Problem
	if pair.Way == argument.Draws {
		count := (q.Steps + 1) * q.Directions * len(e.p.Targets())
		p.Samples, p.Level, p.Index = e.samples(q.Kind), e.levels.Draws/float64(count), index
	}
	return p
}
