package special

import "math"

// The numerators and denominators, the highest power first, of the three rational functions of
// M. J. Wichura, "Algorithm AS 241: The percentage points of the normal distribution",
// Appl. Statist. 37 (1988) 477–484, PPND16: in 0.425² − (p − ½)² where |p − ½| ≤ 0.425, in
// r − 1.6 and r − 5 where r = √(−log min(p, 1−p)) is at most 5 and above.
var (
	centreQuantile = [2][8]float64{
		{2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457, 13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608},
		{5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867, 5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1},
	}
	middleQuantile = [2][8]float64{
		{7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734},
		{1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1},
	}
	farQuantile = [2][8]float64{
		{2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772},
		{2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1},
	}
)

// NormalQuantile returns Φ⁻¹(p) for 0 ≤ p ≤ 1 (Wichura's AS 241). The relative error is
// below 1e-14; near p = 1, that of the result for p rounded to 2⁻⁵³.
//
// Special cases: NormalQuantile(0) = −Inf, NormalQuantile(1) = +Inf, NormalQuantile(NaN) =
// NaN. It panics for p outside [0, 1].
func NormalQuantile(p float64) float64 {
	switch {
	case p < 0 || p > 1:
		panic("special: a probability outside [0, 1]")
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	}
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		return rational(q, &centreQuantile, 0.180625-float64(q*q))
	}
	if q < 0 {
		return -upperQuantile(p)
	}
	return upperQuantile(1 - p)
}

// upperQuantile returns −Φ⁻¹(p) for 0 < p < 0.075.
func upperQuantile(p float64) float64 {
	r := math.Sqrt(-Log(p))
	if r > 5 {
		return rational(1, &farQuantile, r-5)
	}
	return rational(1, &middleQuantile, r-1.6)
}

// rational returns factor·a(z)/b(z) for a numerator a and a denominator b. Written out:
// WebAssembly takes a third longer for the loop.
func rational(factor float64, function *[2][8]float64, z float64) float64 {
	a, b := &function[0], &function[1]
	top, bottom := float64(a[0]*z)+a[1], float64(b[0]*z)+b[1]
	top, bottom = float64(top*z)+a[2], float64(bottom*z)+b[2]
	top, bottom = float64(top*z)+a[3], float64(bottom*z)+b[3]
	top, bottom = float64(top*z)+a[4], float64(bottom*z)+b[4]
	top, bottom = float64(top*z)+a[5], float64(bottom*z)+b[5]
	top, bottom = float64(top*z)+a[6], float64(bottom*z)+b[6]
	top, bottom = float64(top*z)+a[7], float64(bottom*z)+b[7]
	return factor * top / bottom
}
