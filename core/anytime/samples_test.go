package anytime

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// meanSamples simulates counts of a class of probability p until a threshold is proved, or to the end.
func meanSamples(r Rule, p, threshold, alpha float64, runs int) float64 {
	random := rand.New(rand.NewPCG(16, uint64(1e6*p)))
	fewest := crossings(r.Planned, func(k, n int64) bool { return r.Proves(k, n, threshold, alpha) })
	total := int64(0)
	for range runs {
		votes, n := int64(0), int64(0)
		for n < r.Planned {
			n++
			if random.Float64() < p {
				votes++
			}
			if votes >= fewest[n] {
				break
			}
		}
		total += n
	}
	return float64(total) / float64(runs)
}

// A clear class of eleven is proved to have the majority by 17 to 29 samples, and a radius of σ by 71 to 121
// if its probability is at least 0.97. mathematics.md prints these means.
func TestMeanSamplesUntilAClaimIsProved(t *testing.T) {
	slow.Skip(t)
	const majority, sigma = 0.5, 0.8413447460685429
	r := Rule{Classes: 11, Planned: 10_000}
	for _, c := range []struct{ threshold, p, want float64 }{
		{majority, 0.7, 130}, {majority, 0.9, 28.8}, {majority, 0.95, 21.9}, {majority, 0.97, 19.8}, {majority, 0.99, 17.9}, {majority, 0.999, 17.1},
		{sigma, 0.9, 736}, {sigma, 0.95, 181}, {sigma, 0.97, 121}, {sigma, 0.99, 83.2}, {sigma, 0.999, 71.2},
	} {
		mean := meanSamples(r, c.p, c.threshold, 0.001, 20_000)
		t.Logf("p = %v, threshold %.4f: %.1f samples", c.p, c.threshold, mean)
		if math.Abs(mean-c.want) > 0.05*c.want {
			t.Errorf("p = %v, threshold %v: %.1f samples, want %v", c.p, c.threshold, mean, c.want)
		}
	}
}
