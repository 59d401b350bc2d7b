package smoothing

import (
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/trials"
)

func TestLooks(t *testing.T) {
	for _, c := range []struct {
		n    int
		want []int
	}{
		{100, []int{100}}, {199, []int{199}}, {200, []int{100, 200}}, {1000, []int{125, 250, 500, 1000}},
		{10_000, []int{156, 312, 625, 1250, 2500, 5000, 10_000}},
	} {
		if got := Looks(c.n); !slices.Equal(got, c.want) {
			t.Errorf("Looks(%d) = %v, want %v", c.n, got, c.want)
		}
	}
}

func TestTally(t *testing.T) {
	p := &Plan{Model: Model{Classes: []string{"a", "b", "c"}}, Sampling: Sampling{Select: 4, Estimate: 200}}
	coded := []byte{1, 1, 0, 255}
	if tally(p, coded) != nil {
		t.Error("votes before the first look")
	}
	for i := range 250 {
		coded = append(coded, []byte{1, 1, 1, 2, 255}[i%5])
	}
	v := tally(p, coded[:4+150])
	want := Votes{Predicted: 1, Select: []int64{1, 2, 0}, Estimate: []int64{0, 60, 20}, None: 20, Looks: 2, Look: 1, Samples: 100}
	if v == nil || v.Predicted != want.Predicted || !slices.Equal(v.Select, want.Select) || !slices.Equal(v.Estimate, want.Estimate) ||
		v.None != want.None || v.Looks != want.Looks || v.Look != want.Look || v.Samples != want.Samples {
		t.Errorf("after 150 samples: %+v, want %+v", v, want)
	}
	if v.Of(v.Predicted) != 60 || v.RunnerUp(v.Predicted) != 40 {
		t.Errorf("%d votes, %d for the others", v.Of(v.Predicted), v.RunnerUp(v.Predicted))
	}
	if v = tally(p, coded); v.Look != 2 || v.Samples != 200 || Total(v.Estimate)+v.None != 200 {
		t.Errorf("after all samples: %+v", v)
	}
}

// binomial draws successes of trials by the inverse of the distribution function.
type binomial []float64

func newBinomial(n int, p float64) (b binomial) {
	for k := range n + 1 {
		b = append(b, bound.UpperTail(int64(n-k), int64(n), 1-p))
	}
	return b
}

func (b binomial) draw(r *rand.Rand) int64 {
	return int64(sort.SearchFloat64s(b, r.Float64()))
}

// Whoever stops when it looks best is still right as often as promised: at every p the
// largest lower bound over all looks exceeds p in at most α of the runs; 2,000 runs here,
// 20,000 with ORBITCERT_PROBLEMS=20000.
func TestCoverageWithEarlyStopping(t *testing.T) {
	const alpha, samples = 0.05, 10_000
	looks := Looks(samples)
	runs := trials.Count(t, 2000, 2000)
	for _, p := range []float64{0.55, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999} {
		r := rand.New(rand.NewPCG(12, uint64(1e4*p)))
		steps, bounds, last := make([]binomial, len(looks)), make([]map[int64]float64, len(looks)), 0
		for i, n := range looks {
			steps[i], bounds[i] = newBinomial(n-last, p), map[int64]float64{}
			last = n
		}
		missed := 0
		for range runs {
			votes, best := int64(0), 0.0
			for i, n := range looks {
				votes += steps[i].draw(r)
				lower, known := bounds[i][votes]
				if !known {
					lower = bound.Lower(votes, int64(n), alpha/float64(len(looks)))
					bounds[i][votes] = lower
				}
				best = max(best, lower)
			}
			if best > p {
				missed++
			}
		}
		rate := float64(missed) / float64(runs)
		t.Logf("p = %v: %d of %d runs above it (%.4f)", p, missed, runs, rate)
		if rate > alpha {
			t.Errorf("p = %v: the bound was above in %v of the runs, more than %v", p, rate, alpha)
		}
		// One level for all looks would not do: the test can tell.
		if p == 0.7 {
			checkUnshared(t, p, alpha, looks, steps)
		}
	}
}

// checkUnshared does the same with the whole level at every look.
func checkUnshared(t *testing.T, p, alpha float64, looks []int, steps []binomial) {
	r, missed := rand.New(rand.NewPCG(12, 8)), 0
	for range 1000 {
		votes, best := int64(0), 0.0
		for i, n := range looks {
			votes += steps[i].draw(r)
			best = max(best, bound.Lower(votes, int64(n), alpha))
		}
		if best > p {
			missed++
		}
	}
	if missed < 100 {
		t.Errorf("with α at each look only %d of 1,000 runs are wrong: the test is too weak", missed)
	}
}

// The runner-up's bound holds for whichever other class is the most probable, when the runner-up
// is found in the same sample and counts as none go to it: three classes of nearly equal
// probability behind the winner, one per cent none.
func TestCoverageOfTheRunnerUp(t *testing.T) {
	const alpha, samples = 0.05, 200
	shares := []float64{0.5, 0.17, 0.165, 0.155} // the rest is none, of which the ideal class is another
	r := rand.New(rand.NewPCG(12, 9))
	missed, runs := 0, trials.Count(t, 2000, 2000)
	for range runs {
		v := Votes{Estimate: make([]int64, len(shares)), Samples: samples}
		for range samples {
			u, c := r.Float64(), 0
			for c < len(shares) && u >= shares[c] {
				u -= shares[c]
				c++
			}
			if c == len(shares) {
				v.None++
			} else {
				v.Estimate[c]++
			}
		}
		// Were every unsettled sample one of class 1, its probability would be 0.18.
		if bound.Upper(v.RunnerUp(v.Predicted), samples, alpha) < shares[1]+0.01 {
			missed++
		}
	}
	if rate := float64(missed) / float64(runs); rate > alpha {
		t.Errorf("the runner-up's bound was too low in %v of the runs", rate)
	}
}
