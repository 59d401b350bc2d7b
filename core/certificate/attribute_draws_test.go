package certificate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// drawnValue draws clouds and attributes themselves and returns the tight value of SO, SE and axis with its standard error.
func drawnValue(r *rand.Rand, q *Request, draws int) (value, err float64) {
	clean, perturbed := q.Clean.Points, q.Perturbed.Points
	if q.Group.Translates() || q.Translation {
		clean, _ = invariance.Centre(*q.Clean)
		perturbed, _ = invariance.Centre(*q.Perturbed)
	}
	d, own, other := q.Clean.Dimension, q.Clean.Attribute("a"), q.Perturbed.Attribute("a")
	overlap := func(z, x []float64) (log, along float64) {
		re, im := 0.0, 0.0
		for n := 0; n < len(x); n += d {
			re += z[n]*x[n] + z[n+1]*x[n+1]
			im += z[n]*x[n+1] - z[n+1]*x[n]
			if d == 3 {
				along += z[n+2] * x[n+2]
			}
		}
		log, _ = special.LogI0AndSlope(math.Hypot(re, im) / q.Sigma / q.Sigma)
		return log, along / q.Sigma / q.Sigma
	}
	sigma := q.AttributeSigma["a"]
	ratio := func(x, a []float64) float64 {
		z, sum := make([]float64, len(x)), 0.0
		for i := range z {
			z[i] = x[i] + q.Sigma*r.NormFloat64()
		}
		before, alongBefore := overlap(z, clean)
		after, alongAfter := overlap(z, perturbed)
		sum = after - before + alongAfter - alongBefore
		for n := range a {
			sum += (a[n] + sigma*r.NormFloat64()) * (other[n] - own[n]) / sigma / sigma
		}
		return sum
	}
	before := make([]float64, draws)
	for i := range before {
		before[i] = ratio(clean, own)
	}
	slices.Sort(before)
	kappa := before[int(q.Prediction.Probability*float64(draws))]
	below := 0.0
	for range draws {
		if ratio(perturbed, other) <= kappa {
			below++
		}
	}
	value = below / float64(draws)
	return value, 1.4 / math.Sqrt(float64(draws)) // of the count, and of κ by a slope of at most 4
}

func TestNoisyAttributesAgreeWithDraws(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(54, 1))
	for i, g := range []invariance.Group{invariance.Rotations, invariance.Rigid, invariance.Axis, invariance.Rotations, invariance.Axis} {
		dimension := 2
		if g == invariance.Axis {
			dimension = 3
		}
		clean, perturbed := noisyPair(r, dimension, 6, []float64{0.8, 1.5, 1, 0.3, 2}[i], 0.5, 0.15)
		q := noisyRequest(clean, perturbed, g)
		c := mustCertify(t, q)
		drawn, err := drawnValue(r, q, trials.Count(t, 100_000, 1_000_000))
		t.Logf("%s: %v, drawn %v ± %.2g, orbit %v", g, c.Tight.Exact.Value, drawn, err, *c.Orbit.Lower)
		if math.Abs(c.Tight.Exact.Value-drawn) > 4*err || *c.Orbit.Lower > c.Tight.Exact.Value {
			t.Errorf("%s: %v ± %v, drawn %v ± %v, orbit %v", g, c.Tight.Exact.Value, c.Tight.Exact.Error, drawn, err, *c.Orbit.Lower)
		}
	}
}
