package judging

import (
	"errors"
	"slices"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// Sets says what became of the sets that hold the truth. Threshold is nil where the calibration has too few clouds, and for numbers.
type Sets struct {
	Coverage  float64  `json:"coverage"`
	Radius    float64  `json:"radius"`
	PerClass  bool     `json:"per_class,omitempty"`
	Threshold *float64 `json:"threshold,omitempty"`
	// Size is the mean number of classes in a set, or the mean width of intervals, nil if one has no ends.
	Size *float64 `json:"size,omitempty"`
	// Only is the mean share of points whose sets have one label only.
	Only *float64 `json:"only,omitempty"`
	// Held is the share of the clouds whose set has the label, or the true number, or the mean share of points whose set has the true label. It is
	// nil if no truth is known.
	Held *float64 `json:"held,omitempty"`
}

// PointSets counts points whose set has the predicted label only, and of so many points with a true label those whose set has it.
type PointSets struct {
	Only  int `json:"only"`
	Held  int `json:"held"`
	Known int `json:"known"`
}

func (s *Settings) takeSets(o *document.Object) (err error) {
	s.Sets, err = certificate.TakeCalibration(o, "sets")
	if s.Sets != nil && s.Sets.Returns != s.Returns {
		err = document.BadField("sets.returns", "is %q, but the model of the run returns %s: calibrate on a run of such a model", s.Sets.Returns, s.Output().Told)
	}
	return err
}

// CheckSets refuses a calibration that is not of clouds smoothed like those of the run, once it is known what counted the votes.
func (s *Settings) CheckSets() error {
	if s.Sets == nil {
		return nil
	}
	return s.Sets.Suits(&s.Base, s.Classifier)
}

// takeTruth notes what calibrates sets of numbers and labels, and finds the set of a cloud where the run wants one.
func (s *Settings) takeTruth(e *Ballot, of *Judged) error {
	if s.Sets != nil && s.Sets.Has(of.Cloud) {
		return errors.New("is a cloud of the calibration of sets: leave it out of the run")
	}
	s.Output().truth(s, e, of)
	return nil
}

// setsOf adds up the sets of all clouds that did not fail. It is nil if there are none.
func (s *Settings) setsOf(items []ItemResult) *Sets {
	if s.Sets == nil {
		return nil
	}
	all := &Sets{Coverage: s.Sets.Coverage, Radius: s.Sets.Radius, PerClass: s.Sets.PerClass, Threshold: s.Sets.Threshold}
	size, only, held := mean{}, mean{}, mean{}
	for _, item := range judged(items) {
		switch j := item.Judged; {
		case j.Set != nil:
			size.add(float64(len(j.Set)))
			held.add(whole(slices.Contains(j.Set, int(j.Label))))
		case j.PointSets != nil:
			only.add(float64(j.PointSets.Only) / float64(j.Labelled))
			if known := j.PointSets.Known; known > 0 {
				held.add(float64(j.PointSets.Held) / float64(known))
			}
		default:
			between, unbounded := j.Interval, j.Interval.Upper == nil
			if size.none = size.none || unbounded; !unbounded {
				size.add(*between.Upper - *between.Lower)
			}
			if j.Truth != nil {
				held.add(whole(unbounded || *j.Truth >= *between.Lower && *j.Truth <= *between.Upper))
			}
		}
	}
	if all.Size, all.Only, all.Held = size.of(), only.of(), held.of(); all.Size == nil && all.Only == nil && all.Held == nil {
		return nil
	}
	return all
}

// whole is 1 for what is so, and else 0.
func whole(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// mean is that of numbers.
type mean struct {
	sum, count float64
	none       bool
}

func (m *mean) add(x float64) { m.sum, m.count = m.sum+x, m.count+1 }

// of is nil where there is none.
func (m *mean) of() *float64 {
	if m.none || m.count == 0 {
		return nil
	}
	return new(m.sum / m.count)
}
