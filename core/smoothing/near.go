package smoothing

import (
	"math"

	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// far is how many σ the largest coordinate on an axis may have before a constant is taken off it. Up
// to there a coordinate is known to some 2⁻³⁶ σ, next to grid steps of at least 2⁻⁹ σ.
const far = 0x1p16

// near returns the clean cloud that samples are drawn around. A classifier that centres is the
// same function of X + σE and of X − c + σE for every constant c, in exact arithmetic: where
// the coordinates on an axis are so large that the rounding of Ẑ would unsettle samples, their middle
// is taken off. A difference of two doubles is within half a unit in its last place of the exact one.
func (s symmetry) near(x pointcloud.Cloud, sigma float64) approximate {
	z, moved := approximate{Cloud: x}, false
	for i := range x.Dimension {
		if low, high := reach(x, i); s.centres() && max(-low, high) > far*sigma {
			z.Points, moved = shifted(z.Points, x.Dimension, i, float64(low/2)+float64(high/2)), true
		}
	}
	if moved {
		z.error = special.Unit * largest(z.Points)
	}
	return z
}

// centres tells whether poses are those of the cloud less its mean.
func (s symmetry) centres() bool { return s.group.Translates() || s.translation }

// reach returns the least and the largest coordinate of an axis.
func reach(x pointcloud.Cloud, axis int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for n := axis; n < len(x.Points); n += x.Dimension {
		low, high = min(low, x.Points[n]), max(high, x.Points[n])
	}
	return low, high
}

// shifted returns the points less a constant along one axis.
func shifted(points []float64, dimension, axis int, constant float64) []float64 {
	out := append([]float64(nil), points...)
	for n := axis; n < len(out); n += dimension {
		out[n] -= constant
	}
	return out
}
