package tight

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/special"
)

// exactProblem is a problem by the parameters of the paper's appendix in units of
// σ: s = ‖X‖, d = ‖Δ‖, ε₁ = ⟨X, Δ⟩, ε₂ = ⟨XR(−π/2)ᵀ, Δ⟩.
func exactProblem(s, d, e1, e2 float64) Planar {
	overlap := math.Hypot(s*s+e1, e2)
	return Planar{
		Norm:  s,
		Inner: overlap - s*s,
		Perp:  math.Sqrt(math.Max(0, s*s+2*e1+d*d-overlap*overlap/s/s)),
	}
}

// turned is the problem with ‖X‖ = s whose Δ has the length d and the angle to X.
func turned(s, d, angle float64) Planar {
	sin, cos := special.Sincos(angle)
	return Planar{Norm: s, Inner: d * cos * s, Perp: d * math.Abs(sin)}
}

// scaling is X' = X + d·X/‖X‖.
func scaling(s, d float64) Planar { return Planar{Norm: s, Inner: s * d} }

// Values of gen/exact.py in 25 digits (the first), of the Rice integrals in 12.
func TestExactValues(t *testing.T) {
	for _, c := range []struct{ s, d, e1, e2, p, v float64 }{
		{1, 1, 0.3, 0.4, 0.8, 0.546194872059857},
		{2, 1, -0.5, 1.8, 0.9, 0.835373577235},
		{5, 1, 0, 0, 0.9, 0.618546043182},
		{107, 1, 10.7, 21.4, 0.95, 0.747000692976},
		{107, 1, 10.7, 96.3, 0.95, 0.886495437382},
		{2, 1, 2, 0, 0.9, 0.624021925242},
	} {
		v, err := exactProblem(c.s, c.d, c.e1, c.e2).Exact(c.p)
		if math.Abs(v-c.v) > 1e-12 || !(err < 1e-10) {
			t.Errorf("%+v: %.15g ± %.2g", c, v, err)
		}
	}
}

// Both integrals against 40-digit arithmetic, and the error bounds they claim.
func TestExactTable(t *testing.T) {
	for _, c := range exactTable {
		s := Planar{Norm: c.norm, Inner: c.along * c.norm, Perp: c.perp}.pair()
		s.along, s.far = c.along, c.norm+c.along
		tail := max(min(c.below, c.above), 1e-12)
		l := s.line(s.swapped(), c.level, exactWidth(tail), panelTolerance{exactTolerance * tail, c.below > 0.5})
		clean := math.Abs(l.clean.below - c.below)
		if c.below > 0.5 {
			clean = math.Abs(l.clean.above - c.above)
		}
		prime := math.Abs(l.perturbed.below - c.primeBelow)
		if clean > 1e-14 || prime > 1e-14 || clean > l.cleanErr+1e-17 || prime > l.perturbedErr {
			t.Errorf("%+v: off by %.2g and %.2g, claimed %.2g and %.2g", c, clean, prime, l.cleanErr, l.perturbedErr)
		}
	}
}

// monteCarloProblems are drawn over the whole range of shapes.
func monteCarloProblems() (problems []Planar, probabilities []float64) {
	n := NewNormals("exact against draws")
	for len(problems) < 32 {
		s := special.Exp(float64(1.5*n.Next()) + 0.5)
		d := special.Exp(float64(0.8 * n.Next()))
		p := turned(s, d, math.Pi*n.uniform())
		problems = append(problems, p)
		probabilities = append(probabilities, 0.5+0.49*n.uniform())
	}
	return append(problems, Planar{Perp: 1.5}, Planar{Norm: 2, Inner: -4}, Planar{Norm: 2, Inner: 3}),
		append(probabilities, 0.9, 0.9, 0.9)
}

// At the level of the exact threshold the share of draws with ρ at most that is the
// exact probability, around both clouds, to 5 standard errors.
func TestExactAgainstDraws(t *testing.T) {
	slow.Skip(t)
	draws := 30_000
	if runtime.GOARCH == "amd64" {
		draws = trials.Count(t, 60_000, 500_000)
	}
	problems, probabilities := monteCarloProblems()
	for i, p := range problems {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			clean, perturbed, kappa := thresholdOf(p, probabilities[i])
			for k, want := range []float64{clean, perturbed} {
				n, count := NewNormals(fmt.Sprint("exact draws ", i, k)), 0
				draw := p.sampler(k == 1)
				for range draws {
					if rho, _ := draw(n); rho <= kappa {
						count++
					}
				}
				got, deviation := float64(count)/float64(draws), math.Sqrt(want*(1-want)/float64(draws))
				if math.Abs(got-want) > 5*deviation+1e-6 {
					t.Errorf("%+v, p = %v, around cloud %d: %v of the draws, exact %v ± %v", p, probabilities[i], k, got, want, deviation)
				}
			}
		})
	}
}

