package tight

import (
	"fmt"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/trials"
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
	const alpha = 0.05
	runs := int64(min(trials.Count(t, 250, 1000), 5000))
	for _, c := range exactValues[:3] {
		above, below := int64(0), int64(0)
		for i := range runs {
			d := Dual{Problem: planarProblem(c.s, c.d, c.e1, c.e2), Probability: c.p,
				Level: alpha, Samples: 1000, Seed: fmt.Sprint("coverage ", i)}
			got := runDual(d)
			if got.Lower > c.v {
				above++
			}
			if got.Upper < c.v {
				below++
			}
		}
		if tail := bound.UpperTail(above, runs, alpha); tail < 1e-6 {
			t.Errorf("%+v: %d of %d lower bounds are above the exact value", c, above, runs)
		}
		if tail := bound.UpperTail(below, runs, alpha); tail < 1e-6 {
			t.Errorf("%+v: %d of %d upper bounds are below the exact value", c, below, runs)
		}
		t.Logf("%+v: %d of %d lower bounds above the exact value, %d upper ones below, %v allowed", c, above, runs, below, float64(runs)*alpha)
	}
}

// The upper end bounds the value, not the line of one λ, which is below it wherever the
// pilot has missed: far from the best λ it still holds, at a level of draws that are few.
func TestDualUpperHoldsForEveryLambda(t *testing.T) {
	for i, c := range exactValues {
		d := Dual{Problem: planarProblem(c.s, c.d, c.e1, c.e2), Probability: c.p,
			Level: bound.DrawsLevel(0.001), Samples: 20_000, Seed: fmt.Sprint("every λ ", i)}.Pilot()
		best := d.LogLambda
		for _, move := range []float64{-4, -1, -0.3, 0, 0.3, 1, 4} {
			d.LogLambda = best + move*d.Spread
			got := d.Interval(d.draws())
			if !(got.Upper >= c.v && got.Lower <= c.v) {
				t.Errorf("%+v, λ off by %v: %+v", c, move, got)
			}
			if far := got.Upper - c.v; move == 0 && far > 0.03 {
				t.Errorf("%+v: %+v is %v above the value", c, got, far)
			}
		}
	}
}
