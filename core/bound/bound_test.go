package bound

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
)

const precision = 400

func exact(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// exactTail sums Pr[Bin(n, p) = j] over low ≤ j ≤ high in 400 bits.
func exactTail(low, high, n int64, p float64) float64 {
	if low > high {
		return 0
	}
	q := new(big.Float).SetPrec(precision).Sub(exact(1), exact(p))
	odds := new(big.Float).SetPrec(precision).Quo(exact(p), q)
	term := exact(1)
	for range n {
		term.Mul(term, q)
	}
	sum := exact(0)
	for j := int64(0); j <= high; j++ {
		if j >= low {
			sum.Add(sum, term)
		}
		term.Mul(term, odds)
		term.Mul(term, exact(float64(n-j)))
		term.Quo(term, exact(float64(j+1)))
	}
	result, _ := sum.Float64()
	return result
}

func TestTailsAgainst400Bits(t *testing.T) {
	slow.Skip(t)
	// Below 2^-1022 a float64 has fewer digits than 10: the tails may differ by the last one.
	const step = 2 * math.SmallestNonzeroFloat64
	random := rand.New(rand.NewPCG(1, 2))
	for range min(trials.Count(t, 1000, 3000), 10_000) {
		n := 1 + random.Int64N(400)
		k := random.Int64N(n + 1)
		p := random.Float64()
		if random.IntN(3) == 0 {
			p = math.Exp(-30 * random.Float64())
		}
		upper := exactTail(k, n, n, p)
		if got := UpperTail(k, n, p); math.Abs(got-upper) > 1e-10*upper+step {
			t.Errorf("UpperTail(%d, %d, %v) = %v, want %v", k, n, p, got, upper)
		}
	}
}

// The central mass of n = 1e6 is known from Wallis' product:
// √(2/(πn))·(1 − 1/(4n) + 1/(32n²) + …).
func TestTailsLargeN(t *testing.T) {
	if got, want := math.Exp(logMass(5e5, 1e6, 0.5)), math.Sqrt(2e-6/math.Pi)*(1-0.25e-6+1e-12/32); math.Abs(got-want) > 1e-12*want {
		t.Errorf("mass at the centre %v, want %v", got, want)
	}
	if got := UpperTail(5e5, 1e6, 0.5) + UpperTail(5e5+1, 1e6, 0.5); math.Abs(got-1) > 1e-12 {
		t.Errorf("the tails add up to %v", got)
	}
	if got := UpperTail(1e8, 2e8, 0.5); math.Abs(got-0.5) > 1e-4 {
		t.Errorf("UpperTail at the centre of 2e8 = %v", got)
	}
}

// exactTails returns Pr[Bin(n, p) ≥ k] for k = 0, …, n, in 400 bits.
func exactTails(n int64, p float64) []float64 {
	q := new(big.Float).SetPrec(precision).Sub(exact(1), exact(p))
	odds := new(big.Float).SetPrec(precision).Quo(q, exact(p))
	term, sum := exact(1), exact(0)
	for range n {
		term.Mul(term, exact(p))
	}
	tails := make([]float64, n+1)
	for k := n; k >= 0; k-- {
		sum.Add(sum, term)
		tails[k], _ = sum.Float64()
		term.Mul(term, odds)
		term.Mul(term, exact(float64(k)))
		term.Quo(term, exact(float64(n-k+1)))
	}
	return tails
}

// checkLower fails when the exact tail at the bound is above alpha, or still below
// it 1e-9 further.
func checkLower(t *testing.T, k, n int64, alpha float64) {
	t.Helper()
	p := Lower(k, n, alpha)
	if tail := exactTails(n, p)[k]; tail > alpha {
		t.Fatalf("Lower(%d, %d, %v) = %v has the tail %v", k, n, alpha, p, tail)
	}
	if tail := exactTails(n, p*(1+1e-9))[k]; tail < alpha {
		t.Fatalf("Lower(%d, %d, %v) = %v is more than 1e-9 too low", k, n, alpha, p)
	}
	u := Upper(n-k, n, alpha)
	if lower := Lower(k, n, alpha); u < 1-lower {
		t.Fatalf("Upper(%d, %d, %v) = %v is below 1 − %v", n-k, n, alpha, u, lower)
	}
}

// Every fifth k of some n, or with make soundness of every n ≤ 300, and 30 random k
// for n up to a million; six levels.
func TestClopperPearsonNeverBeyondExact(t *testing.T) {
	slow.Skip(t)
	problems := trials.Count(t, 0, 1)
	full := problems > 1
	for _, alpha := range []float64{0.3, 0.05, 0.001, 1e-5, 1e-8, 1e-12} {
		for n := int64(1); n <= 300; n++ {
			step := int64(1)
			if !full && n > 3 && n%67 != 0 {
				continue
			}
			if problems == 0 && n > 3 {
				step = 5
			}
			for k := int64(1); k <= n; k += step {
				checkLower(t, k, n, alpha)
			}
		}
	}
	if !full {
		return
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		n := 1000 + random.Int64N(1_000_000)
		checkLower(t, 1+random.Int64N(n), n, math.Pow(10, -12*random.Float64()))
	}
}

func TestClopperPearsonEnds(t *testing.T) {
	if Lower(0, 10, 0.05) != 0 || Upper(10, 10, 0.05) != 1 {
		t.Error("no votes, or all of them")
	}
	// α^{1/n} in closed form.
	if got, want := Lower(10000, 10000, 0.001), math.Pow(0.001, 1e-4); got > want || got < want*(1-1e-12) {
		t.Errorf("all of 10,000 votes: %v, want just below %v", got, want)
	}
	// The paper's setting: 10,000 votes at α = 0.001.
	if got := Lower(9731, 10000, 0.00098); got < 0.9675 || got > 0.9679 {
		t.Errorf("9,731 of 10,000 votes: %v", got)
	}
}

// A probability stays one whatever the level: 1 less a bound below 2⁻⁵⁴ rounds to 1,
// and nothing lies above that.
func TestBoundsAreProbabilities(t *testing.T) {
	for _, alpha := range []float64{0.5, 0x1p-40, 1e-14, 1e-17, 1e-100, 5e-324, 0} {
		for _, n := range []int64{1, 10, 10_000} {
			for _, k := range []int64{0, 1, n / 2, n - 1, n} {
				if l, u := Lower(k, n, alpha), Upper(k, n, alpha); !(0 <= l && l <= u && u <= 1) {
					t.Errorf("%d of %d at %v: %v to %v", k, n, alpha, l, u)
				}
			}
		}
	}
}

func TestLevelsAddUp(t *testing.T) {
	for _, alpha := range []float64{0.5, 0.001, 1e-9, 0x1p-40, 1e-14, 1e-300} {
		draws := DrawsLevel(alpha)
		if draws > 0x1p-40 || draws > alpha/2 || draws < min(0x1p-41, alpha/4) {
			t.Errorf("α = %v leaves the draws %v", alpha, draws)
		}
		l := Share(alpha, draws, true)
		votes := new(big.Float).SetPrec(precision).Add(exact(l.Votes), exact(l.Draws))
		if votes.Cmp(exact(alpha)) > 0 || l.Votes < (alpha-draws)*(1-1e-15) {
			t.Errorf("α = %v: levels %+v", alpha, l)
		}
		if l := Share(alpha, draws, false); l.Votes != 0 || l.Draws != draws {
			t.Errorf("draws alone: %+v", l)
		}
	}
}

func TestGaussian(t *testing.T) {
	// Φ⁻¹(0.95) = 1.6448536269514722 (Abramowitz and Stegun, Table 26.5).
	if got, want := Gaussian(0.95, 1), 0.5*math.Erfc(-0.6448536269514722/math.Sqrt2); got > want || got < want-1e-9 {
		t.Errorf("Gaussian(0.95, 1) = %v, want just below %v", got, want)
	}
	for _, p := range []float64{5e-324, 1e-300, 0.1, 0.5, 0.9, 1 - 1e-16} {
		if Gaussian(p, 0) != p {
			t.Errorf("Gaussian(%v, 0) moved", p)
		}
		if v := Gaussian(p, 5e-324); v > p {
			t.Errorf("Gaussian(%v, 5e-324) = %v is above p", p, v)
		}
		last := p
		for d := 1e-12; d < 1e6; d *= 2 {
			v := Gaussian(p, d)
			if math.IsNaN(v) || v > last || v < 0 {
				t.Fatalf("Gaussian(%v, %v) = %v after %v", p, d, v, last)
			}
			last = v
		}
	}
	if Gaussian(1, 1) != 1 || Gaussian(1, math.Inf(1)) != 1 {
		t.Error("p = 1")
	}
	if Gaussian(0, 1) != 0 || GaussianRadius(0.5, 0.5) != 0 || GaussianRadius(0.3, 0.5) != 0 || GaussianRadius(0.3, FirstOf(2)) != 0 {
		t.Error("p = 0 or p ≤ ½")
	}
	for k := 1; k <= 4; k++ {
		least := FirstOf(k)
		if r := GaussianRadius(0.9, least); Gaussian(0.9, r*(1-1e-12)) <= least || Gaussian(0.9, r*(1+1e-12)) > least {
			t.Errorf("the radius %v is not where the bound crosses %v", r, least)
		}
	}
	// Radii of the first one, two and three classes, by another program.
	for k, want := range map[int]float64{1: 0.2533471031, 2: 0.6840744023, 3: 0.9278368533} {
		if r := GaussianRadius(0.6, FirstOf(k)); math.Abs(r-want) > 1e-9 {
			t.Errorf("first %d at 0.6: %v, want %v", k, r, want)
		}
	}
}
