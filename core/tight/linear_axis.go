package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// A classifier that is invariant under all rotations is so under those about any one axis,
// whose tight value is computed. So for every axis that value is a lower bound, without
// draws, and the largest of several is one.

// about returns the problem of the rotations about an axis, for clouds that are aligned under all
// rotations: X'ᵀX is symmetric then, so that no rotation about any axis brings them nearer. In the
// plane the axis is [0, 0, 1] and the problem that of SO(2), for a group that has reflections besides.
func (l *Linear) about(axis [3]float64) Problem {
	if l.Dimension == 2 {
		planar := NewPlanar(invariance.Aligned{Clean: l.cloud(0), Residual: l.cloud(2), Error: l.Slack}, 1)
		return Problem{Planar: &planar}
	}
	frame := invariance.AxisFrame(axis[:])
	x, _ := invariance.Resolve(frame, l.cloud(0))
	delta, along := invariance.Resolve(frame, l.cloud(3))
	turned := float64((32*special.Unit + invariance.OrthogonalityDefect(frame, 3)) * (l.norm() + l.delta()))
	planar := NewPlanar(invariance.Aligned{Clean: x.Points, Residual: delta.Points, Error: l.Slack + turned}, 1)
	return Problem{Planar: &planar, Axial: invariance.Norm(along)}
}

// cloud returns D rows of Factor from the first on as a cloud of 2D points.
func (l *Linear) cloud(first int) []float64 {
	return (&Pair{Dimension: l.Dimension, Factor: l.Factor}).Rows(first)
}

// axes returns the axes worth trying: the longest principal axis of X, which is the best
// for rods and for scalings, and the one across which Δ is the longest in proportion to X,
// where that is another. Together they come within 6 % of the best of fifty axes in the mean.
// Of rods thinner than thinRod an axis across may be the best.
func (l *Linear) axes() [][3]float64 {
	switch {
	case !(l.norm()+l.delta() <= exactHuge):
		return nil
	case l.Dimension == 2:
		return [][3]float64{{0, 0, 1}}
	}
	x, delta := l.across(0, 0), l.across(3, 3)
	u, s, _ := invariance.SVD(x, 3)
	longest := [3]float64{u[0][2], u[1][2], u[2][2]}
	axes := [][3]float64{longest}
	if s[0] == 0 {
		return axes
	}
	widest := widestAxis(u, s, &delta)
	if float64(form(&delta, widest, widest)*form(&x, longest, longest)) > 1.001*float64(form(&delta, longest, longest)*form(&x, widest, widest)) {
		axes = append(axes, widest)
	}
	if form(&x, longest, longest) < thinRod*thinRod {
		axes = append(axes, acrossRod(u, &delta))
	}
	return axes
}

// thinRod is the thickness in units of σ, ‖X‖ across the longest axis, below which an axis across was the best of eight for some
// clouds; at thinRod and more it was for none of 300.
const thinRod = 1.5

// acrossRod returns the axis across the longest one, the last column of u, across which Δ is the longest: an eigenvector of
// the form b on the plane of the other two.
func acrossRod(u invariance.Matrix, b *invariance.Matrix) (n [3]float64) {
	first, second := [3]float64{u[0][0], u[1][0], u[2][0]}, [3]float64{u[0][1], u[1][1], u[2][1]}
	half, mixed := (form(b, first, first)-form(b, second, second))/2, form(b, first, second)
	share := 1.0
	if length := hypotenuse(half, mixed); length > 0 {
		share = half / length
	}
	cos := math.Sqrt(max(0, (1+share)/2))
	sin := math.Copysign(math.Sqrt(max(0, (1-share)/2)), mixed)
	for i := range n {
		n[i] = float64(cos*first[i]) + float64(sin*second[i])
	}
	return n
}

// widestAxis returns the n that maximises nᵀBn/nᵀAn, A = U·diag(s)·Uᵀ: for the first
// eigenvector v of s^−½UᵀBUs^−½ it is along Us^−½v.
func widestAxis(u invariance.Matrix, s [3]float64, b *invariance.Matrix) (n [3]float64) {
	var columns [3][3]float64
	for j := range 3 {
		root := math.Sqrt(max(s[j], 1e-12*s[0]))
		columns[j] = [3]float64{u[0][j] / root, u[1][j] / root, u[2][j] / root}
	}
	var white invariance.Matrix
	for i := range 3 {
		for j := range 3 {
			white[i][j] = form(b, columns[i], columns[j])
		}
	}
	v, _, _ := invariance.SVD(white, 3)
	for i := range 3 {
		for j := range 3 {
			n[i] += float64(v[j][0] * columns[j][i])
		}
	}
	length := invariance.Norm(n[:])
	return [3]float64{n[0] / length, n[1] / length, n[2] / length}
}

// across returns (tr A)·I − A for the symmetric part A of the inner products of three
// columns with three: where these are the same, as a quadratic form of an axis, the square of what is
// across it.
func (l *Linear) across(first, second int) (m invariance.Matrix) {
	trace := 0.0
	for i := range 3 {
		trace += l.rowDot(first+i, second+i)
		for j := range 3 {
			m[i][j] = -(l.rowDot(first+i, second+j) + l.rowDot(first+j, second+i)) / 2
		}
	}
	for i := range 3 {
		m[i][i] += trace
	}
	return m
}

// form returns xᵀAy.
func form(a *invariance.Matrix, x, y [3]float64) (sum float64) {
	for i := range 3 {
		sum += float64(x[i] * invariance.Along(&a[i], y[:]))
	}
	return sum
}
