// Package judging certifies a cloud of a run at every value of a grid of perturbations, and adds the verdicts up to
// certified accuracies.
//
// A verdict on one cloud is made of what packages certificate and argument offer for
// a single request; nothing is proved here.
package judging

import (
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// ItemResult says what holds of one cloud.
type ItemResult struct {
	Name    string `json:"name"`
	Failure string `json:"failure,omitempty"`
	*Judged
}

// ClassVotes are the votes for a true label at a point that has it.
type ClassVotes struct {
	Label int64 `json:"label"`
	Votes int64 `json:"votes"`
}

// Judged are the verdicts on a cloud that did not fail.
type Judged struct {
	Label     int64 `json:"label"`
	Predicted int64 `json:"predicted"`
	// Votes of Samples for the class predicted, among votes_cert. Of numbers they are those on the side of the tolerance with
	// fewer, of labels the fewest of a point; label and predicted are then 0.
	Votes   int64 `json:"votes"`
	Samples int64 `json:"samples"`
	// RunnerUp is the votes of the runner-up where it is bounded, nil where the class predicted alone is.
	RunnerUp *int64 `json:"runner_up,omitempty"`
	// LabelVotes is the votes for the label among the same samples, nil where that is the class predicted. Of labels it is those for the true
	// one of a point that the digest of the cloud draws, 0 where another is predicted; nil where none is known.
	LabelVotes *int64 `json:"label_votes,omitempty"`
	// ClassVotes has the same of labels for a point of each true label, by rising label.
	ClassVotes []ClassVotes `json:"class_votes,omitempty"`
	// Cloud is smoothing.CloudDigest of the prepared cloud, as the model sees it; "" in results of earlier versions.
	Cloud string `json:"cloud,omitempty"`
	// Set has the classes of the set that holds the true one, nil where the run asks for none.
	Set []int `json:"set,omitzero"`
	// Truth is the true number, Errors are distances from it in falling order; see errorsOf. Interval holds it where the run asks for sets.
	Truth    *float64           `json:"truth,omitempty"`
	Errors   []*float64         `json:"errors,omitempty"`
	Interval *argument.Interval `json:"interval,omitempty"`
	// PointSets sums up the sets of all points where the run asks for them.
	PointSets *PointSets `json:"point_sets,omitempty"`
	// ByRow has counts: how many draws are certified at each value of the grid.
	ByRow[[]int]
	// OneClass is there for runs that bound the runner-up.
	OneClass *OneClass `json:"one_class,omitempty"`
	// Undrawn counts those for which nothing was drawn, because the tight value is at most ½; nil where there are none.
	Undrawn []int `json:"undrawn,omitempty"`
	// Norms are those of the prepared cloud where the run has norms of files, which the preparation scales.
	Norms []float64 `json:"norms,omitempty"`
	// FileRadius is that of the votes for the file, in its unit, where the preparation scales it.
	FileRadius *float64 `json:"file_radius,omitempty"`
	// Draws says which of several draws are certified, nil where there is one.
	Draws *Draws `json:"draws,omitempty"`
	// Ranges are those of each family of transformations, where the run asks for them and the
	// prediction itself is certified.
	Ranges []explore.Range `json:"ranges,omitempty"`
	// Points is beside them for votes of samples of some points, unless not even the motion asked for is certified.
	Points *explore.Points `json:"points,omitempty"`
	// Labelled is how many points have a label, 0 where the model labels none. Stated is what is certified of its number or labels.
	Labelled int     `json:"labelled,omitempty"`
	Stated   *Stated `json:"stated,omitempty"`
	// Attacked is what a search for another prediction has come to, nil where there was none.
	Attacked *Attacked `json:"attacked,omitempty"`
}

// Sets tells which fields have its set.
func (j *Judged) Sets() [3]bool { return [3]bool{j.Set != nil, j.Interval != nil, j.PointSets != nil} }

// Judge runs one entry. A panic, which is a bug of ours, fails this entry alone.
func (s *Settings) Judge(e Ballot) (out ItemResult) {
	out = ItemResult{Name: e.Name, Failure: e.Failure}
	if e.Failure != "" {
		return out
	}
	defer func() {
		if cause := recover(); cause != nil {
			out.Failure = fmt.Sprintf("internal error of the certifier: %v", cause)
		}
	}()
	judged, err := s.judge(e)
	if err != nil {
		out.Failure = err.Error()
		return out
	}
	out.Judged = judged
	return out
}

// judge certifies the cloud at every value of the grid, for every draw.
func (s *Settings) judge(e Ballot) (*Judged, error) {
	j, err := s.newJudge(e)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Attacks():
		return j.out, j.ball(e.Attacked)
	case j.idle() && j.out.Stated == nil:
		return j.out, nil
	case s.Withstand != nil:
		return j.out, j.withstand()
	case s.Attack.Family == familyScale:
		return j.out, j.scale()
	}
	for draw := range s.Attack.PerValue() {
		if err := j.rotate(draw); err != nil {
			return nil, err
		}
	}
	return j.out, nil
}

