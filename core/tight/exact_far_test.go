package tight

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
)

// farProblems visits clouds 5 to 19.5 σ apart, in the plane and along an axis.
func farProblems(seed string, count int, visit func(p Problem, probability float64)) {
	n := NewNormals(seed)
	for i := range count {
		distance, share := 5+14.5*n.uniform(), n.uniform()
		p := turnedAbout(math.Exp(math.Log(0.01)+n.uniform()*math.Log(1e6)), distance*math.Sqrt(1-share*share), math.Pi*n.uniform(), distance*share)
		probability := 1 - math.Exp(math.Log(0.5)+n.uniform()*math.Log(1e-10))
		if i%2 == 0 {
			probability = 0.5 + 0.5*n.uniform()
		}
		visit(p, probability)
	}
}

// Of clouds far apart the value and p_min have the documented error as well.
func TestFarAxisValuesHaveTheDocumentedError(t *testing.T) {
	farProblems("axis far", trials.Count(t, 60, 1500), func(p Problem, probability float64) {
		curve := p.Tradeoff()
		if v, err := curve.Value(probability); !(err <= 1e-10) {
			t.Errorf("%+v, %v, p = %v: %v ± %v", *p.Planar, p.Axial, probability, v, err)
		}
		if m, err := curve.Minimum(0.5); !(err <= 1e-10) {
			t.Errorf("%+v, %v: p_min = %v ± %v", *p.Planar, p.Axial, m, err)
		}
	})
}

// The upper limit of all values is not below the integrals in the plane, as far as these reach.
func TestBeyondOrbit(t *testing.T) {
	tighter := 0
	farProblems("beyond", trials.Count(t, 200, 4000), func(p Problem, probability float64) {
		s := p.Planar.pair()
		if s.perp == 0 {
			return
		}
		value, err := s.tangent(probability).value(tailPair{probability, 1 - probability})
		most := beyondOrbit(s.distance, 1-probability)
		if value-err > most {
			t.Errorf("%+v, p = %v: %v ± %v, but at most %v", *p.Planar, probability, value, err, most)
		}
		if most < probability {
			tighter++
		}
	})
	if tighter < 50 {
		t.Errorf("it says something of %d problems", tighter)
	}
	// Table values of χ² with five degrees of freedom (Abramowitz and Stegun 26.8).
	for x, want := range map[float64]float64{math.Sqrt(4.35146): 0.5, math.Sqrt(11.0705): 0.05, math.Sqrt(20.515): 0.001} {
		if got := chi5Above(x); math.Abs(got-want) > 1e-4*want {
			t.Errorf("Pr[χ₅ > %v] = %v, want %v", x, got, want)
		}
	}
}
