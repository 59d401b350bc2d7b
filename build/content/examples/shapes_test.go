package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v ± %v", what, got, want, tolerance)
	}
}

// shipped reads both clouds of an example from its bytes.
func shipped(t *testing.T, name string) (clean, perturbed cloud) {
	t.Helper()
	var r struct {
		Clean, Perturbed points
	}
	if err := json.Unmarshal(made(t)[name], &r); err != nil {
		t.Fatal(err)
	}
	return r.Clean.Points, r.Perturbed.Points
}

// between is the vector from q to p.
func between(p, q []float64) [3]float64 {
	return [3]float64{p[0] - q[0], p[1] - q[1], p[2] - q[2]}
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func length(a [3]float64) float64 { return math.Sqrt(dot(a, a)) }

// degrees is the angle between two vectors.
func degrees(a, b [3]float64) float64 {
	return math.Acos(dot(a, b)/(length(a)*length(b))) * 180 / math.Pi
}

func TestPeroxideAsPublished(t *testing.T) {
	clean, perturbed := shipped(t, "molecule-3d.json")
	h1, o1, o2, h2 := clean[0], clean[1], clean[2], clean[3]
	bond, left, right := between(o2, o1), between(h1, o1), between(h2, o2)
	back := between(o1, o2)
	near(t, "r(OO)", length(bond), 1.475, 2e-6)
	near(t, "r(OH), first", length(left), 0.950, 2e-6)
	near(t, "r(OH), second", length(right), 0.950, 2e-6)
	near(t, "∠OOH, first", degrees(bond, left), 94.8, 2e-4)
	near(t, "∠OOH, second", degrees(back, right), 94.8, 2e-4)
	near(t, "dihedral", degrees(cross(bond, left), cross(bond, right)), 111.5, 2e-4)

	hand := func(c cloud) float64 {
		return dot(between(c[0], c[1]), cross(between(c[2], c[1]), between(c[3], c[2])))
	}
	if hand(clean)*hand(perturbed) >= 0 {
		t.Error("the perturbed molecule is not the other hand")
	}
}

// The torsion angle follows from length and angle; the article gives it on its own.
func TestSulphurAsPublished(t *testing.T) {
	clean, _ := shipped(t, "sulphur-3d.json")
	for k := range clean {
		a, b, c, d := clean[k], clean[(k+1)%8], clean[(k+2)%8], clean[(k+3)%8]
		bond := between(c, b)
		near(t, "r(SS)", length(bond), 2.055, 3e-6)
		near(t, "∠SSS", degrees(between(a, b), bond), 108.2, 3e-4)
		near(t, "torsion", degrees(cross(between(a, b), bond), cross(between(d, c), bond)), 98.5, 0.5)
	}
}

// These need the search: taken point by point nothing certifies them.
func TestSetsAreShuffled(t *testing.T) {
	for _, e := range []example{chairShuffled(), sulphurRenumbered()} {
		if !e.request.Permutation {
			t.Errorf("%s: the order of the points matters", e.id)
		}
		ordered := strings.Replace(string(made(t)[e.id+".json"]), `"permutation": true`, `"permutation": false`, 1)
		if c := certify(t, []byte(ordered)); c.Certified {
			t.Errorf("%s: certified in the order given", e.id)
		}
	}
}

func TestArrowHasTheNormOfThePaper(t *testing.T) {
	clean := arrowScaled().request.Clean.Points
	near(t, "‖X‖", clean.norm(), 0.01, 1e-17)
}

func TestDigitAndChairFillTheUnitBall(t *testing.T) {
	for _, name := range []string{"digit-2d.json", "chair-3d.json"} {
		clean, _ := shipped(t, name)
		farthest := 0.0
		for _, p := range clean {
			farthest = max(farthest, cloud{p}.norm())
		}
		near(t, name+" radius", farthest, 1, 1e-4)
		near(t, name+" centre", cloud{clean.mean()}.norm(), 0, 1e-5)
	}
}

// Dots fall on pixels in proportion to their grey value, and nowhere else.
func TestInkFollowsTheImage(t *testing.T) {
	m := image{3, []float64{0, 30, 0, 10, 0, 60}}
	const count = 40_000
	found := map[[2]float64]float64{}
	for _, p := range m.ink(source(1), count) {
		found[[2]float64{math.Round(p[0]), math.Round(p[1])}]++
	}
	for at, grey := range map[[2]float64]float64{{1, 0}: 30, {0, -1}: 10, {2, -1}: 60} {
		share := grey / 100
		near(t, "share", found[at]/count, share, 4*math.Sqrt(share*(1-share)/count))
		delete(found, at)
	}
	if len(found) > 0 {
		t.Errorf("ink beside the image: %v", found)
	}
	for _, digit := range []int{3, 8} {
		m := imageOf(digit)
		if m.width != 28 || len(m.grey) != 28*28 || slices.Max(m.grey) < 200 {
			t.Errorf("the image of the %d is not whole", digit)
		}
	}
}

// Each dot of the 3 goes to one of the 8, and exchanging two never shortens the way.
func TestEightIsNearest(t *testing.T) {
	random := source(3)
	from := three(random, 256)
	to := eight(random, from)
	square := func(p, q []float64) float64 { return (p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) }
	for i := range from {
		for j := range i {
			if square(from[i], to[j])+square(from[j], to[i]) < square(from[i], to[i])+square(from[j], to[j])-1e-12 {
				t.Fatalf("dots %d and %d would better change places", i, j)
			}
		}
	}
}

func TestRayMeetsPrism(t *testing.T) {
	block := prism(1, [2]float64{-1, -1}, [2]float64{1, -1}, [2]float64{1, 1}, [2]float64{-1, 1})
	for _, c := range []struct {
		from, direction [3]float64
		distance        float64
		meets           bool
	}{
		{[3]float64{-5, 0, 0}, [3]float64{1, 0, 0}, 4, true},
		{[3]float64{0.5, -5, 0.5}, [3]float64{0, 1, 0}, 4, true},
		{[3]float64{0, 0, 5}, [3]float64{0, 0.6, -0.8}, 0, false},
		{[3]float64{-5, 0, 0}, [3]float64{-1, 0, 0}, 0, false},
		{[3]float64{-5, 2, 0}, [3]float64{1, 0, 0}, 0, false},
	} {
		distance, meets := block.hit(c.from, c.direction)
		if meets != c.meets || meets && math.Abs(distance-c.distance) > 1e-12 {
			t.Errorf("from %v along %v: %v, %v", c.from, c.direction, distance, meets)
		}
	}
}

// Every point of the scan lies on its ray, on the car and above the road, and
// the car hides its far side.
func TestScanSeesTheNearSide(t *testing.T) {
	seen, rays := scan()
	if len(seen) != 773 {
		t.Errorf("%d points, the note says 773", len(seen))
	}
	for i, p := range seen {
		line := between(p, []float64{0, 0, sensor})
		near(t, "angle to the ray", length(cross(line, rays[i])), 0, 1e-12)
		if p[2] < 0 || p[2] > 1.46 || length(line) < 4 || length(line) > 10 {
			t.Fatalf("stray point %v", p)
		}
	}
}

func TestNoiseHasItsNorm(t *testing.T) {
	clean := three(source(1), 50)
	noisy := clean.noisy(source(2), 0.3)
	sum := 0.0
	for i, p := range clean {
		sum += math.Pow(p[0]-noisy[i][0], 2) + math.Pow(p[1]-noisy[i][1], 2)
	}
	near(t, "norm", math.Sqrt(sum), 0.3, 1e-12)
}
