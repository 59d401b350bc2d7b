package invariance

import "math"

// vector is a column of a matrix.
type vector [3]float64

func (x *vector) dot(y *vector) float64 {
	return float64(x[0]*y[0]) + float64(x[1]*y[1]) + float64(x[2]*y[2])
}

// columns holds the columns of a matrix; a 2×2 one has a third of zeros.
type columns [3]vector

func columnsOf(a *Matrix) *columns {
	return &columns{{a[0][0], a[1][0], a[2][0]}, {a[0][1], a[1][1], a[2][1]}, {a[0][2], a[1][2], a[2][2]}}
}

func (m *columns) matrix() Matrix {
	return Matrix{{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}}
}

// A rotation turns columns i and j of m so that they become orthogonal, and those of
// with alongside, and tells whether it had to. top is about the square of the longest
// column.
//
// There are two. The factorisation turns by the lesser angle and knows each pair by
// its own length; the singular values alone may lose what is small beside the longest
// column, and need their columns in order. Alignments come from one and Monte Carlo
// draws from the other, so with one rule for both every certificate would change in
// its last digits.
type rotation func(m, with *columns, i, j int, top float64) bool

// orthogonalise turns the pairs of columns in turn, by one-sided Jacobi rotations (P.
// de Rijk, SIAM J. Sci. Stat. Comput. 10 (1989) 359–371), until no pair needs it.
// Fourth powers of the entries must not overflow.
func (m *columns) orthogonalise(with *columns, turn rotation, sweeps int) {
	top := max(m[0].dot(&m[0]), m[1].dot(&m[1]), m[2].dot(&m[2]))
	for turned, sweep := true, 0; turned && sweep < sweeps; sweep++ {
		first, second := turn(m, with, 0, 1, top), turn(m, with, 0, 2, top)
		turned = turn(m, with, 1, 2, top) || second || first
	}
}

// The most sweeps; a few are enough unless the last roundings go in circles.
const (
	factorSweeps = 30
	valueSweeps  = 20
)

// turnInPlace leaves a pair alone whose cosine is below the roundoff.
func turnInPlace(m, with *columns, i, j int, _ float64) bool {
	p, q := &m[i], &m[j]
	alpha, beta, gamma := p.dot(p), q.dot(q), p.dot(q)
	if math.Abs(gamma) <= 0x1p-54*math.Sqrt(float64(alpha*beta)) {
		return false
	}
	zeta := (beta - alpha) / (2 * gamma)
	t := 1 / (math.Abs(zeta) + math.Sqrt(1+float64(zeta*zeta)))
	if zeta >= 0 {
		t = -t
	}
	c := 1 / math.Sqrt(1+float64(t*t))
	s := float64(c * t)
	turnPair(p, q, c, s)
	turnPair(&with[i], &with[j], c, s)
	return true
}

// turnInOrder makes column i the longer one. It leaves a pair alone whose angle
// matters less than the roundoff of the longest column.
func turnInOrder(m, with *columns, i, j int, top float64) bool {
	p, q := &m[i], &m[j]
	alpha, beta, gamma := p.dot(p), q.dot(q), p.dot(q)
	swap, longer := alpha < beta, alpha
	if swap {
		longer = beta // max is a call in WebAssembly
	}
	if float64(gamma*gamma) <= 0x1p-106*float64(top*longer) {
		return false
	}
	if swap {
		alpha, beta, gamma = beta, alpha, -gamma
	}
	d := alpha - beta
	t := 2 * gamma / (d + math.Sqrt(float64(d*d)+float64(4*float64(gamma*gamma))))
	c := 1 / math.Sqrt(1+float64(t*t))
	s := float64(c * t)
	if swap { // first the columns change places, one with its sign
		c, s = -s, c
	}
	turnPair(p, q, c, s)
	if with != nil {
		turnPair(&with[i], &with[j], c, s)
	}
	return true
}

// turnPair takes (p, q) to (cp + sq, cq − sp).
func turnPair(p, q *vector, c, s float64) {
	p[0], q[0] = float64(c*p[0])+float64(s*q[0]), float64(c*q[0])-float64(s*p[0])
	p[1], q[1] = float64(c*p[1])+float64(s*q[1]), float64(c*q[1])-float64(s*p[1])
	p[2], q[2] = float64(c*p[2])+float64(s*q[2]), float64(c*q[2])-float64(s*p[2])
}
