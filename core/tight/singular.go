package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/haar"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// logRatio returns log β(after) − log β(before) for the group of the problem.
func (l *Linear) logRatio(before, after *invariance.Matrix) float64 {
	if l.Dimension == 2 { // O(2): SO(2) is Planar
		return ratioOf(planarValues(before), planarValues(after), logO2, tailO2)
	}
	return l.ratioInSpace(invariance.SingularPair(before, after))
}

// ratioInSpace is the same for singular values in any order, the last with the sign of the
// determinant.
func (l *Linear) ratioInSpace(before, after [3]float64) float64 {
	b, a := haar.Proper(before), haar.Proper(after)
	if !l.Reflects {
		return ratioOf(b, a, haar.LogSO3, haar.TailSO3)
	}
	b[2], a[2] = math.Abs(b[2]), math.Abs(a[2])
	return ratioOf(b, a, haar.LogO3, haar.TailO3)
}

func ratioOf(b, a [3]float64, logBeta, tail func([3]float64) float64) float64 {
	if a[0] < 1 && b[0] < 1 {
		return logBeta(a) - logBeta(b)
	}
	// The sums of the singular values are large and nearly equal; the rest is
	// of the size of their logarithm.
	change := (a[0] - b[0]) + (a[1] - b[1]) + (a[2] - b[2])
	return change + (tail(a) - tail(b))
}

func logO2(s [3]float64) float64  { return haar.LogO2(s[0], s[1]) }
func tailO2(s [3]float64) float64 { return haar.TailO2(s[0], s[1]) }

// planarValues returns the singular values of a 2×2 matrix: their sum and their
// difference are the moduli of its complex-linear and conjugate-linear parts.
func planarValues(a *invariance.Matrix) [3]float64 {
	modulus := func(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }
	sum := modulus(a[0][0]+a[1][1], a[1][0]-a[0][1])
	difference := modulus(a[0][0]-a[1][1], a[1][0]+a[0][1])
	return [3]float64{(sum + difference) / 2, math.Abs(sum-difference) / 2}
}
