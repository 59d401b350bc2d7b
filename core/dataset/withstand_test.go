package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/explore"
)

const ranges = `"sigma":0.5,"group":"SE","withstand":{}`

// The second route: the cloud as a request of its own.
func TestRangesAreThoseOfSingleClouds(t *testing.T) {
	for group, dimensions := range map[string][]int{"none": {2, 3}, "T": {3}, "SO": {2}, "SE": {2, 3}, "E": {3}, "axis": {3}} {
		more := ""
		if group == "axis" {
			more = `,"axis":[1,2,-1],"translation":true`
		}
		for _, dimension := range dimensions {
			for _, along := range []string{``, `"along":[1,2,3]`, `"along":[1,2]`} {
				s := mustSettings(t, strings.Replace(strings.Replace(ranges, `{}`, `{`+along+`}`, 1), `"SE"`, `"`+group+`"`+more, 1))
				e := randomEntry(uint64(dimension), dimension, 7, 20, 9300) // too large for tight values to count
				got := s.item(e)
				if along != "" && len(s.Withstand.Along) != dimension {
					continue // refused before its turn, see TestSingleFailuresOfRanges
				}
				points, _ := json.Marshal(e.Cloud)
				asked, err := explore.ParseWithstand(fmt.Appendf(nil, `{"clean":{"points":%s},"sigma":0.5,"group":"%s"%s,
					"prediction":{"votes":9300,"samples":10000}%s}`, points, group, more, strings.Replace(along, `"along`, `,"along`, 1)), nil)
				if err != nil {
					t.Fatal(err)
				}
				want, err := explore.Withstand(asked)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got.Ranges, want.Ranges) || len(got.BlackBox) > 0 || got.Tight != nil || len(got.Ranges) < 6 {
					t.Errorf("%s, %d-D, %s: other ranges", group, dimension, along)
				}
			}
		}
	}
}

// The second route with noise on transformations: the cloud as a request of its own.
func TestRangesByParametersAreThoseOfSingleClouds(t *testing.T) {
	const settings = `"sigma":0.5,"group":"axis","axis":[0,0,1],"translation":true,"noise":{"twist":0.3,"taper":0.1}`
	s, e := mustSettings(t, settings+`,"withstand":{}`), randomEntry(3, 3, 7, 1, 9300)
	points, _ := json.Marshal(e.Cloud)
	asked, err := explore.ParseWithstand(fmt.Appendf(nil, `{"clean":{"points":%s},"prediction":{"votes":9300,"samples":10000},%s}`, points, settings), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := explore.Withstand(asked)
	if err != nil {
		t.Fatal(err)
	}
	got := s.item(e)
	if !reflect.DeepEqual(got.Ranges, want.Ranges) || !slices.ContainsFunc(got.Ranges, func(r explore.Range) bool { return r.Family == "twist" && r.By == "parameters" }) {
		t.Errorf("ranges %+v, want %+v", got.Ranges, want.Ranges)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := parseSettings(text, written); err != nil || !reflect.DeepEqual(again, s) {
		t.Errorf("settings read back: %v, %v", again, err)
	}
}

// rangesRun is a run of clouds of many sizes and votes, one with another label and one without votes.
func rangesRun(t testing.TB, settings string) *Run {
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
	run, err := Parse(Memory([]byte(`{`+settings+`,"clouds":[`+strings.Join(clouds, ",")+`]}`)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func itemsOf(t testing.TB, run *Run) (items []ItemResult) {
	t.Helper()
	parts := NewParts(nil)
	text := run.Header(Whole, "here").Line()
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
		if last := len(f.Sizes) - 1; f.Accuracy.BlackBox[0] != share || f.Accuracy.Withstood[0] != share || f.Accuracy.BlackBox[last] != 0 || last < 20 || last > mostSizes+1 {
			t.Errorf("%s: %+v", f.Family, f)
		}
		for i, size := range f.Sizes {
			blackBox, withstood := 0, 0
			for _, item := range items {
				if !item.correct() || item.Ranges == nil {
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
	if want := "scale stretch shear taper twist rotation shift"; strings.Join(names, " ") != want {
		t.Errorf("families %v", names)
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		unit       string
		most, last float64
		count      int
	}{
		{"relative", 0, 0, 1}, {"relative", 0.0329, 0.033, 34}, {"length", 50, 51, 52}, {"1/length", 3e-7, 3.1e-7, 32}, {"relative", 0.1, 0.102, 52},
		{"rad", math.Pi / 6, 31 * (math.Pi / 180), 32}, {"rad/length", 1e-3, 0.058 * (math.Pi / 180), 30}, {"length", 1.7e300, 1.75e300, 36}, {"length", 3e-300, 3.1e-300, 32},
	} {
		sizes := sizesTo(c.unit, c.most)
		if last := sizes[len(sizes)-1]; math.Abs(last-c.last) > 1e-14*c.last || len(sizes) != c.count || !slices.IsSorted(sizes) || sizes[0] != 0 {
			t.Errorf("to %v %s: %v", c.most, c.unit, sizes)
		}
	}
	if sizes := sizesTo("relative", 0.0329); sizes[7] != 0.007 || sizes[29] != 0.029 {
		t.Errorf("not the decimals: %v", sizes)
	}
}

func TestBadRanges(t *testing.T) {
	for settings, want := range map[string]string{
		`"withstand":{},"attack":{"family":"scale","norms":[0]}`: "withstand: replaces attack",
		`"withstand":7`:                    "withstand: must be a JSON object",
		`"withstand":{"along":[0,0]}`:      "withstand.along: must have a length above 0",
		`"withstand":{"along":[1]}`:        "withstand.along: must have 2 or 3 numbers, got 1",
		`"withstand":{"along":[1,"2"]}`:    "withstand.along: must be a number",
		`"withstand":{"families":["odd"]}`: "withstand.families: is not a known field",
	} {
		if _, err := ParseSettings([]byte(`{"sigma":1,"group":"SE",` + settings + `}`)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", settings, err, want)
		}
	}
	again := mustSettings(t, `"sigma":1,"group":"SE","withstand":{"along":[1,2]}`)
	text, _ := json.Marshal(again)
	if once, err := parseSettings(text, written); err != nil || !reflect.DeepEqual(once, again) || bytes.Contains(text, []byte("attack")) {
		t.Errorf("%s: %v", text, err)
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
	head, good := run.Header(Whole, "here").Line(), string(mustLine(t, run, 0))
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
	attacked := rangesRun(t, scaling).Header(Whole, "here").Line()
	if err := NewParts(nil).Read("it", bytes.NewReader(append(attacked, good...))); err == nil {
		t.Error("ranges are taken for a run with an attack")
	}
}
