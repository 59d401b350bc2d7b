package invariance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Turn brings clouds as near as Align does, wherever both lie.
func TestTurnIsAlignsMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	for i := range 200 {
		dimension := 2 + i%2
		group := []Group{Rotations, Orthogonal, Rigid, Euclidean}[i/2%4]
		x := pointcloud.Cloud{Points: make([]float64, 40*dimension), Dimension: dimension}
		y := pointcloud.Cloud{Points: make([]float64, 40*dimension), Dimension: dimension}
		for k := range x.Points {
			x.Points[k], y.Points[k] = r.NormFloat64()+3, r.NormFloat64()-2
		}
		got, want := group.Turn(x, y), Align(group, x, y).Alignment.Matrix
		for a := range dimension {
			for b := range dimension {
				if math.Abs(got[a][b]-want[a][b]) > 1e-9 {
					t.Fatalf("%d, %v: %v, want %v", i, group, got, want)
				}
			}
		}
	}
}
