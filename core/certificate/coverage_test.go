package certificate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

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

// TestCoverage counts how often a lower bound is above the truth. At α = 0.05
// that may be one in twenty; a binomial test at 1e-6 decides. make soundness
// runs 5,000 certificates a row.
func TestCoverage(t *testing.T) {
	runs := max(100, trials.Count(t, 2000)/20)
	for _, boundName := range []string{boundDual, boundQuantile} {
		for _, voted := range []bool{false, true} {
			for _, g := range geometries {
				above := 0
				for i := range runs {
					if coverageRun(t, g.norm, g.inner, g.perp, g.p, boundName, voted, i) > g.value {
						above++
					}
				}
				if bound.UpperTail(int64(above), int64(runs), 0.05) < 1e-6 {
					t.Errorf("%s, %s, voted %v: %d of %d bounds above the truth", boundName, g.name, voted, above, runs)
				}
				t.Logf("| %s | %s | %v | %d | %d | %.4f |", boundName, g.name, voted, runs, above, float64(above)/float64(runs))
			}
		}
	}
}

// coverageRun returns the Monte Carlo lower bound of one certificate, before it
// is compared with the orbit-based one.
func coverageRun(t *testing.T, norm, inner, perp, p float64, boundName string, voted bool, i int) float64 {
	t.Helper()
	planar := tight.Planar{Norm: norm, Inner: inner, Perp: perp}
	r := &Request{
		Sigma: 1, Group: invariance.Rotations, Alpha: 0.05, Samples: 500, Levels: levelsUnion, Bound: boundName,
		Prediction: Prediction{Probability: p}, Seed: fmt.Sprintf("coverage %s %v %v %d", boundName, p, voted, i),
	}
	if voted {
		r.Prediction = Prediction{Votes: votes(p, 200, i), Samples: 200}
	}
	levels := r.levels(true)
	w, err := newWork(r, tight.Problem{Planar: &planar}, r.Prediction.bounds(levels.Votes).targets(), levels)
	zero := 0.0
	c := &Certificate{Orbit: &Closed{Lower: &zero}}
	for err == nil && w != nil {
		var results []byte
		for block := range w.Blocks {
			part, err := w.Run(block)
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, part...)
		}
		w, err = w.Reduce(c, results)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c.Tight.MonteCarlo.Lower
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
