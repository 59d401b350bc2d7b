// Package certificate turns a request document into a certificate document: it reads and
// prepares clouds, searches for the order of their points, and records the results of the
// arguments. It verifies certificates, derives the key they are shared under, and finds
// the smallest probability that certifies.
//
// Package argument decides which arguments apply to a pair, and computes them.
package certificate

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
	"github.com/orbitcert/orbitcert/core/transform"
)

// Core names the version of the numerics. It changes whenever any number of any certificate
// could change; CHANGELOG.md lists the changes.
const Core = "0.9.0"

// MaxVotes is the most votes that a prediction may have.
const MaxVotes = 1_000_000_000

// Request is a validated request with its files read and defaults filled in.
// One of Clean, Digest, Pair, Matrix and points is there; Perturbed may be missing, then only radii are
// computed.
type Request struct {
	// Clean is X and Perturbed X', of one shape, or what Attack has made of X.
	Clean     *pointcloud.Cloud
	Perturbed *pointcloud.Cloud
	Attack    *Attack
	// Digest stands for X where only radii are computed.
	Digest *CloudDigest
	// Changes stand in the place of Perturbed for every cloud within them.
	Changes *argument.Changes
	// Pairing is there with a perturbed cloud where samples are of some points.
	Pairing *Pairing
	// Pair and Matrix are the two forms in which a request goes without its clouds.
	Pair   *tight.Pair
	Matrix *tight.Gram
	// Prediction is what is known of the smoothed classifier at the clean cloud.
	Prediction Prediction
	// Terms are σ, the group, α and how the tight certificate is drawn.
	argument.Terms
	// Sets is the calibration of sets that hold the true class. It is nil if the request wants no set.
	Sets *Calibration
	// Preparation is what was done to the clouds as they were read.
	Preparation *Preparation
	Seed        string
	// Core is that of the document that is verified, whose levels are shared by its rule; "" is this one. See share.
	Core string

	// points is what is shared of single points; see sharedPoints.
	points *sharedPoints
	// transformed is what is shared of clouds with noise on transformations; ways are those found to the perturbed cloud.
	transformed *argument.Known
	ways        argument.Decompositions
	// others are ways that a document of an earlier core does not state.
	others argument.Decompositions
	// gramDimension is that of gram.parameters and gram.cloud.
	gramDimension int
	// axial says that Pair or Matrix goes with the distance of what the group leaves alone.
	axial bool
	// search looks for the order of the points; see Search.
	search Search
	// order is that of the points that is taken, where attributes have noise; see ordered.
	order []int
	// posed is known of the clouds where another request was of the same.
	posed *posed
	// partners are the pairings found; see pairings.
	partners [][]int
}

// Open reads the cloud that a request names as {"file": path, "part": part}, and
// what else stands there of how the file is to be read.
type Open func(path string, reading pointcloud.Reading) (pointcloud.File, error)

// ParseRequest reads and validates a request document. A nil open refuses
// file references. Errors are *document.FieldError, *document.SyntaxError or what open
// returned. The error is all that is wrong, as far as it can be known at once: what rests on a
// part that is wrong itself is not looked at. document.FaultsOf tells several apart.
func ParseRequest(data []byte, open Open) (*Request, error) {
	s := newSteps(open)
	return s.parse(data, s.prediction(s.takePrediction)...)
}

// ParseRequestWith reads a request document that has fields for others to take.
func ParseRequestWith(data []byte, open Open, take func(*document.Object) error) (*Request, error) {
	s := newSteps(open)
	return s.parse(data, append(s.prediction(s.takePrediction), document.Step{Take: take})...)
}

// ParseMinimumRequest reads a request whose prediction may be missing, since
// FindMinimum does not use it.
func ParseMinimumRequest(data []byte, open Open) (*Request, error) {
	s := newSteps(open)
	return s.parse(data, s.prediction(func(o *document.Object) error {
		if !o.Has("prediction") {
			return nil
		}
		return s.takePrediction(o)
	})...)
}

// Dimension returns that of the clouds.
func (r *Request) Dimension() int {
	switch {
	case r.Matrix != nil:
		return r.Matrix.Dimension
	case r.Pair != nil:
		return r.Pair.Dimension
	case r.points != nil:
		return r.points.dimension
	case r.transformed != nil || r.Digest != nil:
		return r.gramDimension
	}
	return r.Clean.Dimension
}

