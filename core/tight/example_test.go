package tight_test

import (
	"fmt"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// The smoothed classifier gives the clean cloud its class with probability 0.95. A classifier that ignores
// rotations gives it the stretched cloud, too.
func ExamplePlanar_Exact() {
	clean := pointcloud.Cloud{Points: []float64{1, 0, -1, 1, 0, -1}, Dimension: 2}
	stretched := pointcloud.Cloud{Points: []float64{1.6, 0, -1.6, 1.6, 0, -1.6}, Dimension: 2}
	aligned := invariance.Align(invariance.Rotations, clean, stretched)
	const sigma = 0.8
	value, bound := tight.NewPlanar(aligned, sigma).Exact(0.95)
	fmt.Printf("p′ ≥ %.4f, within %.0e: certified %v\n", value, bound, value-bound > 0.5)
	// Output: p′ ≥ 0.5699, within 5e-13: certified true
}

// Print the clean probability from which the same pair is certified.
func ExamplePlanar_ExactMinimum() {
	clean := pointcloud.Cloud{Points: []float64{1, 0, -1, 1, 0, -1}, Dimension: 2}
	stretched := pointcloud.Cloud{Points: []float64{1.6, 0, -1.6, 1.6, 0, -1.6}, Dimension: 2}
	minimum, _ := tight.NewPlanar(invariance.Align(invariance.Rotations, clean, stretched), 0.8).ExactMinimum()
	fmt.Printf("p ≥ %.4f\n", minimum)
	// Output: p ≥ 0.9289
}
