package haar

import "math"

// vector is a column of a matrix.
type vector [3]float64

func (x *vector) dot(y *vector) float64 {
	return float64(x[0]*y[0]) + float64(x[1]*y[1]) + float64(x[2]*y[2])
}

// SingularError is the error of SingularValues in units of the largest value: a
// dozen rotations of two columns, four units roundoff each, and the last column
// products left.
const SingularError = 64 * 0x1p-53

// SingularValues returns the proper singular values s₁ ≥ s₂ ≥ |s₃| of a 3×3
// matrix, the last with the sign of the determinant.
//
// Only they are computed, no vectors, by one-sided Jacobi rotations of the columns
// (P. de Rijk, SIAM J. Sci. Stat. Comput. 10 (1989) 359–371), which turn A
// into AV with orthogonal columns and det V = 1. They are those of a matrix that
// differs from A by at most SingularError·s₁, so that Σ|δsᵢ| ≤ 3·SingularError·s₁.
//
// Special cases: NaN for a matrix with entries that are not finite.
func SingularValues(a [3][3]float64) [3]float64 {
	scale := 0.0
	for _, row := range a {
		for _, x := range row {
			scale = max(scale, math.Abs(x))
		}
	}
	if scale == 0 {
		return [3]float64{}
	}
	if !(scale <= math.MaxFloat64) {
		return [3]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	m := columns(&a)
	if tame < scale && scale < 1/tame {
		sweeps(m, nil)
		return m.values()
	}
	// Powers of two are exact.
	_, exponent := math.Frexp(scale)
	down, up := math.Ldexp(1, -exponent/2), math.Ldexp(1, -exponent+exponent/2)
	for i := range m {
		for j := range m[i] {
			m[i][j] = float64(m[i][j]*down) * up
		}
	}
	sweeps(m, nil)
	s := m.values()
	return [3]float64{s[0] / down / up, s[1] / down / up, s[2] / down / up}
}

// tame is the least largest entry whose sixth power is far from the ends of
// float64, as is that of its inverse; such a matrix needs no scaling.
const tame = 1e-40

// SingularPair returns the proper singular values of a and of b. The rotations
// that make the columns of a orthogonal are done to b as well, so a b near a
// starts nearly orthogonal. No entry may be above 1e40; below 1e-40 the error is
// absolute. Otherwise it is that of SingularValues, for two dozen rotations.
func SingularPair(a, b *[3][3]float64) (ofA, ofB [3]float64) {
	m, n := columns(a), columns(b)
	sweeps(m, n)
	sweeps(n, nil)
	return m.values(), n.values()
}

// frame holds the three columns of a matrix.
type frame [3]vector

func columns(a *[3][3]float64) *frame {
	return &frame{{a[0][0], a[1][0], a[2][0]}, {a[0][1], a[1][1], a[2][1]}, {a[0][2], a[1][2], a[2][2]}}
}

// sweeps turns pairs of columns of m, and those of with alongside, until all of m
// are orthogonal. Sixth powers of the entries must not overflow.
func sweeps(m, with *frame) {
	top := max(m[0].dot(&m[0]), m[1].dot(&m[1]), m[2].dot(&m[2]))
	for turned, sweep := true, 0; turned && sweep < 20; sweep++ {
		first, second := turn(m, with, 0, 1, top), turn(m, with, 0, 2, top)
		turned = turn(m, with, 1, 2, top) || second || first
	}
}

// values returns the lengths of orthogonal columns, the last with the sign of
// the determinant, in order.
func (m *frame) values() [3]float64 {
	x, y, z := &m[0], &m[1], &m[2]
	s := [3]float64{math.Sqrt(x.dot(x)), math.Sqrt(y.dot(y)), math.Sqrt(z.dot(z))}
	cross := vector{
		float64(y[1]*z[2]) - float64(y[2]*z[1]),
		float64(y[2]*z[0]) - float64(y[0]*z[2]),
		float64(y[0]*z[1]) - float64(y[1]*z[0]),
	}
	if cross.dot(x) < 0 {
		s[2] = -s[2]
	}
	return proper(s)
}

// turn rotates columns i and j so that they become orthogonal, i the longer one,
// and tells whether it had to. It leaves a pair alone whose angle matters less
// than the roundoff of the longest column, whose square top is about.
func turn(m, with *frame, i, j int, top float64) bool {
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
	t := 2 * gamma / (d + math.Sqrt(float64(d*d)+4*float64(gamma*gamma)))
	c := 1 / math.Sqrt(1+float64(t*t))
	s := float64(c * t)
	if swap { // first the columns change places, one with its sign
		c, s = -s, c
	}
	rotate(p, q, c, s)
	if with != nil {
		rotate(&with[i], &with[j], c, s)
	}
	return true
}

// rotate takes (p, q) to (cp + sq, cq − sp).
func rotate(p, q *vector, c, s float64) {
	p[0], q[0] = float64(c*p[0])+float64(s*q[0]), float64(c*q[0])-float64(s*p[0])
	p[1], q[1] = float64(c*p[1])+float64(s*q[1]), float64(c*q[1])-float64(s*p[1])
	p[2], q[2] = float64(c*p[2])+float64(s*q[2]), float64(c*q[2])-float64(s*p[2])
}
