package special

import "math"

// LeastLowerQuantile is where LowerQuantile begins; Φ⁻¹ is −7.05 there.
const LeastLowerQuantile = 0x1p-40

// LowerQuantile returns Φ⁻¹(u) for 2⁻⁴⁰ ≤ u < ½ with an absolute error below
// 2⁻⁵³·(2|Φ⁻¹(u)| + 1): a polynomial of degree 15 on each quarter of an octave
// (lowerquantile_table.go; gen/lowerquantile.go has the proof). Unlike
// NormalQuantile it takes neither logarithm nor square root, so its bits are the
// same on every processor, those that fuse x*y + z included.
//
// Special cases: 0 for u ≥ ½, NaN for NaN and for what is below 2⁻⁴⁰.
func LowerQuantile(u float64) float64 {
	if !(u >= LeastLowerQuantile) {
		return math.NaN()
	}
	if u >= 0.5 {
		return 0
	}
	const quarterShift, exponentOfHalf = 50, 1022
	bits := math.Float64bits(u)
	// The exponent and the two bits behind it count the quarters downwards from ½.
	quarter := bits >> quarterShift & 3
	octave := exponentOfHalf - 1 - bits>>(quarterShift+2)
	a := &lowerQuantile[4*octave+quarter]
	mantissa := math.Float64frombits(bits<<12>>12 | 1023<<52)
	t := 8 * (mantissa - (1.125 + float64(float64(quarter)*0.25)))
	z := a[15]
	for k := 14; k >= 0; k-- {
		z = float64(z*t) + a[k]
	}
	return z
}
