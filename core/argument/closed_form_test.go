package argument

import (
	"math"
	"testing"
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
