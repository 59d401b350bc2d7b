package judging

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
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
}

// ReturnsNumber and ReturnsLabels name what the models of a run return in place of classes.
const (
	ReturnsNumber = "number"
	ReturnsLabels = "labels"
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
	},
}

func (s *Settings) Output() output { return Outputs[s.Returns] }

// States reports whether rows have statements beside the counts of certified clouds.
func (s *Settings) States() bool { return s.Returns != "" && s.Withstand == nil }
