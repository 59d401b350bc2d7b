package box

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/vector"
)

// point is a point of the plane across the up axis.
type point [2]float64

func (p point) dot(q point) float64   { return float64(p[0]*q[0]) + float64(p[1]*q[1]) }
func (p point) cross(q point) float64 { return float64(p[0]*q[1]) - float64(p[1]*q[0]) }

func (p point) times(x float64) point { return point{float64(p[0] * x), float64(p[1] * x)} }

// projected returns the coordinates of a vector in the plane of the first two rows of a frame.
func projected(v []float64, frame invariance.Matrix) point {
	return point{invariance.Dot(v, frame[0][:len(v)]), invariance.Dot(v, frame[1][:len(v)])}
}

// farthest bounds how far a vector within bounds is from another along a unit vector.
func farthest(in vector.Bound, along, from []float64) float64 {
	box, ball, extent := 0.0, in.Ball.Radius, in.Ball.Radius
	for j, u := range along {
		box += max(float64(u*(in.Lower[j]-from[j])), float64(u*(in.Upper[j]-from[j])))
		ball += float64(u * (in.Ball.Centre[j] - from[j]))
		extent += math.Abs(in.Lower[j]) + math.Abs(in.Upper[j]) + math.Abs(in.Ball.Centre[j]) + math.Abs(from[j])
	}
	return min(box, ball) + float64(rounding*extent)
}

// region returns the corners of a convex polygon around all that a vector within bounds may be from another, in the plane.
func region(v Vector, from []float64, frame invariance.Matrix) []point {
	far := 0.0
	for j, x := range from {
		far += math.Abs(v.In.Lower[j]-x) + math.Abs(v.In.Upper[j]-x)
	}
	corners := []point{{far, far}, {-far, far}, {-far, -far}, {far, -far}}
	for k := range sides {
		sin, cos := special.Sincos(2 * math.Pi * float64(k) / sides)
		along := make([]float64, len(from))
		for j := range along {
			along[j] = float64(cos*frame[0][j]) + float64(sin*frame[1][j])
		}
		corners = clipped(corners, point{cos, sin}, farthest(v.In, along, from))
	}
	return corners
}

// turns returns headings, seen from a reference, between which all points of a polygon are: unit vectors, each near the next. A box looks
// the same when turned by 180°, so that ±90° are all headings.
func turns(corners []point, along point) (all []point) {
	if len(corners) == 0 {
		return nil
	}
	right, left := point{1, 0}, point{1, 0}
	for _, c := range corners {
		x, y := along.dot(c), along.cross(c)
		if !(x > 0) {
			right, left = point{0, -1}, point{0, 1}
			break
		}
		slope := y / x
		right[1], left[1] = min(right[1], slope-float64(rounding*(1+math.Abs(slope)))), max(left[1], slope+float64(rounding*(1+math.Abs(slope))))
	}
	for k := -steps; k <= steps; k++ {
		end, share := left, math.Abs(float64(k))/steps
		if k < 0 {
			end = right
		}
		end = unit(end)
		all = append(all, unit(point{1 + float64(share*(end[0]-1)), float64(share * end[1])}))
	}
	return all
}

func unit(p point) point {
	length := math.Sqrt(p.dot(p))
	return point{p[0] / length, p[1] / length}
}

// angle bounds the angle between unit vectors at most 1 apart, from above: 2 asin(c/2) ≤ c + c³/16 for the chord c.
func angle(u, v point) float64 {
	d := point{u[0] - v[0], u[1] - v[1]}
	chord := math.Sqrt(d.dot(d)) + rounding
	return float64(chord * (1 + float64(chord*chord/16)))
}

// clipped returns the part of a convex polygon where side·x ≤ most. A new corner is on the edge that it cuts, and near the line, since the
// distances of the ends from the line have two signs.
func clipped(corners []point, side point, most float64) (kept []point) {
	for i, q := range corners {
		p := corners[(i+len(corners)-1)%len(corners)]
		before, here := most-side.dot(p), most-side.dot(q)
		if (before < 0) != (here < 0) {
			share := before / (before - here)
			kept = append(kept, point{p[0] + float64(share*(q[0]-p[0])), p[1] + float64(share*(q[1]-p[1]))})
		}
		if here >= 0 {
			kept = append(kept, q)
		}
	}
	return kept
}

// area returns that of a convex polygon whose corners go round to the left.
func area(corners []point) (sum float64) {
	for i, q := range corners {
		sum += float64(corners[(i+len(corners)-1)%len(corners)].cross(q) / 2)
	}
	return sum
}
