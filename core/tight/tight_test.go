package tight

import (
	"fmt"
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/trials"
)

// planar builds a problem from the parameters of the paper's appendix, in units
// of σ: s = ‖X‖, d = ‖Δ‖, ε₁ = ⟨X, Δ⟩, ε₂ = ⟨XR(−π/2)ᵀ, Δ⟩.
func planar(s, d, e1, e2 float64) Planar {
	overlap := math.Hypot(s*s+e1, e2)
	primeSquare := s*s + 2*e1 + d*d
	return Planar{
		Norm:  s,
		Inner: overlap - s*s,
		Perp:  math.Sqrt(math.Max(0, primeSquare-overlap*overlap/s/s)),
	}
}

func planarProblem(s, d, e1, e2 float64) Problem {
	p := planar(s, d, e1, e2)
	return Problem{Planar: &p}
}

// run computes all blocks and returns the interval.
func run(q Quantile) Interval {
	var ratios []float64
	for block := range q.Problem.Blocks(q.Samples) {
		ratios = append(ratios, q.Clean(block)...)
	}
	thresholds := q.Thresholds(ratios)
	var counts Counts
	for block := range q.Problem.Blocks(q.Samples) {
		counts = counts.Add(q.Perturbed(block, thresholds))
	}
	return q.Interval(counts)
}

// Exact values of an independent evaluation of the Rice integrals: s, d, ε₁, ε₂, p, v.
var exactValues = []struct{ s, d, e1, e2, p, v float64 }{
	{1, 1, 0.3, 0.4, 0.8, 0.546194872},
	{2, 1, -0.5, 1.8, 0.9, 0.835374},
	{5, 1, 0, 0, 0.9, 0.618546},
	{107, 1, 10.7, 21.4, 0.95, 0.747001},
	{107, 1, 10.7, 96.3, 0.95, 0.886495},
	{2, 1, 2, 0, 0.9, 0.624022}, // scaling
}

func TestQuantileBracketsExactValues(t *testing.T) {
	for _, c := range exactValues {
		q := Quantile{Problem: planarProblem(c.s, c.d, c.e1, c.e2), Probability: c.p,
			Rank: 0.0005, Count: 0.0005, Samples: 400_000, Seed: "exact values"}
		got := run(q)
		if got.Lower > c.v || got.Upper < c.v {
			t.Errorf("%+v: bounds %+v miss the exact value", c, got)
		}
		// Two binomial proportions of 400,000 draws: four standard errors.
		if math.Abs(got.Estimate-c.v) > 4*1.5*math.Sqrt(0.25/400_000) {
			t.Errorf("%+v: estimate %v", c, got.Estimate)
		}
		if got.Upper-got.Lower > 0.012 {
			t.Errorf("%+v: bounds %+v are loose", c, got)
		}
	}
}

// The lower bound may exceed the exact value in a share α of all seeds.
func TestQuantileCoverage(t *testing.T) {
	const alpha = 0.05
	runs := int64(min(trials.Count(t, 250, 1000), 5000))
	for _, c := range exactValues[:3] {
		above := int64(0)
		for i := range runs {
			q := Quantile{Problem: planarProblem(c.s, c.d, c.e1, c.e2), Probability: c.p,
				Rank: alpha / 2, Count: alpha / 2, Samples: 1000, Seed: fmt.Sprint("coverage ", i)}
			if run(q).Lower > c.v {
				above++
			}
		}
		if tail := bound.UpperTail(above, runs, alpha); tail < 1e-6 {
			t.Errorf("%+v: %d of %d lower bounds are above the exact value", c, above, runs)
		}
		t.Logf("%+v: %d of %d lower bounds above the exact value, %v allowed", c, above, runs, float64(runs)*alpha)
	}
}

