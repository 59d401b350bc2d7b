package certificate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/tight"
)

// geometries of SO(2) whose tight value is known: ‖X‖, ⟨X, Δ⟩ and ‖x_⊥‖ in units
// of σ, p, and v(p) evaluated independently (see core/tight).
var geometries = []geometry{
	{"small cloud", 1, math.Hypot(1.3, 0.4) - 1, perpendicular(1, 1, 0.3, 0.4), 0.8, 0.546194872},
	{"near rotation", 2, math.Hypot(3.5, 1.8) - 4, perpendicular(2, 1, -0.5, 1.8), 0.9, 0.835374},
	{"orthogonal", 5, 0, 1, 0.9, 0.618546},
	{"large cloud", 107, math.Hypot(107*107+10.7, 21.4) - 107*107, perpendicular(107, 1, 10.7, 21.4), 0.95, 0.747001},
}

type geometry struct {
	name                        string
	norm, inner, perp, p, value float64
}

func perpendicular(s, d, e1, e2 float64) float64 {
	overlap := math.Hypot(s*s+e1, e2)
	return math.Sqrt(s*s + 2*e1 + d*d - overlap*overlap/s/s)
}

// TestCoverage counts how often a lower bound is above the truth, or the runner-up's upper one
// below it, and with a given p an upper end below it, at levels that can be measured: 0.05 in
// all, for draws alone or half of it for votes. That may be one in twenty; a binomial test at
// 1e-6 decides. make soundness runs 5,000 certificates a row, and 500 that stop at the look that
// decides.
func TestCoverage(t *testing.T) {
	slow.Skip(t)
	runs := trials.Count(t, 800, 2000) / 20
	for _, rival := range []float64{0, 0.6} {
		for _, voted := range []bool{false, true} {
			for _, g := range geometries {
				coverageRow(t, runs, coverageRequest{g, argument.StopFull, 500, voted, rival})
			}
		}
	}
	// The value at one half, where it takes looks to decide.
	g := geometries[0]
	g.name, g.p, g.value = "near one half", middle(g.norm, g.inner, g.perp), 0.5
	coverageRow(t, max(10, runs/10), coverageRequest{g, argument.StopDecided, 30_000, false, 0})
}

func coverageRow(t *testing.T, runs int, c coverageRequest) {
	t.Helper()
	above, below, samples := 0, 0, 0
	// The runner-up reaches at most one less the value of all classes but it.
	others, _ := tight.Planar{Norm: c.norm, Inner: c.inner, Perp: c.perp}.Exact(1 - c.runnerUp())
	for i := range runs {
		m := c.run(t, i)
		samples += m.Samples
		if m.Lower > c.value || m.UpperRunnerUp != nil && *m.UpperRunnerUp < 1-others {
			above++
		}
		if !c.voted && m.Upper < c.value {
			below++
		}
	}
	if bound.UpperTail(int64(max(above, below)), int64(runs), 0.05) < 1e-6 {
		t.Errorf("%+v: of %d certificates %d have bounds that claim too much, %d upper ends below the truth", c, runs, above, below)
	}
	t.Logf("| %s | %s | voted %v | runner-up %.3f | %d | %d | %.4f | %d below | %d draws",
		c.stop, c.name, c.voted, c.runnerUp(), runs, above, float64(above)/float64(runs), below, samples/runs)
}

// middle returns the p at which the tight value is one half.
func middle(norm, inner, perp float64) float64 {
	p, _ := tight.Planar{Norm: norm, Inner: inner, Perp: perp}.ExactMinimum()
	return p
}

type coverageRequest struct {
	geometry
	stop    string
	samples int
	voted   bool
	// rival is the runner-up's share of what the prediction leaves, 0 without one.
	rival float64
}

func (c coverageRequest) runnerUp() float64 { return c.rival * (1 - c.p) }

// run returns the Monte Carlo bounds of one certificate, before they are compared
// with the orbit-based one.
func (c coverageRequest) run(t *testing.T, i int) *argument.MonteCarlo {
	t.Helper()
	r := &Request{
		Prediction: Prediction{Probability: c.p},
		Terms: argument.Terms{
			Sigma: 1, Group: invariance.Rotations, Alpha: 0.05, DrawsLevel: 0.05,
			Samples: c.samples, Stop: c.stop,
		},
	}
	votes, runnerUp := votes(c.p, c.runnerUp(), 200, i)
	if c.voted {
		r.DrawsLevel, r.Prediction = 0.025, Prediction{Votes: votes, Samples: 200}
	}
	if c.rival > 0 {
		r.Prediction.RunnerUp = &RunnerUp{Probability: c.runnerUp(), Votes: runnerUp}
	}
	levels := r.Levels()
	pair := argument.Pair{Problem: &tight.Problem{Planar: &tight.Planar{Norm: c.norm, Inner: c.inner, Perp: c.perp}}}
	seed, zero, one := fmt.Sprintf("coverage %v %v %v %d", c.rival, c.p, c.voted, i), 0.0, 1.0
	v := &argument.Verdict{Orbit: &argument.Closed{Bound: argument.Bound{Lower: &zero, UpperRunnerUp: &one}}}
	if err := r.Draw(pair, r.Bounds(levels.Votes), levels.Draws, seed).Finish(v); err != nil {
		t.Fatal(err)
	}
	return v.MonteCarlo()
}

// votes simulates n votes of a classifier that is right with probability p and gives the
// runner-up with probability rival.
func votes(p, rival float64, n, seed int) (right, runnerUp int64) {
	r := rand.New(rand.NewPCG(uint64(seed), math.Float64bits(p)))
	for range n {
		switch u := r.Float64(); {
		case u < p:
			right++
		case u < p+rival:
			runnerUp++
		}
	}
	return right, runnerUp
}
