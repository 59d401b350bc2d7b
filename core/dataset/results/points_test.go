package results

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/internal/mutants"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const sampledRanges = `"sigma":0.5,"group":"SE","subsample":8,"withstand":{"moved":0}`

// countsRun is a run of clouds of 60 points and many votes, one with another label, one without votes, one too small to draw 8
// points of and one that is not certified.
func countsRun(t testing.TB, moved float64) *intake.Run {
	t.Helper()
	var clouds []string
	for n := range 7 {
		e := randomEntry(uint64(n), 3, 60, 3, 9999-int64(700*n))
		if n == 2 {
			e.Label = 0
		}
		clouds = append(clouds, string(judging.JSON(e)))
	}
	clouds = append(clouds, string(judging.JSON(randomEntry(7, 3, 7, 3, 9900))), string(judging.JSON(randomEntry(8, 3, 60, 3, 5010))),
		`{"name":"mute","points":[[1,2,3],[3,2,2],[0,1,0]],"label":1}`)
	settings := strings.Replace(sampledRanges, `"moved":0`, fmt.Sprintf(`"moved":%v`, moved), 1)
	run, err := intake.Parse(intake.Memory([]byte(`{`+settings+`,"clouds":[`+strings.Join(clouds, ",")+`]}`)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// ways are those in which points come and go, in the order of results.
var ways = []struct {
	name string
	of   func(*explore.Points) int
}{
	{"replaced", func(p *explore.Points) int { return p.Replaced }},
	{"added", func(p *explore.Points) int { return p.Added }},
	{"removed", func(p *explore.Points) int { return p.Removed }},
}

// Each share is a count of clouds, taken once more from their numbers; where nothing moves and no point changes it is that of a
// scaling by nothing, and with a motion that is more than some withstand it is less.
func TestChangesAreCounted(t *testing.T) {
	for _, moved := range []float64{0, 2} {
		run := countsRun(t, moved)
		items := itemsOf(t, run)
		result := run.Settings[0].Collect(items)
		if result.Total != 10 || result.Failed != 2 || len(result.Changes) != 3 {
			t.Fatalf("%+v", result)
		}
		still := result.Families[0].Accuracy.Withstood[0]
		for k, c := range result.Changes {
			if c.Change != ways[k].name || c.Accuracy[len(c.Accuracy)-1] != 0 || (c.Accuracy[0] == still) != (moved == 0) || c.Accuracy[0] == 0 {
				t.Errorf("%+v, %v where nothing changes", c, still)
			}
			for i, count := range c.Counts {
				clouds := 0
				for _, item := range items {
					if item.Judged != nil && item.Predicted == item.Label && item.Points != nil && ways[k].of(item.Points) >= count {
						clouds++
					}
				}
				if c.Accuracy[i] != float64(clouds)/10 {
					t.Errorf("%d %s: %v, want %d of 10", count, c.Change, c.Accuracy[i], clouds)
				}
			}
		}
	}
}

// Votes of whole clouds have no numbers of points, and the document no field of them.
func TestWholeCloudsHaveNoCounts(t *testing.T) {
	run := rangesRun(t, ranges)
	items := itemsOf(t, run)
	document, err := run.Settings[0].Document(items)
	if err != nil || bytes.Contains(document, []byte(`"points"`)) || bytes.Contains(document, []byte(`"subsample"`)) {
		t.Errorf("%v: %s", err, document)
	}
}

// Claims of a part or a result about points are refused unless this program writes the same.
func TestForeignPoints(t *testing.T) {
	run := countsRun(t, 0)
	head, good := HeaderOf(run, Whole, "here").Line(), string(mustLine(t, run, 0))
	read := func(head []byte, line string) error {
		return NewParts(nil).Read("it", bytes.NewReader(append(slices.Clone(head), line...)))
	}
	if err := read(head, good); err != nil {
		t.Fatal(err)
	}
	points := run.Settings[0].Judge(randomEntry(0, 3, 60, 3, 9999)).Points
	written := string(judging.JSON(points))
	for _, n := range [][4]int{{53, 1, 1, 60}, {-1, 1, 1, 60}, {1, -1, 1, 60}, {1, 1, 53, 60}, {0, 0, 0, 7}, {0, pointcloud.MaxPoints, 0, 60}, {0, 0, 0, math.MaxInt}} {
		p := explore.Points{Replaced: n[0], Added: n[1], Removed: n[2], Of: n[3]}
		bad := strings.Replace(good, written, string(judging.JSON(p)), 1)
		if err := read(head, bad); bad == good || err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
	if err := read(head, strings.Replace(good, `,"points":`+written, "", 1)); err == nil {
		t.Error("a certified cloud without numbers is taken")
	}
	if err := read(HeaderOf(countsRun(t, 2), Whole, "here").Line(), strings.Replace(good, `,"points":`+written, "", 1)); err != nil {
		t.Errorf("a cloud that does not withstand the motion: %v", err)
	}
	whole := HeaderOf(rangesRun(t, ranges), Whole, "here").Line()
	if err := read(whole, good); err == nil {
		t.Error("numbers are taken for votes of whole clouds")
	}
}

// The numbers of all clouds have to follow from those of each.
func TestForgedCounts(t *testing.T) {
	run := countsRun(t, 0)
	written, err := run.Settings[0].Document(itemsOf(t, run))
	if err != nil {
		t.Fatal(err)
	}
	if read, err := ReadResults(written); err != nil || !reflect.DeepEqual(read[0].Result, run.Settings[0].Collect(itemsOf(t, run))) {
		t.Fatalf("%v", err)
	}
	for _, c := range []struct{ old, new, field string }{
		{`"accuracy":[0.6,`, `"accuracy":[0.7,`, "points"}, {`"counts":[0,`, `"counts":[1,`, "points"},
		{`"change":"added","counts"`, `"change":"moved","counts"`, "points"}, {`"change":"added","lower"`, `"change":"moved","lower"`, "population"}, {`  "points": [`, `  "point": [`, "point"},
		{`"points":{"replaced":`, `"points":{"replaced":-`, "results[0]"},
	} {
		forged := strings.Replace(string(written), c.old, c.new, 1)
		if _, err := ReadResults([]byte(forged)); forged == string(written) || err == nil || document.FailureOf(err).Field != c.field {
			t.Errorf("%s: %v, want the field %s", c.new, err, c.field)
		}
	}
}

// Whatever is changed in a document of numbers of points, it is refused or read as it is written, with shares that fall.
func TestMutantsOfCounts(t *testing.T) {
	run := countsRun(t, 0.4)
	result, err := run.Settings[0].Document(itemsOf(t, run)[2:3])
	if err != nil {
		t.Fatal(err)
	}
	mutants.Each(t, [][]byte{result, judging.JSON(run.Settings[0])}, func(data []byte) {
		if s, err := judging.ParseSettings(data); err == nil {
			if again, err := judging.ReadSettings(judging.JSON(s), judging.Written); err != nil || !reflect.DeepEqual(again, s) {
				t.Errorf("%s: %v", data, err)
			}
		}
		all, err := ReadResults(data)
		if err != nil {
			return
		}
		for _, c := range all[0].Changes {
			if !slices.IsSortedFunc(c.Accuracy, func(a, b float64) int { return cmp.Compare(b, a) }) || c.Accuracy[0] > 1 || !slices.IsSorted(c.Counts) {
				t.Errorf("%+v from %s", c, data)
			}
		}
	})
}
