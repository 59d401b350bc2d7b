package certificate

import (
	"crypto/sha256"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/tight"
)

// goldenStated is the SHA-256 of certificates of numbers and labels, the same on all platforms.
const goldenStated = "4fdce32de3703dcf435ad99c87009fa9ecf362a0f73f38949a8e3291ebc711db"

func TestStatedSameBitsEverywhere(t *testing.T) {
	hash, draws := sha256.New(), tight.NewNormals("golden numbers and labels")
	for i := range 60 {
		r := goldenRequest(draws, i)
		r.Samples, r.Permutation, r.Prediction = 0, false, Prediction{}
		if i%2 == 0 {
			values := make([]float64, 200)
			for k := range values {
				values[k] = draws.Next()
			}
			tolerance := 1.5
			r.Prediction = Prediction{Numbers: &Numbers{Values: values}, Samples: 200}
			if i%4 == 0 {
				r.Prediction.Numbers.Select, r.Prediction.Numbers.Tolerance = []float64{0.1, -0.2}, &tolerance
				r.Prediction.Votes = r.Prediction.Numbers.within(-0.05)
			}
		} else {
			n := r.Clean.Count()
			l := &PointLabels{argument.Segmentation{Predicted: make([]int64, n), True: make([]int64, n)}, make([]int64, n)}
			for k := range n {
				l.Predicted[k], l.True[k], l.Votes[k] = int64(k%3), int64(k*i%4), int64(1000-37*k)
			}
			r.Prediction = Prediction{Labels: l, Samples: 1000, Votes: slices.Min(l.Votes)}
		}
		document, err := Document(r, mustCertify(t, r))
		if err != nil {
			t.Fatal(err)
		}
		hash.Write(document)
	}
	checkDigest(t, hash, goldenStated)
}
