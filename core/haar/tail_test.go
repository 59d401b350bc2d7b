package haar

import (
	"math"
	"testing"
)

// Far out, β·e^{−Σs} is (64π·h₁h₂h₃)^{−1/2}: twice the size takes 3/2·log 2 from its logarithm, also where a product of all three would
// overflow.
func TestTailFallsAsThreeHalvesOfTheSize(t *testing.T) {
	for _, shape := range [][3]float64{{1, 1, 1}, {3, 1, -0.5}, {0.25, 0.125, 0.0625}} {
		for power := 40; power < 1020; power++ {
			var one, two [3]float64
			for i, s := range shape {
				one[i], two[i] = math.Ldexp(s, power), math.Ldexp(s, power+1)
			}
			if fall := tail(one) - tail(two); math.Abs(fall-1.5*math.Ln2) > 1e-9 {
				t.Fatalf("tail of %v falls by %v, not 3/2·log 2", one, fall)
			}
		}
	}
}
