package results

import (
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
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
