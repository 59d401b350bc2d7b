package certificate

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
)

// checkStated refuses what numbers and labels cannot be certified with.
func (s *steps) checkStated(*document.Object) error {
	q := s.Prediction
	switch {
	case q.OfClass():
		return nil
	case s.Top > 1 && q.Numbers != nil:
		return document.BadField("top", "is for classes; leave it out beside prediction.values")
	case s.Top > 1:
		return document.BadField("top", "is for classes; leave it out beside prediction.labels")
	case q.Labels == nil:
		return nil
	case s.Subsample > 0:
		return document.BadField("prediction.labels", "cannot be certified with subsample: a sample labels only the points in it; leave out subsample")
	case s.count() > 0 && s.count() != len(q.Labels.Votes):
		return document.BadField("prediction.labels.votes", "has %d numbers, the clean cloud has %d points; give one per point", len(q.Labels.Votes), s.count())
	}
	return nil
}

// state adds to each argument that is computed what it proves of a number or of labels. Monte Carlo adds nothing to them.
func (r *Request) state(v *argument.Verdict, pair argument.Pair, alpha float64) {
	if r.Prediction.OfClass() {
		return
	}
	var least Minimum
	switch {
	case pair.Orbit != nil:
		least = *r.undrawnMinimum(pair)
	case v.Parameters != nil && v.Parameters.Lower != nil:
		least = *r.transformedMinimum()
	}
	radii := r.labelRadii(alpha)
	if v.BlackBox != nil {
		v.BlackBox.Stated = r.stated(least.BlackBox, radii, alpha)
	}
	if v.Orbit != nil {
		v.Orbit.Stated = r.stated(least.Orbit, radii, alpha)
	}
	if t := v.Tight; t != nil && least.Tight != nil {
		if t.Exact != nil {
			t.Exact.Stated = r.stated(least.Tight.Exact, nil, alpha)
		}
		if t.Axis != nil {
			t.Axis.Stated = r.stated(least.Tight.Axis, nil, alpha)
		}
	}
	if v.Subsample != nil {
		v.Subsample.Stated = r.stated(r.leastSubsample(), nil, alpha)
	}
	if v.Parameters != nil {
		v.Parameters.Stated = r.stated(least.Parameters, nil, alpha)
	}
}

// stated returns what an argument proves that certifies a class from the probability least on; nil says that the pair has none.
// An argument without radii has nil.
func (r *Request) stated(least *float64, radii []float64, alpha float64) (s argument.Stated) {
	q := r.Prediction
	switch {
	case q.Numbers != nil && least != nil:
		s.Interval = q.Numbers.interval(*least, alpha)
	case q.Labels != nil && least != nil:
		s.Labels = argument.NewLabels(radii, bound.Holm(q.Labels.Votes, q.Samples, *least, alpha), q.Labels.Segmentation)
	case q.Labels != nil && radii != nil:
		s.Labels = &argument.Labels{Radius: radii}
	}
	return s
}

// labelRadii returns the radius of each label, nil if the model returns none.
func (r *Request) labelRadii(alpha float64) []float64 {
	if r.Prediction.Labels == nil {
		return nil
	}
	return r.Prediction.Labels.radii(r.Prediction.Samples, r.Sigma, alpha)
}
