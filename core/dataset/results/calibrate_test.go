package results

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
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
	c, err := Calibrate(all[0], 0.5, 0.05, false)
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
		{printed(t, strings.Replace(calibrationRun, "[1, 3], [0, 3]", "[1, 1], [0, 1]", 1)), "results[1].cloud: is there twice"},
	} {
		all, err := ReadResults([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Calibrate(all[0], 0.5, 0, false); err == nil || !strings.HasPrefix(err.Error(), c.why) {
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
	c, err := Calibrate(all[0], coverage, radius, false)
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

// calibrated is a run of numbers or labels with sets by another such run, of clouds of four points on lines of other lengths.
func calibrated(t *testing.T, settings string, coverage, radius float64, entry func(i int) string) (c *certificate.Calibration, fresh Published, text string) {
	t.Helper()
	run := func(from, to int, more string) string {
		entries := []string{}
		for i := from; i < to; i++ {
			entries = append(entries, fmt.Sprintf(`{"name": "%d", "points": [[0, 0], [1, 0], [2, 0], [%d, 1]], %s}`, i, i+3, entry(i)))
		}
		return printed(t, fmt.Sprintf(`{"sigma": 0.2, "group": "SE", "samples": 0, "attack": {"family": "ball", "norms": [0.1]}, %s%s, "clouds": [%s]}`,
			settings, more, strings.Join(entries, ", ")))
	}
	read := func(text string) Published {
		one, err := ReadResult([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
	c, err := Calibrate(read(run(0, 9, "")), coverage, radius, false)
	if err != nil {
		t.Fatal(err)
	}
	sets, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	text = run(9, 12, `, "sets": `+string(sets))
	if again := run(8, 12, `, "sets": `+string(sets)); !strings.Contains(again, `"failure":"is a cloud of the calibration of sets`) {
		t.Error(again)
	}
	return c, read(text), text
}

// TestSetsOfNumbers has errors from i to i + 1 about the true number 10 of cloud i, in steps of a thousandth.
func TestSetsOfNumbers(t *testing.T) {
	entry := func(i int) string {
		values := make([]string, 1001)
		for k := range values {
			values[k] = fmt.Sprint(10 + float64(i*1000+k)/1000)
		}
		return fmt.Sprintf(`"truth": 10, "select": [10], "values": [%s]`, strings.Join(values, ", "))
	}
	const settings = `"returns": "number", "tolerance": 1`
	c, fresh, text := calibrated(t, settings, 0.6, 0.1, entry)
	// The third largest of 9, since ⌊(0.4 − 0.001)·10⌋ is 3, is of cloud 6. At half of σ, 69.15 % are as near on average.
	votes := c.Results[0].Votes
	if c.Rank != 3 || math.Abs(*c.Error-6-float64(votes-1)/1000) > 1e-12 || bound.Gaussian(bound.Lower(votes, 1001, 0.0005), 0.5) < 0.5 || votes > 790 {
		t.Errorf("%+v, error %v", c, *c.Error)
	}
	for i, item := range fresh.Items {
		k := int(bound.UpperRank(1001, 0.5, 0.0005))
		low, high := 10+float64((9+i)*1000+1001-k)/1000-*c.Error, 10+float64((9+i)*1000+k-1)/1000+*c.Error
		if in := item.Interval; math.Abs(*in.Lower-low) > 1e-12 || math.Abs(*in.Upper-high) > 1e-12 {
			t.Errorf("cloud %d: from %v to %v, want %v to %v", i, *in.Lower, *in.Upper, low, high)
		}
	}
	if s := fresh.Sets; math.Abs(*s.Size-2**c.Error-0.105) > 0.01 || *s.Held != 0 || s.Threshold != nil {
		t.Errorf("%+v", s)
	}
	for old, now := range map[string]string{`"held":0`: `"held":1`, `"truth":10,`: ``, `"interval":{`: `"more":{`, `"error":`: `"error":1`} {
		if _, err := ReadResults([]byte(strings.Replace(text, old, now, 1))); err == nil {
			t.Errorf("took %s for %s", now, old)
		}
	}
	if _, few, _ := calibrated(t, settings, 0.95, 0.1, entry); few.Items[0].Interval.Upper != nil || few.Sets.Size != nil || *few.Sets.Held != 1 {
		t.Errorf("too few clouds: %+v", few.Sets)
	}
}

// TestSetsOfLabels has clouds whose points all have as many votes for the true label, but for the last cloud, which is right at one point.
func TestSetsOfLabels(t *testing.T) {
	entry := func(i int) string {
		truth := "1, 1, 1, 1"
		if i == 11 {
			truth = "1, 0, 0, 255"
		}
		return fmt.Sprintf(`"labels": {"predicted": [1, 1, 1, 1], "votes": [%d, 900, %d, 900], "samples": 1000, "truth": [%s], "ignore": 255}`,
			900-i, 900-i, truth)
	}
	c, fresh, text := calibrated(t, `"returns": "labels"`, 0.6, 0, entry)
	if want := bound.Lower(c.Results[0].Votes, 1000, 0.0005); c.Rank != 3 || !(*c.Threshold <= want && *c.Threshold > want-0.02) {
		t.Errorf("%+v, threshold %v, want about %v", c, *c.Threshold, want)
	}
	if last := fresh.Items[2]; *last.PointSets != (judging.PointSets{Only: 4, Held: 1, Known: 3}) || last.LabelVotes == nil {
		t.Errorf("%+v", last.PointSets)
	}
	if s := fresh.Sets; *s.Only != 1 || math.Abs(*s.Held-7./9) > 1e-12 || s.Size != nil {
		t.Errorf("%+v", s)
	}
	for old, now := range map[string]string{`"only":4`: `"only":5`, `"known":4`: `"known":3`, `"label_votes":`: `"label_votes":9`, `"point_sets":{`: `"more":{`} {
		if _, err := ReadResults([]byte(strings.Replace(text, old, now, 1))); err == nil {
			t.Errorf("took %s for %s", now, old)
		}
	}
}

// TestSetsOfEachLabel: a rare label is at one point of each cloud, and its votes set the threshold.
func TestSetsOfEachLabel(t *testing.T) {
	entry := func(i int) string {
		return fmt.Sprintf(`"labels": {"predicted": [1, 1, 1, 2], "votes": [990, 990, 990, %d], "samples": 1000, "truth": [1, 1, 3, 2], "ignore": 3}`, 800+i)
	}
	_, fresh, text := calibrated(t, `"returns": "labels"`, 0.6, 0, entry)
	c, err := Calibrate(fresh, 0.5, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	votes := []int64{}
	for _, of := range c.Results {
		votes = append(votes, *of.Label, of.Votes)
	}
	if want := bound.Lower(809, 1000, 0.0005); !slices.Equal(votes, []int64{1, 990, 2, 809, 1, 990, 2, 810, 1, 990, 2, 811}) || c.Clouds != 3 || *c.Quantile != want {
		t.Errorf("%v of %d clouds, quantile %v, want %v", votes, c.Clouds, *c.Quantile, want)
	}
	for old, now := range map[string]string{`{"label":2,"votes":809}`: `{"label":1,"votes":809}`, `"votes":810}`: `"votes":1001}`} {
		if _, err := ReadResults([]byte(strings.Replace(text, old, now, 1))); err == nil {
			t.Errorf("took %s for %s", now, old)
		}
	}
	all, err := ReadResults([]byte(printed(t, calibrationRun)))
	if err != nil {
		t.Fatal(err)
	}
	// Of 0, 1 and 2 each has one cloud, and the one that failed.
	if c, err := Calibrate(all[0], 0.5, 0, true); err != nil || c.Rank != 1 || *c.Quantile != 0 || *c.Results[2].Label != 2 || c.Results[3].Label != nil {
		t.Errorf("%+v, %v", c, err)
	}
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
	if s := all[0].Sets; s.Coverage != 0.5 || *s.Size != 1.5 || *s.Held != 0.5 || !(*s.Threshold < 0.3) {
		t.Errorf("%+v", s)
	}
	few, err := ReadResults([]byte(printed(t, tested(t, 0.9, 0, ""))))
	if err != nil || !slices.Equal(few[0].Items[1].Set, []int{0, 1, 2}) || few[0].Sets.Threshold != nil || *few[0].Sets.Size != 3 {
		t.Errorf("too few clouds: %+v, %v", few, err)
	}
	for old, now := range map[string]string{
		`"set":[0,1]`: `"set":[0]`, `"size":1.5`: `"size":1`, `"held":0.5`: `"held":1`, `"sets": {`: `"sets": {"more":1,`, `"set":[0],`: ``, `"set":[0]`: `"set":[1,0]`,
	} {
		if _, err := ReadResults([]byte(strings.Replace(text, old, now, 1))); err == nil {
			t.Errorf("took %s for %s", now, old)
		}
	}
	own := all[0].Items[0].Cloud
	if _, err := ReadResults([]byte(strings.Replace(text, own, all[0].Settings.Sets.Results[0].Cloud, 1))); err == nil {
		t.Error("took a set of a cloud of the calibration")
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
