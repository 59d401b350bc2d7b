package special

import "math"

// LogI0Inverse returns the x ≥ 0 with log I₀(x) = y, for y ≥ 0.
//
// Below 1e-4 the series x²/4 = y + y²/4 + y³/72 − y⁴/288 + … is used, elsewhere
// Newton's method on log I₀, which converges from any start because log I₀ is convex
// and increasing. The relative error is below 1e-15 for y from 1e-300 to 1e300.
//
// Special cases: LogI0Inverse(0) = 0, LogI0Inverse(+Inf) = +Inf, NaN for y < 0.
func LogI0Inverse(y float64) float64 {
	switch {
	case y < 0 || math.IsNaN(y):
		return math.NaN()
	case y < 1e-4:
		return 2 * math.Sqrt(y+float64(float64(y*y)*(0.25+float64(y*(1./72-y/288)))))
	case y > 1e17:
		// ½ log(2πx) is below the roundoff from here on, up to +Inf.
		return y
	}
	x := inverseStart(y)
	for range 12 {
		value, slope := LogI0AndSlope(x)
		step := (value - y) / slope
		x -= step
		if math.Abs(step) <= 4*Unit*x {
			break
		}
	}
	return x
}

// inverseStart returns LogI0Inverse(y) to a few per cent.
func inverseStart(y float64) float64 {
	if y < 2 {
		return 2 * math.Sqrt(y+float64(float64(y*y)*(0.25+y/72)))
	}
	return y + float64(0.5*(log2Pi+math.Log(y+1.5+float64(0.5*math.Log(y)))))
}
