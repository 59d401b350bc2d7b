package tight

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// In the plane the tight value is known: it is below, from clouds below the noise to those a thousand times as long. Mirror images of
// long clouds are too far away to matter, and for these what is left between is within a few times the gain.
func TestAtMostAgainstExactValues(t *testing.T) {
	random := rand.New(rand.NewPCG(101, 102))
	long := 0
	for range trials.Count(t, 400, 20_000) {
		l, p := planeLinear(random, 5+random.IntN(9), 0.3*math.Pow(10, 3.5*random.Float64())), 0.6+0.395*random.Float64()
		turns := l.about([3]float64{0, 0, 1})
		value, err := turns.Tradeoff().Value(p)
		if l.norm() < 20 { // reflections only lower what is exact for rotations
			err += 1
		}
		most, orbit := l.AtMost(p), bound.Gaussian(p, l.delta())
		if !(most >= value-err && most >= orbit && most <= p) {
			t.Errorf("‖X‖ = %v, ‖Δ‖ = %v, p = %v: %v is at most %v, the orbit-based value is %v", l.norm(), l.delta(), p, value, most, orbit)
		}
		_, s, _ := invariance.SVD(invariance.Matrix{{l.rowDot(0, 0), l.rowDot(0, 1)}, {l.rowDot(1, 0), l.rowDot(1, 1)}}, 2)
		if gain := value - orbit; s[1] > 400 && gain > 1e-6 {
			long++
			if most-orbit > 12*gain+err {
				t.Errorf("‖X‖ = %v, ‖Δ‖ = %v, p = %v: a gain of %v, at most %v", l.norm(), l.delta(), p, gain, most-orbit)
			}
		}
	}
	if long < 50 {
		t.Errorf("%d clouds are long", long)
	}
}

// In space by draws, for round clouds, rods, discs and flat ones: what is proved of the tight value stays below.
func TestAtMostAgainstDraws(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(103, 104))
	for i := range trials.Count(t, 480, 4000) / 10 {
		g := []invariance.Group{invariance.Rotations, invariance.Orthogonal}[i%2]
		l := spaceLinear(g, random, 12, math.Pow(10, 2*random.Float64()), 2*random.Float64(), []float64{1, 3, 0.3, 0}[i%4])
		p := []float64{0.6, 0.9, 0.99}[i/4%3]
		d, draws := Disagreement{Problem: Problem{Linear: &l}, Probability: p, Level: 0.001, Samples: 4000, Seed: "at most"}.Run()
		lower, most := d.Interval(draws).Lower, l.AtMost(p)
		if orbit := bound.Gaussian(p, l.delta()); !(most >= lower && most >= orbit && most <= p) {
			t.Errorf("%s, ‖X‖ = %v, ‖Δ‖ = %v, p = %v: at least %v, at most %v", g, l.norm(), l.delta(), p, lower, most)
		}
	}
}

// The law of T agrees with draws of the noise around both clouds.
func TestQuadraticLawAgainstDraws(t *testing.T) {
	random := rand.New(rand.NewPCG(107, 108))
	const draws = 20_000
	for _, l := range []Linear{
		spaceLinear(invariance.Rotations, random, 12, 1, 2, 1), spaceLinear(invariance.Orthogonal, random, 12, 6, 2, 3),
		spaceLinear(invariance.Rotations, random, 12, 30, 1, 0), planeLinear(random, 7, 8), planeLinear(random, 7, 30),
	} {
		q, ok := l.quadratic()
		if !ok {
			t.Fatal("no law")
		}
		w, centre := l.weights(), 0.0
		for _, perturbed := range []bool{false, true} {
			law := q.clean
			if perturbed {
				law = q.perturbed
			}
			values := make([]float64, draws)
			for n := range values {
				for i := range l.Dimension {
					var z, x [6]float64
					for k := range 2 * l.Dimension {
						x[k] = l.Factor[i][k]
						if perturbed {
							x[k] += l.Factor[l.Dimension+i][k]
						}
						z[k] = x[k] + random.NormFloat64()
					}
					values[n] += applied(&w, &z) - applied(&w, &x)
				}
			}
			for _, x := range []float64{-2, -1, -0.3, 0, 0.3, 1, 2} {
				at, count := law.mean+x*law.spread, 0
				for _, value := range values {
					if value <= at {
						count++
					}
				}
				want := law.probability(at)
				if got := float64(count) / draws; math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/draws)+1e-4 {
					t.Errorf("Pr[T ≤ %v] = %v, of draws %v", at, want, got)
				}
			}
		}
		for i := range l.Dimension {
			before, after := l.Factor[i], l.Factor[i]
			for k := range after {
				after[k] += l.Factor[l.Dimension+i][k]
			}
			centre += applied(&w, &after) - applied(&w, &before)
		}
		if math.Abs(centre-q.shift) > 1e-9*(1+math.Abs(centre)) {
			t.Errorf("the centre moves by %v, want %v", q.shift, centre)
		}
	}
}