// thresholdOf returns P, V and κ of the tangent that Exact uses. For parallel clouds
// κ is that of the point r on their line.
func thresholdOf(p Planar, probability float64) (clean, perturbed, kappa float64) {
	s := p.pair()
	l := s.tangent(probability)
	kappa = s.front(math.Log(l.slope)).sum
	return l.clean.below, l.perturbed.below, kappa
}

// With the clouds swapped, accepting where ℓ is above the threshold is the worst
// case: if v is the value at p, then 1 − p is the value of the swapped clouds at
// 1 − v.
func TestExactSwapped(t *testing.T) {
	sweep(5/min(trials.Count(t, 1, 5), 5), func(p Planar, probability float64) {
		s := p.pair().swapped()
		if s.norm < 1e-9 || p.Norm > 1e5 {
			return
		}
		v, err := p.Exact(probability)
		if v < 1e-6 || v > 1-1e-6 {
			return
		}
		back, backErr := Planar{Norm: s.norm, Inner: s.along * s.norm, Perp: s.perp}.Exact(1 - v)
		slope := max(1, p.pair().slopeAt(probability))
		if math.Abs(back-(1-probability)) > backErr+err*slope+1e-12*slope {
			t.Errorf("%+v: p = %v gives %v, swapped %v", p, probability, v, 1-back)
		}
	})
}

// slopeAt returns 1/slope of the curve at p, by which errors of v are magnified in p.
func (s planarPair) slopeAt(p float64) float64 {
	s, _ = s.simplified(0)
	if s.norm == 0 && s.far == 0 || s.along == 0 && s.perp == 0 {
		return 1
	}
	return 1 / s.tangent(p).slope
}

// dV = e^ℓ dP ties the integral around X' to the one around X, which decompose the
// clouds differently.
func TestExactLikelihoodRatio(t *testing.T) {
	for _, p := range []Planar{turned(1, 1, 0.9), turned(0.2, 2, 2), turned(4, 0.7, 1.6), turned(30, 1, 2.5), turned(1e5, 2, 1)} {
		s := p.pair()
		other, width := s.swapped(), exactWidth(1e-3)
		l := s.tangent(0.7)
		center, half := math.Log(l.slope), 0.2*s.spread()
		at := func(level float64) (clean, perturbed float64) {
			t := s.line(other, level, width, panelTolerance{size: exactTolerance})
			return t.clean.below, t.perturbed.below
		}
		// ∫ e^ℓ dP = [e^ℓ P] − ∫ e^ℓ P dℓ.
		lowP, lowV := at(center - half)
		highP, highV := at(center + half)
		rest := gaussRule(func(level float64) tailPair {
			clean, _ := at(level)
			return tailPair{below: math.Exp(level) * clean}
		}, center-half, center+half)
		want := math.Exp(center+half)*highP - math.Exp(center-half)*lowP - rest.below
		if got := highV - lowV; math.Abs(got-want) > 1e-12 {
			t.Errorf("%+v: V rises by %.15g, the integral of the ratio is %.15g", p, got, want)
		}
	}
}

// The paper's example: σ = 0.5, ‖X‖ = 0.01, p = 0.8. The tight certificate holds for
// scaling up to ‖Δ‖ = 0.720, and up to 0.730 as ‖X‖ → 0.
func TestExactScalingExample(t *testing.T) {
	const sigma = 0.5
	for _, c := range []struct{ norm, want float64 }{{0.01, 0.720}, {1e-9, 0.730}, {0, 0.730}} {
		low, high := 0.1, 2.0
		for range 60 {
			d := (low + high) / 2
			p := scaling(c.norm/sigma, d/sigma)
			if c.norm == 0 {
				p = Planar{Perp: d / sigma}
			}
			if v, _ := p.Exact(0.8); v > 0.5 {
				low = d
			} else {
				high = d
			}
		}
		if math.Abs(low-c.want) > 5e-4 {
			t.Errorf("‖X‖ = %v: certified up to %v, want %v", c.norm, low, c.want)
		}
	}
}

