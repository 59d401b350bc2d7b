package tight

import (
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// Gram is MᵀM for M = [X' X], 2D×2D, in length²: all that the certificates of
// SO and O depend on, and with centred clouds those of T, SE and E.
type Gram struct {
	Dimension int
	Matrix    [6][6]float64
	// Axial is as in Pair.
	Axial float64
}

// GramError is the relative error a Gram matrix is trusted to carry: each entry
// within GramError·trace of the exact one.
const GramError = 2 * invariance.SumError

// Validate refuses matrices that are not symmetric, not finite, or not positive
// semidefinite beyond rounding.
func (m Gram) Validate() error {
	for i := range 2 * m.Dimension {
		if square := m.Matrix[i][i]; square < 0 {
			// Pivots are held against the trace, which must not be negative for that.
			return fmt.Errorf("must be positive semidefinite: entry [%d][%d] is a sum of squares, got %v", i, i, square)
		}
		for j := range 2 * m.Dimension {
			entry := m.Matrix[i][j]
			if math.IsNaN(entry) || math.Abs(entry) > 1e200 {
				return fmt.Errorf("entry [%d][%d] must be finite and at most 1e200, got %v", i, j, entry)
			}
			if entry != m.Matrix[j][i] {
				return fmt.Errorf("must be symmetric, but entries [%d][%d] and [%d][%d] differ", i, j, j, i)
			}
		}
	}
	return m.semidefinite()
}

// semidefinite runs a Cholesky factorisation with diagonal pivoting and refuses
// a pivot, or what is left below vanishing pivots, that is negative beyond
// rounding.
func (m Gram) semidefinite() error {
	a, size := m.Matrix, 2*m.Dimension
	tolerance := 64 * GramError * m.trace()
	done := [6]bool{}
	for range size {
		pivot := -1
		for i := range size {
			if !done[i] && (pivot < 0 || a[i][i] > a[pivot][pivot]) {
				pivot = i
			}
		}
		if !(a[pivot][pivot] > tolerance) { // NaN, too: products of large entries overflow
			return vanishes(a, done, size, tolerance)
		}
		done[pivot] = true
		for i := range size {
			for j := range size {
				if !done[i] && !done[j] {
					a[i][j] -= a[i][pivot] * a[pivot][j] / a[pivot][pivot]
				}
			}
		}
	}
	return nil
}

func vanishes(a [6][6]float64, done [6]bool, size int, tolerance float64) error {
	for i := range size {
		for j := range size {
			if !done[i] && !done[j] && !(math.Abs(a[i][j]) <= 2*tolerance) {
				return fmt.Errorf("must be positive semidefinite: no clouds have these inner products (row %d, column %d)", i, j)
			}
		}
	}
	return nil
}

func (m Gram) trace() (sum float64) {
	for i := range 2 * m.Dimension {
		sum += m.Matrix[i][i]
	}
	return sum
}

// cross returns X'ᵀX, D×D.
func (m Gram) cross() (c invariance.Matrix) {
	for i := range m.Dimension {
		for j := range m.Dimension {
			c[i][j] = m.Matrix[i][m.Dimension+j]
		}
	}
	return c
}

// Slack returns a length: there are clouds with exactly the inner products that
// the matrix stands for whose distance from clouds with the given ones is at
// most that. It is the square root of the rounding the matrix may carry.
func (m Gram) Slack() float64 { return math.Sqrt(8*GramError*m.trace()) + float64(GramError*m.Axial) }

// Distance bounds ‖X' − X‖ from above: d² = tr X'ᵀX' + tr XᵀX − 2 tr X'ᵀX.
func (m Gram) Distance() float64 {
	c, overlap := m.cross(), 0.0
	for i := range m.Dimension {
		overlap += c[i][i]
	}
	return m.distance(overlap)
}

// OrbitDistance bounds min ‖X'Rᵀ − X‖ from above, over the rotations of the
// group, all orthogonal matrices or the identity alone: the overlap is the sum
// of the singular values of X'ᵀX, proper ones for rotations.
func (m Gram) OrbitDistance(g invariance.Group) float64 {
	if !g.Turns() && g != invariance.Axis {
		return m.Distance()
	}
	overlap := 0.0
	for _, s := range invariance.ProperSingularValues(m.cross(), m.Dimension) {
		if g.Reflects() {
			s = math.Abs(s)
		}
		overlap += s
	}
	return min(m.distance(overlap), m.Distance())
}

func (m Gram) distance(overlap float64) float64 {
	square := m.trace() - 2*overlap
	across := math.Sqrt(max(0, square)+float64(8*GramError*m.trace())) * (1 + 4*special.Unit)
	if m.Axial == 0 {
		return across
	}
	return hypotenuse(across, m.Axial) * (1 + 4*special.Unit)
}
