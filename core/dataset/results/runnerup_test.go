package results

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// storedVotes returns the votes of a model that the site has, plain or gzipped.
func storedVotes(t *testing.T, name string) []byte {
	t.Helper()
	path := "../../../site/docs/votes/" + name + ".json"
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
func storedItems(t *testing.T, name string, s *judging.Settings) []judging.ItemResult {
	t.Helper()
	var stored struct{ Clouds []json.RawMessage }
	if err := json.Unmarshal(storedVotes(t, name), &stored); err != nil {
		t.Fatal(err)
	}
	var items []judging.ItemResult
	for _, text := range stored.Clouds {
		e, err := intake.ParseEntry(bytes.Replace(text, []byte("{"), []byte(`{"points": [[1, 2]], `), 1))
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, s.Judge(e.Ballot))
	}
	return items
}

// The shares and average radii that an independent program computes from the stored votes.
func TestStoredVotesWithTheRunnerUp(t *testing.T) {
	for _, c := range []struct {
		name, settings                     string
		accuracy, one, average, averageOne float64
	}{
		{"digits-at-0.25", `"sigma": 0.25, "runner_up": true`, 0.81, 0.71, 0.1715, 0.1407},
		{"digits-at-0.25", `"sigma": 0.25, "top": 2`, 0.84, 0, 0, 0},
		{"digits-at-0.1", `"sigma": 0.1, "runner_up": true`, 0.96, 0.96, 0.1939, 0.1932},
		{"furniture-at-0.25", `"sigma": 0.25, "runner_up": true`, 51. / 82, 46. / 82, 0.1646, 0.1526},
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
			if a := r.AverageRadius; math.Abs(*a.Orbit-c.average) > 1e-4 || math.Abs(*a.OneClass-c.averageOne) > 1e-4 {
				t.Errorf("%s: average radius %v and %v, want %v and %v", c.name, *a.Orbit, *a.OneClass, c.average, c.averageOne)
			}
		}
		document, err := s.Document(items)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadResults(document); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Rows that do not follow from the votes are refused, and settings that contradict each other.
func TestRunnerUpIsHeld(t *testing.T) {
	s := mustSettings(t, `"sigma": 1, "group": "SE", "runner_up": true, "samples": 0, "attack": {"family": "scale", "norms": [0, 0.1, 0.3]}`)
	e := randomEntry(1, 2, 5, 1, 5500)
	e.Predict, e.Certify = []int64{20, 60, 20}, []int64{2300, 5500, 2200}
	text, err := s.Document([]judging.ItemResult{s.Judge(e)})
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
	_, err = judging.ParseSettings([]byte(`{"sigma": 1, "group": "SE", "top": 2, "runner_up": true, "attack": {"family": "ball", "norms": [0]}}`))
	if err == nil || !strings.Contains(err.Error(), "runner_up: compares the class with one other, but top is 2") {
		t.Error(err)
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
	items := []judging.ItemResult{s.Judge(two), s.Judge(sure), s.Judge(only), s.Judge(vain)}
	for i, one := range []int{7, -1, 0} { // ranges by one class; −1: one class was chosen
		j := items[i].Judged
		if (j.OneClass == nil) != (one < 0) || one >= 0 && len(j.OneClass.Ranges) == 0 != (one == 0) || len(j.Ranges) == 0 {
			t.Errorf("%s: %s", items[i].Name, judging.JSON(items[i]))
		}
	}
	r := s.Collect(items)
	for _, f := range r.Families {
		if a := f.Accuracy; a.OneClass[0] != 0.5 || a.Withstood[0] != 0.75 {
			t.Errorf("%s: %+v", f.Family, a)
		}
	}
	document, err := s.Document(items)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadResults(document); err != nil {
		t.Error(err)
	}
	forged := *items[2].Judged
	forged.OneClass = items[0].OneClass
	if err := (rules{s}).holdRows("results[2]", &forged); err == nil || !strings.Contains(err.Error(), "one_class.ranges: are there, but") {
		t.Error(err)
	}
}
