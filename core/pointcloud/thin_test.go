package pointcloud

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// The sample that is drawn while a file is read is the one of the whole cloud, in every format
// that scans have.
func TestThin(t *testing.T) {
	const points, few = 40, 7
	c := randomCloud(points, 3, 11)
	for _, w := range writers {
		data := w.write(c)
		whole, err := Parse(w.file, data, Reading{})
		if err != nil {
			t.Fatal(err)
		}
		kept, err := Sample(whole.Cloud, few, Random, 5)
		if err != nil {
			t.Fatal(err)
		}
		want := Pick(whole.Cloud, kept)
		maxPoints = 30
		file, err := Parse(w.file, data, Reading{Thin: Thin{few, 5}})
		_, refused := Parse(w.file, data, Reading{})
		maxPoints = MaxPoints
		switch w.file {
		case "points.obj", "points.off", "points.json": // models and documents have no more points
			if err == nil || !strings.Contains(err.Error(), "limit") {
				t.Errorf("%s: %v", w.file, err)
			}
			continue
		}
		if err != nil || file.Of != points || !sameBits(file.Cloud.Points, want.Points) {
			t.Errorf("%s: %v of %d points, %v; want %v", w.file, file.Cloud.Points, file.Of, err, want.Points)
		}
		if refused == nil {
			t.Errorf("%s: all points are read, beyond the limit", w.file)
		}
	}
}

func TestThinRefuses(t *testing.T) {
	maxPoints = 3
	t.Cleanup(func() { maxPoints = MaxPoints })
	for _, f := range []struct {
		want, data string
		points     int
	}{
		{"1 of 5 points have no coordinates", "1 2\n3 4\nnan 1\n5 6\n7 8\n", 2},
		{"line 4: has more than 3 points", "1 2\n3 4\n5 6\n7 8\n9 x\n", 2},
		{"has more than 3 points", "1 2\n3 4\n5 6\n7 8\n", 5},
		{"line 2: y: \"x\" is not a number", "1 2\n3 x\n", 1},
	} {
		expect(t, "a.xyz", f.data, Reading{Thin: Thin{Points: f.points}}, f.want)
	}
}

// A power of two scales as math.Ldexp does to the last bit, also to and from numbers that are not normal.
func TestScaledIsLdexp(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	for range 20_000 {
		x := math.Float64frombits(r.Uint64())
		if !finite(x) {
			continue
		}
		exponent := r.IntN(4400) - 2200
		got, want := Scaled([]float64{x}, exponent)[0], math.Ldexp(x, exponent)
		if math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%v times 2^%d is %v, want %v", x, exponent, got, want)
		}
	}
}
