package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// cloud is one point a row.
type cloud [][]float64

// source returns the random numbers of one example. Each example has its own
// seed, so that changing one leaves the others as they are.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// each returns the cloud of f(point).
func (c cloud) each(f func(p []float64) []float64) cloud {
	out := make(cloud, len(c))
	for i, p := range c {
		out[i] = f(p)
	}
	return out
}

// coordinates returns the cloud of f(x, j) for every coordinate x on axis j.
func (c cloud) coordinates(f func(x float64, j int) float64) cloud {
	return c.each(func(p []float64) []float64 {
		q := make([]float64, len(p))
		for j, x := range p {
			q[j] = f(x, j)
		}
		return q
	})
}

// plus adds b to every point.
func (c cloud) plus(b ...float64) cloud {
	return c.coordinates(func(x float64, j int) float64 { return x + b[j] })
}

// times scales every coordinate by a.
func (c cloud) times(a float64) cloud {
	return c.coordinates(func(x float64, _ int) float64 { return a * x })
}

// centred subtracts the centre of gravity.
func (c cloud) centred() cloud { return c.plus(cloud{c.mean()}.times(-1)[0]...) }

// turned rotates counterclockwise in the first two coordinates: about the
// origin in 2-D, about the vertical in 3-D.
func (c cloud) turned(degrees float64) cloud {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return c.each(func(p []float64) []float64 {
		q := append([]float64{}, p...)
		q[0], q[1] = cos*p[0]-sin*p[1], sin*p[0]+cos*p[1]
		return q
	})
}

// twisted rotates every point about the vertical, by an angle in proportion to its height.
func (c cloud) twisted(degreesPerUnit float64) cloud {
	return c.each(func(p []float64) []float64 { return cloud{p}.turned(degreesPerUnit * p[2])[0] })
}

// tilted rotates counterclockwise about the first axis, in 3-D.
func (c cloud) tilted(degrees float64) cloud {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return c.each(func(p []float64) []float64 {
		return []float64{p[0], cos*p[1] - sin*p[2], sin*p[1] + cos*p[2]}
	})
}

// shuffled lists the points in a random order.
func (c cloud) shuffled(random *rand.Rand) cloud {
	out := make(cloud, len(c))
	for i, j := range random.Perm(len(c)) {
		out[i] = c[j]
	}
	return out
}

// noisy adds Gaussian noise scaled to the given Frobenius norm.
func (c cloud) noisy(random *rand.Rand, norm float64) cloud {
	noise := c.coordinates(func(float64, int) float64 { return random.NormFloat64() })
	noise = noise.times(norm / noise.norm())
	out := make(cloud, len(c))
	for i, p := range c {
		out[i] = cloud{p}.plus(noise[i]...)[0]
	}
	return out
}

// shaken moves every point by the given length, each in a direction of its own.
func (c cloud) shaken(random *rand.Rand, length float64) cloud {
	out := make(cloud, len(c))
	for i, p := range c {
		way := cloud{{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}}
		out[i] = cloud{p}.plus(way.times(length / way.norm())[0]...)[0]
	}
	return out
}

// flat lists the coordinates point by point, as the core has them.
func (c cloud) flat() []float64 { return slices.Concat(c...) }

// norm is the Frobenius norm.
func (c cloud) norm() float64 {
	sum := 0.0
	for _, v := range c.flat() {
		sum += v * v
	}
	return math.Sqrt(sum)
}

// mean is the centre of gravity.
func (c cloud) mean() []float64 {
	m := make([]float64, len(c[0]))
	for _, p := range c {
		for j, v := range p {
			m[j] += v / float64(len(c))
		}
	}
	return m
}

// framed is the cloud centred, its farthest point on the unit sphere.
func (c cloud) framed() cloud {
	centred := c.centred()
	radius := 0.0
	for _, p := range centred {
		radius = max(radius, cloud{p}.norm())
	}
	return centred.times(1 / radius)
}

// rounded keeps the given number of decimals, which keeps the files small.
func (c cloud) rounded(decimals int) points {
	unit := math.Pow10(decimals)
	return points{Points: c.coordinates(func(x float64, _ int) float64 {
		return math.Round(x*unit)/unit + 0 // + 0 turns −0 into 0
	})}
}
