package registration

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// turnCell is a set of rotations: an interval of angles about the third axis, or a
// box of quaternions. The largest component of a quaternion, of number face, is
// taken as 1 and the other three lie in [−1, 1]: four cubes hold every rotation
// of space (q and −q are the same), and halving their sides covers them finer.
type turnCell struct {
	face   int // −1 for an interval: centre[0] ± half[0], in radians
	centre [3]float64
	half   [3]float64
}

// turnCells returns cells that hold all rotations.
func turnCells(f freedom) (cells []turnCell) {
	switch f {
	case nothing:
		return nil
	case oneAngle:
		for k := range 8 {
			middle := float64(2*k-7) * math.Pi / 8
			cells = append(cells, turnCell{-1, [3]float64{middle}, [3]float64{math.Pi/8 + 1e-15}})
		}
		return cells
	}
	for face := range 4 {
		cells = append(cells, turnCell{face, [3]float64{}, [3]float64{1, 1, 1}})
	}
	return cells
}

// rotation returns the one in the middle of the cell.
func (c *turnCell) rotation() invariance.Matrix {
	if c.face < 0 {
		sin, cos := special.Sincos(c.centre[0])
		return invariance.Matrix{{cos, -sin, 0}, {sin, cos, 0}, {0, 0, 1}}
	}
	q := c.quaternion(0, [3]float64{})
	return quaternionMatrix(q)
}

// quaternion returns that of centre + side·half, its component face being 1.
func (c *turnCell) quaternion(side float64, signs [3]float64) (q [4]float64) {
	q[c.face] = 1
	for k := range 3 {
		q[(c.face+1+k)&3] = c.centre[k] + float64(side*signs[k]*c.half[k])
	}
	return q
}

// quaternionMatrix returns the rotation of a quaternion of any length (Euler,
// Rodrigues).
func quaternionMatrix(q [4]float64) invariance.Matrix {
	length := 0.0
	for _, x := range q {
		length += float64(x * x)
	}
	p := func(i, j int) float64 { return 2 * q[i] * q[j] / length }
	return invariance.Matrix{
		{1 - (p(2, 2) + p(3, 3)), p(1, 2) - p(0, 3), p(1, 3) + p(0, 2)},
		{p(1, 2) + p(0, 3), 1 - (p(1, 1) + p(3, 3)), p(2, 3) - p(0, 1)},
		{p(1, 3) - p(0, 2), p(2, 3) + p(0, 1), 1 - (p(1, 1) + p(2, 2))},
	}
}

// reach tells how far the rotations of a cell are from the one in its middle.
type reach struct {
	chord   float64 // 2 sin(ψ/2), ψ ≤ π the largest angle
	sine    float64 // max sin α, 0 ≤ α ≤ ψ
	versine float64 // 1 − cos ψ
}

// reach of the cell: the quaternions within an angle φ < π/2 of the middle one form
// a convex cone, so the farthest of a box is a corner; the rotations differ by 2φ.
// By Lagrange's identity sin²φ = Σ (p_i q_j − p_j q_i)² / (‖p‖²‖q‖²), without
// cancellation. A little is added for rounding, in the middle rotation also.
func (c *turnCell) reach() reach {
	if c.face < 0 {
		sin, _ := special.Sincos(min(c.half[0], math.Pi) / 2)
		return newReach(sin)
	}
	middle, sine := c.quaternion(0, [3]float64{}), 0.0
	for corner := range 8 {
		var signs [3]float64
		for k := range 3 {
			signs[k] = float64(2*(corner>>k&1) - 1)
		}
		sine = max(sine, quaternionSine(middle, c.quaternion(1, signs)))
	}
	return newReach(math.Sqrt(sine))
}

func newReach(sine float64) reach {
	sine = min(1, float64(sine*(1+1e-12))+1e-14)
	r := reach{chord: 2 * sine, sine: 1, versine: float64(2 * sine * sine)}
	if r.versine < 1 {
		r.sine = float64(2*sine*math.Sqrt(1-float64(sine*sine))) * (1 + 1e-15)
	}
	return r
}

// quaternionSine is sin² of the angle between two quaternions.
func quaternionSine(p, q [4]float64) float64 {
	pp, qq, cross := 0.0, 0.0, 0.0
	for i := range 4 {
		pp += float64(p[i] * p[i])
		qq += float64(q[i] * q[i])
		for j := range i {
			d := float64(p[i]*q[j]) - float64(p[j]*q[i])
			cross += float64(d * d)
		}
	}
	return cross / pp / qq
}

// halves cuts the cell across its longest side.
func (c turnCell) halves() (a, b turnCell) {
	k := 0
	for i := range 3 {
		if c.half[i] > c.half[k] {
			k = i
		}
	}
	a, b = c, c
	a.half[k] /= 2
	b.half[k] = a.half[k]
	a.centre[k] -= a.half[k]
	b.centre[k] += b.half[k]
	return a, b
}

// turnCover lists rotations so that none is farther than an angle from the nearest:
// the middles of cells small enough.
type turnCover struct {
	open  []turnCell
	limit float64 // of the chord
}

func newTurnCover(f freedom, degrees float64) *turnCover {
	sin, _ := special.Sincos(degrees * math.Pi / 360)
	return &turnCover{turnCells(f), 2 * sin}
}

// next returns a rotation, until there are no more.
func (t *turnCover) next() (turn invariance.Matrix, ok bool) {
	for len(t.open) > 0 {
		c := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		if c.reach().chord <= t.limit {
			return c.rotation(), true
		}
		a, b := c.halves()
		t.open = append(t.open, a, b)
	}
	return turn, false
}
