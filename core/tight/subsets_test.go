package tight

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/special"
)

// subsetsOf lists the sums of every k of the numbers.
func subsetsOf(squares []float64, k int) (sums []float64) {
	for set := range 1 << len(squares) {
		sum, size := 0.0, 0
		for i, w := range squares {
			if set>>i&1 == 1 {
				sum, size = sum+w, size+1
			}
		}
		if size == k {
			sums = append(sums, sum)
		}
	}
	return sums
}

// worst is the loss of the worst classifier that sees which points it is shown: for each S the Neyman–Pearson
// region {L > λ} of its own Gaussian pair, with one λ for all S that makes the mean clean loss c.
func worst(sums []float64, c float64) float64 {
	distances := make([]float64, len(sums))
	for i, u := range sums {
		distances[i] = math.Sqrt(u)
	}
	losses := func(kappa float64) (clean, perturbed float64) {
		for _, d := range distances {
			_, before := special.NormalTails(kappa/d + d/2)
			_, after := special.NormalTails(kappa/d - d/2)
			clean, perturbed = clean+before, perturbed+after
		}
		n := float64(len(sums))
		return clean / n, perturbed / n
	}
	low, high := -100., 100.
	for range 48 {
		middle := (low + high) / 2
		if clean, _ := losses(middle); clean > c {
			low = middle
		} else {
			high = middle
		}
	}
	// The curve of the two losses has the slope λ.
	clean, perturbed := losses(low)
	return perturbed + math.Exp(low)*(c-clean)
}

// problem is a random one of at most nine points.
type problem struct {
	Subsets
	squares []float64
	p       float64
}

func randomProblem(r *rand.Rand) (p problem) {
	p.Points = 2 + r.IntN(8)
	p.Kept = 1 + r.IntN(p.Points)
	p.Perturbed = p.Kept + r.IntN(4)
	p.Size = 1 + r.IntN(p.Kept)
	size := math.Exp(4*r.Float64() - 3)
	for range p.Kept {
		w := size * r.ExpFloat64()
		if r.IntN(4) == 0 {
			w *= 100 * r.Float64() // some points move much farther than others
		}
		p.squares = append(p.squares, w*w)
	}
	slices.Sort(p.squares)
	p.p = 1 - math.Exp(-7*r.Float64())
	return p
}

// truth is v of the worst classifier: subsets that see other points are all right before and all wrong after.
func (p problem) truth(probability float64) float64 {
	q, qPerturbed := ratio(p.Kept, p.Points, p.Size), ratio(p.Kept, p.Perturbed, p.Size)
	c := (1 - probability) / q
	if c >= 1 {
		return 0
	}
	return qPerturbed * (1 - worst(subsetsOf(p.squares, p.Size), c))
}

func ratio(m, n, k int) float64 {
	x, _ := exactRatio(m, n, k).Float64()
	return x
}

func exactRatio(m, n, k int) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).Binomial(int64(m), int64(k)), new(big.Int).Binomial(int64(n), int64(k)))
}

// In 10,000 random problems no bound is above what the worst classifier does, for the Δ that is
// given and for all of its norm; and for the other class none is below.
func TestSubsetsAgainstTheWorstClassifier(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(27, 1))
	nearest, most := 0.0, 0.0
	for i := range 10_000 {
		p := randomProblem(r)
		truth := p.truth(p.p)
		norm := 0.0
		for _, w := range p.squares {
			norm += w
		}
		given, within := p.Subsets, p.Subsets
		given.Moved = MovedBy(p.squares, p.Size)
		within.Moved = MovedWithin(norm, p.Kept, p.Size)
		if v := given.Lower(p.p); v > truth+1e-11 {
			t.Fatalf("%d: %+v: %v is above %v", i, p, v, truth)
		} else {
			nearest += truth - v
		}
		if v := within.Lower(p.p); v > truth+1e-11 {
			t.Fatalf("%d: any Δ of the norm: %+v: %v is above %v", i, p, v, truth)
		} else {
			most += truth - v
		}
		// Another class of probability 1 − p reaches at most what the worst classifier loses.
		if v := given.Upper(1 - p.p); v < 1-truth-1e-11 {
			t.Fatalf("%d: %+v: %v is below %v", i, p, v, 1-truth)
		}
	}
	t.Logf("below the worst classifier on average: %.4f for a given Δ, %.4f for all of its norm", nearest/10_000, most/10_000)
}

