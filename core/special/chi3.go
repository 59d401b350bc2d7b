package special

import "math"

// The noncentral χ distribution with three degrees of freedom and centre ν is that of ‖νe + N‖ for
// a unit vector e and a standard normal N in space. Its tails and its density are elementary
// (A. Nuttall, IEEE Trans. Inf. Theory 21 (1975), Q_{3/2}):
//
//	Pr[‖νe + N‖ > x] = 1 − Φ(δ) + 1 − Φ(x + ν) + E,   density xE,
//	E = (φ(δ) − φ(x + ν))/ν,  δ = x − ν.

// Chi3Around returns the probability of at most ν + δ and of more, ν ≥ 0, and a bound of the error of
// the smaller one; the other one is 1 minus it. The upper tail has a relative error of 3e-14. The lower
// one is a difference and has 3e-14 of its terms, which are of the size of φ(δ) there.
//
// Special cases: 0 and 1 for ν + δ ≤ 0, 1 and 0 for +Inf; NaN when an argument is NaN.
func Chi3Around(nu, delta float64) (below, above, err float64) {
	return chi3Tails(nu, nu+delta, delta)
}

// chi3Error bounds the relative errors of NormalCDF, of E and of their sum, with room.
const chi3Error = 3e-14

// chi3Tails is Chi3Around with both x and δ = x − ν, of which the smaller one carries what the
// other has lost.
func chi3Tails(nu, x, delta float64) (below, above, err float64) {
	switch {
	case math.IsNaN(nu + x + delta):
		return math.NaN(), math.NaN(), math.NaN()
	case x <= 0:
		return 0, 1, 0
	case math.IsInf(x, 1):
		return 1, 0, 0
	}
	far, edge := NormalCDF(-(x + nu)), chi3Edge(nu, x, delta)
	if above = NormalCDF(-delta) + far + edge; above <= 0.5 {
		return 1 - above, above, float64(chi3Error * above)
	}
	near := NormalCDF(delta)
	below = max(0, near-far-edge)
	return below, 1 - below, float64(chi3Error * (near + far + edge))
}

// chi3Edge returns E, with a relative error below 1e-14: φ(δ)·2x·(1 − e^{−y})/y for y = 2νx.
func chi3Edge(nu, x, delta float64) float64 {
	y := float64(2 * float64(nu*x))
	height := normalDensity(delta)
	if y > 0.5 {
		return float64(height*(1-Exp(-y))) / nu
	}
	term, sum := 1.0, 1.0
	for k := 2.0; math.Abs(term) > Unit/8; k++ {
		term = float64(term*-y) / k
		sum += term
	}
	return float64(float64(2*float64(height*x)) * sum)
}

// Chi3Ratio returns the density at x = ν + δ of the centre far = ν + along over that of the centre ν.
// It is NaN where both underflow.
func Chi3Ratio(nu, along, delta float64) float64 {
	x := nu + delta
	return chi3Edge(nu+along, x, delta-along) / chi3Edge(nu, x, delta)
}

// Chi3QuantileAround returns the δ with the probability below of at most ν + δ, of which the smaller
// one of below and above = 1 − below counts: by bisection, to the last bits of x = ν + δ or δ,
// whichever is smaller.
//
// Special cases: −ν for below = 0, +Inf for above = 0.
func Chi3QuantileAround(nu, below, above float64) float64 {
	switch {
	case below <= 0:
		return -nu
	case above <= 0:
		return math.Inf(1)
	}
	low, high := -nu, 40.0
	if nu < offsetStart {
		low, high = 0, nu+40
	}
	for range 1100 {
		middle := chi3Middle(low, high)
		if middle == low || middle == high {
			break
		}
		x, delta := pointOf(nu, middle)
		lower, upper, _ := chi3Tails(nu, x, delta)
		if below <= above && lower < below || below > above && upper > above {
			low = middle
		} else {
			high = middle
		}
	}
	_, delta := pointOf(nu, low)
	return delta
}

// chi3Middle halves an interval, by its logarithm where it reaches far towards 0.
func chi3Middle(low, high float64) float64 {
	if low >= 0 && low < high/16 {
		return float64(math.Sqrt(max(low, 1e-300)) * math.Sqrt(high))
	}
	return low + float64((high-low)/2)
}
