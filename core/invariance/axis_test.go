package invariance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
)

func TestAxisOrbit(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 300 {
		axis, c := trials.Axis(r), trials.Cloud(r, 1+r.IntN(20), 3)
		turned := trials.TurnAbout(c, axis, 10*r.NormFloat64())
		if a := AlignAxis(axis, false, c, turned); a.Distance > 1e-12 || a.Axial > 1e-13 {
			t.Errorf("axis %v: distance %v on the orbit", axis, a.Distance)
		}
		shifted := trials.Moved(turned, Identity(3), [3]float64{1, -2, 3})
		if a := AlignAxis(axis, true, c, shifted); a.Distance > 1e-12 {
			t.Errorf("axis %v with translations: distance %v on the orbit", axis, a.Distance)
		}
	}
}

// The best angle beats 2,000 others, and the alignment reproduces the distance.
func TestAxisAlignmentIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range 60 {
		axis, n := trials.Axis(r), 1+r.IntN(10)
		x, y := trials.Cloud(r, n, 3), trials.Cloud(r, n, 3)
		a := AlignAxis(axis, false, x, y)
		reported := trials.Distance(trials.Moved(y, a.Alignment.Matrix, a.Alignment.Offset), x)
		if reported > a.Distance+1e-14 || reported < a.Distance*(1-1e-12) {
			t.Fatalf("the alignment gives %v, reported %v", reported, a.Distance)
		}
		for i := range 2000 {
			if d := trials.Distance(trials.TurnAbout(y, axis, 2*math.Pi*float64(i)/2000), x); d < a.Distance*(1-1e-12) {
				t.Fatalf("found %v, the angle %d/2000 gives %v", a.Distance, i, d)
			}
		}
		if so := Align(Rotations, x, y).Distance; so > a.Distance*(1+1e-12) {
			t.Fatalf("all rotations leave %v, those about an axis %v", so, a.Distance)
		}
	}
}
