package tight

import (
	"math"
	"testing"
)

// At the minimum, the tight value is one half.
func TestMinimumInvertsTheValue(t *testing.T) {
	for _, c := range exactValues {
		problem := planarProblem(c.s, c.d, c.e1, c.e2)
		d := Dual{Problem: problem, Inverse: true, Level: 0.001, Samples: 100_000, Seed: "minimum"}
		d, draws := d.Run()
		dual := d.Minimum(draws)
		quantile := Quantile{Problem: problem, Rank: 0.0005, Count: 0.0005, Samples: 100_000, Seed: "minimum"}.Minimum()
		orbit := 0.5 * math.Erfc(-problem.distance()/math.Sqrt2)
		for name, p := range map[string]float64{"dual": dual, "quantile": quantile} {
			if p < 0.5 || p > orbit+0.02 {
				t.Errorf("%+v: %s p_min %v, orbit %v", c, name, p, orbit)
			}
			at := runDual(Dual{Problem: problem, Probability: p, Level: 0.001, Samples: 100_000, Seed: "at the minimum"})
			if at.Upper < 0.5 || at.Lower > 0.52 {
				t.Errorf("%+v: %s p_min %v has the tight value %+v", c, name, p, at)
			}
		}
	}
}