// judge is the work on one cloud.
type judge struct {
	settings *Settings
	name     string
	request  certificate.Request // with the clean cloud, prepared, and the prediction
	// known are the bounds on the prediction, alone those of its class alone.
	known, alone *argument.Probabilities
	classes      int64 // that votes are for
	out          *Judged
}

func (s *Settings) newJudge(e Ballot) (*judge, error) {
	j := &judge{settings: s, name: e.Name, request: s.Base, classes: int64(len(e.Certify))}
	file := pointcloud.File{Cloud: e.Cloud}
	r := &j.request
	r.Preparation = r.Preparation.Rest()
	var err error
	if j.out, r.Prediction, err = s.Counts(&e); err != nil {
		return nil, err
	}
	if err := r.PrepareClouds(&file); err != nil {
		return nil, err
	}
	j.out.Cloud = smoothing.CloudDigest(*r.Clean)
	if err = s.takeTruth(&e, j.out); err != nil {
		return nil, err
	}
	if s.Base.Preparation.Samples() && r.Preparation != nil {
		r.Preparation.Scale = 0 // of points drawn from a surface, nothing follows about the file
	}
	for _, step := range []func() error{j.takeNorms, r.Spread, r.CheckSubsample} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if ruler := r.Ruler(); ruler != nil && s.TellsFiles() {
		j.out.FileRadius = new(ruler.Radius(radiusOf(r)))
	}
	grid, tight := len(s.Attack.Grid()), r.HasTight(r.Dimension()) && s.Withstand == nil && !s.Attacks()
	there, counts := s.Present(tight), func() []int { return make([]int, grid) }
	j.out.ByRow = none(there, counts)
	if r.Prediction.Labels != nil && j.out.Labelled != r.Clean.Count() {
		return nil, document.BadField("labels", "are of %d points, the cloud has %d; give one per point", j.out.Labelled, r.Clean.Count())
	}
	j.out.Stated = j.newStated(tight && r.Way(r.Dimension()) != argument.Draws)
	switch {
	case s.Withstand != nil && j.out.RunnerUp != nil:
		j.out.OneClass = &OneClass{}
	case s.RunnerUp && s.Withstand == nil:
		j.out.OneClass = &OneClass{ByRow: none(Present{ByBlackBox: true, ByOrbit: true}, counts)}
	}
	if draws := s.Attack.PerValue(); draws > 1 {
		j.out.Draws = new(none(there, func() []Marks { return newMarks(grid, draws) }))
	}
	return j, nil
}

// takeNorms turns norms of files into those of the prepared cloud. A scaling that the preparation divides out moves nothing.
func (j *judge) takeNorms() error {
	if !j.settings.ScalesNorms() {
		return nil
	}
	for _, norm := range j.settings.Attack.Norms {
		if j.settings.Attack.Family == familyScale && j.request.DividesScale() {
			norm = 0
		}
		prepared, err := j.request.PreparedNorm("attack.unit", norm)
		if err != nil {
			return err
		}
		j.out.Norms = append(j.out.Norms, prepared)
	}
	return nil
}

// norms are those of the grid, of the prepared cloud.
func (j *judge) norms() []float64 {
	if j.out.Norms != nil {
		return j.out.Norms
	}
	return j.settings.Attack.Norms
}

