package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
)

// fiveClouds are the verdicts on clouds with few, many and almost all votes.
func fiveClouds(t *testing.T, settings string, dimension int) (*judging.Settings, []judging.ItemResult) {
	t.Helper()
	s := mustSettings(t, settings)
	var items []judging.ItemResult
	for n, votes := range []int64{4000, 5100, 6000, 9000, 9999} {
		items = append(items, s.Judge(randomEntry(uint64(n), dimension, 8, 3, votes)))
	}
	return s, items
}

// A run that computed its rows makes a card, whatever the group and the attack.
func TestRowsOfRunsHold(t *testing.T) {
	attacks := []string{
		`{"family":"scale","norms":[0,0.1,0.3,0.5,1,2,5]}`, `{"family":"ball","norms":[0,0.1,0.3,0.5,1,2,5]}`,
		`{"family":"rotate","degrees":[0,5,90],"noise":0.4,"draws":3}`, `{"family":"rotate","degrees":[0,5,90],"noise":0.4,"draws":1}`,
	}
	for group, dimensions := range map[string][]int{`"none"`: {2, 3}, `"T"`: {3}, `"SO"`: {2, 3}, `"SE"`: {2, 3}, `"E"`: {3}, `"axis","axis":[1,2,-1],"translation":true`: {3}} {
		for _, attack := range attacks {
			for _, dimension := range dimensions {
				s, items := fiveClouds(t, fmt.Sprintf(`"sigma":0.5,"samples":2000,"group":%s,"attack":%s`, group, attack), dimension)
				text, err := s.Document(items)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := ReadResults(text); err != nil {
					t.Errorf("%s, %d-D, %s: %v\n%s", group, dimension, attack, err, text)
				}
			}
		}
	}
}

// Rows that do not follow from the votes of their cloud are refused, also where all sums are right.
func TestForgedRows(t *testing.T) {
	const scaled, ball = `"attack":{"family":"scale","norms":[0,0.1,3,4]}`, `"attack":{"family":"ball","norms":[0,0.1,3,4]}`
	const turned = `"attack":{"family":"rotate","degrees":[0,90],"noise":0.1,"draws":2}`
	ones := func(counts ...int) []int { return counts }
	from := func(j *judging.Judged, first int, counts ...int) { // the rows of an argument and of all that are stronger
		for _, row := range []*[]int{&j.BlackBox, &j.Orbit, &j.Tight, &j.TightUpper}[first:] {
			*row = counts
		}
	}
	for _, c := range []struct {
		group, attack string
		forge         func(j *judging.Judged)
		field, why    string
	}{
		{"SE", ball, func(j *judging.Judged) { j.BlackBox, j.Orbit = ones(1, 1, 1, 0), ones(1, 1, 1, 0) }, "black_box", "9990 of 10000 votes give [1 1 0 0]"},
		{"SE", ball, func(j *judging.Judged) { j.Orbit = ones(1, 1, 1, 0) }, "orbit", "distance of the black box"},
		{"SE", scaled, func(j *judging.Judged) { from(j, 0, 1, 1, 1, 0) }, "black_box", "votes give [1 1 0 0]"},
		{"SE", scaled, func(j *judging.Judged) { from(j, 1, 1, 1, 0, 1) }, "orbit", "never certified where a smaller one is not"},
		{"SO", scaled, func(j *judging.Judged) { from(j, 1, 1, 1, 1, 0) }, "orbit", "distance of the black box"},
		{"SE", scaled, func(j *judging.Judged) { j.Tight = ones(0, 0, 0, 0) }, "tight", "a weaker argument, orbit, certifies more"},
		{"SE", scaled, func(j *judging.Judged) { j.TightUpper = ones(1, 0, 0, 0) }, "tight_upper", "a weaker argument, tight"},
		{"SE", scaled, func(j *judging.Judged) { j.Votes = 5001 }, "black_box", "5001 of 10000 votes certify nothing"},
		{"SE", turned, func(j *judging.Judged) { j.Votes = 5001 }, "", "certify nothing"},
		{"SE", turned, func(j *judging.Judged) {
			j.Draws.Orbit[1], j.Orbit[1] = judging.Marks("10"), 1
			j.Draws.BlackBox[1], j.BlackBox[1] = judging.Marks("00"), 0
		}, "orbit", "has all rotations"},
		{"none", turned, func(j *judging.Judged) {
			j.Draws.BlackBox[1], j.BlackBox[1] = judging.Marks("11"), 2
			j.Draws.Orbit[1], j.Orbit[1] = judging.Marks("00"), 0
		}, "orbit", "a weaker argument, black_box"},
		{"SE", ball, func(j *judging.Judged) {
			j.Attacked = &judging.Attacked{Clouds: 1, Found: &judging.Found{Distance: 0.001, Votes: 90, Samples: 100}}
		}, "attacked.contradicted", "within the certified radius"},
	} {
		s := mustSettings(t, fmt.Sprintf(`"sigma":0.5,"samples":2000,"group":"%s",%s`, c.group, c.attack))
		item := s.Judge(randomEntry(7, 3, 8, 3, 9990))
		c.forge(item.Judged)
		text, err := s.Document([]judging.ItemResult{item})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = ReadResults(text); err == nil {
			t.Errorf("%s, %s: read, want %s: %s\n%s", c.group, c.attack, c.field, c.why, text)
			continue
		}
		if field := document.FailureOf(err).Field; !strings.HasPrefix(field, "results[0].") || c.field != "" && field != "results[0]."+c.field || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s, %s: %v, want %s: %s\n%s", c.group, c.attack, err, c.field, c.why, text)
		}
	}
	// Ranges and numbers of points need votes that certify.
	s := mustSettings(t, ranges)
	item := s.Judge(randomEntry(7, 3, 8, 3, 9990))
	item.Votes = 5001
	text, err := s.Document([]judging.ItemResult{item})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadResults(text); err == nil || document.FailureOf(err).Field != "results[0].ranges" {
		t.Error(err)
	}
}
