// Package certificate turns a request document into a certificate document:
// request → problem → blocks of work → certificate.
package certificate

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/registration"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Core names the version of the numerics. It changes whenever any number of
// any certificate could change.
const Core = "0.4.0"

// Limits and defaults of the request document.
const (
	DefaultAlpha   = 0.001
	DefaultSamples = 100_000
	MaxSamples     = 10_000_000
	MaxVotes       = 1_000_000_000
)

// Request is a validated request with its files read and defaults filled in.
// One of Clean, Pair and Matrix is there; Perturbed may be missing, then only radii are
// computed.
type Request struct {
	Clean      *pointcloud.Cloud
	Perturbed  *pointcloud.Cloud
	Attack     *Attack
	Pair       *tight.Pair
	Matrix     *tight.Gram
	Sigma      float64
	Prediction Prediction
	Group      invariance.Group
	// Axis and Translation belong to the group axis.
	Axis        []float64
	Translation bool
	// Permutation says that the order of the points does not matter either.
	Permutation bool
	// Preparation is what was done to the clouds as they were read.
	Preparation *Preparation
	Alpha       float64
	Samples     int
	Bound       string
	Stop        string
	Seed        string

	// drawsLevel takes the place of bound.DrawsLevel in tests of coverage; 0 elsewhere. No
	// document reaches it.
	drawsLevel float64
	// search looks for the order of the points; see Search.
	search *registration.Registration
}

// The Monte Carlo bounds, and when to stop drawing.
const (
	boundDual     = "dual"
	boundQuantile = "quantile"
	stopFull      = "full"
	stopDecided   = "decided"
)

// Open reads the cloud that a request names as {"file": path, "part": part}, and
// what else stands there of how the file is to be read.
type Open func(path string, reading pointcloud.Reading) (pointcloud.File, error)

// ParseRequest reads and validates a request document. A nil open refuses
// file references. Errors are *document.FieldError,
// *document.SyntaxError or what open returned.
func ParseRequest(data []byte, open Open) (*Request, error) {
	r := &Request{}
	return r.parse(data, open, r.takePrediction)
}

// ParseMinimumRequest reads a request whose prediction may be missing, since
// FindMinimum does not use it.
func ParseMinimumRequest(data []byte, open Open) (*Request, error) {
	r := &Request{}
	return r.parse(data, open, func(o *document.Object) error {
		if !o.Has("prediction") {
			return nil
		}
		return r.takePrediction(o)
	})
}

