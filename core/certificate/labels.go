package certificate

import (
	"encoding/json"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
)

// PointLabels are the votes on a label for each point of the clean cloud. All points share the noisy samples, so their
// counts depend on each other. A sample that is not settled has voted for no label.
type PointLabels struct {
	// Predicted are the labels that other samples have chosen.
	Predicted []int64
	// Votes are the samples that gave each point that label.
	Votes []int64
}

// mostLabels is more than any model has.
const mostLabels = 1_000_000

// takeLabels takes them. The votes of the prediction are the fewest of all points: a bound of it holds for each.
func (q *Prediction) takeLabels(p *document.Object) error {
	field, err := p.Child("labels")
	if err != nil {
		return err
	}
	samples, present, err := field.Whole("samples", 1, MaxVotes)
	if err == nil && !present {
		err = document.BadField(field.Name("samples"), "is missing; give the number of samples that voted")
	}
	if err != nil {
		return err
	}
	predicted, err := takeCounts(field, "predicted", mostLabels)
	votes, bad := takeCounts(field, "votes", samples)
	if err := document.Join(err, bad); err != nil {
		return err
	}
	if len(predicted) != len(votes) {
		return document.BadField(field.Name("votes"), "has %d numbers, predicted has %d; give one of each per point", len(votes), len(predicted))
	}
	q.Labels, q.Samples, q.Votes = &PointLabels{Predicted: predicted, Votes: votes}, samples, slices.Min(votes)
	return field.Done()
}

// takeCounts takes a list of whole numbers from 0 to most, one per point.
func takeCounts(o *document.Object, field string, most int64) ([]int64, error) {
	counts, err := takeList(o, field, func(name string, text json.RawMessage) (int64, error) {
		return document.ParseWhole(name, text, 0, most)
	})
	if err == nil && counts == nil {
		err = document.BadField(o.Name(field), "is missing; give one number per point")
	}
	return counts, err
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
