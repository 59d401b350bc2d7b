package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
)

// storedVotes returns the votes of a model that the site has, plain or gzipped.
func storedVotes(t *testing.T, name string) []byte {
	t.Helper()
	path := "../../site/docs/votes/" + name + ".json"
	if data, err := os.ReadFile(path); err == nil {
		return data
	}
	file, err := os.Open(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// storedItems judges the stored votes of a model under settings; each cloud is one point, as distances alone count.
func storedItems(t *testing.T, name string, s *Settings) []ItemResult {
	t.Helper()
	var stored struct{ Clouds []json.RawMessage }
	if err := json.Unmarshal(storedVotes(t, name), &stored); err != nil {
		t.Fatal(err)
	}
	var items []ItemResult
	for _, text := range stored.Clouds {
		e, err := ParseEntry(bytes.Replace(text, []byte("{"), []byte(`{"points": [[1, 2]], `), 1))
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, s.item(e))
	}
	return items
}

// The shares and average radii that an independent program computes from the stored votes.
func TestStoredVotesWithTheRunnerUp(t *testing.T) {
	for _, c := range []struct {
		name, settings                     string
		accuracy, one, average, averageOne float64
	}{
		{"digits-at-0.25", `"sigma": 0.25, "runner_up": true`, 0.81, 0.72, 0.1715, 0.1428},
		{"digits-at-0.25", `"sigma": 0.25, "top": 2`, 0.84, 0, 0, 0},
		{"digits-at-0.1", `"sigma": 0.1, "runner_up": true`, 0.96, 0.96, 0.1939, 0.1932},
		{"furniture-at-0.25", `"sigma": 0.25, "runner_up": true`, 51. / 82, 47. / 82, 0.1646, 0.1536},
		{"furniture-standing", `"sigma": 0.1, "runner_up": true`, 72. / 82, 71. / 82, 0.1814, 0.1808},
	} {
		s := mustSettings(t, c.settings+`, "group": "SE", "attack": {"family": "ball", "norms": [0, 0.25]}`)
		items := storedItems(t, c.name, s)
		r := s.Collect(items)
		if got := r.Accuracy.Orbit[0]; math.Abs(got-c.accuracy) > 1e-9 {
			t.Errorf("%s, %s: %v, want %v", c.name, c.settings, got, c.accuracy)
		}
		if s.RunnerUp {
			if got := r.Accuracy.OneClass.Orbit[0]; math.Abs(got-c.one) > 1e-9 {
				t.Errorf("%s: by one class %v, want %v", c.name, got, c.one)
			}
			if a := r.AverageRadius; math.Abs(a.Orbit-c.average) > 1e-4 || math.Abs(*a.OneClass-c.averageOne) > 1e-4 {
				t.Errorf("%s: average radius %v and %v, want %v and %v", c.name, a.Orbit, *a.OneClass, c.average, c.averageOne)
			}
		}
		document, err := s.document(items)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadResults(document); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Of the stored votes for furniture at σ = 0.1, none proves that the class stays first up to 0.25, since 500 votes of as many reach
// 0.2206; 55 of 82 prove that it stays among the first two, as an independent program says.
func TestStoredVotesAmongTheFirstTwo(t *testing.T) {
	for settings, want := range map[string]int{`"top": 1, `: 0, `"runner_up": true, `: 0, `"top": 2, `: 55, `"top": 3, `: 58} {
		s := mustSettings(t, settings+`"sigma": 0.1, "group": "SE", "attack": {"family": "ball", "norms": [0.25]}`)
		r := s.Collect(storedItems(t, "furniture", s))
		if got := r.Accuracy.Orbit[0]; math.Abs(got-float64(want)/82) > 1e-12 {
			t.Errorf("%s%v, want %d of 82", settings, got, want)
		}
	}
}

// A simulated classifier whose class is not the first is certified no more often than the level allows, whichever form the
// first votes choose.
func TestCoverageOfTheRunnerUp(t *testing.T) {
	const simulations, selected, samples, alpha = 20_000, 40, 150, 0.05
	s := mustSettings(t, `"sigma": 1, "group": "none", "alpha": 0.05, "runner_up": true, "attack": {"family": "ball", "norms": [0]}`)
	for number, law := range [][]float64{{0.5, 0.5}, {0.4, 0.4, 0.2}, {0.25, 0.25, 0.25, 0.25}, {0.34, 0.34, 0.2, 0.12}, {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, {0.45, 0.46, 0.09}} {
		random := rand.New(rand.NewPCG(81, uint64(number)))
		vote := func(n int) []int64 {
			votes := make([]int64, len(law))
			for range n {
				x, class := random.Float64(), 0
				for class < len(law)-1 && x >= law[class] {
					x -= law[class]
					class++
				}
				votes[class]++
			}
			return votes
		}
		wrong, two := 0, 0
		known := map[string]bool{}
		for range simulations {
			// With a tie at the top of the law, every certificate is wrong.
			e := Entry{Predict: vote(selected), Certify: vote(samples)}
			p := s.prediction(&e)
			key := fmt.Sprint(p.Votes, p.RunnerUp)
			if p.RunnerUp != nil {
				two++
				key = fmt.Sprint(p.Votes, p.RunnerUp.Votes, true)
			}
			certified, seen := known[key]
			if !seen {
				j := judge{settings: s, request: s.base}
				j.request.Prediction = p
				certified = !j.hopeless()
				known[key] = certified
			}
			if certified && law[largest(e.Predict)] <= second(law) {
				wrong++
			}
		}
		if share := float64(wrong) / simulations; share > alpha+3*math.Sqrt(alpha/simulations) {
			t.Errorf("%v: %.4f of the simulations are wrong", law, share)
		}
		t.Logf("%v: %.4f wrong, %.2f by two classes", law, float64(wrong)/simulations, float64(two)/simulations)
	}
}

// second returns the second largest probability: a class of no more is not the first alone.
func second(law []float64) float64 {
	most, next := 0.0, 0.0
	for _, p := range law {
		if p > most {
			most, next = p, most
		} else {
			next = max(next, p)
		}
	}
	return next
}

// Samples without a class may be of any other, and are counted last where a votes document stands behind the votes.
func TestRivalCountsSamplesWithoutAClass(t *testing.T) {
	votes := []int64{50, 20, 10, 7}
	if got := (&Entry{}).rival(votes, 0); got != 20 {
		t.Errorf("of four classes: %d", got)
	}
	if got := (&Entry{Evidence: "sha256:00"}).rival(votes, 0); got != 27 {
		t.Errorf("of three classes: %d", got)
	}
}

// The form follows from votes_pred alone.
func TestFormIsChosenBeforeTheEstimate(t *testing.T) {
	s := mustSettings(t, `"sigma": 1, "group": "none", "runner_up": true, "attack": {"family": "ball", "norms": [0]}`)
	for _, c := range []struct {
		predict []int64
		two     bool
	}{{[]int64{55, 25, 20}, true}, {[]int64{99, 1, 0}, false}, {[]int64{1, 0, 0}, false}, {[]int64{40, 35, 25}, true}} {
		for _, certify := range [][]int64{{900, 50, 50}, {500, 400, 100}, {0, 0, 1000}} {
			e := Entry{Predict: c.predict, Certify: certify}
			if two := s.prediction(&e).RunnerUp != nil; two != c.two {
				t.Errorf("%v, %v: two classes %v", c.predict, certify, two)
			}
		}
	}
}

// Rows that do not follow from the votes are refused, and settings that contradict each other.
func TestRunnerUpIsHeld(t *testing.T) {
	s := mustSettings(t, `"sigma": 1, "group": "SE", "runner_up": true, "samples": 0, "attack": {"family": "scale", "norms": [0, 0.1, 0.3]}`)
	e := randomEntry(1, 2, 5, 1, 5500)
	e.Predict, e.Certify = []int64{20, 60, 20}, []int64{2300, 5500, 2200}
	text, err := s.document([]ItemResult{s.item(e)})
	if err != nil || !bytes.Contains(text, []byte(`"runner_up":2300`)) {
		t.Fatalf("%s, %v", text, err)
	}
	if _, err := ReadResults(text); err != nil {
		t.Error(err)
	}
	for old, forged := range map[string]string{
		`"runner_up":2300`:                  `"runner_up":100`,
		`"samples":10000,"runner_up":2300`:  `"samples":10000`,
		`"one_class":{"black_box":[1,0,0]`:  `"one_class":{"black_box":[1,1,0]`,
		`"average_radius": {"black_box":0.`: `"average_radius": {"black_box":1.`,
	} {
		if !bytes.Contains(text, []byte(old)) {
			t.Fatalf("no %s in %s", old, text)
		}
		if _, err := ReadResults(bytes.ReplaceAll(text, []byte(old), []byte(forged))); err == nil {
			t.Errorf("%s passes", forged)
		}
	}
	without := bytes.Replace(text, text[bytes.Index(text, []byte(`  "average_radius"`)):bytes.Index(text, []byte(`  "grid"`))], nil, 1)
	if _, err := ReadResults(without); err != nil {
		t.Errorf("a result from before there was an average radius: %v", err)
	}
	_, err = ParseSettings([]byte(`{"sigma": 1, "group": "SE", "top": 2, "runner_up": true, "attack": {"family": "ball", "norms": [0]}}`))
	if err == nil || !strings.Contains(err.Error(), "runner_up: compares the class with one other, but top is 2") {
		t.Error(err)
	}
}

// An attack looks for another first class, which no statement about the first two rules out.
func TestAttacksNeedTheFirstAlone(t *testing.T) {
	_, err := ParseSettings([]byte(`{"sigma": 1, "group": "SE", "top": 2, "attack": {"family": "ball", "norms": [0], "search": 10}}`))
	if err == nil || !strings.Contains(err.Error(), "attack.search: finds another first class, but top is 2") {
		t.Error(err)
	}
	e := randomEntry(1, 2, 5, 1, 9000)
	e.Attacked = []Candidate{}
	item := mustSettings(t, `"sigma": 1, "group": "SE", "top": 2, "attack": {"family": "ball", "norms": [0]}`).item(e)
	if !strings.Contains(item.Failure, "attacked: finds another first class") {
		t.Errorf("%+v", item)
	}
}

// Average radii, summed by hand.
func TestAverageRadius(t *testing.T) {
	s := mustSettings(t, `"sigma": 0.5, "group": "SE", "samples": 0, "attack": {"family": "scale", "norms": [0.1, 0.5, 2]}`)
	items := []ItemResult{s.item(randomEntry(1, 2, 5, 1, 9000)), s.item(randomEntry(2, 2, 5, 1, 8000)), s.item(randomEntry(3, 2, 5, 1, 4000)), {Name: "lost", Failure: "lost"}}
	wrong := randomEntry(4, 2, 5, 1, 9900)
	wrong.Label = 0
	items = append(items, s.item(wrong))
	want := 0.0
	for _, votes := range []int64{9000, 8000} {
		j := s.votesOf(&Judged{Votes: votes, Samples: 10_000})
		want += *argument.NewClosed(nil, 0.5, j.bounds()).Radius / 5
	}
	r := s.Collect(items)
	a := r.AverageRadius
	if math.Abs(a.BlackBox-want) > 1e-12 || a.Orbit != a.BlackBox || a.OneClass != nil || a.Subsample != nil {
		t.Errorf("%+v, want %v", a, want)
	}
	area := 0.1*r.Accuracy.Tight[0] + 0.4*r.Accuracy.Tight[1] + 1.5*r.Accuracy.Tight[2]
	if math.Abs(*a.Tight-max(area, want)) > 1e-12 {
		t.Errorf("tight: %v, want %v", *a.Tight, max(area, want))
	}
}

// A run bounds the runner-up unless it says otherwise; a result that says nothing did not.
func TestRunsBoundTheRunnerUpByDefault(t *testing.T) {
	const asks = `{"sigma": 1, "group": "SE", %s"attack": {"family": "ball", "norms": [0]}}`
	for _, c := range []struct {
		more         string
		asked, there bool // by a run; whether the settings say so
		written      bool // of a result
	}{{"", true, true, false}, {`"runner_up": false, `, false, true, false}, {`"runner_up": true, `, true, true, true}, {`"top": 2, `, false, false, false}} {
		s, err := ParseSettings(fmt.Appendf(nil, asks, c.more))
		if err != nil || s.RunnerUp != c.asked || bytes.Contains(text(s), []byte("runner_up")) != c.there {
			t.Errorf("%s: %v, %s", c.more, err, text(s))
		}
		again, err := parseSettings(text(s), written)
		if err != nil || again.RunnerUp != c.asked || !bytes.Equal(text(again), text(s)) {
			t.Errorf("%s: read again as %s", text(s), text(again))
		}
		if old, err := parseSettings(fmt.Appendf(nil, asks, c.more), written); err != nil || old.RunnerUp != c.written {
			t.Errorf("%s in a result: %v, %s", c.more, err, text(old))
		}
	}
}

// Ranges of the form chosen, with those of one class alone beside them.
func TestRangesWithTheRunnerUp(t *testing.T) {
	s := mustSettings(t, `"sigma": 0.2, "group": "SE", "runner_up": true, "withstand": {}`)
	two, sure := randomEntry(1, 2, 5, 1, 5500), randomEntry(2, 2, 5, 1, 9900)
	two.Predict, two.Certify = []int64{20, 60, 20}, []int64{2300, 5500, 2200}
	sure.Predict, sure.Certify = []int64{0, 100, 0}, []int64{50, 9900, 50}
	only := two
	only.Name, only.Certify = "by two alone", []int64{2600, 4900, 2500}
	vain := only
	vain.Name, vain.Certify = "by none", []int64{3400, 3300, 3300}
	items := []ItemResult{s.item(two), s.item(sure), s.item(only), s.item(vain)}
	for i, one := range []int{7, -1, 0} { // ranges by one class; −1: one class was chosen
		j := items[i].Judged
		if (j.OneClass == nil) != (one < 0) || one >= 0 && len(j.OneClass.Ranges) == 0 != (one == 0) || len(j.Ranges) == 0 {
			t.Errorf("%s: %s", items[i].Name, text(items[i]))
		}
	}
	r := s.Collect(items)
	for _, f := range r.Families {
		if a := f.Accuracy; a.OneClass[0] != 0.5 || a.Withstood[0] != 0.75 {
			t.Errorf("%s: %+v", f.Family, a)
		}
	}
	document, err := s.document(items)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadResults(document); err != nil {
		t.Error(err)
	}
	forged := *items[2].Judged
	forged.OneClass = items[0].OneClass
	if err := s.holdRows("results[2]", &forged); err == nil || !strings.Contains(err.Error(), "one_class.ranges: are there, but") {
		t.Error(err)
	}
}
