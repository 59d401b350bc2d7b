package intake

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/internal/slow"
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
		clouds = append(clouds, string(judging.JSON(e)))
	}
	clouds = append(clouds, string(judging.JSON(randomEntry(7, 3, 7, 3, 9900))), string(judging.JSON(randomEntry(8, 3, 60, 3, 5010))),
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
	slow.Skip(t)
	for _, moved := range []float64{0, 0.4, 2} {
		s := countsRun(t, moved).Settings[0]
		for n := range 6 {
			e := randomEntry(uint64(n), 3, 60, 3, 9999-int64(700*n))
			got := s.Judge(e)
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
			for _, c := range ways {
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

// ways are those in which points come and go, in the order of results.
var ways = []struct {
	name string
	of   func(*explore.Points) int
}{
	{"replaced", func(p *explore.Points) int { return p.Replaced }},
	{"added", func(p *explore.Points) int { return p.Added }},
	{"removed", func(p *explore.Points) int { return p.Removed }},
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
