package judging

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
)

func TestCollect(t *testing.T) {
	s := mustSettings(t, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0,9],"draws":4}`)
	of := func(predicted int64, certified ...int) ItemResult {
		return ItemResult{Judged: &Judged{Label: 2, Predicted: predicted,
			ByRow: ByRow[[]int]{BlackBox: []int{0, 0}, Orbit: certified, Tight: certified, TightUpper: []int{4, 4}}}}
	}
	r := s.Collect([]ItemResult{of(2, 4, 1), of(1, 4, 4), {Failure: "x"}, of(2, 2, 0)})
	if r.Clouds != 3 || r.Correct != 2 || r.Failed != 1 {
		t.Errorf("%+v", r)
	}
	if want := (Shares{0.375, 1.0 / 16}); !reflect.DeepEqual(r.Accuracy.Orbit, want) || r.Accuracy.TightUpper[0] != 0.5 || r.Total != 4 || r.Accuracy.BlackBox[1] != 0 {
		t.Errorf("%+v", r.Accuracy)
	}
}

// Three clouds, one of them predicted wrongly: the draws certify 2, 1, 1, 0 and 2 of the
// others at the first value, 0, 0, 0, 1 and 0 at the second.
func TestBandOverDraws(t *testing.T) {
	s := mustSettings(t, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0,9],"draws":5}`)
	of := func(predicted int64, first, second string) ItemResult {
		marks := []Marks{Marks(first), Marks(second)}
		zero := []int{0, 0}
		return ItemResult{Judged: &Judged{Label: 2, Predicted: predicted, ByRow: ByRow[[]int]{BlackBox: zero, Orbit: zero}, Draws: &Draws{BlackBox: marks, Orbit: marks}}}
	}
	items := []ItemResult{of(2, "11001", "00000"), of(1, "11111", "11111"), {Failure: "x"}, of(2, "10101", "00010")}
	r := s.Collect(items)
	want := &Band{Median: []float64{1.0 / 4, 0}, Low: []float64{0, 0}, High: []float64{2.0 / 4, 1.0 / 4}}
	if r.OverDraws == nil || !reflect.DeepEqual(r.OverDraws.BlackBox, want) || !reflect.DeepEqual(r.OverDraws.Orbit, want) || r.OverDraws.Tight != nil {
		t.Errorf("%+v", r.OverDraws)
	}
	document, err := s.Document(items)
	if err != nil || !json.Valid(document) || !bytes.Contains(document, []byte("\n  \"over_draws\": {\"black_box\":{\"median\":[")) {
		t.Errorf("%s, %v", document, err)
	}
	items[0].Draws = nil
	if r := s.Collect(items); r.OverDraws != nil {
		t.Error("a band without all draws")
	}
	s.Attack.Draws = 1
	if r := s.Collect(items); r.OverDraws != nil {
		t.Error("a band of one draw")
	}
}

// What became of sets, by hand: of classes, of numbers with and without ends, and of points, whose labels may not be known.
func TestSetsAreAddedUp(t *testing.T) {
	s := &Settings{Sets: &certificate.Calibration{Coverage: 0.9}}
	between := func(low, high, truth float64) *Judged {
		return &Judged{Truth: &truth, Interval: &argument.Interval{Lower: &low, Upper: &high}}
	}
	for _, c := range []struct {
		of               []*Judged
		size, only, held *float64
	}{
		{[]*Judged{{Label: 1, Set: []int{0, 1}}, {Label: 2, Set: []int{1}}, {Label: 3, Set: []int{}}, {Label: 0, Set: []int{0}}}, new(1.), nil, new(0.5)},
		{[]*Judged{between(1, 2, 2), between(0, 4, 0), between(1, 2, 2.5), between(1, 2, 0.5)}, new(1.75), nil, new(0.5)},
		{[]*Judged{between(1, 2, 3), {Truth: new(7.), Interval: &argument.Interval{}}}, nil, nil, new(0.5)},
		{[]*Judged{{Labelled: 4, PointSets: &PointSets{Only: 1}}, {Labelled: 4, PointSets: &PointSets{Only: 3, Held: 3, Known: 4}}}, nil, new(0.5), new(0.75)},
		{[]*Judged{{Labelled: 4, PointSets: &PointSets{}}}, nil, new(0.), nil},
	} {
		items := []ItemResult{{Failure: "no votes"}}
		for _, j := range c.of {
			items = append(items, ItemResult{Judged: j})
		}
		got := s.setsOf(items)
		if !reflect.DeepEqual([]*float64{got.Size, got.Only, got.Held}, []*float64{c.size, c.only, c.held}) {
			t.Errorf("%s of %s", JSON(got), JSON(items))
		}
	}
}

// Of two attacks the nearer one counts, and one there is before none. Norms rise from 0.
func TestNearestAttackCounts(t *testing.T) {
	near, far := &Found{Distance: 1}, &Found{Distance: 2}
	for _, pair := range [][2]*Found{{near, far}, {far, near}, {near, nil}, {nil, near}} {
		if nearest(pair[0], pair[1]) != near {
			t.Errorf("the nearer of %+v and %+v", pair[0], pair[1])
		}
	}
	if nearest(nil, nil) != nil {
		t.Error("an attack of none")
	}
	for _, norms := range []string{"-1", "1,1", "2,1", "1e101"} {
		if _, err := ParseSettings([]byte(`{"sigma":1,"group":"SE","attack":{"family":"ball","norms":[` + norms + `]}}`)); err == nil {
			t.Errorf("the norms %s are taken", norms)
		}
	}
}

// The width of an interval is the mean over all draws where each has one, and over the clouds that have one; bounded is their share.
func TestWidthsAreMeansOfWhatIsBounded(t *testing.T) {
	s := mustSettings(t, `"sigma":1,"group":"SE","returns":"number","tolerance":1,"attack":{"family":"rotate","degrees":[0,9],"draws":2}`)
	width := func(x float64) (of argument.Stated) {
		if of.Interval = (&argument.Interval{}); x > 0 {
			of.Interval.Lower, of.Interval.Upper = new(-1.), new(x-1)
		}
		return of
	}
	var rows []StatedRow
	for _, of := range [][4]float64{{1, 3, 0, 3}, {4, 6, 1, 0}, {6, 10, 2, 4}} { // two draws at each of two angles, 0 where one has no ends
		row, j := StatedRow{}, &judge{settings: s, out: &Judged{ByRow: ByRow[[]int]{Orbit: []int{0, 0}}}}
		for i, x := range of {
			j.addStated(row, i%2, i/2, width(x))
		}
		rows = append(rows, row)
	}
	got := meanOf(rows, 4, 2) // one cloud has failed
	for name, want := range map[string][2]float64{RowWidth: {5, 3}, rowBounded: {0.75, 0.25}} {
		for at, x := range want {
			if y := got[name][at]; y == nil || *y < x || *y > x+1e-12 { // widths are rounded up
				t.Errorf("%s, want %v of %s", JSON(got), want, name)
			}
		}
	}
	if len(got) != 2 {
		t.Errorf("%s", JSON(got))
	}
}
