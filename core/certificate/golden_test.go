package certificate

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// golden is the SHA-256 of 600 certificates, goldenStart that of the first 30, which are all
// that make test computes on other platforms (-short); make campaigns computes the others there. They are the same on amd64, arm64 and 386 and in
// WebAssembly; when they change, Core must change too.
const (
	goldenStart = "d278e5a70b645883c5ee06a94503dd1b3eb9850ddcfecfb4bff573737af34d10"
	golden      = "ba6f585576ba06799d532ab49ff78cdffe2103acc2b4a1a3bde6d04b23ec0f02"
)

func TestSameBitsEverywhere(t *testing.T) {
	hash := sha256.New()
	draws := tight.NewNormals("golden certificates")
	for i := range 600 {
		if i == 30 {
			checkDigest(t, hash, goldenStart)
			if testing.Short() {
				return
			}
		}
		r := goldenRequest(draws, i)
		document, err := Document(r, mustCertify(t, r))
		if err != nil {
			t.Fatal(err)
		}
		hash.Write(document)
	}
	checkDigest(t, hash, golden)
}

// checkDigest holds the certificates written to a hash against the digest that is frozen.
func checkDigest(t *testing.T, hash hash.Hash, want string) {
	t.Helper()
	if got := hex.EncodeToString(hash.Sum(nil)); got != want {
		t.Errorf("the digest of the certificates is %s, want %s", got, want)
	}
}

// goldenRequest cycles through groups, dimensions, sizes from 1e-3 to 1e3 σ,
// distances, votes and probabilities, with and without permutations.
func goldenRequest(draws tight.Normals, i int) *Request {
	dimension, n := 2+i%2, 1+i%17
	size := []float64{1e-3, 0.1, 1, 5, 30, 1e3}[i%6]
	step := []float64{0, 1e-9, 0.05, 0.3, 2}[i%5]
	clean := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	perturbed := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	for j := range clean.Points {
		clean.Points[j] = size * draws.Next()
		perturbed.Points[j] = clean.Points[j] + float64(step*draws.Next())
	}
	if i%3 == 0 {
		Turn(perturbed, float64(i), []float64{1, 2, 3})
	}
	r := &Request{
		Clean: &clean, Perturbed: &perturbed, Prediction: Prediction{Probability: 0.7 + float64(0.05*float64(i%6))},
		Terms: argument.Terms{
			Sigma: 1, Group: invariance.Groups[i%len(invariance.Groups)], Alpha: 0.001,
			Samples: 500 * (i % 7),
			Stop:    argument.StopFull, Axis: []float64{0.3, -1, 2},
		},
	}
	if r.Group == invariance.Axis && dimension == 2 {
		r.Group = invariance.Orthogonal
	}
	r.Permutation = i%20 == 7
	if i%8 == 0 {
		r.Prediction.RunnerUp = &RunnerUp{Votes: 300}
	}
	if i%4 == 0 {
		r.Prediction = Prediction{Votes: int64(9000 + i), Samples: 10000}
	}
	return r
}
