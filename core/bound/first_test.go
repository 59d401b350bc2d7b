package bound

import (
	"math/big"
	"testing"
)

// The share is at least 1/(k+1), and exactly that where it has a float64.
func TestFirstOf(t *testing.T) {
	for k := 1; k <= 2000; k++ {
		got := new(big.Rat).SetFloat64(FirstOf(k))
		exact := big.NewRat(1, int64(k+1))
		near := new(big.Rat).Mul(exact, new(big.Rat).SetFloat64(1+0x1p-51))
		if got.Cmp(exact) < 0 || got.Cmp(near) > 0 {
			t.Errorf("k = %d: %v", k, FirstOf(k))
		}
	}
	for k, want := range map[int]float64{1: 0.5, 3: 0.25, 7: 0.125} {
		if FirstOf(k) != want {
			t.Errorf("k = %d: %v, want %v", k, FirstOf(k), want)
		}
	}
}
