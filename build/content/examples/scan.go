package main

import "math"

// plane bounds a solid: points with ⟨normal, p⟩ ≤ bound lie inside.
type plane struct {
	normal [3]float64
	bound  float64
}

// solid is a convex body, the points inside all of its planes. Boxes, sloping
// screens and (as prisms with many sides) wheels all have this one form.
type solid []plane

// prism is the body between two walls y = ±half whose side view is the convex
// polygon of the corners (x, z), listed counterclockwise.
func prism(half float64, corners ...[2]float64) solid {
	s := solid{{[3]float64{0, 1, 0}, half}, {[3]float64{0, -1, 0}, half}}
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		n := [3]float64{b[1] - a[1], 0, a[0] - b[0]}
		s = append(s, plane{n, n[0]*a[0] + n[2]*a[1]})
	}
	return s
}

// moved shifts the solid by b.
func (s solid) moved(b [3]float64) solid {
	out := make(solid, len(s))
	for i, p := range s {
		out[i] = plane{p.normal, p.bound + dot(p.normal, b)}
	}
	return out
}

// turned rotates the solid about the vertical through the origin.
func (s solid) turned(degrees float64) solid {
	out := make(solid, len(s))
	for i, p := range s {
		n := cloud{p.normal[:]}.turned(degrees)[0]
		out[i] = plane{[3]float64{n[0], n[1], n[2]}, p.bound}
	}
	return out
}

// hit returns the distance along the ray at which it enters the solid: the
// ray is cut by each plane in turn, and misses when nothing is left.
func (s solid) hit(from, direction [3]float64) (float64, bool) {
	enter, leave := 0.0, math.Inf(1)
	for _, p := range s {
		speed, gap := dot(p.normal, direction), p.bound-dot(p.normal, from)
		switch {
		case speed < 0:
			enter = max(enter, gap/speed)
		case speed > 0:
			leave = min(leave, gap/speed)
		case gap < 0:
			return 0, false
		}
	}
	return enter, enter < leave && enter > 0
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// wheel is a prism of 24 sides, in metres, around (x, y) on the ground z = 0.
func wheel(x, y float64) solid {
	const radius, sides = 0.33, 24
	var rim [][2]float64
	for i := range sides {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / sides)
		rim = append(rim, [2]float64{radius * cos, radius * sin})
	}
	return prism(0.11, rim...).moved([3]float64{x, y, radius})
}

// car is a saloon car of 4.4 m by 1.8 m by 1.45 m, driving towards +x.
func car() []solid {
	return []solid{
		prism(0.90, [2]float64{-2.2, 0.30}, [2]float64{2.1, 0.30}, [2]float64{2.2, 0.62}, [2]float64{0.9, 0.92}, [2]float64{-2.1, 0.95}),
		prism(0.78, [2]float64{-1.7, 0.85}, [2]float64{1.1, 0.85}, [2]float64{0.35, 1.43}, [2]float64{-1.0, 1.45}),
		wheel(1.35, 0.80), wheel(1.35, -0.80), wheel(-1.35, 0.80), wheel(-1.35, -0.80),
	}
}

const (
	sensor = 1.7 // height of the scanner above the origin in metres
	step   = 0.6 // angle between neighbouring rays in degrees
)

// scan is what a spinning scanner sees of the car: lines of equal elevation,
// the nearest hit of each ray, nothing of the far side. It returns the points
// in metres and the direction of the ray of each.
func scan() (seen cloud, rays [][3]float64) {
	bodies := car()
	for i, b := range bodies {
		bodies[i] = b.turned(145).moved([3]float64{7.5, 1.2, 0})
	}
	from := [3]float64{0, 0, sensor}
	for line := range 24 {
		for column := range 70 {
			direction := ray(-12+step*float64(column), -14.4+step*float64(line))
			if distance, ok := nearest(bodies, from, direction); ok {
				seen = append(seen, []float64{distance * direction[0], distance * direction[1], sensor + distance*direction[2]})
				rays = append(rays, direction)
			}
		}
	}
	return seen, rays
}

// ray is the unit vector of an azimuth and an elevation in degrees.
func ray(azimuth, elevation float64) [3]float64 {
	sin, cos := math.Sincos(azimuth * math.Pi / 180)
	up, along := math.Sincos(elevation * math.Pi / 180)
	return [3]float64{along * cos, along * sin, up}
}

// nearest returns the distance to the first body on the ray.
func nearest(bodies []solid, from, direction [3]float64) (float64, bool) {
	best := math.Inf(1)
	for _, b := range bodies {
		if distance, ok := b.hit(from, direction); ok {
			best = min(best, distance)
		}
	}
	return best, !math.IsInf(best, 1)
}
