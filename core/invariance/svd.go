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
// s₁ ≥ s₂ ≥ s₃ ≥ 0, by one-sided Jacobi rotations (P. de Rijk, SIAM J. Sci.
// Stat. Comput. 10 (1989)). Columns that vanish are completed to an
// orthonormal basis, so U is orthogonal for singular matrices too.
//
// Each singular value has an error of a few units roundoff of s₁.
func SVD(a Matrix, dimension int) (u Matrix, s [3]float64, v Matrix) {
	v = Identity(dimension)
	scale := largest(a)
	if scale == 0 {
		return v, s, v
	}
	for i := range dimension {
		for j := range dimension {
			a[i][j] /= scale
		}
	}
	for sweep := 0; sweep < 30 && jacobiSweep(&a, &v, dimension); sweep++ {
	}
	for j := range dimension {
		s[j] = math.Sqrt(columnDot(&a, j, j, dimension))
	}
	sortColumns(&a, &s, &v, dimension)
	u = normalised(a, s, dimension)
	for j := range dimension {
		s[j] *= scale
	}
	return u, s, v
}

func largest(a Matrix) (top float64) {
	for _, row := range a {
		for _, x := range row {
			top = max(top, math.Abs(x))
		}
	}
	return top
}

func columnDot(a *Matrix, p, q, dimension int) (sum float64) {
	for i := range dimension {
		sum += float64(a[i][p] * a[i][q])
	}
	return sum
}

// jacobiSweep makes each pair of columns of a orthogonal once, turning v
// alongside, and tells whether any pair needed it.
func jacobiSweep(a, v *Matrix, dimension int) (turned bool) {
	for p := range dimension - 1 {
		for q := p + 1; q < dimension; q++ {
			alpha, beta := columnDot(a, p, p, dimension), columnDot(a, q, q, dimension)
			gamma := columnDot(a, p, q, dimension)
			if math.Abs(gamma) <= 0x1p-54*math.Sqrt(float64(alpha*beta)) {
				continue
			}
			turned = true
			zeta := (beta - alpha) / (2 * gamma)
			t := 1 / (math.Abs(zeta) + math.Sqrt(1+float64(zeta*zeta)))
			if zeta < 0 {
				t = -t
			}
			c := 1 / math.Sqrt(1+float64(t*t))
			TurnColumns(a, p, q, c, c*t, dimension)
			TurnColumns(v, p, q, c, c*t, dimension)
		}
	}
	return turned
}

// TurnColumns takes columns p and q of a to their turn by the angle of cosine c
// and sine s.
func TurnColumns(a *Matrix, p, q int, c, s float64, dimension int) {
	for i := range dimension {
		x, y := a[i][p], a[i][q]
		a[i][p] = float64(c*x) - float64(s*y)
		a[i][q] = float64(s*x) + float64(c*y)
	}
}

func sortColumns(a *Matrix, s *[3]float64, v *Matrix, dimension int) {
	for p := range dimension - 1 {
		for q := p + 1; q < dimension; q++ {
			if s[q] <= s[p] {
				continue
			}
			s[p], s[q] = s[q], s[p]
			for i := range dimension {
				a[i][p], a[i][q] = a[i][q], a[i][p]
				v[i][p], v[i][q] = v[i][q], v[i][p]
			}
		}
	}
}

// normalised divides the orthogonal columns of a by their lengths. A column
// shorter than the roundoff of the first one has no direction of its own; it
// is replaced by the longest rest of a unit vector orthogonal to those before.
func normalised(a Matrix, s [3]float64, dimension int) (u Matrix) {
	for j := range dimension {
		var column [3]float64
		if s[j] > 0x1p-50*s[0] {
			for i := range dimension {
				column[i] = a[i][j] / s[j]
			}
			column, _ = orthogonalRest(u, column, j, dimension)
		} else {
			column = completion(u, j, dimension)
		}
		for i := range dimension {
			u[i][j] = column[i]
		}
	}
	return u
}

func completion(u Matrix, j, dimension int) (best [3]float64) {
	longest := 0.0
	for k := range dimension {
		var unit [3]float64
		unit[k] = 1
		if rest, length := orthogonalRest(u, unit, j, dimension); length > longest {
			best, longest = rest, length
		}
	}
	best, _ = orthogonalRest(u, best, j, dimension)
	return best
}

// orthogonalRest returns x less its projections on the first j columns of u,
// scaled to unit length, and the length it had before scaling.
func orthogonalRest(u Matrix, x [3]float64, j, dimension int) (rest [3]float64, length float64) {
	for k := range j {
		dot := 0.0
		for i := range dimension {
			dot += float64(u[i][k] * x[i])
		}
		for i := range dimension {
			x[i] -= float64(dot * u[i][k])
		}
	}
	for i := range dimension {
		length += float64(x[i] * x[i])
	}
	length = math.Sqrt(length)
	if length == 0 {
		return x, 0
	}
	for i := range dimension {
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
	last := 1.0
	if !reflections && Determinant(u, dimension)*Determinant(v, dimension) < 0 {
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
