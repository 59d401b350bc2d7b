package haar

import "math"

// smallSum is the |s₁| + |s₂| + |s₃| below which the power series is summed.
const smallSum = 1

// isSmall tells whether excess is to be used, for proper s.
func isSmall(s [3]float64) bool { return s[0]+s[1]+math.Abs(s[2]) < smallSum }

// excess returns β − 1 for SO(3), to a few units roundoff of itself:
// β ≈ 1 + Σs²/6 + s₁s₂s₃/6.
//
// tr(AᵀR) is Σμᵢxᵢ² over the unit quaternions, with
// μ = (s₁+s₂+s₃, s₁−s₂−s₃, −s₁+s₂−s₃, −s₁−s₂+s₃), which add up to 0. So
// β = ΣDₙ/(n+1)! with Π(1 − μᵢt)^{−½} = ΣDₙtⁿ, and the product under the root
// is 1 − 2(Σs²)t² − 8s₁s₂s₃t³ + (Πμᵢ)t⁴. As |μᵢ| < 1, n ≤ 19 is enough.
func excess(s [3]float64) float64 {
	squares := float64(s[0]*s[0]) + float64(s[1]*s[1]) + float64(s[2]*s[2])
	product := float64(float64(s[0]*s[1]) * s[2])
	left := float64((s[0] + s[1] + s[2]) * (s[0] - s[1] - s[2]))
	right := float64((s[0] - s[1] + s[2]) * (s[0] + s[1] - s[2]))
	q2, q3, q4 := 2*squares, 8*product, -float64(left*right)
	// r₁, r₀, r₋₁, r₋₂.
	t1, t2, t3, t4 := 0.0, 1.0, 0.0, 0.0
	sum := 0.0
	for k := range smallTable {
		w := &smallTable[k]
		next := float64(w[0]*float64(q2*t2)) + float64(w[1]*float64(q3*t3)) + float64(w[2]*float64(q4*t4))
		t1, t2, t3, t4 = next, t1, t2, t3
		sum += next
	}
	return sum
}

// smallTable holds, for n = 2, …, 19, the factors in
//
//	rₙ = (n−1)/(n²(n+1))·q₂rₙ₋₂ + (n−3/2)/(n²(n+1)(n−1))·q₃rₙ₋₃ + 1/(n²(n+1)(n−1))·q₄rₙ₋₄
//
// for rₙ = Dₙ/(n+1)!, which follows from the logarithmic derivative of ΣDₙtⁿ.
var smallTable = func() (w [18][3]float64) {
	for k := range w {
		n := float64(k + 2)
		base := n * n * (n + 1)
		w[k] = [3]float64{(n - 1) / base, (n - 1.5) / (base * (n - 1)), 1 / (base * (n - 1))}
	}
	return w
}()
