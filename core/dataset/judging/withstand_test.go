package judging

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
	"github.com/orbitcert/orbitcert/core/internal/slow"
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
				got := s.Judge(e)
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
	slow.Skip(t)
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
	got := s.Judge(e)
	if !reflect.DeepEqual(got.Ranges, want.Ranges) || !slices.ContainsFunc(got.Ranges, func(r explore.Range) bool { return r.Family == "twist" && r.By == "parameters" }) {
		t.Errorf("ranges %+v, want %+v", got.Ranges, want.Ranges)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ReadSettings(text, Written); err != nil || !reflect.DeepEqual(again, s) {
		t.Errorf("settings read back: %v, %v", again, err)
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
	if once, err := ReadSettings(text, Written); err != nil || !reflect.DeepEqual(once, again) || bytes.Contains(text, []byte("attack")) {
		t.Errorf("%s: %v", text, err)
	}
}
