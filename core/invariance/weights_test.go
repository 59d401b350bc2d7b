package invariance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// someWeights are above 0 and at most 1.
func someWeights(r *rand.Rand, n int) []float64 {
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = math.Pow(10, -2*r.Float64())
	}
	weights[0] = 1
	return weights
}

func weightedDistance(weights []float64, a, b pointcloud.Cloud) float64 {
	sum := 0.0
	for i := range a.Points {
		d := weights[i/a.Dimension] * (a.Points[i] - b.Points[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}

// nearby returns a member of the group close to the identity.
func nearby(r *rand.Rand, g Group, dimension int, size float64) (turn Matrix, shift [3]float64) {
	turn = Identity(dimension)
	if g.Turns() {
		for i := range dimension {
			for j := range i {
				sin, cos := math.Sincos(size * r.NormFloat64())
				step := Identity(dimension)
				step[i][i], step[j][j], step[i][j], step[j][i] = cos, cos, sin, -sin
				turn = product(&turn, &step, dimension)
			}
		}
	}
	if g.Translates() {
		for i := range dimension {
			shift[i] = size * r.NormFloat64()
		}
	}
	return turn, shift
}

// In the weighted product the alignment reported gives the distance, and no other member of the group
// does better, far away or near by: the second way is to try them.
func TestWeightedAlignmentIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range trials.Count(t, 60, 300) {
		g := Groups[r.IntN(len(Groups)-1)]
		dimension, n := 2+r.IntN(2), 1+r.IntN(12)
		x, y, weights := trials.Cloud(r, n, dimension), trials.Cloud(r, n, dimension), someWeights(r, n)
		a := AlignWeighted(g, weights, x, y)
		moved := trials.Moved(y, a.Alignment.Matrix, a.Alignment.Offset)
		if d := weightedDistance(weights, moved, x); d > a.Distance+1e-13 || d < a.Distance*(1-1e-12)-1e-12 {
			t.Fatalf("%s: the alignment gives %v, reported %v", g, d, a.Distance)
		}
		for k := range 200 {
			turn, shift := trials.Member(r, g, dimension)
			other := trials.Moved(y, turn, shift)
			if k%2 == 0 {
				turn, shift = nearby(r, g, dimension, math.Pow(10, -4*r.Float64()))
				other = trials.Moved(moved, turn, shift)
			}
			if d := weightedDistance(weights, other, x); d < a.Distance*(1-1e-12)-1e-13 {
				t.Fatalf("%s: found %v, another member gives %v", g, a.Distance, d)
			}
		}
	}
}

// In the plane every angle is tried, with the translation that is best for it.
func TestWeightedAlignmentAgainstAllAngles(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for range 40 {
		n := 2 + r.IntN(9)
		x, y, weights := trials.Cloud(r, n, 2), trials.Cloud(r, n, 2), someWeights(r, n)
		best := math.Inf(1)
		for k := range 20_000 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 20_000)
			turned := trials.Moved(y, Matrix{{cos, -sin}, {sin, cos}}, [3]float64{})
			var shift [3]float64
			mass := 0.0
			for i, w := range weights {
				mass += w * w
				shift[0] += w * w * (x.Points[2*i] - turned.Points[2*i])
				shift[1] += w * w * (x.Points[2*i+1] - turned.Points[2*i+1])
			}
			shift[0] /= mass
			shift[1] /= mass
			best = min(best, weightedDistance(weights, trials.Moved(turned, Identity(2), shift), x))
		}
		// Between two angles the square of the distance changes by at most the square of their step.
		if d := AlignWeighted(Rigid, weights, x, y).Distance; d > best*(1+1e-12) || d < best-1e-3*(1+best) {
			t.Errorf("%d points: %v, of all angles %v", n, d, best)
		}
	}
}

// Weights of 1 change nothing but rounding, and common factors scale.
func TestWeightsOfOne(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for _, g := range Groups[:len(Groups)-1] {
		x, y := trials.Cloud(r, 9, 3), trials.Cloud(r, 9, 3)
		ones, halves := make([]float64, 9), make([]float64, 9)
		for i := range ones {
			ones[i], halves[i] = 1, 0.5
		}
		want := Align(g, x, y).Distance
		if d := AlignWeighted(g, ones, x, y).Distance; math.Abs(d-want) > 1e-12*want {
			t.Errorf("%s: %v, without weights %v", g, d, want)
		}
		if d := AlignWeighted(g, halves, x, y).Distance; math.Abs(2*d-want) > 1e-12*want {
			t.Errorf("%s: twice %v, without weights %v", g, d, want)
		}
		axis := []float64{1, 2, 2}
		for _, translates := range []bool{false, true} {
			want := AlignAxis(axis, translates, x, y).Distance
			if d := AlignAxisWeighted(axis, translates, ones, x, y).Distance; math.Abs(d-want) > 1e-12*want {
				t.Errorf("about an axis: %v, without weights %v", d, want)
			}
		}
	}
}

// About an axis likewise: no turn about it, with the translation, comes nearer.
func TestWeightedAxisIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for i := range 60 {
		n, translates := 2+r.IntN(9), i%2 == 0
		x, y, weights, axis := trials.Cloud(r, n, 3), trials.Cloud(r, n, 3), someWeights(r, n), trials.Axis(r)
		a := AlignAxisWeighted(axis, translates, weights, x, y)
		moved := trials.Moved(y, a.Alignment.Matrix, a.Alignment.Offset)
		if d := weightedDistance(weights, moved, x); d > a.Distance+1e-13 || d < a.Distance*(1-1e-12)-1e-12 {
			t.Fatalf("the alignment gives %v, reported %v", d, a.Distance)
		}
		for range 200 {
			var shift [3]float64
			if translates {
				_, shift = nearby(r, Translations, 3, math.Pow(10, -4*r.Float64()))
			}
			other := trials.Moved(trials.TurnAbout(moved, axis, math.Pow(10, -4*r.Float64())*r.NormFloat64()), Identity(3), shift)
			if translates {
				other = trials.Moved(trials.TurnAbout(trials.Moved(moved, Identity(3), shift), axis, 1e-3*r.NormFloat64()), Identity(3), shift)
			}
			if d := weightedDistance(weights, other, x); d < a.Distance*(1-1e-12)-1e-13 {
				t.Fatalf("found %v, another member gives %v", a.Distance, d)
			}
		}
	}
}
