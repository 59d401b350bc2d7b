package registration

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
)

// newNeighbours prepares points and fills all slabs.
func newNeighbours(points []float64) *neighbours {
	t := beginNeighbours(points)
	for k := range slabs {
		t.fillSlab(k)
	}
	return t
}

// nearestOfAll looks at every point.
func nearestOfAll(points []float64, at *[3]float64) float64 {
	least := math.Inf(1)
	for i := 0; i < len(points); i += 3 {
		a, b, c := points[i]-at[0], points[i+1]-at[1], points[i+2]-at[2]
		least = min(least, a*a+b*b+c*c)
	}
	return least
}

// Inside the box a nearest point is found, and the distance is bounded from below
// everywhere; in space, in a plane, on a line, and for points that coincide.
func TestNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for trial := range 60 {
		points := trials.Cloud(r, 1+r.IntN(400), 3).Points
		for i := range points {
			if i%3 < trial%4 {
				points[i] = 0.25
			}
		}
		for i := 2; i < len(points) && trial%5 == 0; i += 3 {
			points[i] = math.SmallestNonzeroFloat64 * float64(r.IntN(9)) // hardly not planar
		}
		table := newNeighbours(points)
		for range 200 {
			at := [3]float64{2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64()}
			inside := true
			for k := range 3 {
				inside = inside && at[k] >= table.low[k] && at[k] <= table.high[k]
			}
			_, square := table.nearest(&at)
			bound, least := table.bound(&at), nearestOfAll(points, &at)
			if bound > least*(1+1e-14) || square < bound*(1-1e-14) {
				t.Fatalf("%d points: %v, bound %v, nearest of all %v", len(points)/3, square, bound, least)
			}
			if inside && square > 1.1*least {
				t.Fatalf("%d points: %v, nearest of all %v", len(points)/3, square, least)
			}
		}
	}
}

func BenchmarkNewNeighbours(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	points := shapes[0].draw(r, 1024).Points
	for b.Loop() {
		newNeighbours(points)
	}
}

func BenchmarkNearest(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	points := shapes[0].draw(r, 1024).Points
	table := newNeighbours(points)
	for i := 0; b.Loop(); i++ {
		p := points[i%1024*3:]
		table.nearest(&[3]float64{p[1], -p[0], p[2]})
	}
	b.ReportMetric(float64(len(table.index))/float64(len(table.voxels)), "points/voxel")
}

func BenchmarkClose(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	points := shapes[0].draw(r, 1024).Points
	table := newNeighbours(points)
	for i := 0; b.Loop(); i++ {
		p := points[i%1024*3:]
		table.close(&[3]float64{p[1], -p[0], p[2]})
	}
}
