package haar

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// tailUnits is a bound of the error of a tail in units roundoff, but for the
// rounding of the logarithm. For the contour, which is the worst, rounding adds
// at most 387 units to first order and the quadrature 3; both are computed, not
// estimated from samples, in analysis_test.go.
const tailUnits = 512

// TailError bounds the error of TailO2, TailSO3 and TailO3 where they return tail, for singular values that are exact: 2⁻⁵³·(512 + 4|tail|), which is
// below 8e-14 for values up to 1e7.
//
// The largest errors at 2,600 points of testdata are 4e-15.
func TailError(tail float64) float64 {
	return float64(special.Unit * (tailUnits + float64(4*math.Abs(tail))))
}