// With every point in every sample the bound is that of the Gaussian pair.
func TestSubsetsOfAllPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 2))
	for range 300 {
		n, d, p := 1+r.IntN(2000), 4*r.Float64(), 1-math.Exp(-12*r.Float64())
		squares := make([]float64, n)
		for i := range squares {
			squares[i] = d * d / float64(n)
		}
		want := bound.Gaussian(p, d)
		for name, moved := range map[string]Moved{"given": MovedBy(squares, n), "within": MovedWithin(d*d, n, n)} {
			if got := (Subsets{n, n, n, n, moved}).Lower(p); got > want*(1+1e-9)+1e-12 || got < want-2e-5 {
				t.Errorf("%s: n = %d, d = %v, p = %v: %v, want %v", name, n, d, p, got, want)
			}
		}
	}
}

// Sensor noise that moves points loses next to nothing against the worst classifier for
// this Δ, whose law of distances is known by 4,000 draws.
func TestSubsetsOfNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 8))
	for _, c := range []struct{ n, k, size float64 }{{1024, 64, 0.5}, {1024, 64, 1}, {1024, 64, 2}, {2048, 16, 1}, {2048, 512, 1.5}} {
		squares, sums := make([]float64, int(c.n)), make([]float64, 4000)
		for i := range squares {
			for range 3 {
				x := r.NormFloat64() * c.size / math.Sqrt(3*c.k)
				squares[i] += x * x
			}
		}
		for i := range sums {
			for j := range int(c.k) { // the first steps of a shuffle
				other := j + r.IntN(len(squares)-j)
				squares[j], squares[other] = squares[other], squares[j]
				sums[i] += squares[j]
			}
		}
		slices.Sort(squares)
		s := Subsets{len(squares), len(squares), len(squares), int(c.k), MovedBy(squares, int(c.k))}
		for _, p := range []float64{0.8, 0.99} {
			want := 1 - worst(sums, 1-p)
			if got := s.Lower(p); got > want+0.003 || got < want-0.008 {
				t.Errorf("%+v: p = %v: %v, by draws %v", c, p, got, want)
			}
		}
	}
}

// Without noise, or where nothing moves, the conditions are PointGuard's, in exact arithmetic: added a
// points p > 1/2q′, replaced r points p > 3/2 − q, removed d points p > 1 − q/2.
func TestSubsetsWithoutNoise(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(27, 3))
	for range 2000 {
		n := 20 + r.IntN(3000)
		k, changed := 1+r.IntN(n/4), 1+r.IntN(n/8)
		for name, c := range map[string]struct {
			s     Subsets
			least func(q, qPerturbed float64) float64
		}{
			"added":    {Subsets{n, n + changed, n, k, Moved{}}, func(_, q float64) float64 { return 1 / (2 * q) }},
			"replaced": {Subsets{n, n, n - changed, k, Moved{}}, func(q, _ float64) float64 { return 1.5 - q }},
			"removed":  {Subsets{n, n - changed, n - changed, k, Moved{}}, func(q, _ float64) float64 { return 1 - q/2 }},
		} {
			least := c.least(ratio(c.s.Kept, n, k), ratio(c.s.Kept, c.s.Perturbed, k))
			if least > 1 {
				if v := c.s.Lower(1 - 1e-9); v > 0.5 {
					t.Errorf("%s %d of %d, k = %d: certified at %v", name, changed, n, k, v)
				}
				continue
			}
			if v := c.s.Lower(least - 1e-9); v > 0.5 {
				t.Errorf("%s %d of %d, k = %d: certified below p = %v", name, changed, n, k, least)
			}
			if v := c.s.Lower(least + 1e-9); least+1e-9 < 1 && !(v > 0.5) {
				t.Errorf("%s %d of %d, k = %d: not certified above p = %v: %v", name, changed, n, k, least, v)
			}
		}
	}
}

// The shares are at most the exact ones, by at most a part in 10¹² of a thousand factors.
func TestSubsetShares(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 4))
	for range 1000 {
		n := 1 + r.IntN(3000)
		m, k := r.IntN(n+1), 1+r.IntN(n)
		want := exactRatio(m, n, k)
		got := subsetShare(m, n, k)
		exact, _ := want.Float64()
		if new(big.Rat).SetFloat64(got).Cmp(want) > 0 || got < exact*(1-3e-12) && exact > leastShare {
			t.Errorf("C(%d,%d)/C(%d,%d): %v, want %v", m, k, n, k, got, exact)
		}
	}
}

