package dataset

import (
	"errors"
	"maps"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// Stated is what the arguments state of numbers or labels at each value of the grid, on average over the draws.
type Stated struct {
	BlackBox StatedRow `json:"black_box"`
	Orbit    StatedRow `json:"orbit"`
	// Tight is there where the tight value is computed; what is drawn states nothing of numbers and labels.
	Tight StatedRow `json:"tight,omitempty"`
}

// StatedRow has lists of numbers, one for each value of the grid, nil where there is none.
//
// Of numbers: "width", of the interval, nil where a draw has none; over all clouds the mean of those that have one, and
// "bounded", their share. Of labels, as package argument defines them: "share" and "iou"; with the true labels of all clouds
// also "accuracy", "true_iou" and "mean_iou".
type StatedRow map[string][]*float64

const (
	rowWidth   = "width"
	rowBounded = "bounded"
)

// newStated returns what is empty, nil for runs that state nothing.
func (j *judge) newStated(tight bool) *Stated {
	if j.settings.Returns == "" || j.settings.Withstand != nil {
		return nil
	}
	s := &Stated{BlackBox: StatedRow{}, Orbit: StatedRow{}}
	if tight {
		s.Tight = StatedRow{}
	}
	return s
}

// pairStated is what a pair states beside the black box.
type pairStated struct {
	orbit argument.Stated
	tight *argument.Stated
}

// statedOf returns what is stated of a pair, at once for all angles of a group with all rotations.
func (j *judge) statedOf(pair argument.Pair) (p pairStated) {
	if j.out.Stated == nil {
		return p
	}
	p.orbit = j.request.StatedWithin(*pair.Orbit)
	if j.out.Stated.Tight != nil {
		p.tight = j.request.StatedTight(pair)
	}
	return p
}

// state adds what is stated at a value of the grid.
func (j *judge) state(draw, at int, blackBox float64, p pairStated) {
	s := j.out.Stated
	if s == nil {
		return
	}
	j.addStated(s.BlackBox, draw, at, j.request.StatedWithin(blackBox))
	j.addStated(s.Orbit, draw, at, p.orbit)
	if s.Tight != nil {
		if p.tight == nil {
			p.tight = &p.orbit
		}
		j.addStated(s.Tight, draw, at, *p.tight)
	}
}

// addStated adds what an argument states of a draw.
func (j *judge) addStated(row StatedRow, draw, at int, of argument.Stated) {
	draws := float64(j.settings.Attack.draws())
	add := func(name string, x *float64) {
		if row[name] == nil {
			row[name] = make([]*float64, len(j.out.Orbit))
		}
		was := row[name][at]
		switch {
		case x == nil || draw > 0 && was == nil:
			row[name][at] = nil
		case was == nil:
			mean := *x / draws
			row[name][at] = &mean
		default:
			mean := *was + *x/draws
			row[name][at] = &mean
		}
	}
	switch l := of.Labels; {
	case l == nil && (of.Interval == nil || of.Interval.Upper == nil):
		add(rowWidth, nil)
	case l == nil:
		width := invariance.RoundUp(*of.Interval.Upper - *of.Interval.Lower)
		add(rowWidth, &width)
	default:
		add("share", l.Share)
		add("iou", l.IoU)
		if l.Accuracy != nil {
			add("accuracy", l.Accuracy)
			add("true_iou", l.TrueIoU)
			add("mean_iou", l.MeanIoU)
		}
	}
}

// collectStated averages over all clouds. One that failed states nothing: of labels it counts as 0.
func (s *Settings) collectStated(items []ItemResult) *Stated {
	if s.Returns == "" || s.Withstand != nil {
		return nil
	}
	of := func(pick func(*Stated) StatedRow) StatedRow {
		var rows []StatedRow
		for _, item := range items {
			if item.Judged != nil && pick(item.Stated) != nil {
				rows = append(rows, pick(item.Stated))
			}
		}
		return meanOf(rows, len(items), len(s.Attack.grid()))
	}
	all := &Stated{
		BlackBox: of(func(s *Stated) StatedRow { return s.BlackBox }), Orbit: of(func(s *Stated) StatedRow { return s.Orbit }),
		Tight: of(func(s *Stated) StatedRow { return s.Tight }),
	}
	if len(all.Tight) == 0 {
		all.Tight = nil
	}
	return all
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
			if bounded[at] = &share; name == rowWidth {
				of = count
			}
			if count > 0 {
				average := sum / float64(of)
				mean[name][at] = &average
			}
		}
		if name == rowWidth {
			mean[rowBounded] = bounded
		}
	}
	return mean
}

// fitsStated tells whether what is stated of a cloud has the form that a run writes.
func (s *Settings) fitsStated(j *Judged) bool {
	if (j.Labelled > 0) != (s.Returns == ReturnsLabels) || j.Labelled < 0 {
		return false
	}
	if s.Returns == "" || s.Withstand != nil {
		return j.Stated == nil
	}
	if j.Stated == nil || j.Stated.Tight != nil && j.Tight == nil {
		return false
	}
	return s.fitsRow(j.Stated.BlackBox, j.BlackBox) && s.fitsRow(j.Stated.Orbit, j.Orbit) && (j.Stated.Tight == nil || s.fitsRow(j.Stated.Tight, nil))
}

// fitsRow tells whether a row has the names and numbers that a run writes. All labels that stay are a share of 1.
func (s *Settings) fitsRow(row StatedRow, certified []int) bool {
	names := slices.Sorted(maps.Keys(row))
	switch {
	case s.Returns == ReturnsNumber:
		if !slices.Equal(names, []string{rowWidth}) {
			return false
		}
	case !slices.Equal(names, []string{"iou", "share"}) && !slices.Equal(names, []string{"accuracy", "iou", "mean_iou", "share", "true_iou"}):
		return false
	}
	for _, name := range names {
		strange := func(x *float64) bool {
			return name != rowWidth && (x == nil || !(*x <= 1+1e-9)) || x != nil && !(*x >= 0)
		}
		if len(row[name]) != len(s.Attack.grid()) || slices.ContainsFunc(row[name], strange) {
			return false
		}
	}
	for at, n := range certified {
		if shares := row["share"]; shares != nil && n == s.Attack.draws() && *shares[at] < 1-1e-9 {
			return false
		}
	}
	return true
}

// errAttacked refuses clouds that a search for another class has found.
var errAttacked = errors.New("attacked is for classes; leave it out of a run of numbers or labels")

// refuseRow refuses numbers and labels apart from their cloud.
func refuseRow(o *document.Object) error {
	if !hasAnswers(o) {
		return nil
	}
	return document.BadField(o.Path, "has numbers or labels without their cloud; give them in its entry in clouds")
}
