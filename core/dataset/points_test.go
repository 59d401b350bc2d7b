package dataset

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/internal/mutants"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const sampledRanges = `"sigma":0.5,"group":"SE","subsample":8,"withstand":{"moved":0}`

// countsRun is a run of clouds of 60 points and many votes, one with another label, one without votes, one too small to draw 8
// points of and one that is not certified.
func countsRun(t testing.TB, moved float64) *Run {
	t.Helper()
	var clouds []string
	for n := range 7 {
		e := randomEntry(uint64(n), 3, 60, 3, 9999-int64(700*n))
		if n == 2 {
			e.Label = 0
		}
		clouds = append(clouds, string(text(e)))
	}
	clouds = append(clouds, string(text(randomEntry(7, 3, 7, 3, 9900))), string(text(randomEntry(8, 3, 60, 3, 5010))),
		`{"name":"mute","points":[[1,2,3],[3,2,2],[0,1,0]],"label":1}`)
	settings := strings.Replace(sampledRanges, `"moved":0`, fmt.Sprintf(`"moved":%v`, moved), 1)
	run, err := Parse(Memory([]byte(`{`+settings+`,"clouds":[`+strings.Join(clouds, ",")+`]}`)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// The second routes: what the cloud alone withstands, and a certificate for each number of points and for the next one.
func TestPointsAreThoseOfSingleClouds(t *testing.T) {
	for _, moved := range []float64{0, 0.4, 2} {
		s := countsRun(t, moved).Settings[0]
		for n := range 6 {
			e := randomEntry(uint64(n), 3, 60, 3, 9999-int64(700*n))
			got := s.item(e)
			points, _ := json.Marshal(e.Cloud)
			votes := fmt.Sprintf(`{"clean":{"points":%s},"sigma":0.5,"group":"SE","subsample":8,"prediction":{"votes":%d,"samples":10000}`, points, e.Certify[1])
			asked, err := explore.ParseWithstand(fmt.Appendf(nil, `%s,"moved":%v}`, votes, moved), nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := explore.Withstand(asked)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Points, want.Points) || !reflect.DeepEqual(got.Ranges, want.Ranges) {
				t.Errorf("%s moved by %v: %+v, alone %+v", e.Name, moved, got.Points, want.Points)
			}
			holds := func(change string, count int) bool {
				c := certifiedText(t, fmt.Sprintf(`%s,"samples":0,"perturbed":{"changes":{"%s":%d,"moved":%v}}}`, votes, change, count, moved))
				return slices.Contains(c.CertifiedBy, "subsample")
			}
			for _, c := range changes {
				if most := -1; got.Points != nil {
					most = c.of(got.Points)
					if !holds(c.name, most) || holds(c.name, most+1) {
						t.Errorf("%s moved by %v: not %d %s", e.Name, moved, most, c.name)
					}
				} else if holds(c.name, 0) {
					t.Errorf("%s moved by %v: no points, but a certificate", e.Name, moved)
				}
			}
		}
	}
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
			if c.Change != changes[k].name || c.Accuracy[len(c.Accuracy)-1] != 0 || (c.Accuracy[0] == still) != (moved == 0) || c.Accuracy[0] == 0 {
				t.Errorf("%+v, %v where nothing changes", c, still)
			}
			for i, count := range c.Counts {
				clouds := 0
				for _, item := range items {
					if item.correct() && item.Points != nil && changes[k].of(item.Points) >= count {
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
	document, err := run.Settings[0].document(items)
	if err != nil || bytes.Contains(document, []byte(`"points"`)) || bytes.Contains(document, []byte(`"subsample"`)) {
		t.Errorf("%v: %s", err, document)
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct{ most, step, last int }{{0, 1, 1}, {1, 1, 2}, {50, 1, 51}, {51, 2, 52}, {100, 2, 102}, {101, 5, 105}, {pointcloud.MaxPoints, 20_000, 1_000_000}} {
		counts := countsTo(c.most)
		if last := counts[len(counts)-1]; counts[0] != 0 || counts[1] != c.step || last != counts[1]*(len(counts)-1) || last <= c.most || last-c.step > c.most || len(counts) > mostSizes+2 {
			t.Errorf("to %d: %v", c.most, counts)
		}
	}
}

func TestBadSubsamples(t *testing.T) {
	for settings, want := range map[string]string{
		`"subsample":1,"withstand":{}`:                                      "subsample: must be a whole number from 2",
		`"subsample":2.5,"withstand":{}`:                                    "subsample: must be a whole number",
		`"subsample":"8","withstand":{}`:                                    "subsample: must be a",
		`"subsample":1e30,"withstand":{}`:                                   "subsample: must be a whole number",
		`"withstand":{"moved":1}`:                                           "withstand.moved: belongs to votes of samples",
		`"subsample":8,"withstand":{"moved":-1}`:                            "withstand.moved: must be a norm from 0 to 1e100, got -1",
		`"subsample":8,"withstand":{"moved":1e101}`:                         "withstand.moved: must be a norm",
		`"subsample":8,"withstand":{"moved":"much"}`:                        "withstand.moved: must be a number",
		`"subsample":8,"withstand":{"replaced":1}`:                          "withstand.replaced: is not a known field",
		`"subsample":8,"attack":{"family":"replaced"}`:                      "attack.family: must be",
		`"subsample":8,"preparation":{"normalise":"centre"},"withstand":{}`: "preparation.normalise: is \"centre\" for each cloud alone",
	} {
		if _, err := ParseSettings([]byte(`{"sigma":1,"group":"SE",` + settings + `}`)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", settings, err, want)
		}
	}
	again := mustSettings(t, `"sigma":1,"group":"SE","subsample":8,"preparation":{"normalise":"unit_sphere","frame":"clean"},"withstand":{"along":[1,2],"moved":0.25}`)
	if once, err := parseSettings(text(again), written); err != nil || !reflect.DeepEqual(once, again) {
		t.Errorf("%s: %v", text(again), err)
	}
}

// Votes are those of the samples that the settings go by: of as many points, or of the whole cloud.
func TestVotesOfOtherSamples(t *testing.T) {
	sampled := strings.Replace(votedBy(0.5, "SE"), `"select"`, `"subsample":8,"select"`, 1)
	for _, c := range []struct{ settings, voted, want string }{
		{ranges, sampled, "subsample: must be that with which the votes were counted, 8 points, got none for samples of whole clouds"},
		{sampledRanges, votedBy(0.5, "SE"), "subsample: must be that with which the votes were counted, none for samples of whole clouds, got 8 points"},
		{strings.Replace(sampledRanges, ":8", ":9", 1), sampled, "subsample: must be that with which the votes were counted, 8 points, got 9 points"},
		{sampledRanges, strings.Replace(sampled, `"subsample":8`, `"subsample":1`, 1), "voted.sampling.subsample: must be a whole number"},
		{sampledRanges, strings.Replace(sampled, `"subsample":8`, `"subsample":"8"`, 1), "voted.sampling.subsample: "},
		{sampledRanges, sampled, ""},
		{strings.Replace(scaling, `"group"`, `"subsample":8,"group"`, 1), sampled, ""},
	} {
		_, err := Parse(Memory([]byte(`{`+c.settings+`,"voted":`+c.voted+`,"clouds":[]}`)), nil)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s by %s: %v", c.settings, c.voted, err)
			}
		} else if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s by %s: %v, want %s", c.settings, c.voted, err, c.want)
		}
	}
}

// Claims of a part or a result about points are refused unless this program writes the same.
func TestForeignPoints(t *testing.T) {
	run := countsRun(t, 0)
	head, good := run.Header(Whole, "here").Line(), string(mustLine(t, run, 0))
	read := func(head []byte, line string) error {
		return NewParts(nil).Read("it", bytes.NewReader(append(slices.Clone(head), line...)))
	}
	if err := read(head, good); err != nil {
		t.Fatal(err)
	}
	points := run.Settings[0].item(randomEntry(0, 3, 60, 3, 9999)).Points
	written := string(text(points))
	for _, n := range [][4]int{{53, 1, 1, 60}, {-1, 1, 1, 60}, {1, -1, 1, 60}, {1, 1, 53, 60}, {0, 0, 0, 7}, {0, pointcloud.MaxPoints, 0, 60}, {0, 0, 0, math.MaxInt}} {
		p := explore.Points{Replaced: n[0], Added: n[1], Removed: n[2], Of: n[3]}
		bad := strings.Replace(good, written, string(text(p)), 1)
		if err := read(head, bad); bad == good || err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
	if err := read(head, strings.Replace(good, `,"points":`+written, "", 1)); err == nil {
		t.Error("a certified cloud without numbers is taken")
	}
	if err := read(countsRun(t, 2).Header(Whole, "here").Line(), strings.Replace(good, `,"points":`+written, "", 1)); err != nil {
		t.Errorf("a cloud that does not withstand the motion: %v", err)
	}
	whole := rangesRun(t, ranges).Header(Whole, "here").Line()
	if err := read(whole, good); err == nil {
		t.Error("numbers are taken for votes of whole clouds")
	}
}

// The numbers of all clouds have to follow from those of each.
func TestForgedCounts(t *testing.T) {
	run := countsRun(t, 0)
	written, err := run.Settings[0].document(itemsOf(t, run))
	if err != nil {
		t.Fatal(err)
	}
	if read, err := ReadResults(written); err != nil || !reflect.DeepEqual(read[0].Result, run.Settings[0].Collect(itemsOf(t, run))) {
		t.Fatalf("%v", err)
	}
	for _, c := range []struct{ old, new, field string }{
		{`"accuracy":[0.6,`, `"accuracy":[0.7,`, "points"}, {`"counts":[0,`, `"counts":[1,`, "points"},
		{`"change":"added"`, `"change":"moved"`, "points"}, {`  "points": [`, `  "point": [`, "points"},
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
	result, err := run.Settings[0].document(itemsOf(t, run)[2:3])
	if err != nil {
		t.Fatal(err)
	}
	mutants.Each(t, [][]byte{result, text(run.Settings[0])}, func(data []byte) {
		if s, err := ParseSettings(data); err == nil {
			if again, err := parseSettings(text(s), written); err != nil || !reflect.DeepEqual(again, s) {
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
