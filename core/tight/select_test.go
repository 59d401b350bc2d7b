package tight

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSmallestAgainstSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for range 3000 {
		xs := make([]float64, 1+r.IntN(60))
		for i := range xs {
			xs[i] = float64(r.IntN(1 + r.IntN(80))) // ties
		}
		sorted := slices.Clone(xs)
		slices.Sort(sorted)
		k := 1 + r.Int64N(int64(len(xs)))
		if got := smallest(xs, k); got != sorted[k-1] {
			t.Fatalf("%v: the %d-th smallest is %v", sorted, k, got)
		}
	}
}
