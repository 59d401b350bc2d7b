package tight

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func randomPair(r *rand.Rand, n, dimension int, size, step float64) (x, y pointcloud.Cloud) {
	x = pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	y = pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	for i := range x.Points {
		x.Points[i] = size * r.NormFloat64()
		y.Points[i] = x.Points[i] + step*r.NormFloat64()
	}
	return x, y
}

// ρ and ⟨Z, Δ⟩ from the factor agree in their moments with those of clouds drawn
// point by point.
func TestLinearAgainstWholeClouds(t *testing.T) {
	slow.Skip(t)
	const draws = 20_000
	r := rand.New(rand.NewPCG(21, 22))
	for _, c := range []struct {
		group     invariance.Group
		dimension int
	}{{invariance.Rotations, 3}, {invariance.Orthogonal, 3}, {invariance.Orthogonal, 2}} {
		x, y := randomPair(r, 7, c.dimension, 0.6, 0.3)
		aligned := invariance.Align(c.group, x, y)
		pair := NewPair(aligned, aligned.Distance, c.dimension)
		l := pair.Linear(c.group.Reflects(), 1)
		gram := Gram{Dimension: c.dimension, Matrix: trials.Gram(x, y, false)}.Linear(c.group.Reflects(), 1)
		for _, perturbed := range []bool{false, true} {
			var moments [3][4]float64
			samplers := [2]func(Normals) (float64, float64){l.sampler(perturbed), gram.sampler(perturbed)}
			streams := [3]Normals{NewNormals("a"), NewNormals("b"), NewNormals("c")}
			for range draws {
				for k, sampler := range samplers {
					rho, inner := sampler(streams[k])
					addPair(&moments[k], rho, inner)
				}
				rho, inner := wholeDraw(&l, aligned, perturbed, streams[2])
				addPair(&moments[2], rho, inner)
			}
			for k := range 2 {
				for m := range 4 {
					a, b := moments[k][m]/draws, moments[2][m]/draws
					if math.Abs(a-b) > 0.05*(1+math.Abs(b)) {
						t.Errorf("%s, %d-D, perturbed %v, way %d: moment %d is %v, want %v", c.group, c.dimension, perturbed, k, m, a, b)
					}
				}
			}
		}
	}
}

func addPair(m *[4]float64, x, y float64) {
	m[0] += x
	m[1] += x * x
	m[2] += y
	m[3] += y * y
}

// wholeDraw draws every coordinate of Z and forms the inner products.
func wholeDraw(l *Linear, a invariance.Aligned, perturbed bool, n Normals) (rho, inner float64) {
	d := l.Dimension
	var before, after invariance.Matrix
	for i := 0; i < len(a.Clean); i += d {
		for j := range d {
			z := a.Clean[i+j] + n.Next()
			if perturbed {
				z += a.Residual[i+j]
			}
			inner += a.Residual[i+j] * z
			for k := range d {
				before[k][j] += a.Clean[i+k] * z
				after[k][j] += (a.Clean[i+k] + a.Residual[i+k]) * z
			}
		}
	}
	return l.logRatio(&before, &after), inner
}

// The paper reports 6.3 s for 10,000 + 10,000 draws.
func BenchmarkSO3Disagreement10000(b *testing.B) {
	d := Disagreement{Problem: spatial(5, 1), Probability: 0.9, Level: bound.DrawsLevel(0.001), Samples: 10_000, Seed: "bench"}
	for b.Loop() {
		runDisagreement(d)
	}
}

// spatial is a random 3-D problem with ‖X‖ = s and ‖Δ‖ about d.
func spatial(s, d float64) Problem {
	r := rand.New(rand.NewPCG(25, 26))
	x, y := randomPair(r, 50, 3, s/math.Sqrt(150), d/math.Sqrt(150))
	pair := NewPair(invariance.Align(invariance.Rotations, x, y), 0, 3)
	linear := pair.Linear(false, 1)
	return Problem{Linear: &linear}
}

// The shift is half the difference of the squared norms of the clouds as they were given, with what lies beside the coordinates, in units of σ.
func TestShiftIsTheDifferenceOfSquares(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 1))
	square := func(c pointcloud.Cloud) float64 { return invariance.Dot(c.Points, c.Points) }
	for range 20 {
		const sigma = 0.5
		for dimension := 2; dimension <= 3; dimension++ {
			x, y, axial := trials.Cloud(random, 6, dimension), trials.Cloud(random, 6, dimension), 3*random.Float64()
			aligned := invariance.Align(invariance.Rotations, x, y)
			pair := NewPair(aligned, 0, dimension)
			linear := pair.Linear(false, sigma)
			problems := []Problem{{Linear: &linear, Axial: axial / sigma}}
			if dimension == 2 {
				planar := NewPlanar(aligned, sigma)
				problems = append(problems, Problem{Planar: &planar, Axial: axial / sigma})
			}
			want := (square(y) + axial*axial - square(x)) / (2 * sigma * sigma)
			for _, p := range problems {
				if got := p.shift(); math.Abs(got-want) > 1e-10 {
					t.Errorf("%d-D: %v, want %v", dimension, got, want)
				}
			}
		}
	}
}
