package pointcloud

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A power of two scales as math.Ldexp does to the last bit, also to and from numbers that are not normal.
func TestScaledIsLdexp(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	for range 20_000 {
		x := math.Float64frombits(r.Uint64())
		if !finite(x) {
			continue
		}
		exponent := r.IntN(4400) - 2200
		got, want := Scaled([]float64{x}, exponent)[0], math.Ldexp(x, exponent)
		if math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%v times 2^%d is %v, want %v", x, exponent, got, want)
		}
	}
}
