package results

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
)

// calibrationRun has two clouds that are predicted correctly, one that is not, and one without votes.
const calibrationRun = `{"sigma": 0.2, "group": "SE", "alpha": 0.01, "partial": true, "attack": {"family": "ball", "norms": [0, 0.1]}, "clouds": [
	{"name": "a", "label": 0, "votes_pred": [95, 5, 0], "votes_cert": [970, 20, 10], "points": [[0, 0], [1, 0], [1, 1], [0, 1]]},
	{"name": "b", "label": 1, "votes_pred": [2, 98, 0], "votes_cert": [15, 985, 0], "points": [[0, 0], [1, 0], [1, 3], [0, 3]]},
	{"name": "c", "label": 2, "votes_pred": [40, 60, 0], "votes_cert": [120, 580, 300], "points": [[0, 0], [1, 0], [1, 2], [0, 2]]},
	{"name": "d", "label": 1, "points": [[0, 0], [1, 0], [1, 2], [0, 2.5]]}]}`

// printed is the result of a run.
func printed(t *testing.T, text string) string { return resultOf(t, mustParse(t, text, nil)) }

// TestCalibrate takes the votes for the labels, also where another class is predicted, and none for a cloud that failed.
func TestCalibrate(t *testing.T) {
	all, err := ReadResults([]byte(printed(t, calibrationRun)))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Calibrate(all[0], 0.5, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	for i, votes := range []int64{970, 985, 300, 0} {
		if of := c.Results[i]; of.Samples != 1000 || of.Votes != votes || (of.Cloud == "") != (votes == 0) {
			t.Errorf("%+v, want %d votes", of, votes)
		}
	}
	if want := bound.Lower(300, 1000, 0.005); c.Rank != 2 || *c.Quantile != want || !(*c.Threshold < want) || c.Eta != 0.005 {
		t.Errorf("%+v, quantile %v, want %v", c, *c.Quantile, want)
	}
}

func TestCalibrateRefuses(t *testing.T) {
	text := printed(t, calibrationRun)
	at := strings.Index(text, `,"cloud":"`)
	for _, c := range []struct{ text, why string }{
		{strings.Replace(text, `,"label_votes":300`, "", 1), "results[2].label_votes: is missing"},
		{text[:at] + text[at+75:], "results[0].cloud: is missing"},
		{printed(t, strings.Replace(calibrationRun, "[970, 20, 10]", "[1970, 20, 10]", 1)), "results[1].samples: is 1000, the first cloud has 2000"},
	} {
		all, err := ReadResults([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Calibrate(all[0], 0.5, 0); err == nil || !strings.HasPrefix(err.Error(), c.why) {
			t.Errorf("%v, want %s", err, c.why)
		}
	}
	for _, forged := range []string{`"label_votes":421`, `"label_votes":-1`} {
		if _, err := ReadResults([]byte(strings.Replace(text, `"label_votes":300`, forged, 1))); err == nil {
			t.Errorf("took %s", forged)
		}
	}
}

// tested is a run over clouds that the calibration does not have.
func tested(t *testing.T, coverage, radius float64, more string) string {
	t.Helper()
	all, err := ReadResults([]byte(printed(t, calibrationRun)))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Calibrate(all[0], coverage, radius)
	if err != nil {
		t.Fatal(err)
	}
	sets, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return `{"sigma": 0.2, "group": "SE", "attack": {"family": "ball", "norms": [0.1]}, "sets": ` + string(sets) + `, "clouds": [
	{"name": "e", "label": 1, "votes_pred": [90, 10, 0], "votes_cert": [600, 350, 50], "points": [[0, 0], [1, 0], [1, 1], [0, 2]]},
	{"name": "f", "label": 1, "votes_pred": [90, 10, 0], "votes_cert": [900, 90, 10], "points": [[0, 0], [1, 0], [1, 1.5], [0, 2]]}` + more + `]}`
}

// TestRunOfSets: the calibration has a threshold below 300 of 1,000 votes, so that 350 of 1,000 are in the set.
func TestRunOfSets(t *testing.T) {
	text := printed(t, tested(t, 0.5, 0, ""))
	all, err := ReadResults([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := all[0].Items[0].Set, all[0].Items[1].Set; !slices.Equal(a, []int{0, 1}) || !slices.Equal(b, []int{0}) {
		t.Errorf("sets %v and %v", a, b)
	}
	if s := all[0].Sets; s.Coverage != 0.5 || s.Size != 1.5 || s.Held != 0.5 || !(*s.Threshold < 0.3) {
		t.Errorf("%+v", s)
	}
	few, err := ReadResults([]byte(printed(t, tested(t, 0.9, 0, ""))))
	if err != nil || !slices.Equal(few[0].Items[1].Set, []int{0, 1, 2}) || few[0].Sets.Threshold != nil || few[0].Sets.Size != 3 {
		t.Errorf("too few clouds: %+v, %v", few, err)
	}
	for old, now := range map[string]string{
		`"set":[0,1]`: `"set":[0]`, `"size":1.5`: `"size":1`, `"held":0.5`: `"held":1`, `"sets": {`: `"sets": {"more":1,`, `"set":[0],`: ``, `"set":[0]`: `"set":[1,0]`,
	} {
		if _, err := ReadResults([]byte(strings.Replace(text, old, now, 1))); err == nil {
			t.Errorf("took %s for %s", now, old)
		}
	}
	again := `, {"name": "a", "label": 0, "votes_pred": [95, 5, 0], "votes_cert": [970, 20, 10], "points": [[0, 0], [1, 0], [1, 1], [0, 1]]}`
	if text := printed(t, tested(t, 0.5, 0, again)); !strings.Contains(text, `"failure":"is a cloud of the calibration of sets`) {
		t.Error(text)
	}
	named := strings.Replace(calibrationRun, `"sigma"`, `"classifier": "`+strings.Repeat("0", 64)+`", "sigma"`, 1)
	if _, err := intake.Parse(intake.Memory([]byte(named)), nil); err == nil || !strings.HasPrefix(err.Error(), "classifier: follows from voted") {
		t.Error(err)
	}
	for _, other := range []string{`"sigma": 0.3`, `"permutation": true, "sigma": 0.2`} {
		_, err := intake.Parse(intake.Memory([]byte(strings.Replace(tested(t, 0.5, 0, ""), `"sigma": 0.2`, other, 1))), nil)
		if err == nil || !strings.HasPrefix(err.Error(), "sets.settings.") {
			t.Errorf("%s: %v", other, err)
		}
	}
}
