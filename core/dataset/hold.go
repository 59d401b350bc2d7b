package dataset

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// A result has the votes of each cloud and not its points. What follows from the votes alone is recomputed here: the rows of
// the black box and of the orbit-based argument under attacks of a norm, and that no row is there whose votes prove nothing.
// Of the other rows it is checked that a stronger argument certifies what a weaker one does.

// row is what an argument certifies of a cloud at each value of the grid.
type row struct {
	name   string
	counts []int
	marks  []Marks
}

// rows returns the rows of a cloud, each argument after the weaker ones.
func (j *Judged) rows() []row {
	d := j.Draws
	if d == nil {
		d = &Draws{}
	}
	return []row{{"black_box", j.BlackBox, d.BlackBox}, {"orbit", j.Orbit, d.Orbit}, {"tight", j.Tight, d.Tight}, {"tight_upper", j.TightUpper, d.TightUpper}}
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
func (s *Settings) hold(place string, i *ItemResult) error {
	if i.Judged == nil {
		return nil
	}
	return s.holdRows(place, i.Judged)
}

// holdRows refuses rows that do not follow from the votes of their cloud.
func (s *Settings) holdRows(place string, j *Judged) error {
	refuse := func(r row, why string) error {
		return document.BadField(place+"."+r.name, "is %v, but %s", r.counts, why)
	}
	votes := s.votesOf(j)
	rows, subsample := j.rows(), row{"subsample", j.Subsample, nil}
	if votes.hopeless() {
		for _, r := range append(rows, subsample) {
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
	for i, weaker := range rows[:len(rows)-1] {
		if stronger := rows[i+1]; stronger.counts != nil && !weaker.within(stronger) {
			return refuse(stronger, "a weaker argument, "+weaker.name+", certifies more")
		}
	}
	if s.Attack.Family == familyRotate {
		return s.holdTurned(rows, refuse)
	}
	if want := votes.withinRadius(); !slices.ContainsFunc(want, func(w []int) bool { return slices.Equal(j.BlackBox, w) }) {
		return refuse(rows[0], fmt.Sprintf("%d of %d votes give %v", j.Votes, j.Samples, want[0]))
	}
	for _, r := range []row{rows[1], subsample} {
		if !slices.IsSortedFunc(r.counts, func(a, b int) int { return b - a }) {
			return refuse(r, "a larger norm is never certified where a smaller one is not")
		}
	}
	if s.alignsNothing() && !slices.Equal(j.Orbit, j.BlackBox) {
		return refuse(rows[1], "the orbit-based argument has the distance of the black box here")
	}
	return votes.holdFound(place, j.Attacked)
}

// holdTurned refuses rows that differ from angle to angle where the group has all rotations.
func (s *Settings) holdTurned(rows []row, refuse func(row, string) error) error {
	if !s.base.Group.Turns() {
		return nil
	}
	for _, r := range rows[1:] {
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
func (s *Settings) alignsNothing() bool {
	return s.attacks() || !s.base.Group.Translates() && !s.needsSpace()
}

// withinRadius returns which norms of the grid are below the radius of the votes. Before core 0.8.0 votes had all of α where
// nothing was drawn, so there are two answers.
func (j *judge) withinRadius() (all [][]int) {
	for _, level := range []float64{j.request.Levels().Votes, j.request.Alpha} {
		counts, p := make([]int, len(j.settings.Attack.Norms)), j.request.Bounds(level)
		for at, norm := range j.settings.Attack.Norms {
			if argument.NewClosed(&norm, j.request.Sigma, p).Certified {
				counts[at] = 1
			}
		}
		all = append(all, counts)
	}
	return all
}

// holdFound refuses a change of the prediction within the certified radius that is not told as a contradiction.
func (j *judge) holdFound(place string, a *Attacked) error {
	if a == nil || a.Found == nil || a.Contradicted != nil {
		return nil
	}
	if argument.NewClosed(&a.Found.Distance, j.request.Sigma, j.bounds()).Certified {
		return document.BadField(place+".attacked.contradicted", "is missing: the prediction changes at %v, within the certified radius", a.Found.Distance)
	}
	return nil
}
