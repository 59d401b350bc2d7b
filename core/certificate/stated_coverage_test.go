package certificate

import (
	"crypto/sha256"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

const (
	coverageRuns  = 2000
	coverageAlpha = 0.05
)

// apart returns a request of a cloud and one that is moved by d along the first coordinate of its first point.
func apart(points []float64, d float64) *Request {
	clean := pointcloud.Cloud{Dimension: 2, Points: points}
	perturbed := pointcloud.Cloud{Dimension: 2, Points: slices.Clone(points)}
	perturbed.Points[0] += d
	return &Request{Clean: &clean, Perturbed: &perturbed, Terms: argument.Terms{Sigma: 1, Group: invariance.None, Alpha: coverageAlpha}}
}

// holdCoverage refuses more wrong runs than the level allows, and so few that the bound cannot be sharp.
func holdCoverage(t *testing.T, what string, wrong int, fewest float64) {
	t.Helper()
	if bound.UpperTail(int64(wrong), coverageRuns, coverageAlpha) < 1e-6 || float64(wrong) < fewest*coverageRuns {
		t.Errorf("%s: %d of %d runs are wrong", what, wrong, coverageRuns)
	}
	t.Logf("%s: %d of %d runs are wrong at level %v", what, wrong, coverageRuns, coverageAlpha)
}

// The law f = x₁, the first coordinate: its median at a cloud d away is as much as d away, in either direction.
func TestIntervalsCoverTheFirstCoordinate(t *testing.T) {
	const d, n = 0.7, 300
	random := rand.New(rand.NewPCG(55, 2000))
	wrong, within := 0, 0
	for range coverageRuns {
		r := apart([]float64{0.4, 1, -1, 2}, d)
		values := make([]float64, n)
		for i := range values {
			values[i] = 0.4 + random.NormFloat64()
		}
		tolerance := 1.0
		r.Prediction = Prediction{Numbers: &Numbers{Values: values}, Samples: n}
		i := mustCertify(t, r).BlackBox.Interval
		if i.Upper != nil && (*i.Upper < 0.4+d || *i.Lower > 0.4-d) {
			wrong++
		}
		// Within ± 1 of 0.9, the smoothed number stays for distances up to 0.5 and no farther.
		r.Prediction.Numbers = &Numbers{Values: values, Select: []float64{0.9}, Tolerance: &tolerance}
		r.Prediction.Votes = r.Prediction.Numbers.within(0.9)
		if *mustCertify(t, r).BlackBox.Radius > 0.5 {
			within++
		}
	}
	holdCoverage(t, "intervals", wrong, 0.005)
	holdCoverage(t, "radii within a tolerance", within, 0.002)
}

// The law f_i = [x_i > 0]: the label of a point stays for distances up to x_i and no farther. All radii hold at once, and so do
// Holm's decisions for one pair; half of the points are exactly as far as the boundary.
func TestLabelsCoverTheSideOfEachPoint(t *testing.T) {
	const d, n, points = 0.8, 300, 10
	random := rand.New(rand.NewPCG(55, 2001))
	cloud := make([]float64, 2*points)
	for i := range points {
		cloud[2*i] = d * (1 + 0.1*float64(i%2*i)) // the even ones at d
	}
	radii, decisions, certified := 0, 0, 0
	for range coverageRuns {
		r := apart(slices.Clone(cloud), d)
		l := &PointLabels{Votes: make([]int64, points)}
		l.Predicted = make([]int64, points)
		for range n {
			shared := random.NormFloat64() // of neighbours, so that labels depend on each other
			for i := range points {
				noise := shared
				if i%4 == 2 {
					noise = random.NormFloat64()
				}
				if cloud[2*i]+noise > 0 {
					l.Votes[i]++
				}
			}
		}
		r.Prediction = Prediction{Labels: l, Samples: n, Votes: slices.Min(l.Votes)}
		stated := mustCertify(t, r).BlackBox.Labels
		tooFar, tooMany := false, false
		for i, radius := range stated.Radius {
			tooFar = tooFar || radius > cloud[2*i]
			tooMany = tooMany || stated.Certified[i] && i%2 == 0
			if stated.Certified[i] {
				certified++
			}
		}
		if tooFar {
			radii++
		}
		if tooMany {
			decisions++
		}
	}
	holdCoverage(t, "radii of labels", radii, 0.0025)
	holdCoverage(t, "Holm's decisions", decisions, 0.0025)
	if certified < coverageRuns {
		t.Errorf("%d labels are certified in %d runs", certified, coverageRuns)
	}
}

// goldenStated is the SHA-256 of certificates of numbers and labels, the same on all platforms.
const goldenStated = "4ec6cf396e97f22c15282ffedf87eda9f762074048d72bba9761b08d4ce285e4"

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
