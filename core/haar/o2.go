package haar

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// LogO2 returns log β for O(2), log ½(I₀(s₁+s₂) + I₀(s₁−s₂)).
//
// The relative error is below 1e-14, for tiny values too.
//
// Special cases: LogO2(0, 0) = 0; +Inf where |s₁| + |s₂| overflows; NaN for NaN.
func LogO2(s1, s2 float64) float64 {
	s1, s2 = math.Abs(s1), math.Abs(s2)
	x := s1 + s2
	switch {
	case x < smallSum:
		return special.Log1p(0.5 * (excessI0(x) + excessI0(s1-s2)))
	case math.IsInf(x, 1):
		return x
	}
	return x + TailO2(s1, s2)
}

// TailO2 returns LogO2(s1, s2) − (|s₁| + |s₂|). TailError bounds the error.
//
// Special cases: −Inf where |s₁| + |s₂| overflows; NaN for NaN.
func TailO2(s1, s2 float64) float64 {
	s1, s2 = math.Abs(s1), math.Abs(s2)
	near := special.LogI0e(s1 + s2)
	less := min(s1, s2)
	if less > mirrorReach {
		return near - math.Ln2
	}
	far := special.LogI0e(s1-s2) - 2*less
	return near + (special.Log1p(special.Exp(far-near)) - math.Ln2)
}

// excessI0 returns I₀(x) − 1 for |x| < 1 by the power series.
func excessI0(x float64) float64 {
	q := float64(x*x) / 4
	term, sum := q, q
	for k := 2.0; term > 0x1p-56*sum; k++ {
		term = float64(term*q) / float64(k*k)
		sum += term
	}
	return sum
}
