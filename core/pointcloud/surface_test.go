package pointcloud

import (
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// prism is a right-angled triangle of legs 3 and 4 swept by 2: faces of areas 3,
// 3, 4, 4, 5, 5, 6 and 6.
var (
	prism      = Cloud{Dimension: 3, Points: []float64{0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 2, 3, 0, 2, 0, 4, 2}}
	prismFaces = Faces{0, 1, 4, 0, 4, 3, 0, 2, 5, 0, 5, 3, 1, 2, 5, 1, 5, 4, 0, 1, 2, 3, 4, 5}
	prismAreas = []float64{3, 3, 4, 4, 5, 5, 6, 6}
)

func draw(t *testing.T, c Cloud, f Faces, n int, seed uint64) []Spot {
	t.Helper()
	spots, err := Spots(c, f, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	return spots
}

// Faces come in proportion to their areas, places within them uniformly: χ² of
// both, which its mean and four standard deviations bound.
func TestSpotsAreUniform(t *testing.T) {
	const n, cells = 80_000, 4
	counts := make([]float64, len(prismAreas))
	within := make([]float64, cells*cells)
	for _, s := range draw(t, prism, prismFaces, n, 11) {
		counts[s.Face]++
		// (1 − (1−u)², v/(1−u)) is uniform in the unit square
		x, y := 1-(1-s.U)*(1-s.U), s.V/(1-s.U)
		within[min(int(x*cells), cells-1)*cells+min(int(y*cells), cells-1)]++
	}
	chi := 0.0
	for i, count := range counts {
		want := n * prismAreas[i] / 36
		chi += (count - want) * (count - want) / want
	}
	if freedom := float64(len(counts) - 1); chi > freedom+4*math.Sqrt(2*freedom) {
		t.Errorf("faces: χ² is %v for %v", chi, counts)
	}
	chi = 0
	for _, count := range within {
		want := float64(n) / cells / cells
		chi += (count - want) * (count - want) / want
	}
	if freedom := float64(cells*cells - 1); chi > freedom+4*math.Sqrt(2*freedom) {
		t.Errorf("places: χ² is %v for %v", chi, within)
	}
}

// A second way to the same distribution: points of the square x, y in [0, 1] in
// two triangles have the moments of the square.
func TestSurfaceMoments(t *testing.T) {
	const n = 40_000
	square := Cloud{Dimension: 2, Points: []float64{0, 0, 1, 0, 1, 1, 0, 1}}
	faces := Faces{0, 1, 2, 0, 2, 3}
	points := At(square, faces, draw(t, square, faces, n, 5)).Points
	for name, f := range map[string]struct {
		of   func(x, y float64) float64
		want float64
	}{
		"x": {func(x, _ float64) float64 { return x }, 0.5}, "y": {func(_, y float64) float64 { return y }, 0.5},
		"x²": {func(x, _ float64) float64 { return x * x }, 1. / 3}, "xy": {func(x, y float64) float64 { return x * y }, 0.25},
	} {
		sum := 0.0
		for i := 0; i < len(points); i += 2 {
			sum += f.of(points[i], points[i+1])
		}
		if mean := sum / n; math.Abs(mean-f.want) > 4*0.3/math.Sqrt(n) {
			t.Errorf("the mean of %s is %v, want %v", name, mean, f.want)
		}
	}
}

// Every point lies in the plane of its face and within it.
func TestPointsLieOnFaces(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	c := randomCloud(30, 3, 2)
	var faces Faces
	for range 90 {
		faces = append(faces, int32(random.IntN(30)))
	}
	spots := draw(t, c, faces, 2000, 1)
	points := At(c, faces, spots).Points
	for i, s := range spots {
		if s.U < 0 || s.V < 0 || s.U+s.V > 1 {
			t.Fatalf("%+v", s)
		}
		for j := range 3 {
			var low, high = math.Inf(1), math.Inf(-1)
			for _, v := range faces[3*s.Face : 3*s.Face+3] {
				low, high = min(low, c.Points[3*int(v)+j]), max(high, c.Points[3*int(v)+j])
			}
			if x, slack := points[3*i+j], 1e-15*max(math.Abs(low), math.Abs(high)); x < low-slack || x > high+slack {
				t.Fatalf("point %d: %v is not between %v and %v", i, x, low, high)
			}
		}
	}
}

// Scaling by a power of two changes no draw, however far it goes; a face without
// area is never drawn.
func TestSpotsScale(t *testing.T) {
	want := draw(t, prism, prismFaces, 500, 7)
	for _, exponent := range []int{-1000, -400, 1, 400, 1000} {
		c := Cloud{Dimension: 3, Points: Scaled(prism.Points, exponent)}
		if got := draw(t, c, prismFaces, 500, 7); !slices.Equal(got, want) {
			t.Errorf("times 2^%d: other places", exponent)
		}
	}
	flat := append(Faces{1, 1, 2}, append(slices.Clone(prismFaces), 3, 3, 3)...)
	for i, s := range draw(t, prism, flat, 500, 7) {
		if s.Face--; s != want[i] {
			t.Fatalf("place %d: %+v, want %+v", i, s, want[i])
		}
	}
	for name, f := range map[string]Faces{"no faces": nil, "no area": {0, 0, 1, 2, 2, 2}} {
		if _, err := Spots(prism, f, 1, 0); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The draws of a seed are frozen: certificates name the seed.
func TestSpotsAreFrozen(t *testing.T) {
	if got := crc32.ChecksumIEEE(appendFloat(nil, "<f8", At(prism, prismFaces, draw(t, prism, prismFaces, 1000, 42)).Points...)); got != 0x26be462f {
		t.Errorf("%#x", got)
	}
}

func BenchmarkSpots(b *testing.B) {
	c := gaussian(100_000, 3, 1)
	faces := make(Faces, 600_000)
	for i := range faces {
		faces[i] = int32(i % 100_000)
	}
	for b.Loop() {
		if _, err := Spots(c, faces, 1024, 0); err != nil {
			b.Fatal(err)
		}
	}
}
