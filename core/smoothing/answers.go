package smoothing

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
)

// Answers are what a model that returns numbers, labels or vectors answered: the numbers or vectors of the samples of both stages, or the
// votes on labels. Documents have them in the evidence, or in the prediction beside it.
type Answers struct {
	// Values are those of the second stage, Select those of the first; NaN where a sample has no number.
	Values Values  `json:"values,omitempty"`
	Select Values  `json:"select,omitempty"`
	Labels *Labels `json:"labels,omitempty"`
	// Truth is the true number of the cloud in a run, nil if it is unknown.
	Truth *float64 `json:"truth,omitempty"`
	// Turned are the vectors of both stages, turned back.
	Turned *Vectors `json:"vectors,omitempty"`
}

// Values are numbers, NaN where a sample has none.
type Values []float64

// MarshalJSON writes NaN as null.
func (v Values) MarshalJSON() ([]byte, error) {
	values := make([]any, len(v))
	for i, x := range v {
		if !math.IsNaN(x) {
			values[i] = x
		}
	}
	return json.Marshal(values)
}

// mostAnswers bounds the lists of a document.
const mostAnswers = 1_000_000

// TakeValues takes a list of numbers with null for samples that have none; nil if it is absent.
func TakeValues(o *document.Object, field string) (Values, error) {
	return takeList(o, field, func(name string, text json.RawMessage) (float64, error) {
		if string(text) == "null" {
			return math.NaN(), nil
		}
		x, err := document.ParseNumber(name, text)
		if err == nil && math.Abs(x) > document.MaxLength {
			err = document.BadField(name, "must be at most 1e100 in magnitude, got %v", x)
		}
		return x, err
	})
}

// Same tells whether the numbers of both stages are the same, in any order, so many and different ones that they are of the same samples.
func (v Values) Same(other Values) bool {
	const few = 10
	if len(v) != len(other) || len(v) < few {
		return false
	}
	a, b := slices.Clone(v), slices.Clone(other)
	slices.Sort(a)
	slices.Sort(b)
	return slices.EqualFunc(a, b, sameNumber) && len(slices.Compact(a)) >= few
}

// mostLabels is more than any model has, mostVoters the largest number of samples that a document may claim.
const (
	mostLabels = 1_000_000
	mostVoters = 1_000_000_000
)

// TakeLabels takes votes on labels, nil if they are absent.
func TakeLabels(o *document.Object) (*Labels, error) {
	field, err := o.Child("labels")
	if err != nil || field == nil {
		return nil, err
	}
	l := &Labels{}
	err = document.First(field.Need("samples", "; give the number of samples that voted"),
		document.PutWhole(&l.Samples)(field.Whole("samples", 1, mostVoters)))
	if err != nil {
		return nil, err
	}
	err = document.Join(document.Put(&l.Predicted)(takeWhole(field, "predicted", 0, mostLabels)),
		document.Put(&l.Votes)(takeWhole(field, "votes", 0, l.Samples)), document.Put(&l.Ignore)(TakeIgnore(field)))
	if err == nil && field.Has("truth") {
		err = l.takeTruth(field)
	}
	switch points := len(l.Predicted); {
	case err != nil:
		return nil, err
	case points != len(l.Votes):
		return nil, document.BadField(field.Name("votes"), "has %d numbers, predicted has %d; give one of each per point", len(l.Votes), points)
	case l.True != nil && points != len(l.True):
		return nil, document.BadField(field.Name("truth"), "has %d labels, predicted has %d; give one of each per point", len(l.True), points)
	}
	return l, field.Done()
}

// takeTruth takes the true labels, among which null is what ignore says, or without it −1.
func (l *Labels) takeTruth(field *document.Object) error {
	const null, background = -mostLabels - 1, 255
	truth, err := takeList(field, "truth", func(name string, text json.RawMessage) (int64, error) {
		if string(text) == "null" {
			l.Null = true
			return null, nil
		}
		return document.ParseWhole(name, text, -mostLabels, mostLabels)
	})
	if l.True = truth; err != nil || !l.Null {
		return err
	}
	none := l.Ignore
	for i, label := range truth {
		if none == nil && label != null && (label < 0 || label == background && !slices.Contains(l.Predicted, label)) {
			return document.BadField(document.Numbered(field.Name("truth"), i), "is %d beside null; set \"ignore\": %d in labels if it stands for no label, too", label, label)
		}
	}
	if l.Null = none == nil; l.Null {
		l.leave(null, -1)
	} else {
		l.leave(null, *none)
	}
	return nil
}

// leave writes another number for no label.
func (l *Labels) leave(old, ignore int64) {
	l.Ignore = &ignore
	for i, label := range l.True {
		if label == old {
			l.True[i] = ignore
		}
	}
}

// IgnoreAs takes what stands for no label in all documents that do not say it, nil for nothing.
func (l *Labels) IgnoreAs(ignore *int64) {
	switch {
	case ignore == nil || l.True == nil:
	case l.Null:
		l.leave(*l.Ignore, *ignore)
	case l.Ignore == nil:
		l.Ignore = ignore
	}
}

