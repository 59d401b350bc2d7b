package argument

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/tight"
)

// The laws of pairs are accepted, and a spread below what the least and the most of a sample allow is refused: off²/(m − 1), which
// pairs of two distances have.
func TestPointsCheckTheSpread(t *testing.T) {
	random := rand.New(rand.NewPCG(121, 122))
	for i := range 400 {
		m := 3 + random.IntN(60)
		k := 1 + random.IntN(m-1)
		squares, far, near := make([]float64, m), 1+random.Float64(), random.Float64()
		for n := range squares {
			squares[n] = random.ExpFloat64()
			if i%2 == 0 { // the k farthest alike, and the others
				squares[n] = near
				if n >= m-k {
					squares[n] = far
				}
			}
		}
		slices.Sort(squares)
		total := 0.0
		for _, w := range squares {
			total += w
		}
		c := Points{Clean: m, Perturbed: m, Kept: m, Distance: math.Sqrt(total), Moved: tight.MovedBy(squares, k), Sigma: 1}
		if name, wrong := c.Check(k); wrong != "" {
			t.Fatalf("%d of %d pairs: %s %s", k, m, name, wrong)
		}
		if i%2 == 0 {
			c.Moved.Square *= 0.98
			if name, _ := c.Check(k); name != "moved.square" {
				t.Errorf("%d of %d pairs of two distances: a spread that is too small is taken: %q", k, m, name)
			}
		}
	}
}
