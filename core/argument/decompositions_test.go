package argument

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// decomposable returns terms, a cloud, the cloud transformed and moved, and probabilities.
func decomposable(r *rand.Rand, i int) (t *Terms, clean, perturbed pointcloud.Cloud, p Probabilities) {
	noise := []transform.Noise{{Twist: 0.3}, {Taper: 0.15}, {Scale: 0.1}, {Shear: 0.15}, {Twist: 0.3, Taper: 0.1, Scale: 0.1}, {Scale: 0.1, Shear: 0.1}}[i%6]
	t = parameterTerms(noise)
	clean = trials.Cloud(r, 3+r.IntN(20), 3)
	c := transform.Parameters{Twist: noise.Twist * r.NormFloat64(), Taper: noise.Taper * r.NormFloat64(), Scale: noise.Scale * r.NormFloat64()}
	if !noise.Multiplies() {
		c.Shear = [2]float64{noise.Shear * r.NormFloat64(), noise.Shear * r.NormFloat64()}
	}
	resolved := transform.Resolve(t.Axis, clean, 0)
	moved := resolved.Move(c, transform.Parameters{})
	perturbed, _ = moved.Cloud()
	size := []float64{0, 1e-3, 0.01}[r.IntN(3)]
	for n := range perturbed.Points {
		perturbed.Points[n] += size * r.NormFloat64()
	}
	p = Probabilities{Lower: 0.9 + 0.0999*r.Float64()}
	if r.IntN(2) == 0 {
		rival := (1 - p.Lower) * r.Float64()
		p.RunnerUp = &rival
	}
	return t, clean, trials.TurnAbout(perturbed, t.Axis, 7*r.Float64()), p
}

// The best margin is that of the best decomposition, so that none that is added lowers it. What is stated is all of one decomposition.
func TestBestOfDecompositions(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(63, 1))
	chosen := map[int]int{}
	for i := range trials.Count(t, 24, 2000) {
		terms, clean, perturbed, p := decomposable(r, i)
		ways := terms.Decompose(clean, []Ordered{{Cloud: perturbed}})
		last := math.Inf(-1)
		for n := 1; n <= len(ways); n++ {
			margin := terms.Best(ways[:n], p).margin(p.Top)
			if margin < last {
				t.Errorf("%d: the margin fell from %v to %v", i, last, margin)
			}
			last = margin
		}
		best, own := terms.Best(ways, p), 0
		for n, way := range ways {
			alone := terms.Transformed(way.known, p)
			if alone.margin(p.Top) > best.margin(p.Top)+1e-11 {
				t.Errorf("%d: %v was to be had, %v is stated", i, alone.margin(p.Top), best.margin(p.Top))
			}
			if way.alignment == best.Alignment {
				own++
				chosen[n]++
				if *alone.Lower != *best.Lower || *best.Shift != way.known.Shift && best.Shift.Shear == nil || *best.Distance != way.known.Distance {
					t.Errorf("%d: not all of one decomposition: %+v", i, best)
				}
			}
		}
		if own != 1 {
			t.Errorf("%d: the alignment is that of %d decompositions", i, own)
		}
	}
	if len(chosen) < 2 {
		t.Errorf("always the same decomposition is the best: %v", chosen)
	}
}

// Coordinates that change by a millionth change a bound by no more than Δ that is longer by as much does.
func TestNearCloudsHaveNearBounds(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(63, 2))
	for i := range trials.Count(t, 36, 2000) {
		terms, clean, perturbed, p := decomposable(r, i)
		p.RunnerUp = nil
		near := pointcloud.Cloud{Dimension: 3}
		for _, x := range perturbed.Points {
			near.Points = append(near.Points, x+1e-6*(2*r.Float64()-1))
		}
		off := trials.Distance(near, perturbed)
		bounds := [2]float64{}
		for k, pair := range [][2]pointcloud.Cloud{{perturbed, near}, {near, perturbed}} {
			best := terms.Best(terms.Decompose(clean, []Ordered{{Cloud: pair[0]}}), p)
			further := *best.Known
			further.Distance, further.Rise = further.Distance+off, further.Rise+off
			further.Widen()
			least := *terms.Transformed(further, p).Lower
			other := *terms.Best(terms.Decompose(clean, []Ordered{{Cloud: pair[1]}}), p).Lower
			if bounds[k] = *best.Lower; other < least-1e-4 {
				t.Errorf("%d, %+v: %v, but %v is %v away and leaves at least %v", i, *terms.Noise, other, bounds[k], off, least)
			}
		}
		if math.Abs(bounds[0]-bounds[1]) > 5e-3 {
			t.Errorf("%d, %+v: %v and %v", i, *terms.Noise, bounds[0], bounds[1])
		}
	}
}

// Five points that are scaled across the axis: far in standard deviations, near by distance.
func TestFarTransformationsAreNoObstacle(t *testing.T) {
	terms := parameterTerms(transform.Noise{Scale: 0.01})
	terms.Sigma = 0.1
	clean := pointcloud.Cloud{Dimension: 3, Points: []float64{0.5, 0, 0, -0.3, 0.4, 0.2, 0.1, -0.4, -0.5, -0.2, -0.2, 0.6, 0.3, 0.3, -0.3}}
	scaled := pointcloud.Cloud{Dimension: 3}
	for n, x := range clean.Points {
		if n%3 < 2 {
			x *= 1.05
		}
		scaled.Points = append(scaled.Points, x)
	}
	best := terms.Best(terms.Decompose(clean, []Ordered{{Cloud: scaled}}), Probabilities{Lower: 0.95})
	if !best.Certified || *best.Lower < 0.87 {
		t.Errorf("%v, %+v", *best.Lower, best.Known)
	}
}
