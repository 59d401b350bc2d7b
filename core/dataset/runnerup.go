package dataset

import (
	"fmt"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
)

// A run bounds the runner-up beside the class predicted, each at half the level of the votes. Where p is about ½ this
// certifies more, where it is near 1 a little less. So votes_pred choose the form for each cloud: they are independent of
// votes_cert, and whichever form they choose holds at the whole level. Votes that may be looked at after any sample have no
// others that could choose: the runner-up is always bounded, for half of the level.

// OneClass has what the bound of the class predicted alone certifies, against all other classes at once, beside a run that
// bounds the runner-up as well: a count for each value of the grid, or the ranges where these differ.
type OneClass struct {
	BlackBox []int           `json:"black_box,omitempty"`
	Orbit    []int           `json:"orbit,omitempty"`
	Ranges   []explore.Range `json:"ranges,omitempty"`
}

// OneClassAccuracy holds its accuracies.
type OneClassAccuracy struct {
	BlackBox []float64 `json:"black_box"`
	Orbit    []float64 `json:"orbit"`
}

// takeRunnerUp takes whether the runner-up is bounded. A run that leaves it open bounds it, unless top asks for more than the
// first class.
func (s *Settings) takeRunnerUp(o *document.Object, as form) (err error) {
	s.runnerUpNamed = o.Has("runner_up")
	if !s.runnerUpNamed && as == asked && s.base.Top <= 1 && s.Returns == "" {
		s.RunnerUp, s.runnerUpNamed = true, true
		return nil
	}
	if s.RunnerUp, err = o.Truth("runner_up"); err == nil {
		err = s.base.Top.CheckRunnerUp(o.Name("runner_up"), s.RunnerUp)
	}
	return err
}

// prediction returns the votes of a cloud, with those of the runner-up where votes_pred choose to bound it.
func (s *Settings) prediction(e *Entry) certificate.Prediction {
	predicted := e.named(s.Anytime)
	one := certificate.Prediction{Votes: e.Certify[predicted], Samples: total(e.Certify), Anytime: s.Anytime}
	if s.RunnerUp && (s.Anytime != nil || s.favoursTwo(e, predicted, one.Samples)) {
		one.RunnerUp = &certificate.RunnerUp{Votes: e.rival(e.Certify, predicted)}
	}
	return one
}

// rival returns the most votes that another class may have: those of samples without a class may be of any. They are
// counted last where a votes document stands behind the votes.
func (e *Entry) rival(votes []int64, predicted int64) (most int64) {
	none := int64(len(votes)) - 1
	if e.Evidence == "" {
		none = -1
	}
	for class, n := range votes {
		if int64(class) != predicted && int64(class) != none {
			most = max(most, n)
		}
	}
	if none >= 0 && none != predicted {
		most += votes[none]
	}
	return most
}

// favoursTwo tells whether so many samples with the shares of votes_pred would certify as much or more by the bounds of two
// classes. Half a vote is added to each share, so that few votes promise little.
func (s *Settings) favoursTwo(e *Entry, predicted, samples int64) bool {
	selected := 2 * (total(e.Predict) + 1)
	share := func(votes int64) int64 { return (2*votes + 1) * samples / selected }
	r := s.base
	r.Prediction = certificate.Prediction{Votes: share(e.Predict[predicted]), Samples: samples}
	one := radiusOf(&r)
	r.Prediction.RunnerUp = &certificate.RunnerUp{Votes: min(share(e.rival(e.Predict, predicted))+1, samples-r.Prediction.Votes)}
	return radiusOf(&r) >= one
}

// radiusOf returns the radius in closed form of the votes of a request.
func radiusOf(r *certificate.Request) float64 {
	return *argument.NewClosed(nil, r.Sigma, r.Bounds(r.Levels().Votes)).Radius
}

// votesOf returns the judge of votes that a result has.
func (s *Settings) votesOf(j *Judged) judge {
	votes := judge{settings: s, request: s.base}
	switch s.Returns {
	case ReturnsNumber:
		votes.request.Prediction = certificate.CountedWithin(j.Votes, j.Samples)
		return votes
	case ReturnsLabels:
		votes.request.Prediction = certificate.CountedLabels(j.Votes, j.Samples, j.Labelled)
		return votes
	}
	votes.request.Prediction = certificate.Prediction{Votes: j.Votes, Samples: j.Samples, Anytime: s.Anytime}
	if j.RunnerUp != nil {
		votes.request.Prediction.RunnerUp = &certificate.RunnerUp{Votes: *j.RunnerUp}
	}
	return votes
}

