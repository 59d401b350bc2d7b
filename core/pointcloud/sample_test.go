package pointcloud

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// gaussian is a cloud of usual numbers.
func gaussian(n, dimension int, seed uint64) Cloud {
	random := rand.New(rand.NewPCG(seed, 1))
	c := Cloud{Dimension: dimension}
	for range n * dimension {
		c.Points = append(c.Points, random.NormFloat64())
	}
	return c
}

// The stream of a seed stays what it is: certificates depend on it.
func TestRandomSampleIsFrozen(t *testing.T) {
	got, err := Sample(gaussian(1000, 3, 1), 8, Random, 7)
	if want := []int{117, 170, 269, 300, 538, 795, 865, 997}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

// Every point is taken equally often, and so is every pair: 40,000 samples of 3
// of 6 points. The counts vary less than independent ones, so χ² with 5 and
// with 14 degrees of freedom is an upper bound: exceeded once in 25,000 times.
func TestRandomSampleIsUniform(t *testing.T) {
	const rounds = 40_000
	var points [6]float64
	var pairs [36]float64
	c := gaussian(6, 2, 2)
	for seed := range uint64(rounds) {
		s, err := Sample(c, 3, Random, seed)
		if err != nil || !slices.IsSorted(s) || s[0] == s[1] || s[1] == s[2] {
			t.Fatal(s, err)
		}
		for i, a := range s {
			points[a]++
			for _, b := range s[i+1:] {
				pairs[6*a+b]++
			}
		}
	}
	if x := chiSquare(points[:], rounds/2); x > 28 {
		t.Errorf("points: χ² = %v", x)
	}
	taken := slices.DeleteFunc(pairs[:], func(x float64) bool { return x == 0 })
	if x := chiSquare(taken, rounds/5); len(taken) != 15 || x > 45 {
		t.Errorf("pairs: χ² = %v", x)
	}
}

func chiSquare(counts []float64, expected float64) float64 {
	sum := 0.0
	for _, x := range counts {
		sum += (x - expected) * (x - expected) / expected
	}
	return sum
}

// farthestByDefinition chooses by all distances to all points taken, O(n²N).
func farthestByDefinition(c Cloud, n int) []int {
	d := c.Dimension
	distance := func(i int, y []float64) float64 {
		q := 0.0
		for j := range d {
			q += float64((c.Points[i*d+j] - y[j]) * (c.Points[i*d+j] - y[j]))
		}
		return q
	}
	centre := make([]float64, d)
	for i, x := range c.Points {
		centre[i%d] += x / float64(c.Count())
	}
	var chosen []int
	for len(chosen) < n {
		best, far := -1, -1.0
		for i := range c.Count() {
			q := math.Inf(1)
			if len(chosen) == 0 {
				q = distance(i, centre)
			}
			for _, k := range chosen {
				q = min(q, distance(i, c.Points[k*d:(k+1)*d]))
			}
			if q > far && !slices.Contains(chosen, i) {
				best, far = i, q
			}
		}
		chosen = append(chosen, best)
	}
	return chosen
}

func TestFarthestSample(t *testing.T) {
	for seed := range uint64(20) {
		c := gaussian(60, 2+int(seed%2), seed)
		want := farthestByDefinition(c, 40)
		for _, scale := range []float64{1, 0x1p600, 0x1p-600} {
			s := Cloud{Points: slices.Clone(c.Points), Dimension: c.Dimension}
			for i := range s.Points {
				s.Points[i] *= scale
			}
			if got, err := Sample(s, 40, Farthest, seed); err != nil || !slices.Equal(got, want) {
				t.Errorf("seed %d, scale %v: got %v, %v; want %v", seed, scale, got, err, want)
			}
		}
	}
}

// A square's corners and centre, a corner twice: ties go to the first.
func TestFarthestSampleByHand(t *testing.T) {
	c := Cloud{Points: []float64{0, 0, 1, 1, -1, 1, -1, -1, 1, -1, 1, 1}, Dimension: 2}
	want := []int{3, 1, 2, 4, 0, 5} // the mean is (1/6, 1/6)
	for n := 1; n <= 6; n++ {
		if got, err := Sample(c, n, Farthest, 9); err != nil || !slices.Equal(got, want[:n]) {
			t.Errorf("n = %d: %v, %v", n, got, err)
		}
	}
}

// Any finite numbers give n different points.
func TestSampleOfAnyNumbers(t *testing.T) {
	equal := Cloud{Points: make([]float64, 30), Dimension: 3}
	for _, c := range []Cloud{edgeCloud(2), edgeCloud(3), randomCloud(50, 3, 11), equal} {
		for _, method := range []Method{Random, Farthest} {
			for n := 1; n <= c.Count(); n++ {
				got, err := Sample(c, n, method, 3)
				picked := Pick(c, got)
				slices.Sort(got)
				if err != nil || len(slices.Compact(got)) != n || got[0] < 0 || got[n-1] >= c.Count() || picked.Count() != n {
					t.Fatalf("%s, %d of %d: %v, %v", method, n, c.Count(), got, err)
				}
			}
		}
	}
}

func TestSampleRefuses(t *testing.T) {
	c := gaussian(3, 2, 1)
	for want, f := range map[string]func() ([]int, error){
		"cannot take 0 of 3":  func() ([]int, error) { return Sample(c, 0, Random, 1) },
		"cannot take -1 of 3": func() ([]int, error) { return Sample(c, -1, Farthest, 1) },
		"cannot take 4 of 3":  func() ([]int, error) { return Sample(c, 4, Random, 1) },
		`"best" is not known`: func() ([]int, error) { return Sample(c, 1, "best", 1) },
		`cannot take 1 of 0`:  func() ([]int, error) { return Sample(Cloud{}, 1, Random, 1) },
	} {
		if got, err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v; want %q", got, err, want)
		}
	}
}

