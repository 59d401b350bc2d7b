package certificate

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// state adds to each argument that is computed what it proves of a number or of labels. Monte Carlo adds nothing to them.
func (r *Request) state(v *argument.Verdict, rows []argument.Row, votes float64) {
	stating := r.Prediction.output().stating(r, votes)
	if stating == nil {
		return
	}
	for _, row := range rows {
		claim := v.Row(row.ID)
		_, closed := claim.(*argument.Closed)
		claim.State(stating(r.least(row), closed))
	}
}

// stated returns what a row says of a number or of labels at the perturbed cloud.
func (r *Request) stated(row argument.Row) argument.Stated {
	return r.Prediction.output().stating(r, r.Levels().Votes)(r.least(row), false)
}

// A run asks the same of many clouds. These are the predictions and statements that it takes for each cloud.

// OfNumbers returns the prediction of a number that stays within a tolerance of the median of a.Select. The error says that
// no sample of it is settled.
func OfNumbers(a smoothing.Answers, tolerance float64) (q Prediction, err error) {
	n := &Numbers{Values: a.Values, Select: a.Select, Tolerance: &tolerance}
	reference, ok := n.Reference()
	if !ok {
		return q, document.BadField("select", "has no number; give at least one sample that is settled")
	}
	return Prediction{Numbers: n, Samples: int64(len(a.Values)), Votes: n.within(reference)}, nil
}

// OfLabels returns the prediction of labels.
func OfLabels(l *smoothing.Labels) (q Prediction) {
	q.setLabels(l)
	return q
}

// CountedWithin returns the prediction of a number from its votes alone. They are the numbers on one side of the tolerance, the
// side that has fewer.
func CountedWithin(votes, samples int64) Prediction {
	return Prediction{Numbers: &Numbers{Tolerance: new(float64)}, Votes: votes, Samples: samples}
}

// CountedLabels returns the prediction of labels of so many points from the fewest votes that a point has.
func CountedLabels(votes, samples int64, points int) Prediction {
	return Prediction{Labels: &PointLabels{Votes: make([]int64, points)}, Votes: votes, Samples: samples}
}

// StatedWithin returns what the closed form states of a number or of labels at a distance.
func (r *Request) StatedWithin(distance float64) argument.Stated {
	return r.stated(r.AtDistance(distance))
}

// StatedTight returns what the exact tight certificate states of them, nil for a pair that has none.
func (r *Request) StatedTight(pair argument.Pair) *argument.Stated {
	rows := r.Rows(pair)
	row := rows[len(rows)-1]
	if row.ID == argument.OrbitRow {
		return nil
	}
	return new(r.stated(row))
}
