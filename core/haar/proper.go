package haar

import "math"

// Proper sorts s to s₁ ≥ s₂ ≥ |s₃| with the sign of the product on the last.
// Rotations A → UAVᵀ do so, and leave β as it is.
func Proper(s [3]float64) [3]float64 {
	if s[0] >= s[1] && s[1] >= math.Abs(s[2]) {
		return s
	}
	x, y, z := math.Abs(s[0]), math.Abs(s[1]), math.Abs(s[2])
	if x < y {
		x, y = y, x
	}
	if y < z {
		y, z = z, y
	}
	if x < y {
		x, y = y, x
	}
	if math.Signbit(s[0]) != math.Signbit(s[1]) != math.Signbit(s[2]) {
		z = -z
	}
	return [3]float64{x, y, z}
}

// upright is Proper for O(3): all signs are dropped.
func upright(s [3]float64) [3]float64 {
	s = Proper(s)
	s[2] = math.Abs(s[2])
	return s
}

// total returns s₁ + s₂ + s₃, with two roundings of at most Σ|sᵢ| each.
func total(s [3]float64) float64 { return s[0] + (s[1] + s[2]) }