// sweep visits norms from 1e-6 to 1e6, distances from 1e-6 to 10, all directions
// with the degenerate ones, and probabilities; of these problems every nth.
func sweep(n int, visit func(p Planar, probability float64)) {
	angles := []float64{0, 1e-6, 0.3, 1, math.Pi / 2, 2, 3, math.Pi - 1e-5, math.Pi}
	probabilities := []float64{0.2, 0.6, 0.9, 0.999}
	i := 0
	for s := 1e-6; s < 2e6; s *= 10 {
		for d := 1e-6; d < 11; d *= 10 {
			for _, angle := range angles {
				for _, probability := range probabilities {
					if i++; i%n == 0 {
						visit(turned(s, d, angle), probability)
					}
				}
			}
		}
	}
}

func TestExactSweep(t *testing.T) {
	largest := 0.0
	sweep(1, func(p Planar, probability float64) {
		v, err := p.Exact(probability)
		orbit := bound.Gaussian(probability, p.pair().distance)
		if !(v >= 0 && v <= probability && v-err >= orbit-1e-12 && err >= 0) {
			t.Errorf("%+v, p = %v: %v ± %v, orbit %v", p, probability, v, err, orbit)
		}
		largest = math.Max(largest, err)
	})
	if !(largest < 1e-10) {
		t.Errorf("the largest error bound is %v", largest)
	}
}

func TestExactMonotone(t *testing.T) {
	for _, p := range []Planar{turned(1, 1, 0.5), turned(0.1, 0.3, 3), turned(1e4, 2, 1.2), scaling(3, -1), turned(2, 1e-4, 2)} {
		last, lastSlope := 0.0, 0.0
		for i := 1; i < 200; i++ {
			v, err := p.Exact(float64(i) / 200)
			if v < last-2*err {
				t.Errorf("%+v: %v after %v at p = %v", p, v, last, float64(i)/200)
			}
			if slope := v - last; slope < lastSlope-4*err-1e-12 {
				t.Errorf("%+v: not convex at p = %v", p, float64(i)/200)
			} else {
				lastSlope = slope
			}
			last = v
		}
	}
}

func TestExactMinimumInverts(t *testing.T) {
	slow.Skip(t)
	sweep(1, func(p Planar, probability float64) {
		if probability != 0.6 {
			return
		}
		for _, value := range reachedValues {
			minimum, err := Problem{Planar: &p}.Tradeoff().Minimum(value)
			orbit := special.NormalCDF(special.NormalQuantile(value) + p.pair().distance)
			if !(minimum >= value && minimum <= orbit+1e-12 && err >= 0 && err < 1e-10) {
				t.Errorf("%+v: %v is reached from %v ± %v on, orbit %v", p, value, minimum, err, orbit)
			}
			if 1-minimum < 1e-9 {
				continue
			}
			v, vErr := p.Exact(minimum)
			slope := 1 / p.pair().slopeAt(minimum)
			if math.Abs(v-value) > vErr+slope*(err+2*special.Unit)+1e-12 {
				t.Errorf("%+v: v(%v) = %v ± %v, want %v", p, minimum, v, vErr, value)
			}
		}
	})
}

func TestExactDegenerate(t *testing.T) {
	// The Rice distribution with unit scale, and its quantiles around 2.
	below := func(x, nu float64) float64 {
		b, _ := special.RiceAround(nu, x-nu)
		return b
	}
	quantile := func(p float64) float64 { return 2 + special.RiceQuantileAround(2, p, 1-p) }
	for _, c := range []struct {
		name string
		p    Planar
		v    float64
	}{
		{"same cloud", Planar{Norm: 107}, 0.9},
		{"both zero", Planar{}, 0.9},
		{"half a turn", Planar{Norm: 3, Inner: -18}, 0.9},
		{"far away", Planar{Norm: 3, Perp: 1e6}, 0},
		{"huge and far", Planar{Norm: 1e7, Inner: -1e14, Perp: 1e7}, 0},
		{"tiny step", Planar{Norm: 2, Inner: 1e-15, Perp: 1e-15}, 0.9},
		// X = 0: Rayleigh quantile √(−2 log 0.1), then Rice with centre 2.
		{"X = 0", Planar{Perp: 2}, below(math.Sqrt(-2*math.Log(0.1)), 2)},
		// X' = 0 accepts large |⟨x, z⟩|.
		{"X' = 0", scaling(2, -2), 1 - below(quantile(0.1), 0)},
		{"scaled up", scaling(2, 1), below(quantile(0.9), 3)},
		{"scaled down", scaling(2, -1), 1 - below(quantile(0.1), 1)},
	} {
		v, err := c.p.Exact(0.9)
		if math.Abs(v-c.v) > 1e-12 || !(err < 1e-10) {
			t.Errorf("%s: %v ± %v, want %v", c.name, v, err, c.v)
		}
		minimum, err := c.p.ExactMinimum()
		if !(minimum >= 0.5 && minimum <= 1 && err < 1e-10) {
			t.Errorf("%s: p_min = %v ± %v", c.name, minimum, err)
		}
	}
}

