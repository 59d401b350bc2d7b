package special

import "math"

// ln 2 in two parts: the first has 21 trailing zero bits, so that k·ln2Hi is
// exact for |k| < 2²¹.
const (
	ln2Hi = 0x1.62e42feep-1
	ln2Lo = 0x1.a39ef35793c76p-33
)

// expCoefficients holds 1/j! for j = 2, …, 13. On |r| ≤ ½ ln 2 the Taylor
// remainder after degree 13 is below 5e-18.
var expCoefficients = [...]float64{
	1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040, 1. / 40320,
	1. / 362880, 1. / 3628800, 1. / 39916800, 1. / 479001600, 1. / 6227020800,
}

// Exp returns eˣ.
//
// The argument is reduced to |r| ≤ ½ ln 2, x = k ln 2 + r, and eʳ is summed as
// a Taylor polynomial. The relative error is below 2⁻⁵² where the result is
// normal.
//
// Special cases: Exp(+Inf) = +Inf, Exp(−Inf) = 0, Exp(NaN) = NaN; it overflows
// to +Inf above 709.79 and underflows to 0 below −745.2.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 709.79:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	hi := x - float64(k*ln2Hi)
	lo := float64(k * ln2Lo)
	r := hi - lo
	// Rounding took this from hi − lo, to first order.
	c := (hi - r) - lo
	sum := 0.0
	for j := len(expCoefficients) - 1; j >= 0; j-- {
		sum = float64(sum*r) + expCoefficients[j]
	}
	y := 1 + (r + (float64(float64(r*r)*sum) + c))
	if math.Abs(k) > 1000 {
		return math.Ldexp(y, int(k))
	}
	// Scale as Ldexp does, if the result is normal.
	return float64(y * math.Float64frombits(uint64(int64(k)+1023)<<52))
}
