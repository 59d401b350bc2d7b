package tight

import (
	"math"
	"testing"
)

// At the minimum, the tight value is one half.
func TestMinimumInvertsTheValue(t *testing.T) {
	for _, c := range exactValues {
		problem := planarProblem(c.s, c.d, c.e1, c.e2)
		p := Disagreement{Problem: problem, Level: 0.001, Samples: 100_000, Seed: "minimum"}.Minimum()
		orbit := 0.5 * math.Erfc(-problem.distance()/math.Sqrt2)
		if p < 0.5 || p > orbit+0.02 {
			t.Errorf("%+v: p_min %v, orbit %v", c, p, orbit)
		}
		at := runDisagreement(Disagreement{Problem: problem, Probability: p, Level: 0.001, Samples: 100_000, Seed: "at the minimum"})
		if at.Upper < 0.5 || at.Lower > 0.52 {
			t.Errorf("%+v: p_min %v has the tight value %+v", c, p, at)
		}
	}
}
