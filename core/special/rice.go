package special

import "math"

// RiceDensity returns the density of the Rice distribution with centre ν ≥ 0 and
// unit scale at x = ν + δ, x e^{−δ²/2} e^{−νx} I₀(νx), with a relative error below
// 1e-14 where δ²/2 ≤ 40, growing as δ² beyond. Special cases: 0 for x ≤ 0.
func RiceDensity(nu, delta float64) float64 {
	return riceDensity(nu, nu+delta, delta)
}

func riceDensity(nu, x, delta float64) float64 {
	w := float64(float64(delta*delta) / 2)
	if !(x > 0) || w > underflow {
		return 0
	}
	if xi := float64(nu * x); xi < bendStart {
		logI0, _ := LogI0AndSlope(xi)
		return float64(x * Exp(logI0-xi-w))
	} else {
		return float64(math.Sqrt(x/nu) * Exp(shortTail(xi)-w) / sqrt2Pi)
	}
}

// RiceDensityFrom returns RiceDensity from log I₀(ν(ν+δ)), where ν(ν+δ) < 20.
func RiceDensityFrom(logI0, nu, delta float64) float64 {
	x := nu + delta
	w := float64(float64(delta*delta) / 2)
	if !(x > 0) || w > underflow {
		return 0
	}
	return float64(x * Exp(logI0-float64(nu*x)-w))
}

// RiceQuantileAround returns the δ with F(ν+δ; ν) = below = 1 − above, ν ≥ 0; the
// smaller probability is the one that counts. That of the result is right to a
// relative error below 1e-12, or to that of rounding δ when ν is large.
//
// Special cases: −ν for below = 0, +Inf for above = 0, NaN for probabilities outside
// [0, 1].
func RiceQuantileAround(nu, below, above float64) float64 {
	_, delta := riceQuantile(nu, below, above)
	return delta
}

// offsetStart is the ν from which δ is iterated and below which x is.
const offsetStart = 40

// riceQuantile returns x and δ = x − ν by Newton's method on the logarithm of the
// smaller tail, which is concave, kept between two bounds.
func riceQuantile(nu, below, above float64) (x, delta float64) {
	switch {
	case math.IsNaN(below+above) || below < 0 || above < 0 || nu < 0:
		return math.NaN(), math.NaN()
	case below == 0:
		return 0, -nu
	case above == 0:
		return math.Inf(1), math.Inf(1)
	}
	low, high := -nu, 40.0
	if nu < offsetStart {
		low, high = 0, nu+40
	}
	delta = quantileStart(nu, below, above)
	for range 100 {
		x, d := pointOf(nu, delta)
		step := quantileStep(nu, x, d, below, above)
		if math.Abs(step) <= 2*Unit*math.Abs(delta) {
			break
		}
		if step > 0 {
			low = delta
		} else {
			high = delta
		}
		delta += step
		if !(delta > low && delta < high) {
			delta = low + float64((high-low)/2)
		}
	}
	return pointOf(nu, delta)
}

// pointOf returns x and δ from the one that is iterated.
func pointOf(nu, iterate float64) (x, delta float64) {
	if nu < offsetStart {
		return iterate, iterate - nu
	}
	return nu + iterate, iterate
}

// quantileStart returns a start for x or δ, whichever is iterated. Near x = 0, F is
// x²/2·e^{−ν²/2}; elsewhere the start is the normal quantile for large ν and for small
// ones the Rayleigh quantile, plus ν in the upper tail, from where Newton's method
// moves steadily.
func quantileStart(nu, below, above float64) float64 {
	shift := 0.0
	if nu < offsetStart {
		shift = nu
	}
	logX := (Log(2*below) + float64(float64(nu*nu)/2)) / 2
	switch {
	case shift == nu && logX < -1-Log1p(nu):
		return Exp(logX)
	case nu >= 2 && above < below:
		return shift - NormalQuantile(above)
	case nu >= 2:
		return shift + max(NormalQuantile(below), -nu*(1-1e-3))
	case below <= above:
		return math.Sqrt(-2 * Log1p(-below))
	}
	return shift + math.Sqrt(-2*Log(above))
}

// quantileStep returns the Newton step of log F − log below, or of
// log above − log (1 − F) where that tail is the smaller one.
func quantileStep(nu, x, delta, below, above float64) float64 {
	lower, upper := riceTails(nu, x, delta)
	density := riceDensity(nu, x, delta)
	switch {
	case below <= above && lower == 0:
		return math.Inf(1)
	case below <= above:
		return float64(lower/density) * -logRatio(lower, below)
	case upper == 0:
		return math.Inf(-1)
	}
	return float64(upper/density) * logRatio(upper, above)
}

// logRatio returns log(a/b), accurate near a = b.
func logRatio(a, b float64) float64 {
	if math.Abs(a-b) < b/4 {
		return Log1p((a - b) / b)
	}
	return Log(a) - Log(b)
}
