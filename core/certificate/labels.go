package certificate

import (
	"fmt"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// PointLabels are the votes on a label for each point of the clean cloud. All points share the noisy samples, so their
// counts depend on each other. A sample that is not settled has voted for no label.
type PointLabels struct {
	// Segmentation has the labels that other samples have chosen as those predicted.
	argument.Segmentation
	// Votes are the samples that gave each point that label.
	Votes []int64
}

// takeLabels takes them.
func (q *Prediction) takeLabels(p *document.Object) error {
	l, err := smoothing.TakeLabels(p)
	if err == nil {
		q.setLabels(l)
	}
	return err
}

// setLabels sets the labels of the prediction. Its votes are the fewest of all points: a bound of them holds for each.
func (q *Prediction) setLabels(l *smoothing.Labels) {
	q.Labels, q.Samples, q.Votes = &PointLabels{argument.Segmentation{Predicted: l.Predicted, True: l.True, Ignore: l.Ignore}, l.Votes}, l.Samples, slices.Min(l.Votes)
}

func (*PointLabels) name() string { return ReturnsLabels }

// ofLabels tells whether a calibration is of labels of points.
func (c *Calibration) ofLabels() bool { return c.Returns == ReturnsLabels }

func (l *PointLabels) hold(c *Calibration, r *Request, in *Sets) {
	in.Only = c.Only(l.Votes, r.Prediction.Samples)
}

// document writes them.
func (l *PointLabels) document(p *Prediction) map[string]any {
	d := map[string]any{"predicted": l.Predicted, "votes": l.Votes, "samples": p.Samples}
	if l.True != nil {
		d["truth"] = l.True
	}
	if l.Ignore != nil {
		d["ignore"] = *l.Ignore
	}
	return map[string]any{"labels": d}
}

// parts counts a bound for each label.
func (l *PointLabels) parts(*Request) int { return len(l.Votes) }

func (l *PointLabels) check(r *Request) error {
	switch {
	case r.Top > 1:
		return document.BadField("top", "is for classes; leave it out beside prediction.labels")
	case r.Subsample > 0:
		return document.BadField("prediction.labels", "cannot be certified with subsample: a sample labels only the points in it; leave out subsample")
	case r.count() > 0 && r.count() != len(l.Votes):
		return document.BadField("prediction.labels.votes", "has %d numbers, the clean cloud has %d points; give one per point", len(l.Votes), r.count())
	case r.before(oneEvent):
		return nil
	}
	return l.CheckTruth("prediction.labels.truth")
}

// CheckTruth refuses true labels that may stand for no label where ignore does not say so: those below 0, and 255 where no point is
// predicted to have it. place names the field.
func (l *PointLabels) CheckTruth(place string) error {
	const none = 255
	isLabel := l.Ignore != nil || slices.Contains(l.Predicted, none)
	for i, c := range l.True {
		switch {
		case l.Ignore != nil && c == *l.Ignore:
		case c < 0:
			return document.BadField(document.Numbered(place, i), "is %d, but labels count from 0; set \"ignore\": %d in labels if it stands for no label", c, c)
		case c == none && !isLabel:
			return document.BadField(document.Numbered(place, i),
				"is 255, which often stands for no label; set \"ignore\": 255 in labels to leave such points out, or \"ignore\": -1 if it is a label")
		}
	}
	if l.True != nil && l.Ignore != nil && !slices.ContainsFunc(l.True, func(c int64) bool { return c != *l.Ignore }) {
		return document.BadField(place, "has only %d, which ignore leaves out; leave out truth", *l.Ignore)
	}
	return nil
}

func (l *PointLabels) stating(r *Request, votes float64) func(least *float64, closed bool) argument.Stated {
	var all []float64
	return func(least *float64, closed bool) (s argument.Stated) {
		var radii []float64
		if closed {
			if all == nil {
				all = l.radii(r.Prediction.Samples, r.Sigma, r.share(votes))
			}
			radii = all
		}
		switch {
		case least != nil:
			s.Labels = argument.NewLabels(radii, l.staying(r, *least, votes), l.Segmentation)
		case closed:
			s.Labels = &argument.Labels{Radius: radii}
		}
		return s
	}
}

// staying tells of each label whether its probability exceeds the least one that certifies.
func (l *PointLabels) staying(r *Request, least, votes float64) []bool {
	if r.before(oneEvent) {
		return bound.Holm(l.Votes, r.Prediction.Samples, least, votes)
	}
	return bound.Exceed(l.Votes, r.Prediction.Samples, least, r.share(votes))
}

func (l *PointLabels) rule(all []argument.Stated, core string) string {
	rows := 0
	for _, s := range all {
		if s.Labels != nil && s.Labels.Certified != nil {
			rows++
		}
	}
	if rows == 0 {
		return ""
	}
	return fmt.Sprintf("labels of each row and radii at alpha each, by the rule of core %s: all numbers hold together at %d alpha", core, rows+1)
}

// lower returns lower bounds of the probabilities of all labels, at a level for each.
func (l *PointLabels) lower(samples int64, each float64) []float64 {
	return eachVotes(l.Votes, func(votes int64) float64 { return bound.Lower(votes, samples, each) })
}

// eachVotes returns what follows from each number of votes, computed once for equal ones.
func eachVotes[T any](votes []int64, of func(votes int64) T) []T {
	known, all := map[int64]T{}, make([]T, len(votes))
	for i, n := range votes {
		one, there := known[n]
		if !there {
			one = of(n)
			known[n] = one
		}
		all[i] = one
	}
	return all
}

// radii returns the distances below which the labels stay.
func (l *PointLabels) radii(samples int64, sigma, each float64) []float64 {
	radii := l.lower(samples, each)
	for i, lower := range radii {
		radii[i] = *argument.NewClosed(nil, sigma, argument.Probabilities{Lower: lower}).Radius
	}
	return radii
}
