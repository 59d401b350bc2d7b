package certificate

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
)

// checkStated refuses what numbers and labels do not go with.
func (s *steps) checkStated(*document.Object) error {
	q := s.Prediction
	name := map[bool]string{true: "values", false: "labels"}[q.Numbers != nil]
	switch {
	case q.Numbers == nil && q.Labels == nil:
		return nil
	case s.Top > 1:
		return document.BadField("top", "is for classes; leave it out beside prediction.%s", name)
	case q.Labels == nil:
		return nil
	case s.Subsample > 0:
		return document.BadField("prediction.labels", "cannot be certified with subsample: a sample labels only the points in it; leave out subsample")
	case s.Clean != nil && s.Clean.Count() != len(q.Labels.Votes):
		return document.BadField("prediction.labels.votes", "has %d numbers, the clean cloud has %d points; give one per point", len(q.Labels.Votes), s.Clean.Count())
	}
	return nil
}

// state adds what each computed argument says of a number or of labels. Draws say nothing more here.
func (r *Request) state(v *argument.Verdict, pair argument.Pair, alpha float64) {
	if r.Prediction.Numbers == nil && r.Prediction.Labels == nil {
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

// stated is what an argument says that certifies from the probability least on, nil where it says nothing of this pair.
func (r *Request) stated(least *float64, radii []float64, alpha float64) (s argument.Stated) {
	q := r.Prediction
	switch {
	case q.Labels != nil:
		s.Labels = &argument.Labels{Radius: radii}
		if least != nil {
			s.Labels.Certified = bound.Holm(q.Labels.Votes, q.Samples, *least, alpha)
		}
		if s.Labels.Counted(); radii == nil && least == nil {
			s.Labels = nil
		}
	case least != nil:
		s.Interval = q.Numbers.interval(*least, alpha)
	}
	return s
}

func (r *Request) labelRadii(alpha float64) []float64 {
	if r.Prediction.Labels == nil {
		return nil
	}
	return r.Prediction.Labels.radii(r.Prediction.Samples, r.Sigma, alpha)
}
