package invariance

import "math"

// Matrix is a D×D matrix in the upper left corner of a 3×3 one, D ∈ {2, 3}.
type Matrix [3][3]float64

// Identity returns the D×D identity.
func Identity(dimension int) (m Matrix) {
	for i := range dimension {
		m[i][i] = 1
	}
	return m
}

// SVD factors a D×D matrix as U·diag(s)·Vᵀ with orthogonal U and V and
// s₁ ≥ s₂ ≥ s₃ ≥ 0, by one-sided Jacobi rotations. Columns that vanish are
// completed to an orthonormal basis, so U is orthogonal for singular matrices too.
//
// Each singular value has an error of a few units roundoff of s₁.
func SVD(a Matrix, dimension int) (u Matrix, s [3]float64, v Matrix) {
	v = Identity(dimension)
	scale := largest(a)
	if scale == 0 {
		return v, s, v
	}
	m, w := &columns{}, columnsOf(&v)
	for i := range dimension {
		for j := range dimension {
			m[j][i] = a[i][j] / scale
		}
	}
	m.orthogonalise(w, turnInPlace, factorSweeps)
	for j := range dimension {
		s[j] = math.Sqrt(m[j].dot(&m[j]))
	}
	sortColumns(m, &s, w, dimension)
	m.normalise(s, dimension)
	for j := range dimension {
		s[j] *= scale
	}
	return m.matrix(), s, w.matrix()
}

func largest(a Matrix) (top float64) {
	for _, row := range a {
		for _, x := range row {
			top = max(top, math.Abs(x))
		}
	}
	return top
}

func sortColumns(m *columns, s *[3]float64, w *columns, dimension int) {
	for p := range dimension - 1 {
		for q := p + 1; q < dimension; q++ {
			if s[q] > s[p] {
				s[p], s[q] = s[q], s[p]
				m[p], m[q] = m[q], m[p]
				w[p], w[q] = w[q], w[p]
			}
		}
	}
}

// normalise divides the orthogonal columns by their lengths s. A column shorter
// than the roundoff of the first one has a direction of its own only where it is orthogonal
// to those before, as in a matrix of parts of very different size; else it is replaced by
// the longest rest of a unit vector orthogonal to them, on its side.
func (m *columns) normalise(s [3]float64, dimension int) {
	for j := range dimension {
		if s[j] > 0x1p-50*s[0] {
			for i := range dimension {
				m[j][i] /= s[j]
			}
			m[j], _ = m[j].rest(m[:j])
		} else {
			m[j] = m[j].scarce(s[j], m[:j], dimension)
		}
	}
}

// scarce returns the direction of a column of next to no length.
func (x vector) scarce(length float64, basis []vector, dimension int) vector {
	if length == 0 {
		return completion(basis, dimension)
	}
	for i := range x {
		x[i] /= length
	}
	if own, left := x.rest(basis); left > 0.5 {
		own, _ = own.rest(basis)
		return own
	}
	other := completion(basis, dimension)
	if other.dot(&x) < 0 {
		for i := range other {
			other[i] = -other[i]
		}
	}
	return other
}

// completion returns a unit vector orthogonal to those of a basis.
func completion(basis []vector, dimension int) (best vector) {
	longest := 0.0
	for k := range dimension {
		var unit vector
		unit[k] = 1
		if rest, length := unit.rest(basis); length > longest {
			best, longest = rest, length
		}
	}
	best, _ = best.rest(basis)
	return best
}

// rest returns x less its projections on the unit vectors of a basis, scaled to
// unit length, and the length it had before scaling.
func (x vector) rest(basis []vector) (rest vector, length float64) {
	for _, e := range basis {
		along := 0 + e.dot(&x) // never −0
		for i := range x {
			x[i] -= float64(along * e[i])
		}
	}
	length = math.Sqrt(x.dot(&x))
	if length == 0 {
		return x, 0
	}
	for i := range x {
		rest[i] = x[i] / length
	}
	return rest, length
}

// Determinant of a D×D matrix.
func Determinant(m Matrix, dimension int) float64 {
	if dimension == 2 {
		return float64(m[0][0]*m[1][1]) - float64(m[0][1]*m[1][0])
	}
	minor := func(i, j int) float64 {
		return float64(m[1][i]*m[2][j]) - float64(m[1][j]*m[2][i])
	}
	return float64(m[0][0]*minor(1, 2)) - float64(m[0][1]*minor(0, 2)) + float64(m[0][2]*minor(0, 1))
}

// ProperSingularValues returns s₁ ≥ s₂ (≥ |s₃|): the singular values of a, the
// last one multiplied by the sign of det(UVᵀ), which is that of det a.
func ProperSingularValues(a Matrix, dimension int) [3]float64 {
	u, s, v := SVD(a, dimension)
	if Determinant(u, dimension)*Determinant(v, dimension) < 0 {
		s[dimension-1] = -s[dimension-1]
	}
	return s
}

// NearestRotation returns the orthogonal R that maximises tr(R·Aᵀ): with
// A = U S Vᵀ it is U diag(1, …, ±1) Vᵀ. Unless reflections are allowed the
// sign makes det R = 1 (Kabsch).
func NearestRotation(a Matrix, dimension int, reflections bool) (r Matrix) {
	u, _, v := SVD(a, dimension)
	return turnBetween(&u, &v, dimension, reflections)
}

// turnBetween returns U diag(1, …, ±1) Vᵀ.
func turnBetween(u, v *Matrix, dimension int, reflections bool) (r Matrix) {
	last := 1.0
	if !reflections && float64(Determinant(*u, dimension)*Determinant(*v, dimension)) < 0 {
		last = -1
	}
	for i := range dimension {
		for j := range dimension {
			for k := range dimension {
				factor := u[i][k]
				if k == dimension-1 {
					factor *= last
				}
				r[i][j] += float64(factor * v[j][k])
			}
		}
	}
	return r
}
