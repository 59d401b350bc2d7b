package results

import (
	"bytes"
	"maps"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
)

// rules are the settings that a result has to fit.
type rules struct{ *judging.Settings }

// fits tells whether an item has what the settings ask for.
func (s rules) fits(i *judging.ItemResult) bool {
	if i.Judged == nil {
		return i.Failure != ""
	}
	d := i.Draws
	switch {
	case !s.fitsNorms(i.Judged), !s.counts(i.Judged), !s.fitsSets(i.Judged),
		len(i.Ranges) > 0 && (s.Withstand == nil || !explore.AreRanges(i.Ranges)),
		!s.fitsPoints(i.Judged), !s.fitsStated(i.Judged), !s.fitsRunnerUp(i.Judged),
		i.Failure != "", (d == nil) != (s.Attack.PerValue() == 1),
		i.Undrawn != nil && (i.Tight == nil || !s.fitsGrid(i.Undrawn)):
		return false
	}
	return s.fitsAttacked(i.Judged) && s.fitsRows(&i.ByRow, d, s.Present(i.Tight != nil))
}

// counts tells whether the votes are some of the samples, and the classes numbers from 0.
func (s rules) counts(j *judging.Judged) bool {
	switch n := j.LabelVotes; {
	case n == nil:
	case s.Returns == judging.ReturnsLabels:
		if *n < 0 || *n > j.Samples {
			return false
		}
	case s.Returns != "" || j.Label == j.Predicted || *n < 0 || *n > j.Samples-j.Votes:
		return false
	}
	return (j.Cloud == "" || digest.IsText(j.Cloud)) && j.Samples > 0 && j.Votes >= 0 && j.Votes <= j.Samples && j.Label >= 0 && j.Predicted >= 0
}

// fitsSets tells whether the set of a cloud, and what calibrates one, has the form that a run writes.
func (s rules) fitsSets(j *judging.Judged) bool {
	var sets [3]bool
	sets[s.Output().Set] = s.Sets != nil
	if j.Sets() != sets || (j.Truth == nil) != (j.Errors == nil) || j.Truth != nil && s.Output().Set != 1 {
		return false
	}
	if p := j.PointSets; p != nil && !(p.Only >= 0 && p.Held >= 0 && p.Held <= p.Known && p.Known <= j.Labelled && p.Only <= j.Labelled) {
		return false
	}
	if in := j.Interval; in != nil && ((in.Lower == nil) != (in.Upper == nil) || in.Lower != nil && *in.Lower > *in.Upper) {
		return false
	}
	for i, of := range j.ClassVotes {
		if of.Votes < 0 || of.Votes > j.Samples || i > 0 && of.Label <= j.ClassVotes[i-1].Label || s.Output().Set != judging.SetsOfPoints {
			return false
		}
	}
	falling := func(a, b *float64) int { // none is the largest
		switch {
		case a == b:
			return 0
		case a == nil || b != nil && *a > *b:
			return -1
		}
		return 1
	}
	return slices.IsSortedFunc(j.Errors, falling)
}

// fitsRows tells whether the rows that are to be there are, with their draws where d has these.
func (s rules) fitsRows(counts *judging.ByRow[[]int], d *judging.Draws, there judging.Present) bool {
	for row, counts := range counts.All() {
		switch {
		case (*counts != nil) != there[row]:
			return false
		case there[row] && (!s.fitsGrid(*counts) || d != nil && !s.fitsMarks(*counts, *d.All()[row])):
			return false
		}
	}
	return true
}

// fitsPoints tells whether the numbers of points are there where they are asked for. A certified prediction withstands that no point
// changes.
func (s rules) fitsPoints(j *judging.Judged) bool {
	if len(j.Ranges) == 0 || s.Base.Subsample == 0 {
		return j.Points == nil
	}
	if j.Points == nil {
		return s.Withstand.Moved > 0
	}
	return j.Points.ArePoints(s.Base.Subsample)
}

// fitsGrid tells whether there is a count for each value of the grid, none above the draws.
func (s rules) fitsGrid(counts []int) bool {
	strange := func(n int) bool { return n < 0 || n > s.Attack.PerValue() }
	return len(counts) == len(s.Attack.Grid()) && !slices.ContainsFunc(counts, strange)
}

