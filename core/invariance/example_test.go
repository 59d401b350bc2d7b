package invariance_test

import (
	"fmt"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// A cloud that was only turned and shifted comes back to where it was.
func ExampleAlign() {
	clean := pointcloud.Cloud{Points: []float64{0, 0, 2, 0, 2, 1}, Dimension: 2}
	turned := pointcloud.Cloud{Points: []float64{5, 5, 5, 7, 4, 7}, Dimension: 2} // by 90°, and shifted by (5, 5)
	for _, group := range []invariance.Group{invariance.None, invariance.Translations, invariance.Rigid} {
		aligned := invariance.Align(group, clean, turned)
		fmt.Printf("%s: %.3f\n", group, aligned.Distance)
	}
	// Output:
	// none: 12.166
	// T: 2.582
	// SE: 0.000
}
