package smoothing

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// matrix is a symmetric matrix within error of the ideal one, in the Frobenius norm.
type matrix struct {
	entries   invariance.Matrix
	dimension int
	error     float64
}

// size is the Frobenius norm.
func (m *matrix) size() float64 {
	sum := 0.0
	for _, row := range m.entries {
		for _, x := range row {
			sum += float64(x * x)
		}
	}
	return math.Sqrt(sum)
}

// moment returns the second moment CᵀC.
func moment(c approximate) matrix {
	m := matrix{entries: invariance.CrossMoment(c.Points, c.Points, c.Dimension), dimension: c.Dimension}
	square := 0.0
	for i := range c.Dimension {
		square += m.entries[i][i]
	}
	shift := float64(math.Sqrt(float64(len(c.Points))) * c.error)
	m.error = float64(shift*(2*math.Sqrt(square)+shift)) + float64(invariance.SumError*square)
	return m
}

// axes are unit vectors, each within error of an ideal eigenvector.
type axes struct {
	rows  invariance.Matrix
	error float64
}

// leastGap is how many times its error the gap of two eigenvalues must have.
const leastGap = 100

// axes returns the eigenvectors in rising order of their eigenvalues, in falling order where
// the symmetry says so. The error is derived from what came out, however it was computed.
func (s symmetry) axes(m matrix) (a axes) {
	_, _, columns := invariance.SVD(m.entries, m.dimension)
	for j := range m.dimension {
		from := m.dimension - 1 - j
		if s.falling {
			from = j
		}
		for i := range m.dimension {
			a.rows[j][i] = columns[i][from]
		}
	}
	values, residual := m.quotients(&a.rows)
	size := m.size()
	defect := invariance.OrthogonalityDefect(a.rows, m.dimension)
	total := m.error + residual + float64((20*special.Unit+2*defect)*size)
	gap := smallestGap(values[:m.dimension], s.falling)
	if !(gap > leastGap*total) {
		a.error = math.Inf(1)
		return a
	}
	a.error = defect + float64(1.02*total)/gap
	return a
}

// quotients returns μ = vᵀMv for each row v, and the norm of the residuals Mv − μv.
func (m *matrix) quotients(rows *invariance.Matrix) (values [3]float64, residual float64) {
	for j := range m.dimension {
		v := rows[j][:m.dimension]
		var image [3]float64
		for i := range image {
			image[i] = invariance.Along(&m.entries[i], v)
		}
		values[j] = invariance.Along(&image, v)
		for i, x := range v {
			rest := image[i] - float64(values[j]*x)
			residual += float64(rest * rest)
		}
	}
	return values, math.Sqrt(residual)
}

// smallestGap returns the least step between neighbours, negative where they are out of
// order.
func smallestGap(values []float64, falling bool) float64 {
	gap := math.Inf(1)
	for i := range len(values) - 1 {
		step := values[i+1] - values[i]
		if falling {
			step = -step
		}
		gap = min(gap, step)
	}
	return gap
}
