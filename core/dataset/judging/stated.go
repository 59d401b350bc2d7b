package judging

import (
	"errors"
	"maps"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
)

// Stated is what the arguments state of numbers or labels at each value of the grid, on average over the draws.
// Tight is there where the tight value is computed; what is drawn states nothing of numbers and labels.
type Stated = ByRow[StatedRow]

// StatedRow has lists of numbers, one for each value of the grid, nil where there is none.
//
// Of numbers: "width", of the interval, nil where a draw has none; over all clouds the mean of those that have one, and
// "bounded", their share. Of labels, as package argument defines them: "share" and "iou"; with the true labels of all clouds
// also "accuracy", "true_iou" and "mean_iou".
type StatedRow map[string][]*float64

const (
	RowWidth   = "width"
	rowBounded = "bounded"
)

// newStated returns what is empty, nil for runs that state nothing.
func (j *judge) newStated(tight bool) *Stated {
	if !j.settings.States() {
		return nil
	}
	return new(none(Present{ByBlackBox: true, ByOrbit: true, byTight: tight}, func() StatedRow { return StatedRow{} }))
}

// statements are those of a pair.
type statements = ByRow[argument.Stated]

// statedOf returns the statements but that of the black box. They are the same for all angles of a group with all rotations.
func (j *judge) statedOf(pair argument.Pair) (all statements) {
	if j.out.Stated == nil {
		return all
	}
	all.Orbit = j.request.StatedWithin(*pair.Orbit)
	if all.Tight = all.Orbit; j.out.Stated.Tight != nil {
		if tight := j.request.StatedTight(pair); tight != nil {
			all.Tight = *tight
		}
	}
	return all
}

// state adds the statements at a value of the grid.
func (j *judge) state(draw, at int, blackBox float64, all statements) {
	if j.out.Stated == nil {
		return
	}
	all.BlackBox = j.request.StatedWithin(blackBox)
	for row, of := range all.All() {
		if sums := *j.out.Stated.All()[row]; sums != nil {
			j.addStated(sums, draw, at, *of)
		}
	}
}

// addStated adds what an argument states of a draw.
func (j *judge) addStated(row StatedRow, draw, at int, of argument.Stated) {
	draws := float64(j.settings.Attack.PerValue())
	for name, x := range j.settings.Output().figures(of) {
		if row[name] == nil {
			row[name] = make([]*float64, len(j.out.Orbit))
		}
		was := row[name][at]
		switch {
		case x == nil || draw > 0 && was == nil:
			row[name][at] = nil
		case was == nil:
			row[name][at] = new(*x / draws)
		default:
			row[name][at] = new(*was + *x/draws)
		}
	}
}

// collectStated averages over all clouds. One that failed states nothing: of labels it counts as 0.
func (s *Settings) collectStated(items []ItemResult) *Stated {
	if !s.States() {
		return nil
	}
	return new(rowsOf(func(row int) StatedRow {
		var each []StatedRow
		for _, item := range judged(items) {
			if of := *item.Stated.All()[row]; of != nil {
				each = append(each, of)
			}
		}
		if len(each) == 0 && row > ByOrbit {
			return nil
		}
		return meanOf(each, len(items), len(s.Attack.Grid()))
	}))
}

// meanOf averages rows over so many clouds. Names that some rows lack are left out: not all clouds have true labels.
func meanOf(rows []StatedRow, clouds, grid int) StatedRow {
	mean := StatedRow{}
	if len(rows) == 0 {
		return mean
	}
	for _, name := range slices.Sorted(maps.Keys(rows[0])) {
		if slices.ContainsFunc(rows, func(r StatedRow) bool { return r[name] == nil }) {
			continue
		}
		mean[name] = make([]*float64, grid)
		bounded := make([]*float64, grid)
		for at := range grid {
			sum, count := 0.0, 0
			for _, r := range rows {
				if x := r[name][at]; x != nil {
					sum, count = sum+*x, count+1
				}
			}
			of, share := clouds, float64(count)/float64(clouds)
			if bounded[at] = &share; name == RowWidth {
				of = count
			}
			if count > 0 {
				mean[name][at] = new(sum / float64(of))
			}
		}
		if name == RowWidth {
			mean[rowBounded] = bounded
		}
	}
	return mean
}

// errAttacked refuses clouds that a search for another class has found.
var errAttacked = errors.New("attacked is for classes; leave it out of a run of numbers or labels")