func TestPick(t *testing.T) {
	c := Cloud{Points: []float64{1, 2, 3, 4, 5, 6}, Dimension: 2}
	if got := Pick(c, []int{2, 0, 0}); got.Dimension != 2 || !sameBits(got.Points, []float64{5, 6, 1, 2, 1, 2}) {
		t.Errorf("got %v", got)
	}
}

// Centred clouds have no mean and the same differences; normalised ones reach
// the unit sphere. Powers of two change no bit of them.
func TestNormalise(t *testing.T) {
	for seed := range uint64(20) {
		c := gaussian(500, 2+int(seed%2), seed)
		d := c.Dimension
		for i := range c.Points {
			c.Points[i] += 1e6 * float64(i%d)
		}
		centred, errCentre := Centre(c)
		unit, errUnit := unitSphere(c)
		if errCentre != nil || errUnit != nil {
			t.Fatal(errCentre, errUnit)
		}
		var sum [3]float64
		far, ratio := 0.0, unit.Points[0]/centred.Points[0]
		for i, x := range unit.Points {
			sum[i%d] += x
			if math.Abs(centred.Points[i]-centred.Points[i%d]-(c.Points[i]-c.Points[i%d])) > 1e-9 || math.Abs(x-ratio*centred.Points[i]) > 1e-14 {
				t.Fatalf("number %d: %v, centred %v, normalised %v", i, c.Points[i], centred.Points[i], x)
			}
			if i%d == 0 {
				far = max(far, math.Sqrt(squaredDistance(unit.Points[i:i+d], make([]float64, d))))
			}
		}
		if math.Abs(far-1) > 1e-15 || math.Abs(sum[0])+math.Abs(sum[1])+math.Abs(sum[2]) > 1e-12 {
			t.Errorf("largest norm %v, sum %v", far, sum)
		}
		for _, e := range []int{-900, 900} {
			large, err := unitSphere(Cloud{Points: Scaled(c.Points, e), Dimension: d})
			if err != nil || !sameBits(large.Points, unit.Points) {
				t.Errorf("times 2^%d: %v", e, err)
			}
		}
	}
}

