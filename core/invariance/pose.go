package invariance

import "math"

// Pose is a 3×3 matrix A = U·diag(s)·Vᵀ in proper singular values, U and V rotations, and
// another one, C, in the same frame.
type Pose struct {
	// Before holds s and After the singular values of A + C, both as SingularPair returns them.
	Before, After [3]float64
	// U holds the columns of U. Turn is Q = VᵀU, and Change is UᵀCV.
	U            [3][3]float64
	Turn, Change Matrix
}

// NewPose factors A, C of a smaller size. The errors are those of SingularPair; U and V are
// orthogonal to a few units roundoff.
func NewPose(a, c *Matrix) (p Pose) {
	identity := Identity(3)
	m, w, n := columnsOf(a), columnsOf(&identity), columnsOf(c)
	m.orthogonalise(w, turnInOrder, valueSweeps)
	moved := columns{}
	var after columns
	for j := range 3 {
		for k := range 3 {
			for i := range 3 {
				moved[j][i] += float64(n[k][i] * w[j][k])
			}
		}
		for i := range 3 {
			after[j][i] = m[j][i] + moved[j][i]
		}
	}
	u := m.frame()
	for i := range 3 {
		p.U[i] = u[i]
		for j := range 3 {
			p.Turn[i][j] = w[i].dot(&u[j])
			p.Change[i][j] = u[i].dot(&moved[j])
		}
	}
	p.Before = [3]float64{math.Sqrt(m[0].dot(&m[0])), math.Sqrt(m[1].dot(&m[1])), u[2].dot(&m[2])}
	after.orthogonalise(nil, turnInOrder, valueSweeps)
	p.After = after.lengths()
	return p
}

// frame returns the rotation whose columns are along the first two of orthogonal columns, in
// order of their lengths. One that is next to nothing beside the first leaves it open.
func (m *columns) frame() (u columns) {
	u[0] = m[0].unit(vector{1, 0, 0})
	along := m[1].dot(&u[0])
	for i := range 3 {
		u[1][i] = m[1][i] - float64(along*u[0][i])
	}
	if size := math.Sqrt(u[1].dot(&u[1])); size <= 0x1p-50*math.Sqrt(m[0].dot(&m[0])) {
		u[1] = completion(u[:1], 3)
	} else {
		u[1], _ = u[1].rest(u[:1])
	}
	u[2] = Cross(u[0], u[1])
	return u
}

// unit returns x scaled to unit length, or another vector for zeros.
func (x *vector) unit(other vector) vector {
	length := math.Sqrt(x.dot(x))
	if length == 0 {
		return other
	}
	return vector{x[0] / length, x[1] / length, x[2] / length}
}

// Cross returns x × y.
func Cross(x, y [3]float64) [3]float64 {
	return [3]float64{
		float64(x[1]*y[2]) - float64(x[2]*y[1]),
		float64(x[2]*y[0]) - float64(x[0]*y[2]),
		float64(x[0]*y[1]) - float64(x[1]*y[0]),
	}
}
