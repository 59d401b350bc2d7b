package bound

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The ranks of 10,000 numbers at d = 0.8σ, by another program.
func TestUpperRank(t *testing.T) {
	p := 0.5 * math.Erfc(-0.8/math.Sqrt2)
	if k := UpperRank(10000, p, 0.0005); k != 8016 || 10000+1-k != 1985 {
		t.Errorf("rank %d", k)
	}
	for _, test := range []struct {
		n        int64
		p, alpha float64
		want     int64
	}{{10, 0.5, 0.01, 10}, {10, 0.5, 0.0005, 0}, {1, 0.5, 0.5, 0}, {2, 0.5, 0.5, 2}, {100, 1, 0.01, 0}, {100, 0, 0.01, 1}} {
		if k := UpperRank(test.n, test.p, test.alpha); k != test.want {
			t.Errorf("rank of %v: %d", test, k)
		}
	}
	for n := int64(1); n < 60; n++ {
		for _, p := range []float64{0.1, 0.5, 0.9, 0.99} {
			want := int64(0)
			for k := n; k >= 1 && summed(k, n, p) <= 0.03; k-- {
				want = k
			}
			if got := UpperRank(n, p, 0.03); got != want {
				t.Errorf("n %d, p %v: %d, want %d", n, p, got, want)
			}
		}
	}
}

// summed is Pr[Bin(n, p) ≥ k] by its terms.
func summed(k, n int64, p float64) (sum float64) {
	for j := k; j <= n; j++ {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(j + 1))
		c, _ := math.Lgamma(float64(n - j + 1))
		sum += math.Exp(a - b - c + float64(j)*math.Log(p) + float64(n-j)*math.Log1p(-p))
	}
	return sum
}

// Six counts of 100, by another program: Holm accepts four.
func TestHolm(t *testing.T) {
	votes := []int64{80, 100, 96, 88, 93, 90}
	if got := Holm(votes, 100, 0.75, 0.001); !slices.Equal(got, []bool{false, true, true, false, true, true}) {
		t.Errorf("accepted %v", got)
	}
	for k, want := range map[int64]float64{100: 3.2e-13, 96: 1.8e-8, 93: 3.0e-6, 90: 1.4e-4, 88: 1.0e-3, 80: 0.15} {
		if p := UpperTail(k, 100, 0.75); math.Abs(p/want-1) > 0.05 {
			t.Errorf("%d: p-value %v, want about %v", k, p, want)
		}
	}
	if got := Holm(nil, 100, 0.5, 0.001); len(got) != 0 {
		t.Errorf("nothing: %v", got)
	}
}

// Points that share their samples depend on each other: here all of them see one noise.
func TestHolmUnderDependence(t *testing.T) {
	const runs, points, n, p, alpha = 2000, 12, 200, 0.7, 0.05
	random := rand.New(rand.NewPCG(5, 55))
	wrong := 0
	for range runs {
		votes := make([]int64, points)
		for range n {
			shared := random.Float64()
			for i := range votes {
				u := shared
				if i%3 == 0 {
					u = 1 - shared
				}
				if u < p { // exactly the threshold, which none exceeds
					votes[i]++
				}
			}
		}
		if slices.Contains(Holm(votes, n, p, alpha), true) {
			wrong++
		}
	}
	if share := float64(wrong) / runs; share > alpha {
		t.Errorf("wrong in %v of the runs", share)
	}
}

// The order statistic of that rank bounds the quantile as often as it says.
func TestUpperRankCovers(t *testing.T) {
	const runs, n, p, alpha = 2000, 150, 0.8, 0.05
	random := rand.New(rand.NewPCG(6, 66))
	k, wrong := UpperRank(n, p, alpha), 0
	for range runs {
		values := make([]float64, n)
		for i := range values {
			values[i] = random.Float64()
		}
		slices.Sort(values)
		if values[k-1] < p {
			wrong++
		}
	}
	if share := float64(wrong) / runs; share > alpha || share < alpha/5 {
		t.Errorf("below the quantile in %v of the runs", share)
	}
}
