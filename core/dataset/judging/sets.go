package judging

import (
	"errors"
	"slices"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// Sets says what became of the sets that hold the true class: the mean number of their classes, and the share of the clouds whose set
// has the label. Threshold is nil where the calibration has too few clouds.
type Sets struct {
	Coverage  float64  `json:"coverage"`
	Radius    float64  `json:"radius"`
	Threshold *float64 `json:"threshold,omitempty"`
	Size      float64  `json:"size"`
	Held      float64  `json:"held"`
}

func (s *Settings) takeSets(o *document.Object) (err error) {
	s.Sets, err = certificate.TakeCalibration(o, "sets")
	if s.Sets != nil && s.Returns != "" {
		err = document.BadField("sets", "are of classes; leave them out of a run whose model returns %s", s.Output().Told)
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

// setOf returns the set of a cloud, nil if the run wants none. Samples without a class may be of any class.
func (s *Settings) setOf(e *Ballot, of *Judged) ([]int, error) {
	switch {
	case s.Sets == nil:
		return nil, nil
	case s.Sets.Has(of.Cloud):
		return nil, errors.New("is a cloud of the calibration of sets: leave it out of the run, since sets are for other clouds")
	}
	votes, without := e.Certify, int64(0)
	if e.Evidence != "" {
		votes, without = votes[:len(votes)-1], votes[len(votes)-1]
	}
	return s.Sets.Set(votes, without, certificate.Prediction{Samples: of.Samples, Anytime: s.Anytime}), nil
}

// setsOf adds up the sets of all clouds that did not fail. It is nil if there are none.
func (s *Settings) setsOf(items []ItemResult) *Sets {
	if s.Sets == nil {
		return nil
	}
	all, clouds := &Sets{Coverage: s.Sets.Coverage, Radius: s.Sets.Radius, Threshold: s.Sets.Threshold}, 0.0
	for _, item := range items {
		if item.Judged == nil {
			continue
		}
		clouds++
		all.Size += float64(len(item.Set))
		if slices.Contains(item.Set, int(item.Label)) {
			all.Held++
		}
	}
	if clouds == 0 {
		return nil
	}
	all.Size /= clouds
	all.Held /= clouds
	return all
}