// More changes prove less: what is said of "at most so many" is said of the most.
func TestSubsetsFallWithChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 5))
	for range 300 {
		n := 30 + r.IntN(2000)
		k, square, p := 2+r.IntN(n/8), math.Exp(6*r.Float64()-3), 1-math.Exp(-10*r.Float64())
		kept := n - r.IntN(n/8)
		perturbed := kept + r.IntN(n/8)
		lower := func(points, kept int, square float64) float64 {
			return Subsets{n, points, kept, k, MovedWithin(square, kept, k)}.Lower(p)
		}
		v := lower(perturbed, kept, square)
		for name, worse := range map[string]float64{
			"added": lower(perturbed+1, kept, square), "replaced": lower(perturbed, kept-1, square),
			"removed": lower(perturbed-1, kept-1, square), "moved": lower(perturbed, kept, 1.1*square),
		} {
			if perturbed == kept && name == "replaced" {
				continue
			}
			if worse > v+1e-11 {
				t.Errorf("%s: n = %d, k = %d, %d kept of %d, ‖Δ‖² = %v: %v after %v", name, n, k, kept, perturbed, square, worse, v)
			}
		}
	}
}

// The law of 10 of 40 squares, by drawing them.
func TestMovedBy(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 6))
	squares := make([]float64, 40)
	for i := range squares {
		squares[i] = r.ExpFloat64()
	}
	slices.Sort(squares)
	law := MovedBy(squares, 10)
	const draws = 200_000
	mean, square := 0.0, 0.0
	for range draws {
		sum := 0.0
		for _, i := range r.Perm(40)[:10] {
			sum += squares[i]
		}
		if sum < law.Least || sum > law.Most {
			t.Fatalf("%v is not in [%v, %v]", sum, law.Least, law.Most)
		}
		mean += sum / draws
		square += (sum - law.Mean) * (sum - law.Mean) / draws
	}
	if math.Abs(mean-law.Mean) > 5*math.Sqrt(law.Square/draws) || math.Abs(square/law.Square-1) > 0.02 {
		t.Errorf("mean %v and mean square %v by draws, %v and %v by the law", mean, square, law.Mean, law.Square)
	}
}

// C(e^κ, u), its slope and its bends against differences of one another.
func TestCall(t *testing.T) {
	for _, kappa := range []float64{-3, -0.4, 0.01, 0.7, 2, 5, 20} {
		c := newCall(kappa)
		for u := 0.02; u < 60; u *= 1.4 {
			if c.kappa > 5 && u < 1 {
				continue // below 10⁻⁸⁰
			}
			h := u * 1e-4
			up, _ := c.at(u + h)
			down, _ := c.at(u - h)
			if slope := c.slope(u); math.Abs((up-down)/(2*h)-slope) > 1e-6*slope+1e-9 {
				t.Errorf("κ = %v, u = %v: slope %v, differences %v", kappa, u, slope, (up-down)/(2*h))
			}
			g, _ := c.growth(u)
			if bend, want := c.slope(u)*g, (c.slope(u+h)-c.slope(u-h))/(2*h); math.Abs(bend-want) > 1e-5*math.Abs(want)+1e-12 {
				t.Errorf("κ = %v, u = %v: bend %v, differences %v", kappa, u, bend, want)
			}
			if bend := c.slope(u) * g; bend > c.bend(0, 100) || u < c.inflection() != (g > 0) {
				t.Errorf("κ = %v, u = %v: bend %v, at most %v", kappa, u, bend, c.bend(0, 100))
			}
		}
	}
}

func BenchmarkSubsetsLower(b *testing.B) {
	s := Subsets{2048, 2048, 2040, 64, MovedWithin(4, 2040, 64)}
	for b.Loop() {
		s.Lower(0.99)
	}
}

func BenchmarkSubsetsGiven(b *testing.B) {
	r := rand.New(rand.NewPCG(27, 7))
	squares := make([]float64, 20_000)
	for i := range squares {
		squares[i] = r.ExpFloat64() / 100
	}
	slices.Sort(squares)
	for b.Loop() {
		Subsets{20_010, 20_005, 20_000, 64, MovedBy(squares, 64)}.Lower(0.99)
	}
}
