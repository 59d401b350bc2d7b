package bound

import "math"

// FirstOf returns 1/(k+1), rounded up: a class of a greater probability is among the k most probable, since k others of
// no smaller probability would add up with it to more than 1. Domain: k ≥ 1. It is ½ for k = 1.
func FirstOf(k int) float64 {
	share := 1 / float64(k+1)
	if k&(k+1) != 0 { // k+1 is not a power of two, so the quotient was rounded
		share = math.Nextafter(share, 1)
	}
	return share
}
