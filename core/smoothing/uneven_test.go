package smoothing

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// noisePerPoint is the σ of the twelve points of asked: 0.1, and one that is larger.
func noisePerPoint(last float64) []float64 {
	sigmas := slices.Repeat([]float64{0.1}, 12)
	sigmas[11] = last
	return sigmas
}

// Each point has the noise that is said of it.
func TestNoiseOfSinglePoints(t *testing.T) {
	const draws = 20_000
	sigmas := []float64{0.1, 0.3, 2}
	clean := approximate{Cloud: pointcloud.Cloud{Points: []float64{1, 2, 3, 4, 5, 6}, Dimension: 2}}
	squares := make([]float64, 6)
	n := newStream("single points", estimation, 0)
	for range draws {
		z := noisy(clean, sigmas, n)
		if !(z.error >= drawError*2) {
			t.Fatalf("an error of %v is that of a smaller noise", z.error)
		}
		for i, x := range z.Points {
			squares[i] += (x - clean.Points[i]) * (x - clean.Points[i]) / draws
		}
	}
	for i, square := range squares {
		// The variance of a square is 2σ⁴: five standard errors.
		if want := sigmas[i/2] * sigmas[i/2]; math.Abs(square-want) > 5*want*math.Sqrt(2./draws) {
			t.Errorf("coordinate %d has the variance %v, want %v", i, square, want)
		}
	}
}

// One σ for all points is what it was, written either way; and the samples of a plan are those of
// its σ.
func TestSamplesOfUnevenNoise(t *testing.T) {
	inputs := func(sigmas []float64) []byte {
		r := asked()
		r.Asked.Group, r.Sigmas = invariance.None, sigmas
		p, err := takePlan(r, someModel, `{}`, `{}`)
		if err != nil {
			t.Fatal(err)
		}
		p.Sampling.Seed = someHash
		rows, counts := NewSampler(p, *r.Clean).Inputs(0, 3)
		if string(counts) != "\x01\x01\x01" {
			t.Fatalf("samples %v do not count", counts)
		}
		return rows
	}
	plain, same, uneven := inputs(nil), inputs(noisePerPoint(0.1)), inputs(noisePerPoint(0.2))
	if string(plain) != string(same) {
		t.Error("the same σ for each point gives other samples than one for all")
	}
	// BDN: every row has twelve x, then twelve y, of four bytes each.
	for i := range len(plain) / 4 {
		if changed := string(plain[4*i:4*i+4]) != string(uneven[4*i:4*i+4]); changed != (i%12 == 11) {
			t.Errorf("number %d: changed %v", i, changed)
		}
	}
}

// Votes count for the noise that they were counted with alone.
func TestVotesOfOtherNoise(t *testing.T) {
	uneven := asked()
	uneven.Sigmas = noisePerPoint(0.2)
	p, err := takePlan(uneven, someModel, `{}`, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	noise := `{"noise": "` + p.Sampling.SigmasDigest + `"}`
	if again, err := takePlan(uneven, someModel, `{}`, noise); err != nil || again.Sampling.Seed != p.Sampling.Seed {
		t.Errorf("its own digest: %v", err)
	}
	other, shared, far := asked(), asked(), asked()
	other.Sigmas, far.Sigmas = noisePerPoint(0.3), noisePerPoint(mostSigma*2)
	shared.Clean = nil
	for _, c := range []struct {
		request  Request
		sampling string
		want     string
	}{
		{asked(), noise, "prediction.sampling.noise: is of samples whose noise differs"},
		{other, noise, "prediction.sampling.noise: does not match the request's sigma"},
		{uneven, `{"noise": 7}`, "prediction.sampling.noise: must be a string"},
		{shared, `{"noise": "sha256:7"}`, "prediction.sampling.noise: must be"},
		{far, `{}`, "sigma: must be at most"},
	} {
		if _, err := takePlan(c.request, someModel, `{}`, c.sampling); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s gives %v, want %s…", c.sampling, err, c.want)
		}
	}
}