// The closed forms are where the integrals tend.
func TestExactContinuous(t *testing.T) {
	for _, p := range []Planar{scaling(2, 1), scaling(2, -1), scaling(2, -2), scaling(50, 1), scaling(1e5, -2)} {
		closed, _ := p.Exact(0.9)
		for _, perp := range []float64{1e-12, 2e-11, 1e-9, 1e-6} {
			p.Perp = perp
			if v, err := p.Exact(0.9); math.Abs(v-closed) > err+2*perp {
				t.Errorf("%+v: %v ± %v, closed form %v", p, v, err, closed)
			}
		}
	}
	zero, _ := Planar{Perp: 1.5}.Exact(0.8)
	for _, s := range []float64{1e-13, 1e-9, 1e-6} {
		if v, err := turned(s, 1.5, 1).Exact(0.8); math.Abs(v-zero) > err+2*s {
			t.Errorf("‖X‖ = %v: %v ± %v, at 0 %v", s, v, err, zero)
		}
	}
}

// As ‖X‖ grows, the value falls to the orbit-based one.
func TestExactApproachesOrbit(t *testing.T) {
	orbit := bound.Gaussian(0.9, 1)
	for _, angle := range []float64{0, 0.5, 1.5, 2.5, math.Pi} {
		last := 1.0
		for s := 3.0; s < 1e50; s *= 3 {
			v, err := turned(s, 1, angle).Exact(0.9)
			if v-err > last || v < orbit || v-orbit > 3/s/s*(1+s*math.Abs(math.Cos(angle)))+1e-10 {
				t.Errorf("‖X‖ = %v, angle %v: %v ± %v, orbit %v", s, angle, v, err, orbit)
			}
			last = v + err
		}
	}
}

func TestExactExtremesStayFinite(t *testing.T) {
	sizes := []float64{0, 5e-324, 1e-300, 1e-20, 1e-11, 1, 17, 1e7, 1e100, 1e300, math.MaxFloat64, math.Inf(1)}
	for _, s := range sizes {
		for _, inner := range append(sizes, -1, -1e-20, -1e300) {
			for _, perp := range sizes {
				for _, slack := range []float64{0, 1e-12, 1, math.Inf(1)} {
					p := Planar{Norm: s, Inner: inner, Perp: perp, Slack: slack}
					for _, probability := range []float64{0, 5e-324, 1e-10, 0.5, 0.9, 1 - special.Unit, 1} {
						if v, err := p.Exact(probability); !(v >= 0 && v <= probability && err >= 0) {
							t.Fatalf("%+v, p = %v: %v ± %v", p, probability, v, err)
						}
					}
					if v, err := p.ExactMinimum(); !(v >= 0.5 && v <= 1 && err >= 0) {
						t.Fatalf("%+v: p_min = %v ± %v", p, v, err)
					}
				}
			}
		}
	}
}

// Slack costs as much as moving both clouds by it, and no more than what
// the orbit-based certificate pays.
func TestExactSlack(t *testing.T) {
	sweep(5/min(trials.Count(t, 1, 5), 5), func(p Planar, probability float64) {
		v, err := p.Exact(probability)
		p.Slack = 1e-7
		same, more := p.Exact(probability)
		if same != v || more < err || more > err+1e-7*(0.4+0.4*math.Max(1, 1/p.pair().slopeAt(probability)))+1e-12 {
			t.Errorf("%+v, p = %v: %v ± %v, with slack %v ± %v", p, probability, v, err, same, more)
		}
	})
}
