package certificate

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// A document of today by the rule of yesterday fails: labels by Holm, and a tolerance at half of the level.
func TestRulesAreBoundToTheirCore(t *testing.T) {
	for _, name := range []string{"labels-truth-3d", "values-tolerance-3d", "subsample-values-3d"} {
		data, err := os.ReadFile("testdata/released/0.8.0/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		v, err := Verify([]byte(strings.Replace(string(data), `"core": "0.8.0"`, `"core": "`+Core+`"`, 1)), nil)
		if err != nil || len(v.Failed) == 0 {
			t.Errorf("%s: %+v %v", name, v, err)
		}
	}
}

// The parts of the level add up to it, whatever the prediction is.
func TestShares(t *testing.T) {
	tolerance := 1.0
	for _, c := range []struct {
		prediction Prediction
		bounds     float64
	}{
		{Prediction{}, 1},
		{Prediction{RunnerUp: &RunnerUp{}}, 2},
		{Prediction{RunnerUp: &RunnerUp{}}.Alone(), 2},
		{Prediction{RunnerUp: &RunnerUp{}}.Alone().Alone(), 2},
		{Prediction{}.Alone(), 1},
		{Prediction{Numbers: &Numbers{}}, 2},
		{Prediction{Numbers: &Numbers{Tolerance: &tolerance}}, 4},
		{Prediction{Labels: &PointLabels{Votes: make([]int64, 7)}}, 7},
	} {
		r := &Request{Prediction: c.prediction}
		if got := r.share(0.05); got != 0.05/c.bounds {
			t.Errorf("%+v: %v", c.prediction, got)
		}
	}
}

// A field that no core writes is refused if it holds null, too.
func TestNullIsNoField(t *testing.T) {
	slow.Skip(t)
	data, err := os.ReadFile("testdata/released/0.8.0/subsample-3d.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, field string }{
		{"{\n", "{\n  \"anything\": null,\n", "anything"},
		{"\"orbit\": {", "\"orbit\": {\"anything\": null,", "orbit.anything"},
	} {
		forged := strings.Replace(string(data), c.old, c.new, 1)
		v, err := Verify([]byte(forged), nil)
		if forged == string(data) || err != nil || !slices.ContainsFunc(v.Failed, func(line string) bool { return strings.HasPrefix(line, c.field+": ") }) {
			t.Errorf("%s: %+v %v", c.field, v, err)
		}
	}
}