func (r *Request) parse(data []byte, open Open, takePrediction func(*document.Object) error) (*Request, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	steps := []func(*document.Object) error{
		func(o *document.Object) error { return r.takeClouds(o, open) },
		r.takeSigma, r.takeGroup, takePrediction, r.takeAlpha,
		r.takeSamples, r.takeBound, r.takeStop, r.takeSeed, (*document.Object).Done, r.checkShapes,
	}
	for _, step := range steps {
		if err := step(o); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *Request) takeSigma(o *document.Object) (err error) {
	var present bool
	r.Sigma, present, err = o.Number("sigma")
	switch {
	case err != nil:
		return err
	case !present:
		return document.BadField("sigma", "is missing")
	case r.Sigma <= 0:
		return document.BadField("sigma", "must be > 0, got %v", r.Sigma)
	case r.Sigma < 1/document.MaxLength || r.Sigma > document.MaxLength:
		return document.BadField("sigma", "must be between 1e-100 and 1e100, got %v", r.Sigma)
	}
	return nil
}

func (r *Request) takeGroup(o *document.Object) error {
	name, present, err := o.Text("group")
	if err != nil {
		return err
	}
	if !present {
		return document.BadField("group", "is missing")
	}
	r.Group = invariance.Group(name)
	if !slices.Contains(invariance.Groups, r.Group) {
		return document.BadField("group", "must be one of none, T, SO, O, SE, E, axis, got %q", name)
	}
	if r.Group != invariance.Axis {
		return nil
	}
	if r.Clean == nil {
		return document.BadField("group", "\"axis\" needs the clouds: their Gram matrix does not know the axis")
	}
	if r.dimension() != 3 {
		return document.BadField("group", "\"axis\" is for 3-D clouds")
	}
	if r.Axis, err = o.Direction("axis"); err != nil {
		return err
	}
	r.Translation, err = o.Truth("translation")
	return err
}

func (r *Request) takeAlpha(o *document.Object) error {
	x, present, err := o.Number("alpha")
	if err != nil {
		return err
	}
	if !present {
		x = DefaultAlpha
	}
	if x <= 0 || x > 0.5 {
		return document.BadField("alpha", "must be above 0 and at most 0.5, got %v", x)
	}
	r.Alpha = x
	return nil
}

func (r *Request) takeSamples(o *document.Object) error {
	n, present, err := o.Whole("samples", 0, MaxSamples)
	if !present {
		n = DefaultSamples
	}
	r.Samples = int(n)
	return err
}

func (r *Request) takeBound(o *document.Object) (err error) {
	r.Bound, err = o.OneOf("bound", boundDual, boundQuantile)
	return err
}

func (r *Request) takeStop(o *document.Object) (err error) {
	r.Stop, err = o.OneOf("stop", stopFull, stopDecided)
	return err
}

// takeSeed takes a seed given by hand: a string or a whole number.
func (r *Request) takeSeed(o *document.Object) error {
	text := o.Peek("seed")
	if len(text) > 0 && text[0] != '"' {
		_, _, err := o.Whole("seed", 0, 1<<53)
		r.Seed = strings.TrimPrefix(string(text), "-") // −0 is 0
		return err
	}
	seed, present, err := o.Text("seed")
	if present && (seed == "" || len(seed) > 200) {
		return document.BadField("seed", "must have 1 to 200 bytes")
	}
	r.Seed = seed
	return err
}

// checkShapes compares the two clouds with each other.
func (r *Request) checkShapes(*document.Object) error {
	if r.Clean == nil || r.Perturbed == nil {
		return nil
	}
	c, p := r.Clean, r.Perturbed
	switch {
	case c.Dimension != p.Dimension:
		return document.BadField("perturbed", "has %d dimensions, the clean cloud has %d", p.Dimension, c.Dimension)
	case c.Count() != p.Count():
		return document.BadField("perturbed", "has %d points, the clean cloud has %d: %s", p.Count(), c.Count(), r.whyEqual())
	}
	return nil
}

// whyEqual says why both clouds need the same number of points.
func (r *Request) whyEqual() string {
	if r.Permutation {
		return "sample both to the smaller number (preparation.points)"
	}
	return "point n of one must belong to point n of the other"
}

// requestDocument is the request as it is written: one order, defaults filled in.
type requestDocument struct {
	Prepared    *Preparation  `json:"prepared,omitempty"`
	Clean       any           `json:"clean,omitempty"`
	Perturbed   any           `json:"perturbed,omitempty"`
	Gram        *gramDocument `json:"gram,omitempty"`
	Sigma       float64       `json:"sigma"`
	Prediction  Prediction    `json:"prediction"`
	Group       string        `json:"group"`
	Axis        []float64     `json:"axis,omitempty"`
	Translation bool          `json:"translation,omitempty"`
	Permutation bool          `json:"permutation"`
	Alpha       float64       `json:"alpha"`
	Samples     int           `json:"samples"`
	Bound       string        `json:"bound"`
	Stop        string        `json:"stop"`
	Seed        string        `json:"seed,omitempty"`
}

// MarshalJSON writes the canonical request: clouds inline, defaults filled in.
func (r *Request) MarshalJSON() ([]byte, error) {
	d := requestDocument{
		Sigma: r.Sigma, Group: string(r.Group), Alpha: r.Alpha, Samples: r.Samples,
		Axis: r.Axis, Translation: r.Translation, Permutation: r.Permutation, Prepared: r.Preparation,
		Bound: r.Bound, Stop: r.Stop, Seed: r.Seed, Prediction: r.Prediction,
	}
	if r.Clean != nil {
		d.Clean = pointsDocument{*r.Clean}
	}
	if r.Attack != nil {
		d.Perturbed = r.Attack
	} else if r.Perturbed != nil {
		d.Perturbed = pointsDocument{*r.Perturbed}
	}
	switch {
	case r.Matrix != nil:
		d.Gram = newMatrixDocument(*r.Matrix)
	case r.Pair != nil:
		d.Gram = newPairDocument(*r.Pair)
	}
	return json.Marshal(d)
}

type pointsDocument struct {
	Points pointcloud.Cloud `json:"points"`
}

func checkCoordinates(field string, c pointcloud.Cloud) error {
	for i, x := range c.Points {
		if math.Abs(x) > document.MaxLength {
			return document.BadField(field, "point %d has the coordinate %v; the limit is 1e100", i/c.Dimension+1, x)
		}
	}
	return nil
}
