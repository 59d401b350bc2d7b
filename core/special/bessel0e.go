package special

import "math"

// LogI0e returns log(e⁻ˣ I₀(x)) for x ≥ 0, the part of log I₀ that is left when
// the exponent is taken apart.
//
// With α = 1/(1 + x/4) it is ½ log(α·h(α)), h a polynomial of degree 8 on each
// of 32 equal intervals (bessel0e_table.go, computed by gen/bessel0e.go with a
// relative error below 1.2e-16). The error is below 2⁻⁵³·(12 + 2|LogI0e(x)|): up to 4
// units from rounding 1 + x/4, 4 from its inverse, where h′/h = 7, the rest from
// the last steps. Near 0, where LogI0e(x) ≈ −x, that is an absolute error.
//
// Special cases: LogI0e(0) = 0, LogI0e(+Inf) = −Inf, LogI0e(NaN) = NaN. The
// function is even: LogI0e(−x) = LogI0e(x).
func LogI0e(x float64) float64 {
	x = math.Abs(x)
	if math.IsNaN(x) {
		return x
	}
	return 0.5 * Log(squareI0e(x))
}

// LogI0eDifference returns LogI0e(y) − LogI0e(x) with one logarithm, for finite
// x, y ≥ 0. The error is below 2⁻⁵³·(26 + 2|result|).
func LogI0eDifference(x, y float64) float64 {
	return 0.5 * Log(squareI0e(y)/squareI0e(x))
}

// squareI0e returns (e⁻ˣ I₀(x))² for x ≥ 0.
func squareI0e(x float64) float64 {
	d := 1 + float64(x/4)
	scaled := 2 * float64(len(bessel0e)) / d
	piece := min(len(bessel0e)-1, int(scaled/2))
	t := scaled - float64(2*piece+1)
	c := &bessel0e[piece]
	h := c[8]
	for j := 7; j >= 0; j-- {
		h = float64(h*t) + c[j]
	}
	return h / d
}
