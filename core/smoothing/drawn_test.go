package smoothing

import (
	"math"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// TestDrawClasses draws with known scores: ¼ and ¾ by the mean of two rows, in whichever order these are.
func TestDrawClasses(t *testing.T) {
	const samples = 10_000
	p := &Plan{Classifier: Classifier{How: Made, Poses: 2}, Model: Model{Output: drawn, Classes: []string{"a", "b"}}}
	logits := func(one, other float64) pointcloud.Array {
		a := pointcloud.Array{Shape: []int{2 * samples, 2}}
		for range samples {
			a.Values = append(a.Values, 5, 5+one, -1, -1+other)
		}
		return a
	}
	draw := func(a pointcloud.Array) []float64 {
		t.Helper()
		got, err := DrawClasses(p, a, true)
		if err != nil || !got.Whole || len(got.Values) != samples {
			t.Fatal(err, got.Shape)
		}
		return got.Values
	}
	quarter := logits(2*math.Log(3)+1, -1)
	first, votes := draw(quarter), 0.0
	for _, class := range first {
		votes += class
	}
	if math.Abs(votes/samples-0.75) > 4*math.Sqrt(0.25*0.75/samples) {
		t.Errorf("%v of %d draws are of the class with ¾", votes, samples)
	}
	for i := 0; i < len(quarter.Values); i += 4 {
		own := quarter.Values[i : i+4]
		own[0], own[1], own[2], own[3] = own[2], own[3], own[0], own[1]
	}
	if !slices.Equal(first, draw(quarter)) {
		t.Error("the order of the rows matters")
	}
	p.Sampling.Seed = "another"
	if slices.Equal(first, draw(quarter)) {
		t.Error("another seed draws the same")
	}
	if got := draw(logits(1000, 1000)); slices.Min(got) != 1 {
		t.Error("a class without a score was drawn")
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300} {
		if got := draw(logits(x, 0)); slices.Max(got) != none {
			t.Errorf("%v has a class", x)
		}
	}
}
