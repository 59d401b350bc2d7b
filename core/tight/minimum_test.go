package tight

import (
	"math"
	"testing"
)

// At the minimum, the tight value is one half.
func TestMinimumInvertsTheValue(t *testing.T) {
	for _, c := range exactValues {
		problem := planarProblem(c.s, c.d, c.e1, c.e2)
		disagreement := Disagreement{Problem: problem, Level: 0.001, Samples: 100_000, Seed: "minimum"}.Minimum()
		quantile := Quantile{Problem: problem, Rank: 0.0005, Count: 0.0005, Samples: 100_000, Seed: "minimum"}.Ratios().Minimum()
		orbit := 0.5 * math.Erfc(-problem.distance()/math.Sqrt2)
		for name, p := range map[string]float64{"disagreement": disagreement, "quantile": quantile} {
			if p < 0.5 || p > orbit+0.02 {
				t.Errorf("%+v: %s p_min %v, orbit %v", c, name, p, orbit)
			}
			at := runDisagreement(Disagreement{Problem: problem, Probability: p, Level: 0.001, Samples: 100_000, Seed: "at the minimum"})
			if at.Upper < 0.5 || at.Lower > 0.52 {
				t.Errorf("%+v: %s p_min %v has the tight value %+v", c, name, p, at)
			}
		}
	}
}

// What is kept of the draws tells what they would have given, to the last bit.
func TestKeptDrawsAreTheDraws(t *testing.T) {
	for _, c := range exactValues {
		q := Quantile{Problem: planarProblem(c.s, c.d, c.e1, c.e2), Rank: 0.0005, Count: 0.0005, Samples: 20_000, Seed: "kept"}
		quantile := q.Ratios()
		for _, p := range []float64{0.6, c.p, 0.999} {
			q.Probability = p
			if got, want := quantile.Lower(p), run(q).Lower; got != want {
				t.Errorf("%+v, p = %v: quantile %v, kept %v", c, p, want, got)
			}
		}
	}
}
