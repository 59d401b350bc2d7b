package special

import "math"

// NormalCDF returns Φ(x), the probability that a standard normal variable is
// at most x.
//
// The relative error is below 1e-14 for x ≥ −38; below −38.6 the result
// underflows to 0.
//
// Special cases: NormalCDF(−Inf) = 0, NormalCDF(+Inf) = 1, NormalCDF(NaN) = NaN.
func NormalCDF(x float64) float64 {
	if x > 0 {
		return 1 - upperTail(x)
	}
	return upperTail(-x)
}

// upperTail returns 1 − Φ(x) for x ≥ 0.
func upperTail(x float64) float64 {
	switch {
	case x > 39:
		return 0
	case x < 1.5:
		return 0.5 - centralNormal(x)
	}
	return float64(normalDensity(x) * millsRatio(x))
}

// normalDensity returns exp(−x²/2)/√(2π). The square is split into its rounded
// value and the rounding error, which is what keeps the relative error of the
// density at a few units in the last place for large x.
func normalDensity(x float64) float64 {
	square := float64(x * x)
	rest := math.FMA(x, x, -square)
	return float64(float64(Exp(-square/2)*(1-float64(rest/2))) / 2.5066282746310005)
}

// centralNormal returns Φ(x) − ½ for 0 ≤ x < 1.5 by the series of positive terms
// φ(x)·(x + x³/3 + x⁵/(3·5) + …) (Abramowitz and Stegun 26.2.11).
func centralNormal(x float64) float64 {
	term, sum := x, x
	for j := 3.0; term > sum*(Unit/8); j += 2 {
		term = float64(term*float64(x*x)) / j
		sum += term
	}
	return float64(normalDensity(x) * sum)
}

// millsRatio returns (1 − Φ(x))/φ(x) for x ≥ 1.5 by the continued fraction
// 1/(x + 1/(x + 2/(x + 3/(x + …)))) (Abramowitz and Stegun 26.2.14), evaluated
// from the inside; 150 levels leave an error below 1e-16 at x = 1.5.
func millsRatio(x float64) float64 {
	f := x
	for j := 150.0; j >= 1; j-- {
		f = x + j/f
	}
	return 1 / f
}

// NormalTails returns Φ(x) and 1 − Φ(x); the smaller one has a relative error below
// 1e-15·(1 + x²). It is for integrands: faster than NormalCDF, from a table.
func NormalTails(x float64) (below, above float64) {
	z := math.Abs(x)
	if !(z < 39) {
		return sides(0, x < 0)
	}
	return sides(float64(Exp(-float64(z*z)/2)*shortMills(z))/sqrt2Pi, x < 0)
}
