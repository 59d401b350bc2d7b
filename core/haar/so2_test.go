package haar

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// logSO2 returns log β for SO(2), log I₀(s₁ + s₂), of which LogO2 is the mean over
// both signs. Certificates integrate it instead.
func logSO2(s1, s2 float64) float64 {
	x := math.Abs(s1 + s2)
	if x < smallSum || math.IsInf(x, 1) {
		return special.LogI0(x)
	}
	return x + special.LogI0e(x)
}

// tailSO2 returns logSO2(s1, s2) − (s₁ + s₂) for proper s.
func tailSO2(s1, s2 float64) float64 { return special.LogI0e(s1 + s2) }
