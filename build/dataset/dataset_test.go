package main

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/orbitcert/orbitcert/core/special"
)

// shipped reads a run document of the tree.
func shipped(t *testing.T, id string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", folder, id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// moved turns, mirrors, shifts and shuffles a cloud.
func moved(random *rand.Rand, cloud []float64, dimension int) []float64 {
	out := make([]float64, len(cloud))
	angle, shift := 2*math.Pi*random.Float64(), 10*random.NormFloat64()
	sin, cos := math.Sincos(angle)
	count := len(cloud) / dimension
	for to, from := range random.Perm(count) {
		p, q := cloud[from*dimension:(from+1)*dimension], out[to*dimension:]
		first, last := dimension-2, dimension-1
		copy(q, p)
		q[first], q[last] = cos*p[first]-sin*p[last], sin*p[first]+cos*p[last]
		q[0] = shift - q[0]
	}
	return out
}

// What the certificates assume of the classifier holds: the features, and so the
// class, are those of the cloud however it is moved.
func TestTheClassifierIsInvariant(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	for _, d := range datasets() {
		for _, cloud := range d.clouds {
			a := features(cloud.points, d.dimension)
			b := features(moved(random, cloud.points, d.dimension), d.dimension)
			for k := range a {
				if math.Abs(a[k]-b[k]) > 1e-12 {
					t.Fatalf("%s: feature %d is %v, moved %v", cloud.name, k, a[k], b[k])
				}
			}
		}
	}
}

// The features tell more than the size: a cloud that is stretched has others.
func TestTheFeaturesSeeShape(t *testing.T) {
	for _, d := range datasets() {
		cloud := d.clouds[0].points
		stretched := append([]float64(nil), cloud...)
		for n := 0; n < len(cloud); n += d.dimension {
			stretched[n] *= 1.5
		}
		a, b := features(cloud, d.dimension), features(stretched, d.dimension)
		for _, k := range []int{quantiles - 1, quantiles, quantiles + 1} {
			if math.Abs(a[k]-b[k]) < 1e-3 {
				t.Errorf("%s: feature %d is %v for both", d.id, k, a[k])
			}
		}
	}
}

// The second route to the spectral features: a diagonal covariance has its
// eigenvalues on the diagonal.
func TestSpectralFeatures(t *testing.T) {
	c := [3][3]float64{{1}, {0, 2}, {0, 0, 5}}
	if got := spectral(c, 3); math.Abs(got[0]-30.0/64) > 1e-15 || math.Abs(got[1]-10.0/512) > 1e-15 {
		t.Error(got)
	}
	if got := spectral(c, 2); math.Abs(got[0]-5.0/9) > 1e-15 || math.Abs(got[1]-2.0/9) > 1e-15 {
		t.Error(got)
	}
}

// The documents of the tree are those that the source makes.
func TestDatasetsAreUpToDate(t *testing.T) {
	if !special.SameBits() {
		t.Skip("this processor rounds the last digits differently")
	}
	for _, d := range datasets() {
		text := shipped(t, d.id)
		const step = 14
		some, err := d.document(d.entries(step))
		if err != nil {
			t.Fatal(err)
		}
		lines, want := bytes.Split(text, []byte("\n")), bytes.Split(some, []byte("\n"))
		if len(lines) != len(d.clouds)+4 || len(text) > 150_000 {
			t.Errorf("%s: %d lines, %d bytes", d.id, len(lines), len(text))
		}
		if !bytes.Equal(lines[0], want[0]) {
			t.Errorf("%s: settings\n%s\nwant\n%s", d.id, lines[0], want[0])
		}
		for i := 0; i < len(d.clouds); i += step {
			if a, b := bytes.TrimSuffix(lines[2+i], []byte(",")), bytes.TrimSuffix(want[2+i/step], []byte(",")); !bytes.Equal(a, b) {
				t.Errorf("%s: run go run ./build/dataset; cloud %d differs\n%.120s\n%.120s", d.id, i, a, b)
			}
		}
	}
}

// The toy classifier is good enough to be worth certifying, and no better.
func TestVotesAreOfUse(t *testing.T) {
	for _, d := range datasets() {
		var document struct{ Clouds []entry }
		if err := json.Unmarshal(shipped(t, d.id), &document); err != nil {
			t.Fatal(err)
		}
		right, sure := 0, 0
		for _, e := range document.Clouds {
			sum, best := 0, 0
			for class, n := range e.Certify {
				sum += n
				if n > e.Certify[best] {
					best = class
				}
			}
			if sum != certifyingVotes {
				t.Errorf("%s: %d votes", e.Name, sum)
			}
			if best == e.Label {
				right++
			}
			if e.Certify[best] > 9900 {
				sure++
			}
		}
		if n := len(document.Clouds); right < n*7/10 || sure < n/5 || sure > n*9/10 {
			t.Errorf("%s: %d right, %d sure of %d", d.id, right, sure, n)
		}
	}
}
