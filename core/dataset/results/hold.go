package results

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
)

// A result has the votes of each cloud and not its points. What follows from the votes alone is recomputed here: the rows of
// the black box and of the orbit-based argument under attacks of a norm, and that no row is there whose votes prove nothing.
// Of the other rows it is checked that a stronger argument certifies what a weaker one does.

// row is what an argument certifies of a cloud at each value of the grid.
type row struct {
	name   string
	counts []int
	marks  []judging.Marks
}

// rowsIn returns the rows of a cloud, each argument after the weaker ones.
func rowsIn(j *judging.Judged) (all []row) {
	d := j.Draws
	if d == nil {
		d = &judging.Draws{}
	}
	for i, counts := range j.All() {
		all = append(all, row{judging.RowNames[i], *counts, *d.All()[i]})
	}
	return all
}

// within tells whether another row certifies all that this one does.
func (r row) within(stronger row) bool {
	for at, n := range r.counts {
		if n > stronger.counts[at] {
			return false
		}
		if r.marks == nil || stronger.marks == nil {
			continue
		}
		for draw, mark := range r.marks[at] {
			if mark == '1' && stronger.marks[at][draw] != '1' {
				return false
			}
		}
	}
	return true
}

// hold refuses a result that does not follow from the votes of its cloud, as far as these tell.
func (s rules) hold(place string, i *judging.ItemResult) error {
	if i.Judged == nil {
		return nil
	}
	if err := s.holdSet(place, i.Judged); err != nil {
		return err
	}
	return s.holdRows(place, i.Judged)
}

// holdSet refuses a set that lacks a class whose votes are known and reach the threshold. Classes rise.
func (s rules) holdSet(place string, j *judging.Judged) error {
	for i, class := range j.Set {
		if class < 0 || i > 0 && class <= j.Set[i-1] {
			return document.BadField(place+".set", "must have rising numbers of classes, got %v", j.Set)
		}
	}
	switch {
	case s.Sets == nil:
		return nil
	case j.Cloud != "" && s.Sets.Has(j.Cloud):
		return document.BadField(place+".cloud", "is a cloud of the calibration of sets: leave it out of the run")
	case j.Set == nil:
		return nil
	}
	lacks := func(class, votes int64) bool {
		return !slices.Contains(j.Set, int(class)) && len(s.Sets.Set([]int64{votes}, 0, certificate.Prediction{Samples: j.Samples, Anytime: s.Anytime})) > 0
	}
	if lacks(j.Predicted, j.Votes) || j.LabelVotes != nil && lacks(j.Label, *j.LabelVotes) {
		return document.BadField(place+".set", "is %v, but the votes of another class reach the threshold", j.Set)
	}
	return nil
}

// holdRows refuses rows that do not follow from the votes of their cloud.
func (s rules) holdRows(place string, j *judging.Judged) error {
	refuse := func(r row, why string) error {
		return document.BadField(place+"."+r.name, "is %v, but %s", r.counts, why)
	}
	votes := told{s, s.VotesOf(j), s.Attack.Norms}
	if s.ScalesNorms() {
		votes.norms = j.Norms
	}
	all := rowsIn(j)
	if votes.hopeless() {
		for _, r := range all {
			if slices.ContainsFunc(r.counts, func(n int) bool { return n > 0 }) {
				return refuse(r, fmt.Sprintf("%d of %d votes certify nothing", j.Votes, j.Samples))
			}
		}
		if len(j.Ranges) > 0 || j.Points != nil {
			return document.BadField(place+".ranges", "are there, but %d of %d votes certify nothing", j.Votes, j.Samples)
		}
	}
	if err := votes.holdOneClass(place, j); err != nil || s.Withstand != nil || votes.hopeless() {
		return err
	}
	for i, weaker := range all[:judging.ByTightUpper] {
		if stronger := all[i+1]; stronger.counts != nil && !weaker.within(stronger) {
			return refuse(stronger, "a weaker argument, "+weaker.name+", certifies more")
		}
	}
	if s.Attack.Family == judging.FamilyRotate {
		return s.holdTurned(all[judging.ByOrbit:judging.BySubsample], refuse)
	}
	if want := votes.withinRadius(); !slices.ContainsFunc(want, func(w []int) bool { return slices.Equal(j.BlackBox, w) }) {
		return refuse(all[judging.ByBlackBox], fmt.Sprintf("%d of %d votes give %v", j.Votes, j.Samples, want[0]))
	}
	for _, r := range []row{all[judging.ByOrbit], all[judging.BySubsample]} {
		if !slices.IsSortedFunc(r.counts, func(a, b int) int { return b - a }) {
			return refuse(r, "a larger norm is never certified where a smaller one is not")
		}
	}
	if s.alignsNothing() && !slices.Equal(j.Orbit, j.BlackBox) {
		return refuse(all[judging.ByOrbit], "the orbit-based argument has the distance of the black box here")
	}
	return votes.holdFound(place, j.Attacked)
}

