package intake

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// takeAttacked takes the candidates of an entry, where a search has looked for some.
func (e *Entry) takeAttacked(o *document.Object) error {
	if !o.Has("attacked") {
		return nil
	}
	const place = "attacked"
	texts, err := document.List(place, o.Take(place))
	if err != nil {
		return err
	}
	if len(texts) > judging.MaxAttacked {
		return document.BadField(place, "has %d clouds; the limit is %d", len(texts), judging.MaxAttacked)
	}
	e.Attacked = make([]judging.Candidate, len(texts))
	for i, text := range texts {
		err = document.Join(err, takeCandidate(&e.Attacked[i], document.Numbered(place, i), text))
	}
	return err
}

func takeCandidate(c *judging.Candidate, place string, text json.RawMessage) error {
	o, err := document.Parse(place, text)
	if err != nil {
		return err
	}
	if err = certificate.TakePoints(o, &c.Cloud); err == nil {
		err = certificate.CheckCoordinates(place, c.Cloud)
	}
	votes, bad := takeCounts(o, "votes")
	samples, present, none := o.Whole("samples", 1, certificate.MaxVotes)
	if none == nil && !present {
		none = document.BadField(o.Name("samples"), "is missing")
	}
	c.Votes, c.Samples = votes, samples
	if err = document.Join(err, bad, none, o.Done()); err == nil && smoothing.Total(votes) > samples {
		err = document.BadField(o.Name("votes"), "are %d, of %d samples", smoothing.Total(votes), samples)
	}
	return err
}

// bytesOf returns what a candidate is known by.
func bytesOf(c *judging.Candidate) []byte {
	text := judging.JSONLine([]any{c.Votes, c.Samples})
	for _, x := range c.Cloud.Points {
		text = binary.LittleEndian.AppendUint64(text, math.Float64bits(x))
	}
	return text
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
	if truth, present, err := o.Number("truth"); err != nil || present && a.Values == nil {
		return document.First(err, document.BadField(o.Name("truth"), "is of numbers; give the true labels of points in labels.truth"))
	} else if present {
		a.Truth = &truth
	}
	switch {
	case a.Values != nil && labels != nil:
		return document.BadField(o.Name("labels"), "are there beside values; give one of them")
	case (a.Values == nil) != (a.Select == nil):
		return document.BadField(o.Name("select"), "and values come together: the median of select is the reference")
	case a.Select.Same(a.Values):
		return document.BadField(o.Name("select"), "has the same numbers as values; give numbers of other samples")
	}
	for _, field := range []string{"label", "votes_pred", "votes_cert"} {
		if o.Has(field) {
			return document.BadField(o.Name(field), "is for classes; leave it out beside numbers or labels")
		}
	}
	e.Answers = a
	return nil
}

// checkTruth holds the true labels of every cloud against what stands for no label, in all clouds that do not say it themselves.
func (c *Collection) checkTruth(ignore *int64) (err error) {
	for _, e := range c.entries {
		if e.Answers == nil || e.Answers.Labels == nil {
			continue
		}
		e.Answers.Labels.IgnoreAs(ignore)
		err = document.Join(err, certificate.OfLabels(e.Answers.Labels).Labels.CheckTruth(e.place+".labels.truth"))
	}
	return err
}

// hasAnswers reports whether an object has numbers or labels.
func hasAnswers(o *document.Object) bool {
	return slices.ContainsFunc([]string{"values", "select", "labels"}, o.Has)
}

// holdAnswers compares the numbers or labels of a cloud with what was counted.
func (v *counted) holdAnswers(e *Entry, place *document.Object) error {
	of, returns := judging.Outputs[e.Returns()], v.plan.Model.Returns
	if returns == smoothing.ReturnsClasses || returns.Turn() || returns.Labels() != (e.Answers.Labels != nil) {
		return document.BadField(place.Path, "has %s, but voted.model returns %s", of.Told, returns.Told())
	}
	return of.Held(e.Answers, place, v.plan.Sampling.Select, v.plan.Sampling.Estimate)
}

// refuseRow refuses numbers and labels apart from their cloud.
func refuseRow(o *document.Object) error {
	if !hasAnswers(o) {
		return nil
	}
	return document.BadField(o.Path, "has numbers or labels without their cloud; give them in its entry in clouds")
}
