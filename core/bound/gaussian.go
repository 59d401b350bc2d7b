package bound

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// gaussianError bounds the relative error of Φ⁻¹ and Φ, with room.
const gaussianError = 1e-13

// Gaussian returns Φ(Φ⁻¹(p) − d), rounded down: the least probability that a
// prediction of probability p can have after the centre of the Gaussian noise
// moves by d standard deviations (J. Cohen, E. Rosenfeld and Z. Kolter, ICML
// 2019). Domain: 0 ≤ p ≤ 1, d ≥ 0. Special cases: p for d = 0, for p = 0 and for p = 1.
func Gaussian(p, d float64) float64 {
	if d == 0 || p == 0 || p == 1 {
		return p
	}
	z := special.NormalQuantile(p)
	shifted := z - d - float64(gaussianError*(math.Abs(z)+d))
	return min(p, special.NormalCDF(shifted)*(1-gaussianError))
}

// GaussianRadius returns Φ⁻¹(p) − Φ⁻¹(least), rounded down: the distance in standard
// deviations below which Gaussian stays above a probability. It is 0 for p ≤ least.
func GaussianRadius(p, least float64) float64 {
	switch {
	case p <= least:
		return 0
	case least == 0.5:
		return special.NormalQuantile(p) * (1 - gaussianError)
	}
	return GaussianGap(p, least)
}

// GaussianGap returns Φ⁻¹(p) − Φ⁻¹(q), rounded down, and 0 when that is
// negative: twice the distance in standard deviations below which a class of
// probability p stays ahead of one of probability q.
func GaussianGap(p, q float64) float64 {
	if p == 0 || q == 1 {
		return 0
	}
	if q == 0 {
		q = math.SmallestNonzeroFloat64
	}
	a, b := special.NormalQuantile(p), special.NormalQuantile(q)
	return max(0, a-b-float64(gaussianError*(math.Abs(a)+math.Abs(b))))
}
