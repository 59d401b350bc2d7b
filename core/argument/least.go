package argument

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/tight"
)

// LeastIntegrated returns the smallest probability at which a tight value that is
// computed is one half, rounded up.
func LeastIntegrated(curve *tight.Tradeoff) float64 {
	minimum, err := curve.Minimum()
	return max(0.5, RoundedUp(minimum+err))
}

// LeastGaussian returns Φ(d), the same for the Gaussian bound at the distance d in
// units of σ, rounded up.
func LeastGaussian(distance float64) float64 {
	if distance == 0 {
		return 0.5
	}
	return RoundedUp(1 - bound.Gaussian(0.5, distance))
}