// one are the bounds of the class predicted alone.
func (j *judge) one() argument.Probabilities {
	if j.alone == nil {
		r := j.request
		r.Prediction.RunnerUp = nil
		p := r.Bounds(r.Levels().Votes)
		j.alone = &p
	}
	return *j.alone
}

// within tells whether the closed form certifies a distance, and whether the bound of one class alone does.
func (j *judge) within(distance float64) closed {
	if math.IsInf(distance, 1) {
		return closed{}
	}
	certified := func(p argument.Probabilities) bool {
		return argument.NewClosed(&distance, j.request.Sigma, p).Certified
	}
	return closed{certified(j.bounds()), j.settings.RunnerUp && certified(j.one())}
}

// closed is the verdict of a closed form, and that by one class alone.
type closed struct{ is, alone bool }

// holdOneClass refuses rows of one class alone that do not follow from the votes of their cloud.
func (j *judge) holdOneClass(place string, out *Judged) error {
	one := out.OneClass
	switch {
	case one == nil:
		return nil
	case j.settings.Withstand != nil:
		if len(one.Ranges) > 0 && provesNothing(j.one()) {
			return document.BadField(place+".one_class.ranges", "are there, but %d of %d votes certify nothing", out.Votes, out.Samples)
		}
		return nil
	}
	refuse := func(name string, counts []int, why string) error {
		return document.BadField(place+".one_class."+name, "is %v, but %s", counts, why)
	}
	alone := *j
	alone.known, alone.request.Prediction.RunnerUp = nil, nil
	norms := j.settings.Attack.Family != familyRotate
	switch rows := (row{"", one.BlackBox, nil}); {
	case alone.hopeless() && slices.Max(append(one.Orbit, one.BlackBox...)) > 0:
		return refuse("orbit", one.Orbit, fmt.Sprintf("%d of %d votes certify nothing", out.Votes, out.Samples))
	case !rows.within(row{"", one.Orbit, nil}):
		return refuse("orbit", one.Orbit, "the black box certifies more")
	case out.RunnerUp == nil && !slices.Equal(one.BlackBox, out.BlackBox):
		return refuse("black_box", one.BlackBox, "no runner-up is bounded, so that it is that of the run")
	case out.RunnerUp == nil && !slices.Equal(one.Orbit, out.Orbit):
		return refuse("orbit", one.Orbit, "no runner-up is bounded, so that it is that of the run")
	case norms && !alone.hopeless() && !slices.ContainsFunc(alone.withinRadius(), func(w []int) bool { return slices.Equal(one.BlackBox, w) }):
		return refuse("black_box", one.BlackBox, fmt.Sprintf("%d of %d votes do not give it", out.Votes, out.Samples))
	case norms && j.settings.alignsNothing() && !slices.Equal(one.Orbit, one.BlackBox):
		return refuse("orbit", one.Orbit, "the orbit-based argument has the distance of the black box here")
	}
	return nil
}

// fitsRunnerUp reports whether a result has runner-up and one-class counts exactly if the run asks for them.
func (s *Settings) fitsRunnerUp(j *Judged) bool {
	beside := s.RunnerUp && (s.Withstand == nil || j.RunnerUp != nil)
	switch one := j.OneClass; {
	case j.RunnerUp != nil && (!s.RunnerUp || *j.RunnerUp < 0 || *j.RunnerUp > j.Samples-j.Votes), (one != nil) != beside,
		s.Anytime != nil && (j.Samples > s.Anytime.Planned || (j.RunnerUp != nil) != s.RunnerUp):
		return false
	case one == nil:
		return true
	case s.Withstand != nil:
		return one.BlackBox == nil && one.Orbit == nil && (len(one.Ranges) == 0 || explore.AreRanges(one.Ranges))
	default:
		return one.Ranges == nil && s.fitsGrid(one.BlackBox) && s.fitsGrid(one.Orbit)
	}
}