// TakeIgnore takes what stands for no label among the true ones, nil if it is absent.
func TakeIgnore(o *document.Object) (*int64, error) {
	if !o.Has("ignore") {
		return nil, nil
	}
	label, err := document.ParseWhole(o.Name("ignore"), o.Take("ignore"), -mostLabels, mostLabels)
	return &label, err
}

// takeWhole takes a list of whole numbers from least to most, one per point.
func takeWhole(o *document.Object, field string, least, most int64) ([]int64, error) {
	counts, err := takeList(o, field, func(name string, text json.RawMessage) (int64, error) {
		return document.ParseWhole(name, text, least, most)
	})
	if err == nil && counts == nil {
		err = document.BadField(o.Name(field), "is missing; give one number per point")
	}
	return counts, err
}

// takeList takes a list of numbers, nil if it is absent.
func takeList[T any](o *document.Object, field string, parse func(name string, text json.RawMessage) (T, error)) ([]T, error) {
	name, text := o.Name(field), o.Take(field)
	if text == nil {
		return nil, nil
	}
	texts, err := document.List(name, text)
	if err != nil {
		return nil, err
	}
	if len(texts) == 0 || len(texts) > mostAnswers {
		return nil, document.BadField(name, "must have 1 to %d numbers, got %d", mostAnswers, len(texts))
	}
	values := make([]T, len(texts))
	for i, text := range texts {
		if values[i], err = parse(document.Numbered(name, i), text); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// takeAnswers takes numbers, labels or vectors: those of the evidence, else those given beside it, and the same where both have them.
func (e *Evidence) takeAnswers(o *document.Object, given *Answers) (err error) {
	if given == nil {
		given = &Answers{}
	}
	if e.Model.Returns.Turn() {
		return e.takeVectors(o, given.Turned)
	}
	if e.Model.Returns.Labels() {
		if e.Labels, err = TakeLabels(o); err != nil {
			return err
		}
		return e.checkLabels(o, given.Labels)
	}
	for _, list := range []struct {
		field  string
		to     *Values
		beside Values
		length int
	}{{"values", &e.Values, given.Values, e.Sampling.Estimate}, {"select", &e.Select, given.Select, e.Sampling.Select}} {
		name := o.Name(list.field)
		if *list.to, err = TakeValues(o, list.field); err != nil {
			return err
		}
		switch {
		case *list.to == nil:
			*list.to = list.beside
		case list.beside != nil && !slices.EqualFunc(*list.to, list.beside, sameNumber):
			return document.BadField(name, "has other numbers than the prediction beside it; leave out one of them")
		}
		if len(*list.to) != list.length {
			return document.BadField(name, "has %d numbers for %d samples", len(*list.to), list.length)
		}
	}
	return nil
}

// checkLabels holds the labels against those beside the evidence, and against the plan.
func (e *Evidence) checkLabels(o *document.Object, given *Labels) error {
	name := o.Name("labels")
	switch {
	case e.Labels == nil:
		e.Labels = given
	case given != nil && !e.Labels.agree(given):
		return document.BadField(name, "has other votes than the prediction beside it; leave out one of them")
	}
	if e.Labels == nil {
		return document.BadField(name, "is missing")
	}
	if given != nil && e.Labels.True == nil {
		e.Labels.True, e.Labels.Ignore = given.True, given.Ignore
	}
	if e.Labels.Samples != int64(e.Sampling.Estimate) {
		return document.BadField(name+".samples", "is %d, and sampling.estimate is %d", e.Labels.Samples, e.Sampling.Estimate)
	}
	classes := int64(len(e.Model.Classes))
	if i := slices.IndexFunc(e.Labels.Predicted, func(label int64) bool { return label >= classes }); i >= 0 {
		return document.BadField(document.Numbered(name+".predicted", i), "is %d; the model has %d labels, from number 0 on", e.Labels.Predicted[i], classes)
	}
	return nil
}

// agree reports whether two documents have the same votes, and the same true labels where both know them.
func (l *Labels) agree(o *Labels) bool {
	return l.Samples == o.Samples && slices.Equal(l.Predicted, o.Predicted) && slices.Equal(l.Votes, o.Votes) &&
		(l.True == nil || o.True == nil || slices.Equal(l.True, o.True))
}

// sameNumber reports whether two numbers are the same, or both none.
func sameNumber(a, b float64) bool { return a == b || a != a && b != b }

// codedNumbers returns the numbers of both stages as a count codes them.
func (a *Answers) codedNumbers() []byte { return appendNumbers(nil, slices.Concat(a.Select, a.Values)) }

// answersOf returns what the coded answers for all samples of a plan say.
func answersOf(p *Plan, coded []byte, size int) (a Answers) {
	if p.Model.Returns.Labels() {
		a.Labels = p.tallyLabels(coded, size/p.width())
		return a
	}
	if p.Model.Returns.Turn() {
		a.Turned = p.vectorsOf(coded, size)
		return a
	}
	values := decoded(coded, p.Samples())
	a.Select, a.Values = values[:p.Sampling.Select], values[p.Sampling.Select:]
	return a
}
