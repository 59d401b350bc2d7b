package dataset

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// ReturnsNumber and ReturnsLabels name what the models of a run return in place of classes.
const (
	ReturnsNumber = "number"
	ReturnsLabels = "labels"
)

// takeReturns takes what the model of the run returns, "" for classes, and the tolerance of its numbers.
func (s *Settings) takeReturns(o *document.Object) (err error) {
	if o.Has("returns") {
		if s.Returns, err = o.OneOf("returns", ReturnsNumber, ReturnsLabels); err != nil {
			return err
		}
	}
	tolerance, present, err := o.Number("tolerance")
	switch number := s.Returns == ReturnsNumber; {
	case err != nil:
		return err
	case present && !number:
		return document.BadField("tolerance", "is for runs of numbers; add \"returns\": \"number\", or leave it out")
	case number && !present:
		return document.BadField("tolerance", "is missing; give the distance from the reference within which a number is to stay")
	case present && !(tolerance > 0 && tolerance <= document.MaxLength):
		return document.BadField("tolerance", "must be above 0 and at most 1e100, got %v", tolerance)
	}
	s.Tolerance = tolerance
	return nil
}

// checkReturns refuses what numbers and labels cannot be certified with.
func (s *Settings) checkReturns(*document.Object) error {
	refuse := func(field, why string) error {
		return document.BadField(field, "%s; leave it out of a run whose model returns %s", why, told(s.Returns))
	}
	switch {
	case s.Returns == "":
		return nil
	case s.base.Top > 1:
		return refuse("top", "is for classes")
	case s.RunnerUp:
		return refuse("runner_up", "is for classes")
	case s.Anytime != nil:
		return refuse("anytime", "is for votes on classes")
	case s.Attack.Search > 0:
		return refuse("attack.search", "finds another class")
	case s.Returns == ReturnsLabels && s.base.Subsample > 0:
		return refuse("subsample", "labels only the points in a sample")
	}
	return nil
}

// told says what a model returns.
func told(returns string) string {
	switch returns {
	case ReturnsNumber:
		return "a number"
	case ReturnsLabels:
		return "labels of points"
	}
	return "scores of classes"
}

// takeAnswers takes the numbers or labels of a cloud, which have no label of the cloud beside them.
func (e *Entry) takeAnswers(o *document.Object) error {
	var bad, worse error
	a := &smoothing.Answers{}
	a.Values, bad = smoothing.TakeValues(o, "values")
	a.Select, worse = smoothing.TakeValues(o, "select")
	labels, err := smoothing.TakeLabels(o)
	if err = document.Join(bad, worse, err); err != nil {
		return err
	}
	a.Labels = labels
	switch {
	case a.Values != nil && labels != nil:
		return document.BadField(o.Name("labels"), "are there beside values; give one of them")
	case (a.Values == nil) != (a.Select == nil):
		return document.BadField(o.Name("select"), "and values come together: the median of select is the reference")
	}
	for _, field := range []string{"label", "votes_pred", "votes_cert"} {
		if o.Has(field) {
			return document.BadField(o.Name(field), "is for classes; leave it out beside numbers or labels")
		}
	}
	e.Answers = a
	return nil
}

// hasAnswers reports whether an object has numbers or labels.
func hasAnswers(o *document.Object) bool {
	return slices.ContainsFunc([]string{"values", "select", "labels"}, o.Has)
}

// voted reports whether an entry has votes, numbers or labels.
func (e *Entry) voted() bool { return e.Certify != nil || e.Answers != nil }

// returns names what the model of an entry returns, "" for classes.
func (e *Entry) returns() string {
	switch {
	case e.Answers == nil:
		return ""
	case e.Answers.Labels != nil:
		return ReturnsLabels
	}
	return ReturnsNumber
}

// answered says why an entry does not fit what the model of the run returns, "" where it does.
func (s *Settings) answered(e *Entry) string {
	if e.returns() == s.Returns {
		return ""
	}
	return "is of a model that returns " + told(e.returns()) + ", but the run is of one that returns " + told(s.Returns) + ": set returns"
}

// predictionOf returns the prediction of an entry with numbers or labels.
func (s *Settings) predictionOf(e *Entry) (certificate.Prediction, error) {
	if s.Returns == ReturnsLabels {
		return certificate.OfLabels(e.Answers.Labels), nil
	}
	return certificate.OfNumbers(*e.Answers, s.Tolerance)
}

// holdAnswers compares the numbers or labels of a cloud with what was counted.
func (v *counted) holdAnswers(e *Entry, place *document.Object) error {
	a, first, second := e.Answers, v.plan.Sampling.Select, v.plan.Sampling.Estimate
	counted := v.plan.Model.Returns
	switch {
	case counted == smoothing.ReturnsClasses || counted.Labels() != (a.Labels != nil):
		return document.BadField(place.Path, "has %s, but voted.model returns %s", told(e.returns()), counted.Told())
	case a.Labels != nil && a.Labels.Samples != int64(second):
		return document.BadField(place.Name("labels.samples"), "is %d; voted.sampling.estimate is %d", a.Labels.Samples, second)
	case a.Labels == nil && len(a.Values) != second:
		return document.BadField(place.Name("values"), "has %d numbers; voted.sampling.estimate is %d", len(a.Values), second)
	case a.Labels == nil && len(a.Select) != first:
		return document.BadField(place.Name("select"), "has %d numbers; voted.sampling.select is %d", len(a.Select), first)
	}
	return nil
}
