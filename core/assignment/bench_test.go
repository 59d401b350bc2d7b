package assignment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// torusPoints lie on a bumpy torus, ballPoints in a flat ellipsoid.
func torusPoints(r *rand.Rand, n int) (points []float64) {
	for range n {
		s, t := 2*math.Pi*r.Float64(), 2*math.Pi*r.Float64()
		tube := 0.3 + 0.1*math.Cos(3*s) + 0.05*math.Sin(s)
		ring := 1 + tube*math.Cos(t)
		points = append(points, ring*math.Cos(s), ring*math.Sin(s)+0.2*math.Cos(s), tube*math.Sin(t))
	}
	return points
}

func ballPoints(r *rand.Rand, n int) (points []float64) {
	for len(points) < 3*n {
		p, q, s := 2*r.Float64()-1, 2*r.Float64()-1, 2*r.Float64()-1
		if p*p+q*q+s*s < 1 {
			points = append(points, 2*p, 1.3*q, 0.5*s)
		}
	}
	return points
}

// noisyCopy returns the points in another order, with noise of standard
// deviation sigma in each coordinate.
func noisyCopy(r *rand.Rand, x []float64, dimension int, sigma float64) []float64 {
	y := make([]float64, 0, len(x))
	for _, i := range r.Perm(len(x) / dimension) {
		for axis := range dimension {
			y = append(y, x[i*dimension+axis]+sigma*r.NormFloat64())
		}
	}
	return y
}

func BenchmarkAssignment(b *testing.B) {
	for _, n := range []int{1024, 4096, MaxPoints} {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		x := torusPoints(r, n)
		for _, pair := range []struct {
			name string
			y    []float64
		}{
			{"Copies", noisyCopy(r, x, 3, 0.02)},
			{"NoisyCopies", noisyCopy(r, x, 3, 0.2)},
			{"Unrelated", ballPoints(r, n)},
		} {
			b.Run(fmt.Sprint(pair.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					New(x, pair.y, 3).Run()
				}
			})
		}
	}
}

// BenchmarkAssignmentMove turns one of two noisy copies by two degrees to and fro.
func BenchmarkAssignmentMove(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x := torusPoints(r, 1024)
	y := noisyCopy(r, x, 3, 0.05)
	z := append([]float64(nil), y...)
	c, s := math.Cos(math.Pi/90), math.Sin(math.Pi/90)
	for n := 0; n < len(z); n += 3 {
		z[n], z[n+1] = c*y[n]-s*y[n+1], s*y[n]+c*y[n+1]
	}
	a := New(x, y, 3)
	for b.Loop() {
		a.Move(z)
		a.Run()
		a.Move(y)
		a.Run()
	}
}
