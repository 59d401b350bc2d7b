package explore

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Blocks reduce clouds to the same inner products as the whole, also where a column vanishes.
func TestPairInBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	for _, dimension := range []int{2, 3} {
		for _, flat := range []bool{false, true} {
			x, v := make([]float64, 2500*dimension), make([]float64, 2500*dimension)
			for i := range x {
				x[i], v[i] = r.NormFloat64(), 0.3*r.NormFloat64()
				if flat && i%dimension == 1 {
					x[i] = 0
				}
			}
			whole := tight.NewPair(invariance.Aligned{Clean: x, Residual: v}, 0, dimension)
			blocks := pairInBlocks(dimension, len(x), func(from, to int, a, b []float64) {
				copy(a, x[from:to])
				copy(b, v[from:to])
			})
			for i := range 2 * dimension {
				for j := range i + 1 {
					want, got := invariance.Dot(whole.Factor[i][:], whole.Factor[j][:]), invariance.Dot(blocks.Factor[i][:], blocks.Factor[j][:])
					if math.Abs(got-want) > 1e-11 {
						t.Errorf("%d dimensions, flat %v: columns %d and %d have the product %v, want %v", dimension, flat, i, j, got, want)
					}
				}
			}
			if !(blocks.Error > 0 && blocks.Error < 1e-10) {
				t.Errorf("%d dimensions, flat %v: error %v", dimension, flat, blocks.Error)
			}
		}
	}
}

// Many points twist as far as the walk over each of them finds, and as far back as on where nothing is turned.
func TestTwistOfManyPoints(t *testing.T) {
	slow.Skip(t)
	for _, group := range []invariance.Group{invariance.None, invariance.Rigid} {
		s := mustScene(t, &Asked{Request: exploredRequest(group, 3, manyPoints, 4, 0.9), Along: []float64{0, 0, 1}})
		exact := s
		exact.moments = nil
		f := s.family("twist")
		got, want := s.rangeOf(f), exact.rangeOf(f)
		for _, pair := range [][2]Span{{got.Span, want.Span}, {got.BlackBox, want.BlackBox}} {
			if !near(pair[0], pair[1]) {
				t.Errorf("%v: %v to %v, want %v to %v", group, *pair[0].From, *pair[0].To, *pair[1].From, *pair[1].To)
			}
		}
		if *got.BlackBox.From != -*got.BlackBox.To {
			t.Errorf("%v: twisted from %v to %v", group, *got.BlackBox.From, *got.BlackBox.To)
		}
	}
}
