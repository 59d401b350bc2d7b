package tight

import (
	"math"
	"testing"
)

// The parameters of math.md against the reduction of exact tests, which goes through the
// overlap itself.
func TestParametersReduce(t *testing.T) {
	n := NewNormals("parameters")
	for range 500 {
		s, d := 0.05+5*n.uniform(), 0.05+4*n.uniform()
		r, angle := math.Sqrt(n.uniform()), 2*math.Pi*n.uniform()
		e1, e2 := r*math.Cos(angle), r*math.Sin(angle)
		got, want := Parameters{s, d, e1, e2}.Planar(), exactProblem(s, d, e1*s*d, e2*s*d)
		if math.Abs(got.Inner-want.Inner) > 1e-9 || math.Abs(got.Perp-want.Perp) > 1e-6 {
			t.Errorf("%v, %v, (%v, %v): %+v, want %+v", s, d, e1, e2, got, want)
		}
		if got.delta() > d*(1+1e-12) {
			t.Errorf("%v, %v, (%v, %v): alignment goes from %v to %v", s, d, e1, e2, d, got.delta())
		}
	}
}

// Scaling is (1, 0), a rotation has p_min = ½.
func TestParametersCorners(t *testing.T) {
	for _, s := range []float64{0.02, 1, 40, 1e4} {
		for _, d := range []float64{0.25, 1, 3} {
			if p := (Parameters{s, d, 1, 0}).Planar(); p.Perp != 0 || math.Abs(p.Inner/s-d) > 1e-12 {
				t.Errorf("scaling at %v, %v: %+v", s, d, p)
			}
			along, across, ok := Parameters{Norm: s, Distance: d}.Rotation()
			if ok != (d <= 2*s) {
				t.Errorf("a rotation at %v, %v: %v", s, d, ok)
			}
			if !ok {
				continue
			}
			p := Parameters{s, d, along, across}.Planar()
			if least, err := p.ExactMinimum(); least > 0.5+err+1e-6 || p.delta() > 1e-7*(1+s) {
				t.Errorf("rotation at %v, %v: %v ± %v, %+v", s, d, least, err, p)
			}
		}
	}
	if along, across, ok := (Parameters{Norm: 1, Distance: 2}).Rotation(); !ok || along != -1 || across != 0 {
		t.Errorf("half a turn: %v, %v, %v", along, across, ok)
	}
}
