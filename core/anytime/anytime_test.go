package anytime

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
)

// capital integrates what a gambler has who bets on all q in [p, 1] evenly, by the midpoint rule on
// the logarithms: the definition, and another algorithm than the sum.
func capital(k, n int64, p float64) float64 {
	const panels = 200_000
	sum := 0.0
	for i := range panels {
		q := p + (1-p)*(float64(i)+0.5)/panels
		sum += math.Exp(float64(k)*math.Log(q/p) + float64(n-k)*math.Log((1-q)/(1-p)))
	}
	return sum / panels
}

func TestLowerIsWhereTheIntegratedCapitalIsTheGoal(t *testing.T) {
	for _, c := range []struct {
		k, n  int64
		alpha float64
	}{
		{1, 1, 0.05}, {1, 40, 0.05}, {17, 17, 0.001 / 11}, {26, 29, 0.001 / 11}, {60, 100, 0.05}, {990, 1000, 1e-4}, {4000, 10_000, 1e-5}, {9731, 10_000, 0.00098},
	} {
		p := lower(c.k, c.n, c.alpha)
		if got := capital(c.k, c.n, p) * c.alpha; math.Abs(got-1) > 1e-5 {
			t.Errorf("%d of %d at %v: the capital at %v is %v of the goal", c.k, c.n, c.alpha, p, got)
		}
	}
}

// exact returns the capital as a fraction: its lower binomial tail over the mass.
func exact(k, n int64, p float64) *big.Rat {
	at := new(big.Rat).SetFloat64(p)
	odds := new(big.Rat).Quo(new(big.Rat).Sub(big.NewRat(1, 1), at), at)
	sum, power := new(big.Rat), big.NewRat(1, 1)
	mass := new(big.Int).Binomial(n+1, k)
	for j := k; j >= 0; j-- {
		share := new(big.Rat).SetFrac(new(big.Int).Binomial(n+1, j), mass)
		sum.Add(sum, share.Mul(share, power))
		power.Mul(power, odds)
	}
	return sum.Quo(sum, big.NewRat(n+1-k, 1))
}

// The computed capital is never above the exact one, and at most 2e-9 below.
func TestReachesNeverAboveExact(t *testing.T) {
	for n := int64(1); n <= 40; n += 3 {
		for k := int64(0); k <= n; k++ {
			for _, p := range []float64{0.0625, 0.25, 0.5, 0.75, 0.96875} {
				capital, _ := exact(k, n, p).Float64()
				if reaches(k, n, p, capital*(1+1e-12)) || !reaches(k, n, p, capital*(1-2e-9)) {
					t.Fatalf("%d of %d at %v: wrong near %v", k, n, p, capital)
				}
			}
		}
	}
}

// At its threshold the game is fair: p·E(k+1, n+1) + (1−p)·E(k, n+1) = E(k, n).
func TestCapitalIsAMartingale(t *testing.T) {
	for n := int64(0); n <= 24; n += 4 {
		for k := int64(0); k <= n; k++ {
			for _, p := range []float64{0.125, 0.5, 0.875} {
				at := new(big.Rat).SetFloat64(p)
				won := new(big.Rat).Mul(at, exact(k+1, n+1, p))
				lost := new(big.Rat).Mul(new(big.Rat).Sub(big.NewRat(1, 1), at), exact(k, n+1, p))
				if won.Add(won, lost).Cmp(exact(k, n, p)) != 0 {
					t.Fatalf("%d of %d at %v: the game is not fair", k, n, p)
				}
			}
		}
	}
}

func TestSpecialCases(t *testing.T) {
	r := Rule{Classes: 10, Planned: 1000}
	if r.Lower(0, 1, 0.05) != 0 || r.Lower(5, 5, 0) != 0 || r.Upper(3, 3, 0.05) != 1 || r.Lower(1, 1, 0.001) > 0.001 {
		t.Error("no votes, no level, all votes, or one")
	}
	if got := r.Lower(1000, 1000, 1e-300); got != 0 && got != bound.Lower(1000, 1000, lastShare*1e-301) {
		t.Errorf("a level beyond the range: %v", got)
	}
	// (2ⁿ⁺¹ − 1)/(n + 1) ≥ 12,500 from n = 17 on: the fewest samples that prove a majority of ten classes.
	if r.Proves(16, 16, 0.5, 0.001) || !r.Proves(17, 17, 0.5, 0.001) {
		t.Error("seventeen votes of as many samples are the fewest for a majority")
	}
}

func TestProvesAgreesWithLower(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 1))
	for range 3000 {
		r := Rule{Classes: 1 + random.Int64N(20), Planned: 1 + random.Int64N(2000)}
		n := 1 + random.Int64N(r.Planned)
		if random.IntN(4) == 0 {
			n = r.Planned
		}
		k, alpha := random.Int64N(n+1), math.Pow(10, -6*random.Float64())
		lower := r.Lower(k, n, alpha)
		for _, threshold := range []float64{0, random.Float64(), lower, math.Nextafter(lower, 0), 1} {
			if got, want := r.Proves(k, n, threshold, alpha), lower > threshold; got != want {
				t.Fatalf("%+v, %d of %d at %v: Proves(%v) = %v, the bound is %v", r, k, n, alpha, threshold, got, lower)
			}
		}
	}
}

// The last look is what a bound for one number of samples would be with a fifth of the level.
func TestLastLookKeepsThePowerOfOneLook(t *testing.T) {
	r := Rule{Classes: 10, Planned: 10_000}
	for _, k := range []int64{5200, 7000, 9731, 10_000} {
		if got, look := r.Lower(k, 10_000, 0.001), bound.Lower(k, 10_000, 0.001/50); got < look*(1-1e-12) {
			t.Errorf("%d votes: %v is below %v", k, got, look)
		}
	}
}

// Bounds have the same bits on every machine.
func TestGoldenBits(t *testing.T) {
	r := Rule{Classes: 11, Planned: 10_000}
	for _, c := range []struct {
		got  float64
		want uint64
	}{
		{r.Lower(17, 17, 0.001), 0x3fe00ebe9761f800},
		{r.Lower(280, 300, 0.001), 0x3feb09648d5d7200},
		{r.Upper(20, 300, 0.001), 0x3fc2b4b8ff689801},
		{r.Lower(9731, 10_000, 0.001), 0x3feee7d773773600},
	} {
		if math.Float64bits(c.got) != c.want {
			t.Errorf("%v: %#x, want %#x", c.got, math.Float64bits(c.got), c.want)
		}
	}
}

// So it is after millions of votes, where the terms of the sum are many and the room for their rounding counts. In 120 bits.
func TestReachesNeverAboveExactOfManyVotes(t *testing.T) {
	const k, n, p = 20_000_000, 40_000_000, 0.5
	float := func(x float64) *big.Float { return new(big.Float).SetPrec(120).SetFloat64(x) }
	term, sum := float(1), float(1)
	for i := 0.0; i < 35_000; i++ { // beyond ten standard deviations the rest is nothing
		term.Mul(term, float(k-i))
		term.Quo(term, float(n+2-k+i))
		sum.Add(sum, term)
	}
	capital, _ := sum.Quo(sum, float(n+1-k)).Float64()
	if reaches(k, n, p, capital) || !reaches(k, n, p, capital*(1-1e-7)) {
		t.Errorf("wrong near %v", capital)
	}
}
