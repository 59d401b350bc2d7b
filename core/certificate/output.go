package certificate

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// output is what the model returns: a class, a number, labels or vectors. The rest of the package knows only this interface.
type output interface {
	// name is that of a run, "" for classes.
	name() string
	// parts returns how many one-sided bounds share the level of the votes; see the ledger.
	parts(r *Request) int
	// check refuses a request under which the output cannot be certified.
	check(r *Request) error
	// stating returns the function that makes the statement of a row, or nil for classes, which have none. The row certifies a class of
	// probability least or more; least is nil without a perturbed cloud. Rows in closed form also state radii.
	stating(r *Request, votes float64) func(least *float64, closed bool) argument.Stated
	// rule tells how an earlier core shared α between statements, "" if it did as this one does.
	rule(all []argument.Stated, core string) string
	// document returns the fields of the prediction for its votes.
	document(p *Prediction) map[string]any
	// hold finds what holds the truth by a calibration.
	hold(c *Calibration, r *Request, in *Sets)
}

// turningField has vectors that turn with the cloud.
const turningField = "vectors"

// outputs lists the fields of predictions other than classes, with their readers.
var outputs = []struct {
	field string
	take  func(q *Prediction, p *document.Object) error
}{{"values", (*Prediction).takeNumbers}, {"labels", (*Prediction).takeLabels}, {turningField, (*Prediction).takeVectors}}

// output returns the output of a prediction.
func (p *Prediction) output() output {
	switch {
	case p.Numbers != nil:
		return p.Numbers
	case p.Labels != nil:
		return p.Labels
	case p.Vectors != nil:
		return p.Vectors
	}
	return class{}
}

// ReturnsNumber and ReturnsLabels name what models return that are no classifiers of clouds.
const (
	ReturnsNumber = "number"
	ReturnsLabels = "labels"
)

var returned = []string{ReturnsNumber, ReturnsLabels}

// OfClass reports whether the prediction is a class, and not a number, labels of points or vectors.
func (p Prediction) OfClass() bool { return p.output() == class{} }

// class is the output of a classifier.
type class struct{}

func (class) name() string { return "" }

func (class) parts(r *Request) int {
	if p := r.Prediction; p.RunnerUp != nil || p.beside && !r.before(oneEvent) {
		return 2
	}
	return 1
}

func (class) check(*Request) error { return nil }

func (class) stating(*Request, float64) func(*float64, bool) argument.Stated { return nil }

func (class) rule([]argument.Stated, string) string { return "" }

func (class) document(p *Prediction) map[string]any {
	if p.Samples > 0 {
		return map[string]any{"votes": p.Votes, "samples": p.Samples}
	}
	return map[string]any{"probability": p.Probability}
}

func (class) hold(c *Calibration, r *Request, in *Sets) {
	e := r.Prediction.Evidence
	in.Classes = []string{}
	for _, class := range c.Set(e.Votes.Estimate, e.Votes.None, r.Prediction) {
		in.Classes = append(in.Classes, e.Model.Classes[class])
	}
}

// Sets is what holds the truth about the cloud that was voted on, if that is within Radius of a cloud drawn like those of the calibration. It
// does so with probability at least Coverage, over the calibration, the cloud and all votes.
type Sets struct {
	// Classes holds the true class.
	Classes []string `json:"classes,omitzero"`
	// Interval holds the true number. It has no ends where the calibration has too few clouds or none bounds the error.
	Interval *argument.Interval `json:"interval,omitempty"`
	// Only tells of each point whether its set has the predicted label only; else it has every label. The set of a point drawn evenly from the
	// cloud holds its true label.
	Only     []bool  `json:"only,omitzero"`
	Coverage float64 `json:"coverage"`
	Radius   float64 `json:"radius"`
	// PerClass says that this holds for each true class that the calibration has.
	PerClass bool `json:"per_class,omitempty"`
	// Threshold is nil where the calibration has too few clouds, and for numbers.
	Threshold *float64 `json:"threshold,omitempty"`
}

// checkStated refuses what the output cannot be certified with.
func (s *steps) checkStated(*document.Object) error {
	if s.Scores && !s.Prediction.OfClass() {
		return document.BadField("scores", "draws a class for each sample; leave it out beside numbers, labels or vectors")
	}
	return s.Prediction.output().check(s.Request)
}
