package special

import "math"

// π/4 in three parts: the first two end in so many zero bits that their products with
// integers up to 2³⁰ are exact. The coefficients are those of (sin z − z)/z³ and
// (cos z − 1 + z²/2)/z⁴ in powers of z², the highest first, for |z| ≤ π/4 (S. Moshier,
// Cephes Math Library 2.8, sin.c).
const (
	quarterPi1 = 0x1.921fb4p-1
	quarterPi2 = 0x1.4442dp-25
	quarterPi3 = 0x1.8469898cc517p-49
)

var (
	sinCoefficients = [...]float64{
		0x1.5d8fd1fd19ccdp-33, -0x1.ae5e5a9291f5dp-26, 0x1.71de3567d48a1p-19,
		-0x1.a01a019bfdf03p-13, 0x1.111111110f7dp-7, -0x1.5555555555548p-3,
	}
	cosCoefficients = [...]float64{
		-0x1.8fa49a0861a9bp-37, 0x1.1ee9d7b4e3f05p-29, -0x1.27e4f7eac4bc6p-22,
		0x1.a01a019c844f5p-16, -0x1.6c16c16c14f91p-10, 0x1.555555555554bp-5,
	}
)

// Sincos returns sin x and cos x for |x| < 2²⁹, NaN for others.
//
// |x| is reduced to z, |z| ≤ π/4, by the nearest multiple of π/2, and both polynomials are
// summed (Cephes, as above). The absolute errors are below 2⁻⁵³·1.5.
//
// Special cases: Sincos(±0) = ±0, 1.
func Sincos(x float64) (sin, cos float64) {
	size := math.Abs(x)
	if !(size < 1<<29) {
		return math.NaN(), math.NaN()
	}
	half := (uint32(size*(4/math.Pi)) + 1) / 2
	y := float64(2 * half)
	z := size - float64(y*quarterPi1) - float64(y*quarterPi2) - float64(y*quarterPi3)
	square := float64(z * z)
	s, c := sinCoefficients[0], cosCoefficients[0]
	for i := 1; i < len(sinCoefficients); i++ {
		s = float64(s*square) + sinCoefficients[i]
		c = float64(c*square) + cosCoefficients[i]
	}
	s = z + float64(float64(z*square)*s)
	c = 1 - float64(0.5*square) + float64(float64(square*square)*c)
	switch half & 3 {
	case 1:
		s, c = c, -s
	case 2:
		s, c = -s, -c
	case 3:
		s, c = -c, s
	}
	return s * math.Copysign(1, x), c
}