// Reduced returns the pair of clouds as the arguments need it. Without a perturbed
// cloud it is empty.
func (r *Request) Reduced() argument.Pair {
	switch {
	case r.Noise != nil:
		return argument.Pair{}
	case r.Matrix != nil:
		return r.ReduceGram(*r.Matrix)
	case r.Pair != nil:
		return r.ReduceShared(*r.Pair)
	case r.Changes != nil && !r.Changes.AddsOrRemovesPoints():
		return argument.Pair{Orbit: &r.Changes.Moved, Centred: true}
	case !r.matches():
		return argument.Pair{}
	case r.posed.isOf(r):
		return r.posed.pair(r)
	}
	return r.Reduce(*r.Clean, *r.Perturbed, r.matched())
}

// With returns the request with another perturbed cloud, whose order of points is not
// known yet. One without attributes has those of the clean cloud, point by point.
func (r *Request) With(perturbed pointcloud.Cloud) *Request {
	other := *r
	if r.Clean != nil && len(perturbed.Attributes) == 0 {
		perturbed.Attributes = r.Clean.Attributes
	}
	other.Perturbed, other.Attack, other.Changes = &perturbed, nil, nil
	other.search, other.posed, other.partners, other.ways, other.order = nil, nil, nil, nil, nil
	return &other
}

// checkGroup compares the group with the clouds.
func (r *Request) checkGroup(*document.Object) error {
	switch {
	case r.Group != invariance.Axis:
		if r.axial && len(r.AttributeSigma) == 0 {
			return document.BadField("gram.axial", "belongs to the group \"axis\" or to attribute_sigma, got the group %q", r.Group)
		}
	case r.Clean == nil && r.Pair == nil && r.Matrix == nil && !r.axial:
		if r.Dimension() != 3 {
			return document.BadField("gram.dimension", "must be 3 for the group \"axis\" where no products are given, got %d", r.Dimension())
		}
	case r.Clean == nil && !r.axial:
		return document.BadField("gram.axial", "is missing: for \"axis\" gram is that of the coordinates across the axis, and axial the distance along it")
	case r.Clean == nil && r.Dimension() != 2:
		return document.BadField("gram.dimension", "must be 2, of the plane across the axis, got %d", r.Dimension())
	case r.Clean != nil && r.Dimension() != 3:
		return document.BadField("group", "\"axis\" is for 3-D clouds")
	}
	return nil
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
	case c.Count() != p.Count() && r.Subsample == 0:
		return document.BadField("perturbed", "has %d points, the clean cloud has %d: %s", p.Count(), c.Count(), r.whyEqual())
	}
	return nil
}

// whyEqual says why both clouds need the same number of points.
func (r *Request) whyEqual() string {
	if r.Permutation {
		return "sample both to the smaller number (preparation.points), or give votes of samples of k points (subsample), for which points may come and go"
	}
	return "point n of one must belong to point n of the other, unless votes are of samples of k points (subsample), for which points may come and go"
}

// requestDocument is the request as it is written: one order, defaults filled in.
type requestDocument struct {
	Prepared       *Preparation       `json:"prepared,omitempty"`
	Clean          any                `json:"clean,omitempty"`
	Perturbed      any                `json:"perturbed,omitempty"`
	Gram           *gramDocument      `json:"gram,omitempty"`
	Sigma          any                `json:"sigma"`
	AttributeSigma map[string]float64 `json:"attribute_sigma,omitempty"`
	Noise          *transform.Noise   `json:"noise,omitempty"`
	Prediction     Prediction         `json:"prediction"`
	Group          string             `json:"group"`
	Axis           []float64          `json:"axis,omitempty"`
	Translation    bool               `json:"translation,omitempty"`
	Permutation    bool               `json:"permutation"`
	Subsample      int                `json:"subsample,omitempty"`
	Scores         bool               `json:"scores,omitempty"`
	Top            argument.Top       `json:"top,omitempty"`
	Alpha          float64            `json:"alpha"`
	Samples        int                `json:"samples"`
	Bound          string             `json:"bound"`
	Stop           string             `json:"stop"`
	Seed           string             `json:"seed,omitempty"`
	Pairing        *Pairing           `json:"pairing,omitempty"`
	Sets           *Calibration       `json:"sets,omitempty"`
}

