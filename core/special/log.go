package special

import "math"

// The coefficients of 2/3·s² + 2/5·s⁴ + …, the part of log((1+s)/(1−s))/s − 2 that is
// summed, for |s| ≤ 3 − 2√2; the polynomial is within 2⁻⁵⁸·⁴⁵ (FreeBSD, msun/src/e_log.c,
// K. C. Ng, Sun Microsystems 1993).
const (
	log1 = 0x1.5555555555593p-1
	log2 = 0x1.999999997fa04p-2
	log3 = 0x1.2492494229359p-2
	log4 = 0x1.c71c51d8e78afp-3
	log5 = 0x1.7466496cb03dep-3
	log6 = 0x1.39a09d078c69fp-3
	log7 = 0x1.2f112df3e5244p-3
)

// Log returns log x.
//
// With x = 2ᵏ(1+f), √½ ≤ 1+f < √2, and s = f/(2+f) it is k log 2 + f − f²/2 + s(f²/2 + R),
// R = log1·s² + … + log7·s¹⁴ (msun/src/e_log.c, as above). The error is below one unit in
// the last place.
//
// Special cases: Log(+Inf) = +Inf, Log(±0) = −Inf, Log(x) = NaN for x < 0 and for NaN.
func Log(x float64) float64 {
	switch {
	case !(x >= 0):
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	}
	k := 0.0
	if x < 0x1p-1022 {
		x, k = x*0x1p52, -52
	}
	octaves, f := aroundOne(x)
	k += octaves
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := float64(s2 * (log1 + float64(s4*(log3+float64(s4*(log5+float64(s4*log7)))))))
	even := float64(s4 * (log2 + float64(s4*(log4+float64(s4*log6)))))
	square := float64(0.5 * f * f)
	low := float64(s*(square+(odd+even))) + float64(k*ln2Lo)
	return float64(k*ln2Hi) - ((square - low) - f)
}

// aroundOne returns k and f with x = 2ᵏ(1+f) and √½ ≤ 1+f < √2, for normal x > 0.
func aroundOne(x float64) (k, f float64) {
	const rootHalf = 0x3fe6a09e667f3bcd // the bits of √½
	bits := math.Float64bits(x)
	octaves := int64(bits-rootHalf) >> 52
	return float64(octaves), math.Float64frombits(bits-uint64(octaves)<<52) - 1
}

// Log1p returns log(1 + x).
//
// 1 + x is rounded to u = 2ᵏ(1+f), and log u, as in Log, is corrected by the rounding
// error over u; between √½ − 1 and √2 − 1 f is x itself (FreeBSD, msun/src/s_log1p.c, K. C.
// Ng, Sun Microsystems 1993). The error is below one unit in the last place.
//
// Special cases: Log1p(+Inf) = +Inf, Log1p(−1) = −Inf, Log1p(±0) = ±0, Log1p(x) = NaN
// for x < −1 and for NaN.
func Log1p(x float64) float64 {
	size := math.Abs(x)
	switch {
	case !(x >= -1):
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case x > math.MaxFloat64 || size < 0x1p-54:
		return x
	case size < 0x1p-29:
		return x - float64(x*x*0.5)
	}
	k, f, rest := 0.0, x, 0.0
	if !(x > math.Sqrt2/2-1 && x < math.Sqrt2-1) {
		k, f, rest = onePlus(x)
	}
	s := f / (2 + f)
	z := float64(s * s)
	r := log6 + float64(z*log7)
	r = log5 + float64(z*r)
	r = log4 + float64(z*r)
	r = log3 + float64(z*r)
	r = log2 + float64(z*r)
	r = float64(z * (log1 + float64(z*r)))
	square := float64(0.5 * f * f)
	low := float64(s * (square + r))
	if k == 0 {
		return f - (square - low)
	}
	return float64(k*ln2Hi) - ((square - (low + (float64(k*ln2Lo) + rest))) - f)
}

// onePlus returns k and f as aroundOne does for u, which is 1 + x rounded, and
// (1 + x − u)/u.
func onePlus(x float64) (k, f, rest float64) {
	if x >= 0x1p53 {
		k, f = aroundOne(x)
		return k, f, 0
	}
	u := 1 + x
	rest = x - (u - 1)
	if u >= 2 {
		rest = 1 - (u - x)
	}
	k, f = aroundOne(u)
	return k, f, rest / u
}
