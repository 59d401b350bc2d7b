package invariance

import "math"

// Clouds as small as 1e-160 have squares that underflow, and next to 1e160 they overflow. A
// power of two takes them to ordinary size without rounding.

// ordinary tells whether a square is so far from underflow and overflow that those of parts
// of 1e-60 are too.
func ordinary(x float64) bool { return x > 0x1p-400 && x < 0x1p400 }

// exponent returns the binary exponent of the largest coordinate, 0 of a cloud of zeros.
func exponent(points []float64) (e int) {
	top := 0.0
	for _, x := range points {
		top = max(top, math.Abs(x))
	}
	_, e = math.Frexp(top)
	return e
}

// scaled returns the points times 2ᵉ.
func scaled(points []float64, e int) []float64 {
	out := make([]float64, len(points))
	for i, x := range points {
		out[i] = math.Ldexp(x, e)
	}
	return out
}

// Norm returns the Frobenius norm of a cloud.
func Norm(points []float64) float64 {
	square := Dot(points, points)
	if ordinary(square) {
		return math.Sqrt(square)
	}
	e := exponent(points)
	small := scaled(points, -e)
	return math.Ldexp(math.Sqrt(Dot(small, small)), e)
}

// moment returns XᵀY but for a power of two.
func moment(x, y []float64, dimension int) Matrix {
	if m := CrossMoment(x, y, dimension); ordinary(largest(m)) {
		return m
	}
	return CrossMoment(scaled(x, -exponent(x)), scaled(y, -exponent(y)), dimension)
}
