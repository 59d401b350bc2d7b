package argument

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
)

// A radius is open: the bound certifies what is nearer than it and, at the radius itself, nothing.
func TestClosedFormCertifiesBelowItsRadiusAlone(t *testing.T) {
	for _, sigma := range []float64{0.05, 0.1, 0.37, 1} {
		for p := 0.505; p < 0.9999; p += 0.003 {
			runner := (1 - p) / 2
			for _, at := range []Probabilities{{Lower: p}, {Lower: p, RunnerUp: &runner}, {Lower: p, Top: 2}} {
				radius := *NewClosed(nil, sigma, at).Radius
				for d, want := range map[float64]bool{radius * (1 - 1e-9): true, radius: false, math.Nextafter(radius, math.Inf(1)): false} {
					if NewClosed(&d, sigma, at).Certified != want {
						t.Fatalf("σ %v, %+v, radius %v: at %v certified is not %v", sigma, at, radius, d, want)
					}
				}
			}
		}
	}
}

// Integrals have the tight value of rotations in the plane and about an axis, draws that of larger groups, and the orbit that of none and T, unless
// the order of their points is open.
func TestWayOfEachGroup(t *testing.T) {
	turning, all := [2]Way{Integrals, Draws}, [2]Way{Draws, Draws}
	for group, ways := range map[invariance.Group][2]Way{ // in the plane and in space
		invariance.None: {OrbitIsTight, OrbitIsTight}, invariance.Translations: {OrbitIsTight, OrbitIsTight}, invariance.Axis: {Integrals, Integrals},
		invariance.Rotations: turning, invariance.Rigid: turning, invariance.Orthogonal: all, invariance.Euclidean: all,
	} {
		for i, want := range ways {
			terms := &Terms{Group: group, Samples: 1}
			if got := terms.Way(2 + i); got != want || !terms.HasTight(2+i) {
				t.Errorf("%s in %d-D: %v, want %v", group, 2+i, got, want)
			}
			terms.Permutation = true
			if got := terms.Way(2 + i); got != want && want != OrbitIsTight || (got == Unknown) != (want == OrbitIsTight) || terms.HasTight(2+i) != (got != Unknown) {
				t.Errorf("%s in %d-D without an order: %v", group, 2+i, got)
			}
			if terms.Drawn(Pair{}) {
				t.Error("draws of nothing")
			}
			moves := &Terms{Group: group, Translation: true}
			if terms.Centres() != group.Translates() || moves.Centres() != (group.Translates() || group == invariance.Axis) {
				t.Errorf("%s is centred: %v, with translations %v", group, terms.Centres(), moves.Centres())
			}
		}
	}
}

// The least probability is Φ(Φ⁻¹(value) + d), rounded up: 1.6448536269514722 is Φ⁻¹(0.95) (Abramowitz and Stegun, Table 26.5).
func TestLeastGaussian(t *testing.T) {
	const z = 1.6448536269514722
	for _, c := range []struct{ distance, value, want float64 }{{z, 0.5, 0.95}, {z, 0.05, 0.5}, {2 * z, 0.05, 0.95}, {0, 0.3, 0.3}} {
		if got := LeastGaussian(c.distance, c.value); got < c.want || got > c.want+1e-10 {
			t.Errorf("%v at %v: %v, want %v", c.value, c.distance, got, c.want)
		}
	}
}
