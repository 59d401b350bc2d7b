package tight

import (
	"math"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
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

// Exact values of an independent evaluation of the Rice integrals: s, d, ε₁, ε₂, p, v.
var exactValues = []struct{ s, d, e1, e2, p, v float64 }{
	{1, 1, 0.3, 0.4, 0.8, 0.546194872},
	{2, 1, -0.5, 1.8, 0.9, 0.835374},
	{5, 1, 0, 0, 0.9, 0.618546},
	{107, 1, 10.7, 21.4, 0.95, 0.747001},
	{107, 1, 10.7, 96.3, 0.95, 0.886495},
	{2, 1, 2, 0, 0.9, 0.624022}, // scaling
}

// The plain draws find the exact values: the quantile of ρ at p around X, and how many
// draws around X' are below.
func TestPlainDrawsFindExactValues(t *testing.T) {
	slow.Skip(t)
	const draws = 400_000
	for _, c := range exactValues {
		problem, n := planarProblem(c.s, c.d, c.e1, c.e2), NewNormals("exact values")
		clean, perturbed := make([]float64, draws), 0
		draw := problem.sampler(false)
		for i := range clean {
			clean[i], _ = draw(n)
		}
		slices.Sort(clean)
		draw = problem.sampler(true)
		for range draws {
			if rho, _ := draw(n); rho <= clean[int(c.p*draws)] {
				perturbed++
			}
		}
		// Two binomial proportions: four standard errors.
		if v := float64(perturbed) / draws; math.Abs(v-c.v) > 4*1.5*math.Sqrt(0.25/draws) {
			t.Errorf("%+v: plain draws have %v", c, v)
		}
	}
}

// A copy on the orbit of X has ρ = 0 for every draw, up to rounding: nothing is gained by it.
func TestNothingIsGainedOnTheOrbit(t *testing.T) {
	for _, p := range []Planar{{Norm: 107}, {Norm: 0}, {Norm: 1e7}, {Norm: 3, Inner: 1e-18, Perp: 1e-17}} {
		d := Disagreement{Problem: Problem{Planar: &p}, Probability: 0.9, Level: 2e-3, Samples: 5000, Seed: "atoms"}
		if got := runDisagreement(d); got.Lower > 0.9 {
			t.Errorf("%+v: lower bound %v above p", p, got.Lower)
		}
	}
}

func TestExtremesStayFinite(t *testing.T) {
	for _, s := range []float64{0, 1e-300, 1e-9, 1, 1e4, maxSize} {
		for _, inner := range []float64{-1, 0, 1} {
			for _, perp := range []float64{0, 1e-300, 1e-8, 1, maxDistance} {
				p := Planar{Norm: s, Inner: inner * s * perp, Perp: perp}
				d := Disagreement{Problem: Problem{Planar: &p}, Probability: 0.8, Level: 0.02, Samples: 300, Seed: "extremes"}
				got := runDisagreement(d)
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
