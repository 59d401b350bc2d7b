// Package box bounds the IoU of boxes whose centre, size and heading are known up to what certificates leave open. A box stands on the
// plane across its up axis. Each bound is rounded down; mathematics.md has the proof.
package box

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/vector"
)

// Bounds hold a box. Vectors and lengths are in one unit.
type Bounds struct {
	// Up is the direction that every box keeps, nil in the plane.
	Up              []float64
	Centre, Heading Vector
	// Length is along the heading. Height is nil for boxes seen from above.
	Length, Width Extent
	Height        *Extent
}

// Vector is a vector of the reference box and where that of any other is.
type Vector struct {
	Reference []float64
	In        vector.Bound
}

// Extent is a length of the reference box, which is positive, and those of any other.
type Extent struct{ Reference, Lower, Upper float64 }

const (
	// sides is how many tangents stand for a ball, steps how many headings are tried to either side.
	sides, steps = 32, 32
	// rounding is more than rounding changes any number here by, in units of the largest number that it is made of.
	rounding = 0x1p-40
)

// IoU returns a number that the IoU with the reference box does not fall below, for every box in the bounds.
func (b Bounds) IoU() float64 {
	frame := b.frame()
	along := projected(b.Heading.Reference, frame)
	length := invariance.Norm(along[:])
	along = point{along[0] / length, along[1] / length}
	headings := turns(region(b.Heading, make([]float64, len(b.Heading.Reference)), frame), along)
	rises := b.rises(frame)
	least := 1.0
	centres := region(b.Centre, b.Centre.Reference, frame)
	for _, d := range centres {
		d = point{along.dot(d), along.cross(d)}
		for _, l := range b.Length.split() {
			for _, w := range b.Width.split() {
				small, large := b.overlaps(l[0], w[0], d, headings), b.overlaps(l[1], w[1], d, headings)
				least = min(least, b.leastOf(small, large, float64(l[0]*w[0]), float64(l[1]*w[1]), rises))
			}
		}
	}
	if len(centres) == 0 || len(headings) == 0 || !(least > 0) { // bounds without a vector in them: one of them is wrong, as the level allows
		return 0
	}
	return least
}

// frame returns an orthonormal frame whose last row is the up axis.
func (b Bounds) frame() invariance.Matrix {
	if b.Up == nil {
		return invariance.Identity(3)
	}
	return invariance.AxisFrame(b.Up)
}

// leastOf bounds the IoU from overlaps of the smallest and the largest of some rectangles, whose areas are ends of an interval. One of area
// a has an overlap of at least max(s, t − most + a), where that of the smallest is at least s and of the largest t. The IoU falls with a up
// to where both are equal, and rises beyond.
func (b Bounds) leastOf(small, large []float64, area, most float64, rises []rise) float64 {
	least := 1.0
	reference := float64(b.Length.Reference * b.Width.Reference)
	for i, s := range small {
		s = max(0, s, large[i]-(most-area))
		worst := most - max(0, large[i]-s)
		for _, r := range rises {
			both := float64(s * r.overlap)
			union := float64(worst*r.height) + float64(reference*r.reference) - both
			least = min(least, float64(both/union*(1-rounding)))
		}
	}
	return least
}

// overlaps bounds the overlap of a rectangle with that of the reference from below, between each heading and the next. Turned by an angle
// it changes by at most (length² + width²)/4 times the angle.
func (b Bounds) overlaps(length, width float64, d point, headings []point) (all []float64) {
	slope := (float64(length*length) + float64(width*width)) / 4
	extent := length + width + b.Length.Reference + b.Width.Reference + math.Abs(d[0]) + math.Abs(d[1])
	var before float64
	for i, u := range headings {
		here := b.overlap(length, width, d, u) - float64(rounding*extent*extent)
		if i > 0 {
			all = append(all, float64((before+here)/2)-float64(slope*angle(headings[i-1], u)/2))
		}
		before = here
	}
	return all
}

// overlap returns the area of a rectangle with centre d and unit heading u that is within the reference, which is centred and heads along
// the first axis.
func (b Bounds) overlap(length, width float64, d, u point) float64 {
	l, w := u.times(length/2), point{-u[1], u[0]}.times(width/2)
	corners := []point{
		{d[0] + l[0] + w[0], d[1] + l[1] + w[1]}, {d[0] - l[0] + w[0], d[1] - l[1] + w[1]},
		{d[0] - l[0] - w[0], d[1] - l[1] - w[1]}, {d[0] + l[0] - w[0], d[1] + l[1] - w[1]},
	}
	for _, side := range []point{{1, 0}, {-1, 0}} {
		corners = clipped(corners, side, b.Length.Reference/2)
		corners = clipped(corners, point{0, side[0]}, b.Width.Reference/2)
	}
	return area(corners)
}

// rise is a height and its overlap with that of the reference.
type rise struct{ height, overlap, reference float64 }

// rises returns the rises at the ends of what is certified. The overlap is concave in height and centre, so none between is worse.
func (b Bounds) rises(frame invariance.Matrix) (all []rise) {
	if b.Height == nil {
		return []rise{{1, 1, 1}}
	}
	h := *b.Height
	for _, side := range []float64{-1, 1} {
		up := []float64{side * frame[2][0], side * frame[2][1], side * frame[2][2]}
		moved := farthest(b.Centre.In, up, b.Centre.Reference)
		for _, height := range []float64{max(0, h.Lower), h.Upper} {
			both := min(height, h.Reference, float64((height+h.Reference)/2)-math.Abs(moved))
			all = append(all, rise{height, max(0, both-float64(rounding*(height+h.Reference+math.Abs(moved)))), h.Reference})
		}
	}
	return all
}

// split returns the interval in parts that do not have the reference inside.
func (e Extent) split() [][2]float64 {
	low := max(0, e.Lower)
	if e.Reference <= low || e.Reference >= e.Upper {
		return [][2]float64{{low, e.Upper}}
	}
	return [][2]float64{{low, e.Reference}, {e.Reference, e.Upper}}
}
