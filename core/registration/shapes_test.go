package registration

import (
	"math"
	"math/rand/v2"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// A box is given by its centre and half sides.
type box struct{ centre, half [3]float64 }

// boxes returns n points on the surfaces of boxes, uniform by area.
func boxes(r *rand.Rand, n int, list []box) pointcloud.Cloud {
	var faces []float64
	total := 0.0
	for _, b := range list {
		for k := range 3 {
			total += b.half[(k+1)%3] * b.half[(k+2)%3]
			faces = append(faces, total)
		}
	}
	c := pointcloud.Cloud{Dimension: 3}
	for range n {
		pick, face := r.Float64()*total, 0
		for faces[face] < pick {
			face++
		}
		b, k := list[face/3], face%3
		p := b.centre
		for i := range 3 {
			p[i] += b.half[i] * (2*r.Float64() - 1)
		}
		p[k] = b.centre[k] + math.Copysign(b.half[k], r.Float64()-0.5)
		c.Points = append(c.Points, p[:]...)
	}
	return c
}

// shapes to register, each with n points drawn on it at random.
var shapes = []struct {
	name      string
	dimension int
	symmetric bool // nearly
	draw      func(r *rand.Rand, n int) pointcloud.Cloud
}{
	{"chair", 3, true, func(r *rand.Rand, n int) pointcloud.Cloud {
		list := []box{{[3]float64{0, 0, 0}, [3]float64{0.5, 0.5, 0.04}}, {[3]float64{0, 0.48, 0.5}, [3]float64{0.5, 0.03, 0.5}}}
		return boxes(r, n, append(list, legs(-0.3)...))
	}},
	{"table", 3, true, func(r *rand.Rand, n int) pointcloud.Cloud {
		return boxes(r, n, append([]box{{[3]float64{0, 0, 0}, [3]float64{0.5, 0.5, 0.03}}}, legs(-0.3)...))
	}},
	{"cylinder", 3, true, func(r *rand.Rand, n int) pointcloud.Cloud { return revolution(r, n, 0.4, 0, 1) }},
	{"lopsided", 3, false, func(r *rand.Rand, n int) pointcloud.Cloud {
		return boxes(r, n, []box{
			{[3]float64{0, 0, 0}, [3]float64{0.6, 0.2, 0.1}}, {[3]float64{0.5, 0.3, 0}, [3]float64{0.1, 0.3, 0.2}},
			{[3]float64{-0.4, 0, 0.4}, [3]float64{0.1, 0.1, 0.4}},
		})
	}},
	{"sphere", 3, true, func(r *rand.Rand, n int) pointcloud.Cloud {
		c := trials.Cloud(r, n, 3)
		for i := 0; i < len(c.Points); i += 3 {
			length := invariance.Norm(c.Points[i : i+3])
			for k := range 3 {
				c.Points[i+k] /= length
			}
		}
		return c
	}},
	{"ring", 2, true, func(r *rand.Rand, n int) pointcloud.Cloud { return planar(revolution(r, n, 1, 0.8, 0)) }},
	{"square", 2, true, func(r *rand.Rand, n int) pointcloud.Cloud {
		return planar(boxes(r, n, []box{{[3]float64{}, [3]float64{1, 1, 0.01}}}))
	}},
	{"six", 2, false, func(r *rand.Rand, n int) pointcloud.Cloud {
		c := revolution(r, n, 1, 0.7, 0)
		for i := 0; i < len(c.Points); i += 3 {
			if r.IntN(2) == 0 {
				t := r.Float64()
				c.Points[i], c.Points[i+1] = -1+t*t+0.2*r.Float64(), 2*t
			}
		}
		return planar(c)
	}},
}

// legs of a table, square.
func legs(z float64) (list []box) {
	for _, x := range []float64{-0.44, 0.44} {
		for _, y := range []float64{-0.44, 0.44} {
			list = append(list, box{[3]float64{x, y, z}, [3]float64{0.04, 0.04, 0.27}})
		}
	}
	return list
}

// revolution is the mantle of a cylinder (height > 0), or the ring between two
// radii.
func revolution(r *rand.Rand, n int, radius, inner, height float64) pointcloud.Cloud {
	c := pointcloud.Cloud{Dimension: 3}
	for range n {
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		out := radius
		if height == 0 {
			out = math.Sqrt(inner*inner + (radius*radius-inner*inner)*r.Float64())
		}
		c.Points = append(c.Points, out*cos, out*sin, height*(2*r.Float64()-1))
	}
	return c
}

func planar(c pointcloud.Cloud) pointcloud.Cloud {
	out := pointcloud.Cloud{Dimension: 2}
	for i := 0; i < len(c.Points); i += 3 {
		out.Points = append(out.Points, c.Points[i], c.Points[i+1])
	}
	return out
}

// unitSphere centres the cloud and scales it so that the farthest point has norm 1.
func unitSphere(c pointcloud.Cloud) pointcloud.Cloud {
	points, _ := invariance.Centre(c)
	top := 0.0
	for i := 0; i < len(points); i += c.Dimension {
		top = max(top, invariance.Norm(points[i:i+c.Dimension]))
	}
	for i := range points {
		points[i] /= top
	}
	return pointcloud.Cloud{Points: points, Dimension: c.Dimension}
}

// planted is a clean cloud, and a perturbed one that is the clean one with noise of
// Frobenius norm size, turned by a random member of the group, in another order.
type planted struct {
	group            invariance.Group
	axis             []float64
	translates       bool
	clean, perturbed pointcloud.Cloud
	distance         float64 // with the order planted
}

func plant(r *rand.Rand, g invariance.Group, clean pointcloud.Cloud, size float64) planted {
	p := planted{group: g, axis: trials.Axis(r), translates: r.IntN(2) == 0, clean: clean}
	noise := trials.Cloud(r, clean.Count(), clean.Dimension)
	length := invariance.Norm(noise.Points)
	for i := range noise.Points {
		noise.Points[i] = clean.Points[i] + size*noise.Points[i]/length
	}
	p.perturbed = p.move(r, noise)
	p.perturbed.Attributes = clean.Attributes
	order := r.Perm(clean.Count())
	p.distance = New(g, p.axis, p.translates, clean, p.perturbed).Distance()
	p.perturbed = pointcloud.Pick(p.perturbed, order)
	return p
}

func (p *planted) move(r *rand.Rand, c pointcloud.Cloud) pointcloud.Cloud {
	turn, shift := trials.Member(r, p.group, c.Dimension)
	if p.group == invariance.Axis {
		c = trials.TurnAbout(c, p.axis, 100*r.Float64())
		if p.translates {
			shift = [3]float64{1, -2, 3}
		}
	}
	return trials.Moved(c, turn, shift)
}
