package certificate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/tight"
	"github.com/orbitcert/orbitcert/core/trials"
)

// geometries of SO(2) whose tight value is known: ‖X‖, ⟨X, Δ⟩ and ‖x_⊥‖ in units
// of σ, p, and v(p) evaluated independently (see core/tight).
var geometries = []struct {
	name                        string
	norm, inner, perp, p, value float64
}{
	{"small cloud", 1, math.Hypot(1.3, 0.4) - 1, perpendicular(1, 1, 0.3, 0.4), 0.8, 0.546194872},
	{"near rotation", 2, math.Hypot(3.5, 1.8) - 4, perpendicular(2, 1, -0.5, 1.8), 0.9, 0.835374},
	{"orthogonal", 5, 0, 1, 0.9, 0.618546},
	{"large cloud", 107, math.Hypot(107*107+10.7, 21.4) - 107*107, perpendicular(107, 1, 10.7, 21.4), 0.95, 0.747001},
}

func perpendicular(s, d, e1, e2 float64) float64 {
	overlap := math.Hypot(s*s+e1, e2)
	return math.Sqrt(s*s + 2*e1 + d*d - overlap*overlap/s/s)
}

// TestCoverage counts how often a lower bound is above the truth, and with a given p an
// upper one below it, at levels that can be measured: 0.05 in all, for draws alone or half of it for votes. That may be one
// in twenty; a binomial test at 1e-6 decides. make soundness runs 5,000 certificates a
// row, and 500 that stop at the look that decides.
func TestCoverage(t *testing.T) {
	runs := trials.Count(t, 800, 2000) / 20
	for _, boundName := range []string{argument.BoundDisagreement, argument.BoundQuantile} {
		for _, voted := range []bool{false, true} {
			for _, g := range geometries {
				coverageRow(t, g.name, runs, g.value, coverageRequest{g.norm, g.inner, g.perp, g.p, boundName, argument.StopFull, 500, voted})
			}
		}
		// The value at one half, where it takes looks to decide.
		g := geometries[0]
		coverageRow(t, "near one half", max(10, runs/10), 0.5, coverageRequest{g.norm, g.inner, g.perp, middle(g.norm, g.inner, g.perp), boundName, argument.StopDecided, 30_000, false})
	}
}

func coverageRow(t *testing.T, name string, runs int, truth float64, c coverageRequest) {
	t.Helper()
	above, below, samples := 0, 0, 0
	for i := range runs {
		m := c.run(t, i)
		samples += m.Samples
		if m.Lower > truth {
			above++
		}
		if !c.voted && m.Upper < truth {
			below++
		}
	}
	if bound.UpperTail(int64(max(above, below)), int64(runs), 0.05) < 1e-6 {
		t.Errorf("%s, %s, %s, voted %v: of %d bounds %d lower ones are above the truth, %d upper ones below it", c.bound, c.stop, name, c.voted, runs, above, below)
	}
	t.Logf("| %s | %s | %s | %v | %d | %d | %.4f | %d below | %d draws", c.bound, c.stop, name, c.voted, runs, above, float64(above)/float64(runs), below, samples/runs)
}

// middle returns the p at which the tight value is one half.
func middle(norm, inner, perp float64) float64 {
	p, _ := tight.Planar{Norm: norm, Inner: inner, Perp: perp}.ExactMinimum()
	return p
}

type coverageRequest struct {
	norm, inner, perp, p float64
	bound, stop          string
	samples              int
	voted                bool
}

// run returns the Monte Carlo bounds of one certificate, before they are compared
// with the orbit-based one.
func (c coverageRequest) run(t *testing.T, i int) *argument.MonteCarlo {
	t.Helper()
	r := &Request{
		Prediction: Prediction{Probability: c.p},
		Terms: argument.Terms{
			Sigma: 1, Group: invariance.Rotations, Alpha: 0.05, DrawsLevel: 0.05,
			Samples: c.samples, Bound: c.bound, Stop: c.stop,
		},
	}
	if c.voted {
		r.DrawsLevel, r.Prediction = 0.025, Prediction{Votes: votes(c.p, 200, i), Samples: 200}
	}
	levels := r.Levels(true)
	pair := argument.Pair{Problem: &tight.Problem{Planar: &tight.Planar{Norm: c.norm, Inner: c.inner, Perp: c.perp}}}
	seed, zero := fmt.Sprintf("coverage %s %v %v %d", c.bound, c.p, c.voted, i), 0.0
	v := &argument.Verdict{Orbit: &argument.Closed{Lower: &zero}}
	if err := r.Draw(pair, r.Prediction.Bounds(levels.Votes), levels.Draws, seed).Finish(v); err != nil {
		t.Fatal(err)
	}
	return v.MonteCarlo()
}

// votes simulates n votes of a classifier that is right with probability p.
func votes(p float64, n, seed int) (k int64) {
	r := rand.New(rand.NewPCG(uint64(seed), math.Float64bits(p)))
	for range n {
		if r.Float64() < p {
			k++
		}
	}
	return k
}