// A copy on the orbit of X has ρ = 0 for every draw, and counting ties on
// rounding noise would report more than p. The guard leaves nothing to count.
func TestAtomsAreNotCounted(t *testing.T) {
	for _, p := range []Planar{{Norm: 107}, {Norm: 0}, {Norm: 1e7}, {Norm: 3, Inner: 1e-18, Perp: 1e-17}} {
		q := Quantile{Problem: Problem{Planar: &p}, Probability: 0.9, Rank: 1e-3, Count: 1e-3, Samples: 5000, Seed: "atoms"}
		if got := run(q); got.Lower > 0.9 {
			t.Errorf("%+v: lower bound %v above p", p, got.Lower)
		}
	}
}

func TestNotEnoughDraws(t *testing.T) {
	q := Quantile{Problem: planarProblem(1, 1, 0.3, 0.4), Probability: 0.01, Rank: 3e-4, Count: 3e-4, Samples: 12, Seed: "few"}
	if got := run(q); got.Lower != 0 || math.IsNaN(got.Upper) {
		t.Errorf("12 draws gave %+v", got)
	}
}

func TestExtremesStayFinite(t *testing.T) {
	for _, s := range []float64{0, 1e-300, 1e-9, 1, 1e4, maxSize} {
		for _, inner := range []float64{-1, 0, 1} {
			for _, perp := range []float64{0, 1e-300, 1e-8, 1, maxDistance} {
				p := Planar{Norm: s, Inner: inner * s * perp, Perp: perp}
				q := Quantile{Problem: Problem{Planar: &p}, Probability: 0.8, Rank: 0.01, Count: 0.01, Samples: 300, Seed: "extremes"}
				got := run(q)
				if !(got.Lower >= 0 && got.Lower <= got.Upper && got.Upper <= 1) {
					t.Errorf("%+v: %+v", p, got)
				}
			}
		}
	}
}

// ρ from the parts agrees with ρ from clouds drawn point by point.
func TestRatioAgainstWholeClouds(t *testing.T) {
	const draws = 40_000
	x := []complex128{1, -0.5 + 0.5i, -0.2 - 0.7i, 0.1 + 0.3i}
	y := []complex128{1.3, -0.5 + 0.2i, -0.4 - 0.7i, 0.1 - 0.3i}
	p := problemOf(x, y)
	for _, perturbed := range []bool{false, true} {
		n, m := NewNormals("parts"), NewNormals("whole")
		draw := p.sampler(perturbed)
		var parts, whole [2]float64
		for range draws {
			rho, _ := draw(n)
			addMoments(&parts, rho)
			addMoments(&whole, wholeRatio(m, x, y, perturbed))
		}
		for k := range parts {
			if diff := math.Abs(parts[k]-whole[k]) / draws; diff > 0.05 {
				t.Errorf("perturbed %v: moment %d differs by %v (%v, %v)", perturbed, k+1, diff, parts[k]/draws, whole[k]/draws)
			}
		}
	}
}

func addMoments(m *[2]float64, x float64) { m[0] += x; m[1] += x * x }

func problemOf(x, y []complex128) Planar {
	var g Gram
	g.Dimension = 2
	for n := range x {
		row := []float64{real(y[n]), imag(y[n]), real(x[n]), imag(x[n])}
		for i := range row {
			for j := range row {
				g.Matrix[i][j] += row[i] * row[j]
			}
		}
	}
	return g.Planar(1)
}

func wholeRatio(n Normals, x, y []complex128, perturbed bool) float64 {
	var withX, withY complex128
	for i := range x {
		z := x[i]
		if perturbed {
			z = y[i]
		}
		z += complex(n.Next(), n.Next())
		withX += complex(real(x[i]), -imag(x[i])) * z
		withY += complex(real(y[i]), -imag(y[i])) * z
	}
	return logBesselRatio(math.Hypot(real(withX), imag(withX)), 0, math.Hypot(real(withY), imag(withY))-math.Hypot(real(withX), imag(withX)), 0)
}
