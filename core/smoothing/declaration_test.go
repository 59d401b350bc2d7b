package smoothing

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// spread is a model with two logits that knows the mean square distance from the mean alone: invariant
// under everything, but for the grid.
func spread(points []float64, dimension int) (logits []float64) {
	c, _ := invariance.Centre(pointcloud.Cloud{Dimension: dimension, Points: points})
	size := invariance.Dot(c, c) / float64(len(c))
	return []float64{size, 0.5}
}

// leftmost knows the first coordinate of the first point.
func leftmost(points []float64, _ int) []float64 { return []float64{points[0], 0} }

// tryDeclared runs the test of a declared invariance with a model.
func tryDeclared(t *testing.T, s symmetry, dimension int, sorted bool, model func([]float64, int) []float64) Tested {
	clean := trials.Cloud(rand.New(rand.NewPCG(12, 11)), 20, dimension)
	p := &Plan{
		Model:      Model{Layout: "BND", Classes: []string{"a", "b"}},
		Classifier: Classifier{Group: s.group, Axis: s.axis, Translation: s.translation, How: Declared, Poses: 1, Sorted: sorted, Grid: Grid(0.1)},
		Sampling:   Sampling{Sigma: 0.1, Seed: "declared"},
	}
	inputs, counts := NewSampler(p, clean).TestInputs(0, Tests)
	var logits []byte
	numbers := readNumbers(inputs, Float32)
	for i := range counts {
		for _, x := range model(numbers[i*len(clean.Points):(i+1)*len(clean.Points)], dimension) {
			logits = binary.LittleEndian.AppendUint32(logits, math.Float32bits(float32(x)))
		}
	}
	coded, _, err := p.Classes(0, counts, Logits{Float32, len(p.Model.Classes), logits})
	if err != nil {
		t.Fatal(err)
	}
	return p.Tested(coded)
}

func TestDeclaredInvariance(t *testing.T) {
	for _, dimension := range []int{2, 3} {
		for _, s := range symmetries(dimension) {
			if got := tryDeclared(t, s, dimension, true, spread); got.Clouds != Tests || got.Changed != 0 || got.Rate != 3./Tests {
				t.Errorf("%+v: an invariant model is refuted: %+v", s, got)
			}
			moves := s.group != invariance.None
			if got := tryDeclared(t, s, dimension, false, leftmost); moves != (got.Changed > 0) || moves == (got.Rate > 0) {
				t.Errorf("%+v: a model that is not invariant: %+v", s, got)
			}
		}
	}
}

func TestTestedWithoutClasses(t *testing.T) {
	p := &Plan{Model: Model{Classes: []string{"a", "b"}}}
	if got := p.Tested([]byte{255, 255, 0, 0, 1, 255, 7, 1}); got != (Tested{Clouds: 3, Changed: 2}) {
		t.Errorf("%+v", got)
	}
	if got := p.Tested([]byte{0, 0}); got != (Tested{Clouds: 1, Rate: 1}) {
		t.Errorf("%+v", got)
	}
	if got := p.Tested(nil); got != (Tested{}) {
		t.Errorf("%+v", got)
	}
}
