package invariance

import "math"

// SingularError is the error of SingularPair in units of the largest value: two dozen
// rotations of two columns, four units roundoff each at most and mostly without
// effect, and the last column products.
const SingularError = 64 * 0x1p-53

// SingularPair returns the singular values of two 3×3 matrices in any order, the last
// with the sign of the determinant. No entry may be above 1e40; below 1e-40 the error
// is absolute.
//
// Only the values are computed, no vectors. They are those of matrices that differ
// from the given ones by at most SingularError times the largest value, so that
// Σ|δsᵢ| is at most three times that. The rotations that make the columns of a orthogonal are done to b
// as well, so a b near a starts nearly orthogonal.
func SingularPair(a, b *Matrix) (ofA, ofB [3]float64) {
	m, n := columnsOf(a), columnsOf(b)
	m.orthogonalise(n, turnInOrder, valueSweeps)
	n.orthogonalise(nil, turnInOrder, valueSweeps)
	return m.lengths(), n.lengths()
}

// lengths returns those of orthogonal columns, the last with the sign of the
// determinant.
func (m *columns) lengths() [3]float64 {
	x, y, z := &m[0], &m[1], &m[2]
	s := [3]float64{math.Sqrt(x.dot(x)), math.Sqrt(y.dot(y)), math.Sqrt(z.dot(z))}
	across := vector(Cross(m[1], m[2]))
	if across.dot(x) < 0 {
		s[2] = -s[2]
	}
	return s
}
