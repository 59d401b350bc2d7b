package registration

import (
	"math"

	"github.com/orbitcert/orbitcert/core/assignment"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// freedom tells what a registration may turn.
type freedom int

const (
	nothing   freedom = iota // none, T
	oneAngle                 // a turn about the third axis
	allAngles                // any rotation of space
)

// scene holds both clouds as the search sees them: centred when the group
// translates, with a third coordinate (zero in the plane, the height for a group
// of one axis), and scaled by a power of two so that the larger is about 1.
type scene struct {
	n        int
	x, y     []float64 // n×3
	labels   []int     // points with other labels are never matched; nil without
	freedom  freedom
	reflects bool
	flat     bool // the third coordinate is zero
	exponent int  // coordinates were multiplied by 2^−exponent
	// rounding bounds what the way into the scene did to any distance between
	// the clouds, in the unit of the coordinates given.
	rounding float64
	xx, yy   float64 // ‖x‖², ‖y‖²
}

func newScene(g invariance.Group, axis []float64, translates bool, clean, perturbed pointcloud.Cloud) scene {
	s := scene{n: clean.Count(), flat: clean.Dimension == 2, reflects: g.Reflects()}
	x, y := clean.Points, perturbed.Points
	if g.Translates() || g == invariance.Axis && translates {
		x, _ = invariance.Centre(clean)
		y, _ = invariance.Centre(perturbed)
	}
	frame := invariance.Identity(3)
	switch {
	case g == invariance.Axis:
		frame, s.freedom = invariance.AxisFrame(axis), oneAngle
	case g.Turns() && s.flat:
		s.freedom = oneAngle
	case g.Turns():
		s.freedom = allAngles
	}
	s.rounding = float64(float64(s.n+1)*0x1p-1070) +
		float64((invariance.SumError+32*special.Unit+invariance.OrthogonalityDefect(frame, 3))*(invariance.Norm(x)+invariance.Norm(y)))
	_, s.exponent = math.Frexp(max(assignment.LargestAbs(x), assignment.LargestAbs(y)))
	s.x, s.y = s.enter(frame, x, clean.Dimension), s.enter(frame, y, clean.Dimension)
	s.xx, s.yy = invariance.Dot(s.x, s.x), invariance.Dot(s.y, s.y)
	return s
}

// enter returns the points in the frame, scaled.
func (s *scene) enter(frame invariance.Matrix, points []float64, dimension int) []float64 {
	out := make([]float64, 3*s.n)
	for i := range s.n {
		var p [3]float64
		for k := range dimension {
			p[k] = math.Ldexp(points[i*dimension+k], -s.exponent)
		}
		for k := range 3 {
			out[3*i+k] = invariance.Along(&frame[k], p[:])
		}
	}
	return out
}

// leave takes a bound from below on the squared distance in the scene to one on
// the distance between the clouds given.
func (s *scene) leave(square float64) float64 {
	d := math.Ldexp(math.Sqrt(max(0, square))*(1-4*special.Unit), s.exponent)
	return max(0, float64((d-s.rounding)*(1-4*special.Unit)))
}

// turned returns R·y for all points.
func turned(r *invariance.Matrix, y []float64) []float64 {
	out := make([]float64, len(y))
	for n := 0; n < len(y); n += 3 {
		for i := range 3 {
			out[n+i] = invariance.Along(&r[i], y[n:n+3])
		}
	}
	return out
}

// mirror is a reflection that the group may contain: y ↦ −y in space, a flip of the
// second coordinate in the plane.
func (s *scene) mirror() invariance.Matrix {
	if s.freedom == oneAngle {
		return invariance.Matrix{{1}, {0, -1}, {0, 0, 1}}
	}
	return invariance.Matrix{{-1}, {0, -1}, {0, 0, -1}}
}

// nearestTurn returns the member of the group that brings y, in the order p,
// nearest to x.
func (s *scene) nearestTurn(p []int) invariance.Matrix {
	return s.nearestTo(overlap(s.x, s.y, p))
}

// nearestTo returns the member of the group that maximises tr(R·Mᵀ).
func (s *scene) nearestTo(m invariance.Matrix) invariance.Matrix {
	switch s.freedom {
	case nothing:
		return invariance.Identity(3)
	case oneAngle:
		r := invariance.NearestRotation(m, 2, s.reflects)
		r[2] = [3]float64{0, 0, 1}
		return r
	}
	return invariance.NearestRotation(m, 3, s.reflects)
}
