package judging

import (
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// A run bounds the runner-up beside the class predicted, each at half the level of the votes. Where p is about ½ this
// certifies more, where it is near 1 a little less. So votes_pred choose the form for each cloud: they are independent of
// votes_cert, and whichever form they choose holds at the whole level. Votes that may be looked at after any sample have no
// others that could choose: the runner-up is always bounded, for half of the level.

// OneClass has what the bound of the class predicted alone certifies, against all other classes at once, beside a run that
// bounds the runner-up as well: a count for each value of the grid, or the ranges where these differ.
type OneClass struct {
	ByRow[[]int]
	Ranges []explore.Range `json:"ranges,omitempty"`
}

// takeRunnerUp takes whether the runner-up is bounded. A run that leaves it open bounds it, unless top asks for more than the
// first class.
func (s *Settings) takeRunnerUp(o *document.Object, as form) (err error) {
	s.runnerUpNamed = o.Has("runner_up")
	if !s.runnerUpNamed && as == Asked && s.Base.Top <= 1 && s.Returns == "" {
		s.RunnerUp, s.runnerUpNamed = true, true
		return nil
	}
	if s.RunnerUp, err = o.Truth("runner_up"); err == nil {
		err = s.Base.Top.CheckRunnerUp(o.Name("runner_up"), s.RunnerUp)
	}
	return err
}

// prediction returns the votes of a cloud, with those of the runner-up where votes_pred choose to bound it.
func (s *Settings) prediction(e *Ballot) certificate.Prediction {
	predicted := e.named(s.Anytime)
	one := certificate.Prediction{Votes: e.Certify[predicted], Samples: smoothing.Total(e.Certify), Anytime: s.Anytime}
	if s.RunnerUp && (s.Anytime != nil || s.favoursTwo(e, predicted, one.Samples)) {
		one.RunnerUp = &certificate.RunnerUp{Votes: e.rival(e.Certify, predicted)}
	}
	return one
}

// rival returns the most votes that another class may have: those of samples without a class may be of any. They are
// counted last where a votes document stands behind the votes.
func (e *Ballot) rival(votes []int64, predicted int64) (most int64) {
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
func (s *Settings) favoursTwo(e *Ballot, predicted, samples int64) bool {
	selected := 2 * (smoothing.Total(e.Predict) + 1)
	share := func(votes int64) int64 { return (2*votes + 1) * samples / selected }
	r := s.Base
	r.Prediction = certificate.Prediction{Votes: share(e.Predict[predicted]), Samples: samples}
	one := radiusOf(&r)
	r.Prediction.RunnerUp = &certificate.RunnerUp{Votes: min(share(e.rival(e.Predict, predicted))+1, samples-r.Prediction.Votes)}
	return radiusOf(&r) >= one
}

// radiusOf returns the radius in closed form of the votes of a request.
func radiusOf(r *certificate.Request) float64 {
	return *argument.NewClosed(nil, r.Sigma, r.Voted()).Radius
}

// VotesOf returns a request with the votes that a result has, and without clouds.
func (s *Settings) VotesOf(j *Judged) certificate.Request {
	r := s.Base
	r.Prediction = s.Output().judged(s, j)
	return r
}

// one are the bounds of the class predicted alone.
func (j *judge) one() argument.Probabilities {
	if j.alone == nil {
		r := j.request
		r.Prediction = r.Prediction.Alone()
		j.alone = new(r.Voted())
	}
	return *j.alone
}

// within tells whether the closed form certifies a distance, and whether the bound of one class alone does.
func (j *judge) within(distance float64) (is, alone bool) {
	if math.IsInf(distance, 1) {
		return false, false
	}
	row := j.request.AtDistance(distance)
	return row.Prove(j.bounds()).Certifies(), j.settings.RunnerUp && row.Prove(j.one()).Certifies()
}
