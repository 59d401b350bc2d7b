package explore

import (
	"bytes"
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// square is one of the squares of cells that a covering looks at.
type square struct{ column, row, size int }

// covering certifies squares of a rectangle of parameters. Let c be the middle of one, with the half widths h₁ and h₂, and M
// the transformation of the group that brings X(c) nearest to X. For all t in it
//
//	dist(X(t), X) ≤ ‖A + (t₁ − c₁)B₁ + (t₂ − c₂)B₂‖ + ½ Σ hᵢhⱼ sup‖∂ᵢ∂ⱼX‖,  A = X(c)Mᵀ − X,  Bᵢ = ∂ᵢX(c)Mᵀ,
//
// centred where the group translates. The norm is convex, so its largest value is at a corner: where the right side is below
// the radius at all four, every t in the square is certified.
type covering struct {
	*composed
	walk
	radius    float64
	low, step [2]float64
}

// judged is what a covering knows of a square: that all of it is certified, or that its middle is too far.
type judged int

const (
	undecided judged = iota
	inside
	outside
)

// cover marks those of size×size cells that are certified, row by row.
func (v *covering) cover(size int, marks [][]byte, mark byte) {
	side := 1
	for side < size {
		side *= 2
	}
	var divide func(q square)
	divide = func(q square) {
		if q.column >= size || q.row >= size {
			return
		}
		switch found := v.look(q); {
		case found == inside:
			for _, row := range marks[q.row:min(size, q.row+q.size)] {
				part := row[q.column:min(size, q.column+q.size)]
				copy(part, bytes.Repeat([]byte{mark}, len(part)))
			}
		case found == undecided && q.size > 1:
			half := q.size / 2
			for _, corner := range [][2]int{{0, 0}, {half, 0}, {0, half}, {half, half}} {
				divide(square{q.column + corner[0], q.row + corner[1], half})
			}
		}
	}
	divide(square{0, 0, side})
}

// look bounds the distance over a square.
func (v *covering) look(q square) judged {
	var middle, half, most [2]float64
	for i, at := range []int{q.column, q.row} {
		middle[i] = v.low[i] + float64(v.step[i]*(float64(at)+float64(float64(q.size)/2)))
		// Corners are where they are said to be but for rounding.
		half[i] = float64(float64(float64(q.size)*v.step[i])*(0.5+8*special.Unit)) + float64(8*special.Unit*(math.Abs(v.low[i])+math.Abs(middle[i])))
		most[i] = float64((math.Abs(middle[i]) + half[i]) * (1 + 8*special.Unit))
	}
	tangent, rounding := v.tangent(middle)
	moved := float64(half[0]*tangent.speed[0]) + float64(half[1]*tangent.speed[1])
	rounding.still += v.rounding(most) + float64(rounding.lack*moved)
	bend := v.bend(half, most)
	bound := float64((tangent.farthest(half)+bend)*(1+8*special.Unit)) + rounding.still
	switch {
	case bound < v.radius:
		return inside
	case tangent.start > v.radius+moved+bend:
		return outside
	}
	return undecided
}

// tangent is the linear part of the distance around the middle of a square.
type tangent struct {
	start   float64    // ‖A‖
	speed   [2]float64 // ‖B₁‖, ‖B₂‖
	inner   [2]float64 // ⟨A, B₁⟩, ⟨A, B₂⟩
	between float64    // ⟨B₁, B₂⟩
}

// inexact is what the transformation of the group lacks, and what that moves the cloud itself.
type inexact struct{ lack, still float64 }

func (v *covering) tangent(middle [2]float64) (t tangent, r inexact) {
	count := len(v.composed.start.Points)
	moved := pointcloud.Cloud{Dimension: v.dimension, Points: make([]float64, count)}
	first, second := make([]float64, count), make([]float64, count)
	v.move(middle, moved.Points, first, second)
	base := v.composed.start
	r.lack = 4 * special.Unit
	if v.turns {
		var m invariance.Matrix
		m, r.lack = v.nearest(base, moved)
		moved.Points, first, second = turned(m, moved.Points, v.dimension), turned(m, first, v.dimension), turned(m, second, v.dimension)
	}
	if v.centres {
		r.lack += invariance.SumError
	}
	r.still = float64(r.lack * (invariance.Norm(moved.Points) + v.size))
	a := moved.Points
	for i, x := range base.Points {
		a[i] -= x
	}
	if v.centres {
		a, first, second = centred(a, v.dimension), centred(first, v.dimension), centred(second, v.dimension)
	}
	t.start, t.speed = invariance.Norm(a), [2]float64{invariance.Norm(first), invariance.Norm(second)}
	t.inner, t.between = [2]float64{invariance.Dot(a, first), invariance.Dot(a, second)}, invariance.Dot(first, second)
	return t, r
}

// farthest returns the largest norm at the corners of a square, rounded up.
func (t tangent) farthest(half [2]float64) (most float64) {
	h, k := half[0], half[1]
	whole := t.start + float64(h*t.speed[0]) + float64(k*t.speed[1])
	squares := float64(t.start*t.start) + float64(h*float64(h*float64(t.speed[0]*t.speed[0]))) + float64(k*float64(k*float64(t.speed[1]*t.speed[1])))
	for _, sign := range [][2]float64{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		h, k := float64(sign[0]*half[0]), float64(sign[1]*half[1])
		most = max(most, squares+float64(2*(float64(h*t.inner[0])+float64(k*t.inner[1])+float64(h*float64(k*t.between)))))
	}
	return math.Sqrt(most + float64(32*invariance.SumError*float64(whole*whole)))
}
