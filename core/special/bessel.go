package special

import "math"

// BesselSplit is where LogI0 turns from the power series to the asymptotic
// one. There the smallest asymptotic term is e⁻⁴⁰, far below the roundoff.
const BesselSplit = 20

const log2Pi = 1.8378770664093454836

// LogI0 returns log I₀(x), I₀ the modified Bessel function of the first kind of
// order zero, for x ≥ 0.
//
// Below 20 the power series Σ (x²/4)ᵏ/(k!)² is summed, from 20 on it is
// x − ½ log(2πx) + logI0Tail(x). The relative error is below 1e-14; in
// particular LogI0(x) ≈ x²/4 keeps its digits as x → 0.
//
// Special cases: LogI0(0) = 0, LogI0(+Inf) = +Inf, LogI0(NaN) = NaN. The
// function is even: LogI0(−x) = LogI0(x).
func LogI0(x float64) float64 {
	x = math.Abs(x)
	switch {
	case math.IsInf(x, 1):
		return x
	case x >= BesselSplit:
		return x - float64(0.5*(log2Pi+Log(x))) + logI0Tail(x)
	}
	q := float64(x*x) / 4
	term, sum := q, q
	for k := 2.0; term > sum*(Unit/4); k++ {
		term = float64(term*q) / float64(k*k)
		sum += term
	}
	return Log1p(sum)
}

// logI0Tail returns log(√(2πx) e⁻ˣ I₀(x)) for x ≥ 20, the part of log I₀ that
// vanishes as 1/(8x) for large x (Abramowitz and Stegun 9.7.1). The absolute
// error is below 1e-17.
func logI0Tail(x float64) float64 {
	y := 1 / (8 * x)
	term, sum := y, y
	for k := 2.0; term > Unit/64; k++ {
		odd := 2*k - 1
		next := float64(float64(term*y)*float64(odd*odd)) / k
		if next >= term {
			break
		}
		term = next
		sum += term
	}
	return Log1p(sum)
}