// MarshalJSON writes the canonical request: clouds inline, defaults filled in.
func (r *Request) MarshalJSON() ([]byte, error) { return json.Marshal(r.document()) }

// Differing names a field in which two requests are of other clouds, other noise or another group, "" if there is none.
func Differing(r, other *Request) (field string, err error) {
	var both [2]map[string]any
	for i, d := range []requestDocument{r.document(), other.document()} {
		d.Prediction, d.Alpha, d.Samples, d.Stop, d.Seed, d.Sets = Prediction{}, 0, 0, "", "", nil
		if both[i], err = fieldsOf(d); err != nil {
			return "", err
		}
	}
	return unequal(both[0], both[1]), nil
}

func (r *Request) document() requestDocument {
	d := requestDocument{
		Sigma: r.WrittenSigma(), AttributeSigma: r.AttributeSigma, Noise: r.Noise, Group: string(r.Group), Alpha: r.Alpha, Samples: r.Samples,
		Axis: r.Axis, Translation: r.Translation, Permutation: r.Permutation, Subsample: r.Subsample, Scores: r.Scores, Top: r.Top, Prepared: r.Preparation,
		Bound: argument.BoundDisagreement, Stop: r.Stop, Seed: r.Seed, Prediction: r.Prediction, Pairing: r.Pairing, Sets: r.Sets,
	}
	if r.Clean != nil {
		d.Clean = pointsDocument{*r.Clean, r.Clean.Attributes}
	}
	if r.Attack != nil {
		d.Perturbed = r.Attack
	} else if r.Changes != nil && r.Clean != nil {
		d.Perturbed = map[string]any{"changes": *r.Changes}
	} else if r.Perturbed != nil {
		d.Perturbed = pointsDocument{*r.Perturbed, r.Perturbed.Attributes}
	}
	d.Gram = r.gramDocument()
	return d
}

// SmoothedAs is what a calibration and a request must have in common.
type SmoothedAs struct {
	Sigma       float64                `json:"sigma"`
	Group       string                 `json:"group"`
	Axis        []float64              `json:"axis,omitempty"`
	Translation bool                   `json:"translation,omitempty"`
	Permutation bool                   `json:"permutation"`
	Subsample   int                    `json:"subsample,omitempty"`
	Scores      bool                   `json:"scores,omitempty"`
	Preparation pointcloud.Preparation `json:"preparation,omitzero"`
	// Classifier is smoothing.Plan.Voter, "" where the votes do not name it.
	Classifier string `json:"classifier,omitempty"`
}

// Smoothed returns what a calibration must have in common with the request. An error names a setting that none has.
func (r *Request) Smoothed(classifier string) (s SmoothedAs, err error) {
	for _, no := range []struct {
		field string
		is    bool
	}{{"noise", r.Noise != nil}, {"sigma", r.Sigmas != nil || r.SigmaBy != nil}, {"attribute_sigma", len(r.AttributeSigma) > 0}} {
		if no.is {
			err = document.Join(err, document.BadField(no.field, "has no calibrated sets: they need one sigma for all points, and no other noise"))
		}
	}
	s = SmoothedAs{Sigma: r.Sigma, Group: string(r.Group), Axis: r.Axis, Translation: r.Translation, Permutation: r.Permutation,
		Subsample: r.Subsample, Scores: r.Scores, Classifier: classifier}
	if r.Preparation != nil {
		s.Preparation = r.Preparation.Preparation
	}
	return s, err
}

type pointsDocument struct {
	Points     pointcloud.Cloud      `json:"points"`
	Attributes pointcloud.Attributes `json:"attributes,omitempty"`
}

func CheckCoordinates(field string, c pointcloud.Cloud) error {
	for i, x := range c.Points {
		if math.Abs(x) > document.MaxLength {
			return document.BadField(field, "point %d has the coordinate %v; the limit is 1e100", i/c.Dimension+1, x)
		}
	}
	return nil
}