// holdTurned refuses rows that differ from angle to angle where the group has all rotations.
func (s rules) holdTurned(rows []row, refuse func(row, string) error) error {
	if !s.Base.Group.Turns() {
		return nil
	}
	for _, r := range rows {
		for at := range r.counts {
			if r.counts[at] != r.counts[0] || r.marks != nil && !bytes.Equal(r.marks[at], r.marks[0]) {
				return refuse(r, "the group has all rotations, so that each angle has the same verdict")
			}
		}
	}
	return nil
}

// alignsNothing tells whether the distance after alignment is that of the attack: under a ball, and where clouds are scaled and
// the group does not centre them. About an axis it is computed from the points.
func (s rules) alignsNothing() bool {
	return s.Attacks() || !s.Base.Group.Translates() && !s.NeedsSpace()
}

// told is what the votes of a cloud in a result tell.
type told struct {
	rules
	request certificate.Request
	// norms are those of the prepared cloud.
	norms []float64
}

// alone is what those for the class predicted tell by themselves.
func (v told) alone() told {
	v.request.Prediction = v.request.Prediction.Alone()
	return v
}

func (v told) hopeless() bool { return !v.request.Voted().Certified() }

// withinRadius returns which norms of the grid are below the radius of the votes. Before core 0.8.0 votes had all of α where
// nothing was drawn, so there are two answers.
func (v told) withinRadius() (all [][]int) {
	for _, level := range []float64{v.request.Levels().Votes, v.request.Alpha} {
		counts, p := make([]int, len(v.norms)), v.request.Bounds(level)
		for at, norm := range v.norms {
			if argument.NewClosed(&norm, v.request.Sigma, p).Certified {
				counts[at] = 1
			}
		}
		all = append(all, counts)
	}
	return all
}

// holdFound refuses a change of the prediction within the certified radius that is not told as a contradiction.
func (v told) holdFound(place string, a *judging.Attacked) error {
	if a == nil || a.Found == nil || a.Contradicted != nil {
		return nil
	}
	if argument.NewClosed(&a.Found.Distance, v.request.Sigma, v.request.Voted()).Certified {
		return document.BadField(place+".attacked.contradicted", "is missing: the prediction changes at %v, within the certified radius", a.Found.Distance)
	}
	return nil
}

// holdOneClass refuses rows of one class alone that do not follow from the votes of their cloud.
func (v told) holdOneClass(place string, out *judging.Judged) error {
	one, alone := out.OneClass, v.alone()
	switch {
	case one == nil:
		return nil
	case v.Withstand != nil:
		if len(one.Ranges) > 0 && alone.hopeless() {
			return document.BadField(place+".one_class.ranges", "are there, but %d of %d votes certify nothing", out.Votes, out.Samples)
		}
		return nil
	}
	refuse := func(name string, counts []int, why string) error {
		return document.BadField(place+".one_class."+name, "is %v, but %s", counts, why)
	}
	norms := v.Attack.Family != judging.FamilyRotate
	switch own := (row{"", one.BlackBox, nil}); {
	case alone.hopeless() && slices.Max(append(one.Orbit, one.BlackBox...)) > 0:
		return refuse("orbit", one.Orbit, fmt.Sprintf("%d of %d votes certify nothing", out.Votes, out.Samples))
	case !own.within(row{"", one.Orbit, nil}):
		return refuse("orbit", one.Orbit, "the black box certifies more")
	case out.RunnerUp == nil && !slices.Equal(one.BlackBox, out.BlackBox):
		return refuse("black_box", one.BlackBox, "no runner-up is bounded, so that it is that of the run")
	case out.RunnerUp == nil && !slices.Equal(one.Orbit, out.Orbit):
		return refuse("orbit", one.Orbit, "no runner-up is bounded, so that it is that of the run")
	case norms && !alone.hopeless() && !slices.ContainsFunc(alone.withinRadius(), func(w []int) bool { return slices.Equal(one.BlackBox, w) }):
		return refuse("black_box", one.BlackBox, fmt.Sprintf("%d of %d votes do not give it", out.Votes, out.Samples))
	case norms && v.alignsNothing() && !slices.Equal(one.Orbit, one.BlackBox):
		return refuse("orbit", one.Orbit, "the orbit-based argument has the distance of the black box here")
	}
	return nil
}