func TestNormaliseRefuses(t *testing.T) {
	for _, c := range []Cloud{{Points: []float64{1, 2}, Dimension: 2}, {Points: []float64{0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3}, Dimension: 3}} {
		if got, err := unitSphere(c); err == nil || !strings.Contains(err.Error(), "all points are equal") {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
	huge := Cloud{Points: []float64{math.MaxFloat64, 0, math.MaxFloat64, 0, -math.MaxFloat64, 0}, Dimension: 2}
	if got, err := Centre(huge); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("%v, %v", got, err)
	}
	unit, err := unitSphere(huge)
	if want := []float64{0.5, 0, 0.5, 0, -1, 0}; err != nil || !slices.EqualFunc(unit.Points, want, func(x, y float64) bool { return math.Abs(x-y) < 1e-15 }) {
		t.Errorf("%v, %v", unit, err)
	}
	for _, c := range []Cloud{edgeCloud(2), edgeCloud(3), randomCloud(99, 3, 4), {Points: []float64{5e-324, 0, 0, 0}, Dimension: 2}} {
		unit, err := unitSphere(c)
		if err != nil || !slices.ContainsFunc(unit.Points, func(x float64) bool { return x != 0 }) || slices.ContainsFunc(unit.Points, func(x float64) bool { return !finite(x) }) {
			t.Errorf("%v, %v", unit, err)
		}
	}
}

// The bits are the same on every machine: certificates depend on them, too.
func TestPreparationIsFrozen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	c := Cloud{Dimension: 3}
	for range 3 * 5000 {
		c.Points = append(c.Points, 1e3*random.Float64()-7)
	}
	unit, err := unitSphere(c)
	if err != nil {
		t.Fatal(err)
	}
	centred, err := Centre(c)
	if err != nil {
		t.Fatal(err)
	}
	farthest, err := Sample(c, 300, Farthest, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct {
		name  string
		cloud Cloud
		want  uint32
	}{{"UnitSphere", unit, 0x26cef96e}, {"Centre", centred, 0x17a712e4}, {"Farthest", Pick(c, farthest), 0xc590fa2a}} {
		if got := crc32.ChecksumIEEE(appendFloat(nil, "<f8", f.cloud.Points...)); got != f.want {
			t.Errorf("%s: %#x, want %#x", f.name, got, f.want)
		}
	}
}

func BenchmarkFarthest(b *testing.B) {
	c := gaussian(100_000, 3, 1)
	for b.Loop() {
		if _, err := Sample(c, 1024, Farthest, 0); err != nil {
			b.Fatal(err)
		}
	}
}

// A file with more points than the limit is read by a sample that its error offers: alone, with all clouds of a file, and
// from a shelf. Formats that are read whole say which are not.
func TestTooManyPointsAreSampled(t *testing.T) {
	defer func(most int) { maxPoints = most }(maxPoints)
	maxPoints = 40
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "%d.5 %d.25 0.125\n", i, i*i%17)
	}
	data := []byte(text.String())
	_, err := ParseAll("a.xyz", data, Reading{})
	remedies := Remedies(err)
	if len(remedies) != 1 || remedies[0].String() != `Take 40 of them at random: "sample": 40 beside "file"` {
		t.Fatalf("%v: %v", err, remedies)
	}
	expect(t, "a.xyz", text.String(), Reading{}, answers(1))
	sampled := *remedies[0].Reading
	file, err := Parse("a.xyz", data, sampled)
	if err != nil || file.Cloud.Count() != 40 || file.Of != 100 {
		t.Fatalf("%d of %d points, %v", file.Cloud.Count(), file.Of, err)
	}
	all, err := ParseAll("a.xyz", data, sampled)
	if err != nil || len(all) != 1 || !slices.Equal(all[0].File.Cloud.Points, file.Cloud.Points) {
		t.Errorf("all: %v", err)
	}
	shelf, err := OpenAll("a.xyz", bytes.NewReader(data), int64(len(data)), sampled)
	if err != nil {
		t.Fatal(err)
	}
	if one, err := shelf.Read(0); err != nil || !slices.Equal(one.Cloud.Points, file.Cloud.Points) {
		t.Errorf("shelf: %v", err)
	}
	expect(t, "a.xyz", text.String()[:1+bytes.LastIndexByte(data[:len(data)/4], '\n')], Reading{Sample: 5}, 5, "a sample of 5 is read")
	expect(t, "a.off", "OFF\n100 0 0\n"+text.String(), Reading{}, answers(0))
	expect(t, "a.obj", "v "+strings.ReplaceAll(strings.TrimSpace(text.String()), "\n", "\nv "), sampled, "which can be sampled")
}

// unitSphere is Resize by the farthest point, without the size.
func unitSphere(c Cloud) (Cloud, error) {
	unit, _, err := Resize(c, OfFarthest)
	return unit, err
}
