package explore

import (
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// sweptRequests have clouds from single points and rods to round ones, from below the noise to well above it.
func sweptRequests(random *rand.Rand, count int) (list []*certificate.Request) {
	groups := []invariance.Group{invariance.Rotations, invariance.Orthogonal, invariance.Rigid, invariance.Euclidean, invariance.Axis}
	for i := range count {
		dimension, n := 2+random.IntN(2), []int{1, 2, 3, 6, 12}[random.IntN(5)]
		g := groups[i%len(groups)]
		if g == invariance.Axis {
			dimension = 3
		}
		c := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
		turn, _ := trials.Member(random, invariance.Rotations, dimension)
		size, thickness := []float64{0.02, 0.3, 1, 3, 8}[random.IntN(5)], []float64{0, 1e-7, 1e-3, 0.1, 1}[random.IntN(5)]
		for j := range c.Points {
			c.Points[j] = size * random.NormFloat64()
			if j%dimension > 0 {
				c.Points[j] *= thickness
			}
		}
		if random.IntN(2) == 0 {
			c = trials.Moved(c, turn, [3]float64{})
		}
		r := &certificate.Request{
			Clean: &c, Prediction: certificate.Prediction{Probability: 0.55 + 0.44*random.Float64()},
			Terms: argument.Terms{Sigma: 1, Group: g, Axis: []float64{0, 0, 1}, Translation: random.IntN(2) == 0, Alpha: 0.001, Stop: argument.StopFull},
		}
		if random.IntN(4) == 0 {
			r.Prediction = certificate.Prediction{Probability: 0.6, RunnerUp: &certificate.RunnerUp{Probability: 0.35 * random.Float64()}}
		}
		list = append(list, r)
	}
	return list
}

// Certify agrees with withstand about the end of a range. Both round, so the end is taken in by a part in 10⁹.
func TestCertifyKnowsWhatWithstandKnows(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(111, 112))
	ends := 0
	for i, r := range sweptRequests(random, trials.Count(t, 40, 600)) {
		if i%2 == 1 {
			r = spread(random, r, 10)
		}
		a := &Asked{r, []float64{0.6, 0, 0.8}[3-r.Dimension():], 0}
		w, err := Withstand(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, family := range w.Ranges {
			if family.Any {
				continue
			}
			for _, end := range []float64{*family.From, *family.To} {
				if end == 0 || end <= -1e6 || end >= 1e6 {
					continue
				}
				ends++
				moved, err := WithstandCloud(a, family.Family, end*(1-1e-9))
				if err != nil {
					t.Fatal(err)
				}
				c, err := certificate.Certify(r.With(moved))
				if err != nil {
					t.Fatal(err)
				}
				if !c.Certified {
					t.Errorf("%d: %s in %d dimensions, %v of %v, p = %v: %s holds to %v by %s, but certify says %+v %+v", i, r.Group, r.Dimension(), r.Clean.Count(), r.Clean.Points, r.Prediction.Probability, family.Family, end, family.By, *c.Orbit.Lower, c.Tight)
				}
			}
		}
	}
	if ends < 200 {
		t.Errorf("%d ends", ends)
	}
	t.Logf("%d ends", ends)
}
