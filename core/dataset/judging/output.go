package judging

import (
	"encoding/binary"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/population"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// output is what the models of a run return: a class, a number or labels. Functions that classes do not need are nil there.
type output struct {
	Told string
	// prediction reads the votes of an entry, and judged the counts in a result.
	prediction func(s *Settings, e *Ballot) (certificate.Prediction, error)
	judged     func(s *Settings, j *Judged) certificate.Prediction
	// figures returns the statement of a row as numbers by name. A result has one of the lists of names, each sorted.
	figures func(of argument.Stated) map[string]*float64
	Names   [][]string
	// whole is true if samples must have all points of a cloud.
	whole bool
	// held compares the answers for a cloud with what was counted.
	Held func(a *smoothing.Answers, place *document.Object, first, second int) error
	// truth notes what calibrates sets, and finds the set of a cloud where the run wants one: the field with number Set among those of Judged.Sets.
	truth func(s *Settings, e *Ballot, of *Judged)
	Set   int
}

// SetOfNumbers and SetsOfPoints are the places of those among Judged.Sets.
const SetOfNumbers, SetsOfPoints = 1, 2

// ReturnsNumber and ReturnsLabels name what the models of a run return in place of classes.
const (
	ReturnsNumber = certificate.ReturnsNumber
	ReturnsLabels = certificate.ReturnsLabels
)

// Outputs lists them by the field returns.
var Outputs = map[string]output{
	"": {
		Told:       "scores of classes",
		prediction: func(s *Settings, e *Ballot) (certificate.Prediction, error) { return s.prediction(e), nil },
		judged: func(s *Settings, j *Judged) certificate.Prediction {
			p := certificate.Prediction{Votes: j.Votes, Samples: j.Samples, Anytime: s.Anytime}
			if j.RunnerUp != nil {
				p.RunnerUp = &certificate.RunnerUp{Votes: *j.RunnerUp}
			}
			return p
		},
		truth: func(s *Settings, e *Ballot, of *Judged) {
			if s.Sets == nil {
				return
			}
			// Samples without a class may be of any class.
			votes, without := e.Certify, int64(0)
			if e.Evidence != "" {
				votes, without = votes[:len(votes)-1], votes[len(votes)-1]
			}
			of.Set = s.Sets.Set(votes, without, certificate.Prediction{Samples: of.Samples, Anytime: s.Anytime})
		},
	},
	ReturnsNumber: {
		Told: "a number",
		prediction: func(s *Settings, e *Ballot) (certificate.Prediction, error) {
			return certificate.OfNumbers(*e.Answers, s.Tolerance)
		},
		judged: func(_ *Settings, j *Judged) certificate.Prediction {
			return certificate.CountedWithin(j.Votes, j.Samples)
		},
		figures: func(of argument.Stated) map[string]*float64 {
			if of.Interval == nil || of.Interval.Upper == nil {
				return map[string]*float64{RowWidth: nil}
			}
			width := invariance.RoundUp(*of.Interval.Upper - *of.Interval.Lower)
			return map[string]*float64{RowWidth: &width}
		},
		Names: [][]string{{RowWidth}},
		Held: func(a *smoothing.Answers, place *document.Object, first, second int) error {
			switch {
			case len(a.Values) != second:
				return document.BadField(place.Name("values"), "has %d numbers; voted.sampling.estimate is %d", len(a.Values), second)
			case len(a.Select) != first:
				return document.BadField(place.Name("select"), "has %d numbers; voted.sampling.select is %d", len(a.Select), first)
			}
			return nil
		},
		Set: SetOfNumbers,
		truth: func(s *Settings, e *Ballot, of *Judged) {
			a := e.Answers
			if of.Truth = a.Truth; a.Truth != nil {
				of.Errors = errorsOf(a.Values, *a.Truth)
			}
			if s.Sets != nil {
				of.Interval = s.Sets.Interval(a.Values)
			}
		},
	},
	ReturnsLabels: {
		Told: "labels of points",
		prediction: func(_ *Settings, e *Ballot) (certificate.Prediction, error) {
			return certificate.OfLabels(e.Answers.Labels), nil
		},
		judged: func(_ *Settings, j *Judged) certificate.Prediction {
			return certificate.CountedLabels(j.Votes, j.Samples, j.Labelled)
		},
		figures: func(of argument.Stated) map[string]*float64 {
			l := of.Labels
			all := map[string]*float64{"share": l.Share, "iou": l.IoU}
			if l.Accuracy != nil {
				all["accuracy"], all["true_iou"], all["mean_iou"] = l.Accuracy, l.TrueIoU, l.MeanIoU
			}
			return all
		},
		Names: [][]string{{"iou", "share"}, {"accuracy", "iou", "mean_iou", "share", "true_iou"}},
		whole: true,
		Held: func(a *smoothing.Answers, place *document.Object, _, second int) error {
			if a.Labels.Samples == int64(second) {
				return nil
			}
			return document.BadField(place.Name("labels.samples"), "is %d; voted.sampling.estimate is %d", a.Labels.Samples, second)
		},
		Set:   SetsOfPoints,
		truth: takeTrueLabels,
	},
}

func (s *Settings) Output() output { return Outputs[s.Returns] }

// States reports whether rows have statements beside the counts of certified clouds.
func (s *Settings) States() bool { return s.Returns != "" && s.Withstand == nil }

// takeTrueLabels draws a point with a true label, and one of each, by the digest of the cloud, which calibrate, and counts what sets hold.
func takeTrueLabels(s *Settings, e *Ballot, of *Judged) {
	l := e.Answers.Labels
	var votes []int64 // for true labels
	var labels []int64
	byLabel := map[int64][]int64{}
	sets := &PointSets{}
	only := make([]bool, len(l.Votes))
	if s.Sets != nil {
		only, of.PointSets = s.Sets.Only(l.Votes, l.Samples), sets
	}
	for i, is := range only {
		if is {
			sets.Only++
		}
		if l.True == nil || l.Ignore != nil && l.True[i] == *l.Ignore {
			continue
		}
		sets.Known++
		right := l.True[i] == l.Predicted[i]
		if right || !is {
			sets.Held++
		}
		if votes = append(votes, 0); right {
			votes[len(votes)-1] = l.Votes[i]
		}
		own, seen := byLabel[l.True[i]]
		if byLabel[l.True[i]] = append(own, votes[len(votes)-1]); !seen {
			labels = population.With(labels, l.True[i])
		}
	}
	if len(votes) == 0 {
		return
	}
	sum := digest.Sum256([]byte("orbitcert point\n" + of.Cloud))
	drawn := func(votes []int64) int64 { return votes[binary.BigEndian.Uint64(sum[:])%uint64(len(votes))] }
	of.LabelVotes = new(drawn(votes))
	for _, label := range labels {
		of.ClassVotes = append(of.ClassVotes, ClassVotes{label, drawn(byLabel[label])})
	}
}

// errorsOf returns some distances of numbers from the true one in falling order, nil for a sample without a number. The first is the largest. Rung
// tells how many distances are above each of the others.
func errorsOf(values []float64, truth float64) (errors []*float64) {
	all := certificate.Distances(values, truth)
	for above := 0; above <= len(values)/2; above = rung(above) {
		var error *float64
		if at := len(values) - 1 - above; at < len(all) {
			error = &all[at]
		}
		errors = append(errors, error)
	}
	return errors
}

// rung returns how many samples are above the next of the errors.
func rung(above int) int { return above + 1 + above/16 }

// ErrorAt returns the smallest of the errors that at least so many of the samples do not exceed, and how many do not exceed it.
func ErrorAt(j *Judged, within int64) (error *float64, votes int64) {
	for i, above := 0, 0; j.Samples-int64(above) >= within; i, above = i+1, rung(above) {
		if error, votes = nil, j.Samples-int64(above); i < len(j.Errors) {
			error = j.Errors[i]
		}
	}
	return error, votes
}
