package tight

import (
	"fmt"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
)

func runDual(d Dual) Interval {
	d, draws := d.Run()
	return d.Interval(draws)
}

func TestDualBracketsExactValues(t *testing.T) {
	for _, c := range exactValues {
		d := Dual{Problem: planarProblem(c.s, c.d, c.e1, c.e2), Probability: c.p,
			Level: bound.DrawsLevel(0.001), Samples: 100_000, Seed: "exact values"}
		got := runDual(d)
		q := run(Quantile{Problem: d.Problem, Probability: c.p, Rank: d.Level / 2, Count: d.Level / 2, Samples: 100_000, Seed: "x"})
		if got.Lower > c.v || got.Lower < c.v-0.01 || got.Upper < got.Lower {
			t.Errorf("%+v: %+v", c, got)
		}
		t.Logf("%+v: dual %+v, quantile %+v", c, got, q)
	}
}

func TestDualCoverage(t *testing.T) {
	const runs, alpha = 1000, 0.05
	for _, c := range exactValues[:3] {
		above := int64(0)
		for i := range runs {
			d := Dual{Problem: planarProblem(c.s, c.d, c.e1, c.e2), Probability: c.p,
				Level: alpha, Samples: 1000, Seed: fmt.Sprint("coverage ", i)}
			if runDual(d).Lower > c.v {
				above++
			}
		}
		if tail := bound.UpperTail(above, runs, alpha); tail < 1e-6 {
			t.Errorf("%+v: %d of %d lower bounds are above the exact value", c, above, runs)
		}
		t.Logf("%+v: %d of %d lower bounds above the exact value, %v allowed", c, above, runs, runs*alpha)
	}
}
