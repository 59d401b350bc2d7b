package invariance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// hostile returns a cloud that is nearly a plane or nearly a line, of any size, and another
// of its kind: on its orbit under O, near it, or of another size.
func hostile(r *rand.Rand) (x, y pointcloud.Cloud, onOrbit bool) {
	dimension := 2 + r.IntN(2)
	aspect := math.Pow(10, -12*r.Float64())
	shape := [3]float64{1, 1, 1}
	for i := 1 + r.IntN(dimension-1); i < dimension; i++ {
		shape[i] = aspect
	}
	x = trials.Cloud(r, 2+r.IntN(20), dimension)
	for i := range x.Points {
		x.Points[i] *= shape[i%dimension]
	}
	if r.IntN(2) == 0 {
		x = trials.Moved(x, trials.Orthogonal(r, dimension, 1), [3]float64{})
	}
	y = trials.Moved(x, trials.Orthogonal(r, dimension, math.Copysign(1, r.NormFloat64())), [3]float64{})
	kind := r.IntN(4)
	switch kind {
	case 0:
		for i := range y.Points {
			y.Points[i] += aspect * r.NormFloat64()
		}
	case 1:
		x = times(x, math.Pow(10, -60*r.Float64()))
	case 2:
		y = times(y, math.Pow(10, -60*r.Float64()))
	}
	if r.IntN(2) == 0 {
		size := math.Pow(10, 150*r.Float64()-60)
		x, y = times(x, size), times(y, size)
	}
	return x, y, kind == 3
}

func times(c pointcloud.Cloud, factor float64) pointcloud.Cloud {
	out := pointcloud.Cloud{Dimension: c.Dimension, Points: make([]float64, len(c.Points))}
	for i, x := range c.Points {
		out.Points[i] = x * factor
	}
	return out
}

// A larger group brings clouds nearer, a cloud on the orbit is at distance 0, both ways are
// equally far, and a unit of length that is a power of two changes nothing: all to rounding.
func TestHostileClouds(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range trials.Count(t, 1000, 3000) {
		x, y, onOrbit := hostile(r)
		rounding := 1e-13 * max(Norm(x.Points), Norm(y.Points))
		d := map[Group]float64{}
		for _, g := range []Group{None, Translations, Rotations, Orthogonal, Rigid, Euclidean} {
			d[g] = Align(g, x, y).Distance
			back := Align(g, y, x).Distance
			if math.Abs(back-d[g]) > rounding {
				t.Errorf("%s: %v, back %v: %v and %v", g, d[g], back, x, y)
			}
			for _, e := range []int{-500, 60} {
				unit := math.Ldexp(1, e)
				if got := Align(g, times(x, unit), times(y, unit)).Distance; got != d[g]*unit {
					t.Errorf("%s: %v, times 2^%d %v: %v and %v", g, d[g], e, got/unit, x, y)
				}
			}
		}
		for _, pair := range [][2]Group{
			{Orthogonal, Rotations}, {Euclidean, Rigid}, {Euclidean, Orthogonal}, {Rigid, Rotations},
			{Rigid, Translations}, {Rotations, None}, {Translations, None},
		} {
			if large, small := d[pair[0]], d[pair[1]]; large > small+rounding {
				t.Errorf("%s leaves %v, %s %v: %v and %v", pair[0], large, pair[1], small, x, y)
			}
		}
		if onOrbit && d[Orthogonal] > rounding {
			t.Errorf("%v on the orbit of %v: %v and %v", d[Orthogonal], Norm(x.Points), x, y)
		}
	}
}
