package special

import (
	"math"
	"sync"
)

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
	return y + float64(0.5*(log2Pi+Log(y+1.5+float64(0.5*Log(y)))))
}

// The table of the inverse on 0 ≤ y ≤ shortEnd²: the quotient of log I₀'s inverse by √y is
// analytic in w = √y up to the zeros of I₁, the nearest of which are at a distance of 1.4
// from w = 1.1. Polynomials through Chebyshev points of cells of length 1/shortPerUnit have
// an error of (1/32/1.4)¹² ≈ 1e-20.
const (
	shortPerUnit = 8
	shortEnd     = 6
	shortTerms   = 12
)

var shortTable = sync.OnceValue(func() *[shortEnd * shortPerUnit][shortTerms]float64 {
	var table [shortEnd * shortPerUnit][shortTerms]float64
	for i := range table {
		table[i] = newShortCell(float64(i) + 0.5)
	}
	return &table
})

// newShortCell interpolates around middle, in units of cells, by Newton's divided
// differences, multiplied out.
func newShortCell(middle float64) (c [shortTerms]float64) {
	var t, d [shortTerms]float64
	for k := range t {
		_, cos := Sincos(math.Pi * (float64(k) + 0.5) / shortTerms)
		t[k] = float64(cos / 2)
		w := (middle + t[k]) / shortPerUnit
		d[k] = LogI0Inverse(float64(w*w)) / w
	}
	for order := 1; order < shortTerms; order++ {
		for k := shortTerms - 1; k >= order; k-- {
			d[k] = (d[k] - d[k-1]) / (t[k] - t[k-order])
		}
	}
	for k := shortTerms - 1; k >= 0; k-- {
		// c·(x − t[k]) + d[k].
		for j := shortTerms - 1; j >= 1; j-- {
			c[j] = c[j-1] - float64(t[k]*c[j])
		}
		c[0] = d[k] - float64(t[k]*c[0])
	}
	return c
}

// ShortLogI0Inverse returns what LogI0Inverse does with a relative error below 3e-15. It is
// for integrands: faster, from a table.
func ShortLogI0Inverse(y float64) float64 {
	if !(y >= 0 && y < shortEnd*shortEnd) {
		return LogI0Inverse(y)
	}
	w := math.Sqrt(y)
	scaled := float64(w * shortPerUnit)
	i := int(scaled)
	t := scaled - (float64(i) + 0.5)
	c := &shortTable()[i]
	sum := c[shortTerms-1]
	for j := shortTerms - 2; j >= 0; j-- {
		sum = float64(sum*t) + c[j]
	}
	return float64(w * sum)
}
