package special

import (
	"math"
	"sync"
)

// bendStart is where log I₀ is near enough to x − ½ log(2πx) for the difference
// from it to be a short polynomial in 1/x.
const bendStart = 20

// besselTail holds p with log(√(2πx) e⁻ˣ I₀(x)) = p(1/x)/x for x ≥ 20, interpolated
// in Chebyshev points of 0 ≤ 1/x ≤ 1/20 in 60 digits by gen/besseltail.py. The
// relative error is below 1.2e-16.
var besselTail = [...]float64{
	0.12499999999999999232,
	0.062500000000044150925,
	0.065104166624896088942,
	0.10156251537493085107,
	0.20956741069176147102,
	0.53677855510512277273,
	1.615922954566871786,
	6.8018534565899665863,
	-5.4840456826712141021,
	643.67955646789720005,
	-5333.9013421839738746,
	33469.951352920948709,
}

// shortTail returns what logI0Tail does, in a fixed number of steps.
func shortTail(x float64) float64 {
	y := 1 / x
	sum := besselTail[len(besselTail)-1]
	for j := len(besselTail) - 2; j >= 0; j-- {
		sum = float64(sum*y) + besselTail[j]
	}
	return float64(sum * y)
}

// LogI0Bend returns δ − (log I₀(x+δ) − log I₀(x)) = ½ log(1 + δ/x) − (t(x+δ) − t(x)),
// t = logI0Tail, for x ≥ 20 and x + δ ≥ 20: by how much log I₀ falls short of the
// slope 1 between the two. It does not cancel: the relative error is below 1e-15,
// also when x is huge or δ tiny.
//
// With y = 1/x the tail is the polynomial y·p(y), whose divided difference is
// summed along with it.
func LogI0Bend(x, delta float64) float64 {
	y, end := 1/x, 1/(x+delta)
	polynomial, quotient := besselTail[len(besselTail)-1], 0.0
	for j := len(besselTail) - 2; j >= 0; j-- {
		quotient = float64(quotient*end) + polynomial
		polynomial = float64(polynomial*y) + besselTail[j]
	}
	quotient = float64(quotient*end) + polynomial
	return float64(0.5*Log1p(float64(delta*y))) + float64(float64(delta*quotient)*float64(y*end))
}

// The table of log I₀ on [0, tableEnd]: Taylor polynomials around the multiples of
// 1/cellsPerUnit. The nearest singularities are at ±2.405i, so that at a distance
// of 1/8 from the centre the first term left out is below 1e-15 of the value, at
// 1/16 below 1e-18.
const (
	cellsPerUnit = 8
	tableEnd     = 24
	cellTerms    = 13
)

type besselCell [cellTerms]float64

var besselTable = sync.OnceValue(func() *[tableEnd*cellsPerUnit + 1]besselCell {
	var table [tableEnd*cellsPerUnit + 1]besselCell
	for i := range table {
		table[i] = newBesselCell(float64(i) / cellsPerUnit)
	}
	return &table
})

// newBesselCell expands log I₀ around x. The slope A = I₁/I₀ satisfies
// xA' = x − A − xA² (Abramowitz and Stegun 9.6.26), which gives each coefficient
// aₙ of A from the ones before: x(n+1)aₙ₊₁ = x[n=0] + [n=1] − (n+1)aₙ − xqₙ − qₙ₋₁,
// q those of A².
func newBesselCell(x float64) (c besselCell) {
	var a, q besselCell
	a[0] = besselRatio(x)
	for n := range cellTerms - 1 {
		for j := range n + 1 {
			q[n] += float64(a[j] * a[n-j])
		}
		a[n+1] = nextSlope(x, n, a, q)
	}
	c[0] = LogI0(x)
	for n := range cellTerms - 1 {
		c[n+1] = a[n] / float64(n+1)
	}
	return c
}

func nextSlope(x float64, n int, a, q besselCell) float64 {
	if x == 0 {
		// The same recurrence one order up: (n+2)aₙ₊₁ = [n=0] − qₙ.
		if n == 0 {
			return 0.5
		}
		return -q[n] / float64(n+2)
	}
	rest := -float64(float64(n+1)*a[n]) - float64(x*q[n])
	switch n {
	case 0:
		rest += x
	case 1:
		rest += 1 - q[0]
	default:
		rest -= q[n-1]
	}
	return rest / float64(x*float64(n+1))
}

// besselRatio returns I₁(x)/I₀(x) for 0 ≤ x ≤ 24 by the continued fraction
// 1/(2/x + 1/(4/x + 1/(6/x + …))) (Abramowitz and Stegun 9.6.26), from the inside;
// 80 levels leave an error below 1e-17.
func besselRatio(x float64) float64 {
	if x == 0 {
		return 0
	}
	f := 160 / x
	for k := 79.0; k >= 1; k-- {
		f = 2*k/x + 1/f
	}
	return 1 / f
}

// cellOf returns the cell whose centre is nearest to x and the distance from it.
func cellOf(x float64) (*besselCell, float64) {
	i := int(float64(x*cellsPerUnit) + 0.5)
	return &besselTable()[i], x - float64(float64(i)/cellsPerUnit)
}

// LogI0AndSlope returns log I₀(x) and its slope I₁(x)/I₀(x) for x ≥ 0. The value
// has a relative error below 1e-15, the slope, which is there for Newton's
// method, one below 1e-6. Special cases: 0 and 0 for x = 0, +Inf and 1 for +Inf.
func LogI0AndSlope(x float64) (value, slope float64) {
	if math.IsInf(x, 1) {
		return x, 1
	}
	if x >= tableEnd {
		y := 1 / x
		slope = 1 - float64(y*(0.5+float64(y*(0.125+float64(y*0.125)))))
		return x - (float64(0.5*(log2Pi+Log(x))) - shortTail(x)), slope
	}
	c, t := cellOf(x)
	if x < 1./cellsPerUnit {
		// Around 0 the value is not a difference.
		c, t = &besselTable()[0], x
	}
	for j := cellTerms - 1; j >= 1; j-- {
		value = float64(value*t) + c[j]
		slope = float64(slope*t) + value
	}
	return float64(value*t) + c[0], slope
}

// LogI0Difference returns log I₀(x+δ) − log I₀(x) for x ≥ 0 and x + δ ≥ 0. It does
// not cancel: for |δ| ≤ 1/16, and for any δ when both arguments are ≥ 20, the
// relative error is below 1e-14; elsewhere the absolute error is below
// 4e-16·max(1, log I₀) of the larger argument.
//
// The divided difference of the cell's polynomial is summed along with it, so
// that δ stays a factor.
func LogI0Difference(x, delta float64) float64 {
	end := x + delta
	if x >= bendStart && end >= bendStart {
		return delta - LogI0Bend(x, delta)
	}
	if x < tableEnd {
		c, t := cellOf(x)
		if t2 := t + delta; math.Abs(t2) <= 1./8 {
			return float64(delta * c.dividedDifference(t, t2))
		}
	}
	after, _ := LogI0AndSlope(end)
	before, _ := LogI0AndSlope(x)
	return after - before
}

// dividedDifference returns (c(t2) − c(t))/(t2 − t).
func (c *besselCell) dividedDifference(t, t2 float64) float64 {
	polynomial, quotient := c[cellTerms-1], 0.0
	for j := cellTerms - 2; j >= 0; j-- {
		quotient = float64(quotient*t2) + polynomial
		polynomial = float64(polynomial*t) + c[j]
	}
	return quotient
}
