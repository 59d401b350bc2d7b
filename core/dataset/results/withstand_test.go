package results

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/explore"
)

const ranges = `"sigma":0.5,"group":"SE","withstand":{}`

// rangesRun is a run of clouds of many sizes and votes, one with another label and one without votes.
func rangesRun(t testing.TB, settings string) *intake.Run {
	t.Helper()
	var clouds []string
	for n := range 9 {
		e := randomEntry(uint64(n), 3, 12, 3+float64(n), 9999-int64(400*n))
		if n == 4 {
			e.Label = 0
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		clouds = append(clouds, string(text))
	}
	clouds = append(clouds, `{"name":"unsure","points":[[1,2,3],[3,2,2],[0,1,0]],"label":1,"votes_pred":[1,9],"votes_cert":[50,50]}`,
		`{"name":"mute","points":[[1,2,3],[3,2,2],[0,1,0]],"label":1}`)
	run, err := intake.Parse(intake.Memory([]byte(`{`+settings+`,"clouds":[`+strings.Join(clouds, ",")+`]}`)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func itemsOf(t testing.TB, run *intake.Run) (items []judging.ItemResult) {
	t.Helper()
	parts := NewParts(nil)
	text := HeaderOf(run, Whole, "here").Line()
	for cloud := range run.Count() {
		text = append(text, mustLine(t, run, cloud)...)
	}
	if err := parts.Read("it", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	all, err := parts.Items()
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// Each share is a count of clouds, taken once more from their ranges; without a transformation it is
// that of a scaling by nothing.
func TestFamiliesAreCounted(t *testing.T) {
	run := rangesRun(t, ranges)
	items := itemsOf(t, run)
	result := run.Settings[0].Collect(items)
	still := rangesRun(t, `"sigma":0.5,"group":"SE","samples":0,"attack":{"family":"scale","norms":[0]}`)
	share := still.Settings[0].Collect(itemsOf(t, still)).Accuracy.BlackBox[0]
	if result.Total != 11 || result.Failed != 1 || result.Correct != 9 || share != 8.0/11 {
		t.Fatalf("%+v, %v without a transformation", result, share)
	}
	names := []string{}
	for _, f := range result.Families {
		names = append(names, f.Family)
		if last := len(f.Sizes) - 1; f.Accuracy.BlackBox[0] != share || f.Accuracy.Withstood[0] != share || f.Accuracy.BlackBox[last] != 0 || last < 20 || last > 51 {
			t.Errorf("%s: %+v", f.Family, f)
		}
		for i, size := range f.Sizes {
			blackBox, withstood := 0, 0
			for _, item := range items {
				if item.Judged == nil || item.Predicted != item.Label || item.Ranges == nil {
					continue
				}
				r := item.Ranges[slices.IndexFunc(item.Ranges, func(r explore.Range) bool { return r.Family == f.Family })]
				within := func(s explore.Span) int { return one(s.Any || -size >= *s.From && size <= *s.To) }
				blackBox, withstood = blackBox+within(r.BlackBox), withstood+within(r.Span)
			}
			if f.Accuracy.BlackBox[i] != float64(blackBox)/11 || f.Accuracy.Withstood[i] != float64(withstood)/11 || withstood < blackBox {
				t.Errorf("%s at %v: %v and %v, want %d and %d of 11", f.Family, size, f.Accuracy.BlackBox[i], f.Accuracy.Withstood[i], blackBox, withstood)
			}
		}
		if (f.Family == "rotation" || f.Family == "shift") != (f.Accuracy.Withstood[len(f.Sizes)-1] == share) {
			t.Errorf("%s: %v", f.Family, f.Accuracy.Withstood)
		}
	}
	if want := "scale stretch shear taper bulge twist rotation shift"; strings.Join(names, " ") != want {
		t.Errorf("families %v", names)
	}
}

// A cloud of another dimension than the axis fails alone.
func TestSingleFailuresOfRanges(t *testing.T) {
	run := rangesRun(t, `"sigma":0.5,"group":"SE","withstand":{"along":[1,2]}`)
	for _, item := range itemsOf(t, run) {
		if want := "has 3 dimensions, but withstand.along has 2 numbers"; item.Name != "mute" && item.Failure != want {
			t.Errorf("%s: %q", item.Name, item.Failure)
		}
	}
}

// Claims of a part about ranges are refused unless this program writes the same.
func TestForeignRanges(t *testing.T) {
	run := rangesRun(t, ranges)
	head, good := HeaderOf(run, Whole, "here").Line(), string(mustLine(t, run, 0))
	read := func(line string) error {
		return NewParts(nil).Read("it", bytes.NewReader(append(slices.Clone(head), line...)))
	}
	if err := read(good); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"family":"scale"`, `"family":"skate"`}, {`"unit":"relative"`, `"unit":"length"`}, {`"by":"invariance"`, `"by":"luck"`}, {`"from":-`, `"from":`}, {`"any":true`, `"any":true,"from":-1`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if err := read(bad); bad == good || err == nil {
			t.Errorf("%s for %s is taken", change[1], change[0])
		}
	}
	attacked := HeaderOf(rangesRun(t, scaling), Whole, "here").Line()
	if err := NewParts(nil).Read("it", bytes.NewReader(append(attacked, good...))); err == nil {
		t.Error("ranges are taken for a run with an attack")
	}
}
