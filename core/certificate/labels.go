package certificate

import (
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
	q.Labels, q.Samples, q.Votes = &PointLabels{argument.Segmentation{Predicted: l.Predicted, True: l.True}, l.Votes}, l.Samples, slices.Min(l.Votes)
}

// document writes them.
func (l *PointLabels) document(samples int64) map[string]any {
	d := map[string]any{"predicted": l.Predicted, "votes": l.Votes, "samples": samples}
	if l.True != nil {
		d["truth"] = l.True
	}
	return d
}

// lower returns lower bounds of the probabilities of all labels that hold at once with probability 1 − alpha.
func (l *PointLabels) lower(samples int64, alpha float64) []float64 {
	known, all := map[int64]float64{}, make([]float64, len(l.Votes))
	for i, votes := range l.Votes {
		lower, ok := known[votes]
		if !ok {
			lower = bound.Lower(votes, samples, alpha/float64(len(l.Votes)))
			known[votes] = lower
		}
		all[i] = lower
	}
	return all
}

// radii returns the distances below which the labels stay, all at once.
func (l *PointLabels) radii(samples int64, sigma, alpha float64) []float64 {
	radii := l.lower(samples, alpha)
	for i, lower := range radii {
		radii[i] = *argument.NewClosed(nil, sigma, argument.Probabilities{Lower: lower}).Radius
	}
	return radii
}
