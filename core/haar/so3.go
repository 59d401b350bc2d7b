package haar

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// LogSO3 returns log β for SO(3), the logarithm of the normalising constant of
// the matrix Fisher distribution (T. Lee, arXiv 1710.03746),
//
//	Σs + log ∫₀¹ I₀ᵉ((s₂+s₃)(1−w)) I₀ᵉ((s₂−s₃)w) e^{−2(s₁+s₃)w} dw.
//
// The error is below TailError(TailSO3(s)) + 2⁻⁵¹·Σ|sᵢ|; for Σ|sᵢ| < 1, where
// log β ≈ Σs²/6, the relative error is below 1e-15.
//
// Special cases: LogSO3 of zeros is 0; +Inf where s₁ + s₂ + s₃ overflows, and for
// one infinite value; NaN for NaN.
func LogSO3(s [3]float64) float64 {
	s = Proper(s)
	sum := total(s)
	switch {
	case isSmall(s):
		return special.Log1p(excess(s))
	case math.IsInf(sum, 1):
		return sum
	}
	return sum + tail(s)
}

// TailSO3 returns LogSO3(s) − (s₁ + s₂ + s₃) for the proper s. TailError bounds
// the error.
//
// Special cases: finite for finite s; −Inf for one infinite value; NaN for NaN.
func TailSO3(s [3]float64) float64 {
	s = Proper(s)
	if isSmall(s) {
		return special.Log1p(excess(s)) - total(s)
	}
	return tail(s)
}

// LogO3 returns log β for O(3), of the mean of β for SO(3) at s₃ and −s₃.
//
// Errors and special cases are those of LogSO3.
func LogO3(s [3]float64) float64 {
	s = upright(s)
	sum := total(s)
	switch {
	case isSmall(s):
		return special.Log1p(0.5 * (excess(s) + excess(mirror(s))))
	case math.IsInf(sum, 1):
		return sum
	}
	return sum + bothTails(s)
}

// TailO3 returns LogO3(s) − (|s₁| + |s₂| + |s₃|). TailError bounds the error.
//
// Special cases: as TailSO3.
func TailO3(s [3]float64) float64 {
	s = upright(s)
	if isSmall(s) {
		return special.Log1p(0.5*(excess(s)+excess(mirror(s)))) - total(s)
	}
	return bothTails(s)
}

func mirror(s [3]float64) [3]float64 { return [3]float64{s[0], s[1], -s[2]} }

// mirrorReach is the s₃ beyond which β at −s₃ is below 2⁻⁶⁰ of β at s₃: their
// ratio is at most about (1 + 4s₃)·e^{−2s₃}.
const mirrorReach = 25

func bothTails(s [3]float64) float64 {
	near := tail(s)
	if s[2] > mirrorReach {
		return near - math.Ln2
	}
	far := tail(mirror(s)) - 2*s[2]
	return near + (special.Log1p(special.Exp(far-near)) - math.Ln2)
}
