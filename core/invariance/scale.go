package invariance

import (
	"math"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Clouds as small as 1e-160 have squares that underflow, and next to 1e160 they overflow. A
// power of two takes them to ordinary size without rounding.

// ordinary tells whether a square is so far from underflow and overflow that those of parts
// of 1e-60 are too.
func ordinary(x float64) bool { return x > 0x1p-400 && x < 0x1p400 }

// Norm returns the Frobenius norm of a cloud.
func Norm(points []float64) float64 {
	square := Dot(points, points)
	if ordinary(square) {
		return math.Sqrt(square)
	}
	e := pointcloud.Exponent(points)
	small := pointcloud.Scaled(points, -e)
	return math.Ldexp(math.Sqrt(Dot(small, small)), e)
}

// moment returns XᵀY but for a power of two.
func moment(x, y []float64, dimension int) Matrix {
	if m := CrossMoment(x, y, dimension); ordinary(largest(m)) {
		return m
	}
	return CrossMoment(pointcloud.Scaled(x, -pointcloud.Exponent(x)), pointcloud.Scaled(y, -pointcloud.Exponent(y)), dimension)
}
