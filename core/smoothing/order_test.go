package smoothing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Poses that are spread, crowded in one interval, full of ties and at the ends of the grid are
// sorted as the standard library sorts their rows.
func TestSortRows(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 6))
	for trial := range 600 {
		dimension, count := 2+trial%2, 1+random.IntN([]int{3, 40, 700}[trial%3])
		scale := []float64{0.5, 3, 400, farthest / 5}[random.IntN(4)]
		pose := make([]float64, count*dimension)
		for i := range pose {
			pose[i] = max(-farthest, min(farthest, math.RoundToEven(scale*random.NormFloat64())+0))
		}
		if trial%5 == 0 {
			pose[0], pose[1] = farthest, -farthest
		}
		want := slices.Collect(slices.Chunk(slices.Clone(pose), dimension))
		slices.SortFunc(want, slices.Compare[[]float64])
		sortRows(pose, dimension)
		if !slices.Equal(pose, slices.Concat(want...)) {
			t.Fatalf("%d points in %d-D, scale %v: %v, want %v", count, dimension, scale, pose, want)
		}
		backwards := opposite(pose, dimension)
		again := slices.Clone(backwards)
		sortRows(again, dimension)
		if !slices.Equal(backwards, again) || !slices.Equal(opposite(backwards, dimension), pose) {
			t.Fatalf("the opposite of %v is %v", pose, backwards)
		}
	}
}
