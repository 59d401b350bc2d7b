package pointcloud

import (
	"math"
	"math/bits"
	"slices"
)

// Difference is an attribute that two clouds have with other values.
type Difference struct {
	Name string `json:"name"`
	// Order is set if both clouds have the same values in another order.
	Order bool `json:"order,omitempty"`
}

// Differences lists the attributes that both clouds have with other values, point by point, in the order of the first cloud; none for
// clouds of different sizes.
func Differences(a, b Cloud) (all []Difference) {
	if a.Count() != b.Count() {
		return nil
	}
	for _, own := range a.Attributes {
		if other := b.Attribute(own.Name); other != nil && !slices.Equal(own.Values, other) {
			all = append(all, Difference{own.Name, checksum(own.Values) == checksum(other)})
		}
	}
	return all
}

// checksum returns a sum over values that does not depend on their order.
func checksum(values []float64) (sum uint64) {
	for _, x := range values {
		const odd = 0x9e3779b97f4a7c15
		high, low := bits.Mul64(math.Float64bits(x+0)^odd, odd)
		sum += (high ^ low) * odd
	}
	return sum
}