// Counts returns what the votes of an entry say, which its points do not change.
func (s *Settings) Counts(e *Ballot) (out *Judged, p certificate.Prediction, err error) {
	if why := s.misfit(e); why != "" {
		return nil, p, errors.New(why)
	}
	out = &Judged{Label: e.Label}
	if e.Answers == nil {
		out.Predicted = e.named(s.Anytime)
		if out.Predicted != e.Label && e.Label < int64(e.classes()) {
			out.LabelVotes = &e.Certify[e.Label]
		}
	}
	p, err = s.Output().prediction(s, e)
	out.Votes, out.Samples = p.Votes, p.Samples
	if p.Labels != nil {
		out.Labelled = len(p.Labels.Votes)
	}
	if p.RunnerUp != nil {
		out.RunnerUp = &p.RunnerUp.Votes
	}
	return out, p, err
}

// hopeless tells whether not even the clean prediction is certified.
func (j *judge) hopeless() bool { return !j.bounds().Certified() }

// idle tells whether nothing can be certified, not even by one class alone.
func (j *judge) idle() bool {
	return j.hopeless() && (!j.settings.RunnerUp || !j.one().Certified())
}

// bounds are those on the prediction, the same for all perturbed clouds.
func (j *judge) bounds() argument.Probabilities {
	if j.known == nil {
		j.known = new(j.request.Voted())
	}
	return *j.known
}

// verdict is what holds at one perturbed cloud: by each row, and by one class alone. Undrawn says that no draws could certify it.
type verdict struct {
	is, alone [rowCount]bool
	undrawn   bool
}

// drawn tells whether the tight certificate of a pair is to be drawn. What is computed
// is not drawn as well.
func (j *judge) drawn(pair argument.Pair) bool {
	return pair.Way == argument.Draws && j.request.Samples > 0
}

// decide certifies by every argument. seed names the Monte Carlo draws.
//
// The tight bound is never below the orbit-based one and never above the clean
// bound, so nothing is computed or drawn where these decide; nothing is drawn where what
// is computed certifies.
func (j *judge) decide(pair argument.Pair, seed string) (verdict, error) {
	r := &j.request
	drawn := j.drawn(pair)
	p := j.bounds()
	rows, v := r.Rows(pair), &argument.Verdict{}
	near, computed := rows[:2], rows[2:]
	v.Prove(near, p)
	out := verdict{is: [rowCount]bool{v.BlackBox.Certified, v.Certified, v.Certified, v.Certified}}
	if j.settings.RunnerUp {
		one := &argument.Verdict{}
		one.Prove(near, j.one())
		out.alone = [rowCount]bool{one.BlackBox.Certified, one.Certified}
	}
	if v.Certified || !p.Certified() {
		return out, nil
	}
	v.Prove(computed, p)
	switch {
	case !drawn || v.Certified:
	case !pair.Problem.Sampled():
		// Too far, and then the value is next to nothing; or too large a cloud for
		// draws to resolve, and then nothing is ruled out.
		out.is[ByTightUpper] = !pair.Problem.Far()
		return out, nil
	case pair.AtMost(p.Lower) <= p.Threshold(p.RunnerUp): // the tight value is not above; the runner-up has at least what it has at the clean cloud
		out.undrawn = true
		return out, nil
	default:
		if err := r.Draw(pair, p, r.Levels().Draws, seed).Finish(v); err != nil {
			return out, err
		}
	}
	upper, _ := v.Upper()
	out.is[byTight], out.is[ByTightUpper] = v.Certified, v.Certified || upper > p.Threshold(p.RunnerUp)
	return out, nil
}

// add counts the verdict on a draw at a value of the grid.
func (j *judge) add(draw, at int, v verdict) {
	if v.undrawn {
		if j.out.Undrawn == nil {
			j.out.Undrawn = make([]int, len(j.out.Orbit))
		}
		j.out.Undrawn[at]++
	}
	marks := &Draws{}
	if j.out.Draws != nil {
		marks = j.out.Draws
	}
	for row, counts := range j.out.All() {
		if v.is[row] && *counts != nil {
			(*counts)[at]++
			if marks := *marks.All()[row]; marks != nil {
				marks[at][draw] = '1'
			}
		}
	}
	if one := j.out.OneClass; one != nil {
		for row, counts := range one.All() {
			if v.alone[row] {
				(*counts)[at]++
			}
		}
	}
}

// seed names a random stream of this cloud.
func (j *judge) seed(purpose string, draw, at int) string {
	text := fmt.Appendf(nil, "orbitcert run %s\n%s\n%d\n%d\n%d\n%s", purpose, certificate.Core, j.settings.Seed, draw, at, j.name)
	sum := digest.Sum256(text)
	return hex.EncodeToString(sum[:])
}