// fitsMarks tells whether the counts are of the draws that are marked.
func (s rules) fitsMarks(counts []int, marks []judging.Marks) bool {
	draws := s.Attack.PerValue()
	if len(marks) != len(counts) {
		return false
	}
	for at, n := range counts {
		if len(marks[at]) != draws || bytes.Count(marks[at], []byte{'1'}) != n || bytes.Count(marks[at], []byte{'0'}) != draws-n {
			return false
		}
	}
	return true
}

// fitsStated tells whether what is stated of a cloud has the form that a run writes.
func (s rules) fitsStated(j *judging.Judged) bool {
	if (j.Labelled > 0) != (s.Returns == judging.ReturnsLabels) || j.Labelled < 0 {
		return false
	}
	if !s.States() {
		return j.Stated == nil
	}
	if j.Stated == nil || j.Stated.Tight != nil && j.Tight == nil || j.Stated.TightUpper != nil || j.Stated.Subsample != nil {
		return false
	}
	return s.fitsRow(j.Stated.BlackBox, j.BlackBox) && s.fitsRow(j.Stated.Orbit, j.Orbit) && (j.Stated.Tight == nil || s.fitsRow(j.Stated.Tight, nil))
}

// fitsRow tells whether a row has the names and numbers that a run writes. All labels that stay are a share of 1.
func (s rules) fitsRow(row judging.StatedRow, certified []int) bool {
	names := slices.Sorted(maps.Keys(row))
	if !slices.ContainsFunc(s.Output().Names, func(own []string) bool { return slices.Equal(names, own) }) {
		return false
	}
	for _, name := range names {
		strange := func(x *float64) bool {
			return name != judging.RowWidth && (x == nil || !(*x <= 1+1e-9)) || x != nil && !(*x >= 0)
		}
		if len(row[name]) != len(s.Attack.Grid()) || slices.ContainsFunc(row[name], strange) {
			return false
		}
	}
	for at, n := range certified {
		if shares := row["share"]; shares != nil && n == s.Attack.PerValue() && *shares[at] < 1-1e-9 {
			return false
		}
	}
	return true
}

// fitsAttacked tells whether claims about attacks have the form that a run writes.
func (s rules) fitsAttacked(j *judging.Judged) bool {
	a := j.Attacked
	if a == nil {
		return true
	}
	fits := func(f *judging.Found) bool {
		return f == nil || f.Distance >= 0 && !math.IsInf(f.Distance, 1) && f.Class >= 0 && f.Class != j.Predicted && f.Samples > 0 && f.Votes >= 0 &&
			f.Votes <= f.Samples
	}
	return s.Attacks() && a.Clouds >= 0 && a.Clouds <= judging.MaxAttacked && (a.Found == nil || a.Clouds > 0) &&
		fits(a.Found) && fits(a.Contradicted) && (a.Contradicted == nil || a.Found != nil && a.Found.Distance <= a.Contradicted.Distance)
}

// fitsRunnerUp reports whether a result has runner-up and one-class counts exactly if the run asks for them.
func (s rules) fitsRunnerUp(j *judging.Judged) bool {
	beside := s.RunnerUp && (s.Withstand == nil || j.RunnerUp != nil)
	switch one := j.OneClass; {
	case j.RunnerUp != nil && (!s.RunnerUp || *j.RunnerUp < 0 || *j.RunnerUp > j.Samples-j.Votes), (one != nil) != beside,
		s.Anytime != nil && (j.Samples > s.Anytime.Planned || (j.RunnerUp != nil) != s.RunnerUp):
		return false
	case one == nil:
		return true
	case s.Withstand != nil:
		return s.fitsRows(&one.ByRow, nil, judging.Present{}) && (len(one.Ranges) == 0 || explore.AreRanges(one.Ranges))
	default:
		return one.Ranges == nil && s.fitsRows(&one.ByRow, nil, judging.Present{judging.ByBlackBox: true, judging.ByOrbit: true})
	}
}

// fitsNorms tells whether norms of the prepared cloud are there exactly where those of the run are of files that are scaled, and rise; and a radius
// of the file only where one can be known.
func (s rules) fitsNorms(j *judging.Judged) bool {
	if r := j.FileRadius; r != nil && !(s.TellsFiles() && *r >= 0 && *r <= document.MaxLength) {
		return false
	}
	if !s.ScalesNorms() {
		return j.Norms == nil
	}
	return len(j.Norms) == len(s.Attack.Norms) && j.Norms[0] >= 0 && slices.IsSorted(j.Norms)
}
