package main

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// shapeKinds lists the parametric shapes: each maps random numbers u, v ∈ [0, 1)
// and a proportion a ∈ [0, 1) of the shape to a point.
var shapeKinds = []struct {
	name  string
	point func(u, v, a float64) (x, y, z float64)
}{
	{"sphere", func(u, v, a float64) (x, y, z float64) {
		z = 2*u - 1
		r := math.Sqrt(1 - z*z)
		return r * math.Cos(2*math.Pi*v), r * math.Sin(2*math.Pi*v), (0.85 + 0.3*a) * z
	}},
	{"torus", func(u, v, a float64) (x, y, z float64) {
		r := 1 + (0.25+0.1*a)*math.Cos(2*math.Pi*v)
		return r * math.Cos(2*math.Pi*u), r * math.Sin(2*math.Pi*u), (0.25 + 0.1*a) * math.Sin(2*math.Pi*v)
	}},
	{"box", func(u, v, a float64) (x, y, z float64) {
		side := math.Floor(6 * u)
		p, q, w := 2*(6*u-side)-1, 2*v-1, 2*math.Mod(side, 2)-1
		switch int(side) / 2 {
		case 0:
			return w, p, q
		case 1:
			return p, w, q
		}
		return p, q, w * (0.85 + 0.3*a)
	}},
	{"rod", func(u, v, a float64) (x, y, z float64) {
		r := 0.12 + 0.08*a
		return r * math.Cos(2*math.Pi*v), r * math.Sin(2*math.Pi*v), 2*u - 1
	}},
	{"cone", func(u, v, a float64) (x, y, z float64) {
		r := (0.6 + 0.2*a) * math.Sqrt(u)
		return r * math.Cos(2*math.Pi*v), r * math.Sin(2*math.Pi*v), 1 - 2*math.Sqrt(u)
	}},
	{"helix", func(u, v, a float64) (x, y, z float64) {
		turns := 2 + a
		return 0.5 * math.Cos(2*math.Pi*turns*u), 0.5 * math.Sin(2*math.Pi*turns*u), 2*u - 1 + 0.05*v
	}},
}

// shapes makes each shape so many times, in other proportions and another pose.
func shapes(each int) (all []labelled) {
	for label, kind := range shapeKinds {
		for i := range each {
			random := rand.New(rand.NewPCG(uint64(100+label), uint64(i)))
			a := random.Float64()
			cloud := make([]float64, 0, 3*points)
			for range points {
				x, y, z := kind.point(random.Float64(), random.Float64(), a)
				cloud = append(cloud, x, y, z)
			}
			tilt(cloud, 2*math.Pi*random.Float64(), 2*math.Pi*random.Float64())
			all = append(all, labelled{fmt.Sprintf("%s-%d", kind.name, i), label, framed(cloud, 3)})
		}
	}
	return all
}

// tilt turns a cloud in place about the third and then about the first axis.
func tilt(cloud []float64, first, second float64) {
	for n := 0; n < len(cloud); n += 3 {
		p := cloud[n : n+3]
		s, c := math.Sincos(first)
		p[0], p[1] = c*p[0]-s*p[1], s*p[0]+c*p[1]
		s, c = math.Sincos(second)
		p[1], p[2] = c*p[1]-s*p[2], s*p[1]+c*p[2]
	}
}