func applied(w *[6][6]float64, z *[6]float64) (sum float64) {
	for a := range w {
		for b := range w {
			sum += w[a][b] * z[a] * z[b]
		}
	}
	return sum
}

// With two degrees of freedom and no shift T is a sum of exponential numbers, whose law is closed.
func TestQuadraticLawOfExponentials(t *testing.T) {
	for _, weights := range [][6]float64{{0.6, 0.3, 0.2, 0.45, 0.5, 0.7}, {3, -2.5, 1.1, -1.7, 2, -2.1}, {1e-9, -3e-9, 2e-9, 5e-9, 4e-9, -2e-9}} {
		law, ok := newQuadraticLaw(weights, [6]float64{}, 2)
		if !ok {
			t.Fatalf("%v: no law", weights)
		}
		scale := law.spread
		for _, x := range []float64{-6, -1, 0.2, 2, 6, 9} {
			at := x
			if scale < 1e-3 {
				at = x * scale
			}
			if got, want := law.probability(at), exponentials(weights, at); math.Abs(got-want) > missed {
				t.Errorf("%v: Pr[T ≤ %v] = %v, want %v", weights, at, got, want)
			}
		}
	}
}

// exponentials returns Pr[T ≤ x] of independent exponential numbers of the means 2w, by partial fractions.
func exponentials(weights [6]float64, x float64) float64 {
	below, above := 0.0, 0.0
	for i, w := range weights {
		share := 1.0
		for j, v := range weights {
			if j != i && v != 0 {
				share *= w / (w - v)
			}
		}
		switch {
		case w > 0 && x > 0:
			above += share * math.Exp(-x/(2*w))
		case w < 0 && x < 0:
			below += share * math.Exp(-x/(2*w))
		}
	}
	if x < 0 {
		return below
	}
	return 1 - above
}

// Eigenvalues and eigenvectors make the matrix again.
func TestEigen(t *testing.T) {
	random := rand.New(rand.NewPCG(109, 110))
	for n := range 50 {
		var a [6][6]float64
		for i := range a {
			for j := range i + 1 {
				a[i][j] = math.Pow(10, float64(-n)*random.Float64()) * random.NormFloat64()
				a[j][i] = a[i][j]
			}
		}
		values, vectors := eigen(a)
		for i := range a {
			for j := range a {
				again := 0.0
				for k, value := range values {
					again += vectors[i][k] * value * vectors[j][k]
				}
				if math.Abs(again-a[i][j]) > 1e-13 {
					t.Errorf("entry %d, %d: %v, want %v", i, j, again, a[i][j])
				}
			}
		}
	}
}

// If the law cannot be computed, only p bounds the value, whatever the size: never NaN.
func TestAtMostOfHostileClouds(t *testing.T) {
	random := rand.New(rand.NewPCG(105, 106))
	for _, size := range []float64{0, 1e-150, 1e-20, 1e-5, 1, 1e5, 1e20, 1e100} {
		for _, step := range []float64{0, 1e-150, 1e-9, 1, 30, 1e9, 1e100} {
			for _, stretch := range []float64{0, 1, 1e6} {
				l := spaceLinear(invariance.Rotations, random, 5, size, step, stretch)
				for _, p := range []float64{0.5, 0.9, 1 - 1e-9, 1} {
					if most := l.AtMost(p); !(most >= 0 && most <= p) {
						t.Errorf("‖X‖ = %v, ‖Δ‖ = %v: %v for p = %v", size, step, most, p)
					}
				}
			}
		}
	}
	if most := (&Linear{Dimension: 3}).AtMost(0.9); most != 0.9 {
		t.Errorf("nothing moves: %v", most)
	}
}
