package judging

import (
	"reflect"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

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
	if once, err := ReadSettings(JSON(again), Written); err != nil || !reflect.DeepEqual(once, again) {
		t.Errorf("%s: %v", JSON(again), err)
	}
}
