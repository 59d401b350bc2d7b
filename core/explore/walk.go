package explore

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// A walk finds how far a cloud may move along a path before it is no longer nearer to a base
// than a radius, after the best transformation of a group. Let M be that transformation at
// X(t). All the way to X(t + h)
//
//	dist(X(t + s), base) ≤ ‖A + sB‖ + s²/2·sup‖X''‖,  A = X(t)Mᵀ − base,  B = X'(t)Mᵀ,
//
// both centred where the group translates: so as far as the right side, which is convex in s, stays
// below the radius at both ends, every cloud in between is. From the last one the next step is
// taken. No cloud is skipped, and near the end the steps shrink as Newton's do, as the right
// side touches the distance at s = 0.
type walk struct {
	*path
	// nearest returns the transformation of single points, and how far it may be from one of
	// the group, in its norm.
	nearest func(base, moved pointcloud.Cloud) (m invariance.Matrix, lack float64)
	// turns is false where nearest is always the identity.
	turns, centres bool
	pace           *pace
	// room is what steps write to, nil for their own.
	room *room
}

// room is scratch for the steps of one walk after another: of large clouds to make it anew takes longer than to fill it.
type room struct{ points, speed []float64 }

// of returns places for so many coordinates each.
func (r *room) of(count int) (points, speed []float64) {
	if r == nil {
		r = &room{}
	}
	if len(r.points) < count {
		r.points, r.speed = make([]float64, count), make([]float64, count)
	}
	return r.points[:count], r.speed[:count]
}

// leaves tells whether clouds are compared as they are, neither turned back nor centred.
func (w walk) leaves() bool {
	return w.nearest == nil && !w.centres && (w.weigh == nil || !w.weigh.centres)
}

const (
	// mostSteps ends a walk that goes nowhere.
	mostSteps = 100
	// lastStep does, too, relative to its length. Of many points, steps take long: a walk of them ends where all further ones, if they
	// shrink as the last one did, come to no more.
	lastStep = 1e-7
)

// reach returns t, farther out than from in its direction, such that all clouds from there to
// X(t) are nearer to base than radius.
func (w walk) reach(base pointcloud.Cloud, from, sign, radius float64) float64 {
	end, t := w.most, from
	if sign < 0 {
		end = -w.least
	}
	many, before := len(base.Points) >= manyPoints*base.Dimension, 0.0
	for range mostSteps {
		if t >= end || !w.pace.after(len(base.Points)) {
			break
		}
		left := float64((end - t) * (1 + 4*special.Unit))
		h := w.step(base, t, sign).furthest(radius, left)
		if h == left {
			return end
		}
		next := float64((t + h) * (1 - 4*special.Unit))
		if next <= float64(t*(1+lastStep)) || many && float64(h*h) <= float64((before-h)*float64(lastStep*next)) {
			return max(t, next)
		}
		t, before = next, h
	}
	return t
}

// chord is what bounds the distance from a base over a step of the length h.
type chord struct {
	start, speed, inner float64 // ‖A‖, ‖B‖, ⟨A, B⟩
	bend                float64
	// still + h·creep bounds the rounding.
	still, creep float64
}

// step looks along the path from sign·t on.
func (w walk) step(base pointcloud.Cloud, t, sign float64) chord {
	a, v := w.room.of(len(base.Points))
	w.look(sign*t, a, v)
	lack, size := 4*special.Unit, 0.0
	if w.turns {
		var m invariance.Matrix
		m, lack = w.nearest(base, pointcloud.Cloud{Points: a, Dimension: base.Dimension})
		turn(m, a, base.Dimension)
		turn(m, v, base.Dimension)
		size = invariance.Norm(a) + invariance.Norm(base.Points)
	}
	for i, x := range base.Points {
		a[i] -= x
	}
	c := chord{start: invariance.Norm(a), speed: invariance.Norm(v), bend: w.bend, still: w.still + float64(t*w.creep), creep: w.creep}
	if w.centres {
		lack += invariance.SumError
	}
	if !w.turns {
		size = c.start
	}
	c.still += float64(lack * size)
	c.creep += float64(lack * c.speed)
	if w.bend > 0 { // the velocity is known no better than the place
		c.creep += float64(4 * c.still)
	}
	if w.centres {
		for _, points := range [][]float64{a, v} {
			invariance.CentreInto(points, pointcloud.Cloud{Points: points, Dimension: base.Dimension})
		}
		c.start, c.speed = invariance.Norm(a), invariance.Norm(v)
	}
	c.inner = sign * invariance.Dot(a, v)
	return c
}

// turned returns the points turned by a matrix.
func turned(m invariance.Matrix, points []float64, dimension int) []float64 {
	out := slices.Clone(points)
	turn(m, out, dimension)
	return out
}

// turn turns points by a matrix, where they are.
func turn(m invariance.Matrix, points []float64, dimension int) {
	for n := 0; n < len(points); n += dimension {
		var y vector
		for i := range dimension {
			y[i] = invariance.Along(&m[i], points[n:n+dimension])
		}
		put(points[n:n+dimension], &y)
	}
}

func centred(points []float64, dimension int) []float64 {
	out, _ := invariance.Centre(pointcloud.Cloud{Points: points, Dimension: dimension})
	return out
}

// bound is convex in h but for rounding.
func (c chord) bound(h float64) float64 {
	whole := c.start + float64(h*c.speed)
	square := float64(c.start*c.start) + float64(h*(float64(2*c.inner)+float64(h*float64(c.speed*c.speed)))) + float64(16*invariance.SumError*float64(whole*whole))
	return float64(math.Sqrt(max(0, square))*(1+8*special.Unit)) + float64(h*(float64(h*c.bend)/2)) + c.still + float64(h*c.creep)
}

// furthest returns an h, at most so much, up to which the bound is below the radius; 0 when there is none.
func (c chord) furthest(radius, most float64) float64 {
	if !(c.bound(0) < radius) {
		return 0
	}
	if c.bound(most) < radius {
		return most
	}
	low, high := 0.0, most
	for range 200 {
		middle := low + float64((high-low)/2)
		if c.bound(middle) < radius {
			low = middle
		} else {
			high = middle
		}
		if high-low <= float64(low*0x1p-40) {
			break
		}
	}
	return low
}
