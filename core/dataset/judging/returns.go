package judging

import (
	"github.com/orbitcert/orbitcert/core/document"
)

// takeReturns takes what the model of the run returns, "" for classes, and the tolerance of its numbers.
func (s *Settings) takeReturns(o *document.Object) (err error) {
	if o.Has("returns") {
		if s.Returns, err = o.OneOf("returns", ReturnsNumber, ReturnsLabels); err != nil {
			return err
		}
	}
	tolerance, present, err := o.Within("tolerance", document.RunSettingsLimits.Tolerance, "")
	switch number := s.Returns == ReturnsNumber; {
	case err != nil:
		return err
	case present && !number:
		return document.BadField("tolerance", "is for runs of numbers; add \"returns\": \"number\", or leave it out")
	case number && !present:
		return document.BadField("tolerance", "is missing; give the distance from the reference within which a number is to stay")
	}
	s.Tolerance = tolerance
	return nil
}

// checkReturns refuses what numbers and labels cannot be certified with.
func (s *Settings) checkReturns(*document.Object) error {
	refuse := func(field, why string) error {
		return document.BadField(field, "%s; leave it out of a run whose model returns %s", why, s.Output().Told)
	}
	switch {
	case s.Returns == "":
		return nil
	case s.Base.Top > 1:
		return refuse("top", "is for classes")
	case s.Base.Scores:
		return refuse("scores", "draws a class")
	case s.RunnerUp:
		return refuse("runner_up", "is for classes")
	case s.Anytime != nil:
		return refuse("anytime", "is for votes on classes")
	case s.Attack.Search > 0:
		return refuse("attack.search", "finds another class")
	case s.Output().whole && s.Base.Subsample > 0:
		return refuse("subsample", "labels only the points in a sample")
	}
	return nil
}

// Returns names what the model of a ballot returns, "" for classes.
func (e *Ballot) Returns() string {
	switch {
	case e.Answers == nil:
		return ""
	case e.Answers.Labels != nil:
		return ReturnsLabels
	}
	return ReturnsNumber
}

// answered says why an entry does not fit what the model of the run returns, "" where it does.
func (s *Settings) answered(e *Ballot) string {
	if e.Returns() == s.Returns {
		return ""
	}
	return "is of a model that returns " + Outputs[e.Returns()].Told + ", but the run is of one that returns " + s.Output().Told + ": set returns"
}
