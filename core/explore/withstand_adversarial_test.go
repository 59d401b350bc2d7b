package explore

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// hostileWithstand makes clouds that are flat, thin, far away or of equal points, any noise, group, axis
// and prediction.
func hostileWithstand(random *rand.Rand) (*certificate.Request, []float64) {
	group, dimension := invariance.Groups[random.IntN(len(invariance.Groups))], 2+random.IntN(2)
	if group == invariance.Axis {
		dimension = 3
	}
	r := exploredRequest(group, dimension, 1, 1, 0.5+float64(0.4999*random.Float64()))
	cloud := trials.Cloud(random, 1+random.IntN(20), dimension)
	for i := range dimension {
		thick := []float64{1, 1, 1, 0.1, 1e-3, 1e-8, 0}[random.IntN(7)]
		away := random.NormFloat64() * []float64{0, 0, 1, 1e4, 1e8}[random.IntN(5)]
		for n := i; n < len(cloud.Points); n += dimension {
			if random.IntN(9) == 0 {
				cloud.Points[n] = math.Round(cloud.Points[n])
			}
			cloud.Points[n] = float64(thick*cloud.Points[n]) + away
		}
	}
	r.Clean, r.Axis, r.Translation = &cloud, trials.Axis(random), random.IntN(2) == 0
	spread := []float64{4, 4, 4, 20}[random.IntN(4)]
	r.Sigma = math.Pow(10, spread*(random.Float64()-0.5))
	if random.IntN(3) == 0 {
		r.Prediction.RunnerUp = &certificate.RunnerUp{Probability: (1 - r.Prediction.Probability) * random.Float64()}
	}
	return r, trials.Axis(random)[:dimension]
}

// No cloud inside a range is as far as the radius, and where tight values have the last word, those in the
// plane and about an axis certify it; ORBITCERT_PROBLEMS says how often.
func TestAdversarialWithstand(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 26))
	for range min(trials.Count(t, 16, 40), 10_000) { // each takes 50 ms
		r, along := hostileWithstand(random)
		if invariance.Norm(along) == 0 {
			along[0] = 1
		}
		w := mustWithstand(t, r, along...)
		for _, family := range w.Ranges {
			family.checkInside(t, r, w, byBlackBox, family.BlackBox)
			if family.By != byInvariance {
				family.checkInside(t, r, w, family.By, family.Span)
			}
		}
	}
}

func (r Range) checkInside(t *testing.T, request *certificate.Request, w *Withstood, way string, s Span) {
	t.Helper()
	from, to := -1e3, 1e3
	if !s.Any {
		from, to = *s.From, *s.To
	}
	if !(from <= 0 && to >= 0) {
		t.Errorf("%s by %s: %v to %v", r.Family, way, from, to)
	}
	for i := range 21 {
		x := from + float64((to-from)*float64(i)/20)
		moved := transformed(r, w.Along, w.Centre, *request.Clean, x)
		d, orbit := apart(request, moved)
		if way != byBlackBox {
			d = orbit
		}
		// The clouds of this test are rounded, and their distances rounded up.
		size := invariance.Norm(request.Clean.Points)
		rounding := float64(2e-13 * (float64(size*(1+math.Abs(x))) + invariance.Norm(moved.Points)))
		if d < w.Radius+rounding || way == byTight && request.Dimension() == 3 && request.Group != invariance.Axis {
			continue // in space, tight values are those about axes, which may be other ones here
		}
		if way != byTight {
			t.Fatalf("%v %s by %s: at %v of %v to %v the distance is %v, the radius %v, of\n%+v", request.Group, r.Family, way, x, from, to, d, w.Radius, request)
		}
		if v, least := exactly(request, w, r, x); !(v > least-1e-4) {
			t.Fatalf("%v %s: at %v of %v to %v the tight value is %v, at least %v is wanted, of\n%+v", request.Group, r.Family, x, from, to, v, least, request)
		}
	}
}
