package special

import "math"

// LeastLowerQuantile is where LowerQuantile begins; Φ⁻¹ is −7.05 there.
const LeastLowerQuantile = 0x1p-40

// LowerQuantile returns Φ⁻¹(u) for 2⁻⁴⁰ ≤ u < ½ with an absolute error below
// 2⁻⁵³·(2|Φ⁻¹(u)| + 1): a polynomial of degree 15 on each quarter of an octave
// (lowerquantile_table.go; gen/lowerquantile.go has the proof). Unlike
// NormalQuantile it takes neither logarithm nor square root.
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
	// Written out: WebAssembly takes a quarter longer for the loop.
	z := float64(a[15]*t) + a[14]
	z = float64(z*t) + a[13]
	z = float64(z*t) + a[12]
	z = float64(z*t) + a[11]
	z = float64(z*t) + a[10]
	z = float64(z*t) + a[9]
	z = float64(z*t) + a[8]
	z = float64(z*t) + a[7]
	z = float64(z*t) + a[6]
	z = float64(z*t) + a[5]
	z = float64(z*t) + a[4]
	z = float64(z*t) + a[3]
	z = float64(z*t) + a[2]
	z = float64(z*t) + a[1]
	z = float64(z*t) + a[0]
	return z
}
