package haar

// asymptotic returns β·e^{−Σs}·√(8πλ₁λ₂λ₃) for 1/50 ≥ x₁ ≥ x₂ ≥ x₃ ≥ 0,
// xᵢ = 1/(2λᵢ).
//
// With Π(1 − xᵢt)^{−½} = Σ eₙtⁿ it is Σ eₙ (½)ₙ, by Watson's lemma at the branch
// point 0 of the integral in bromwich; the other branch points add less than
// e^{−2λ₁} ≤ e⁻⁵⁰. All terms are positive. (eₙ) satisfies a three-term recursion,
// because the logarithmic derivative of the product is a ratio of cubics.
// Terms fall until n ≈ 2λ₁ ≥ 50; the sum stops once they are below 2⁻⁵⁸,
// at n ≤ 25.
func asymptotic(x1, x2, x3 float64) float64 {
	q2 := float64(x1 * x2)
	q3 := float64(q2 * x3)
	q1 := x1 + x2
	q2 += float64(q1 * x3)
	q1 += x3
	before2, before, term := 0.0, 0.0, 1.0
	sum := 0.0
	for k := range watson {
		w := &watson[k]
		next := float64(w[0]*float64(q1*term)) - float64(w[1]*float64(q2*before)) + float64(w[2]*float64(q3*before2))
		before2, before, term = before, term, next
		sum += next
		if next < 0x1p-58 {
			break
		}
	}
	return 1 + sum
}

// watson holds, for n = 1, 2, …, the factors of q₁, −q₂ and q₃ in the recursion
//
//	tₙ = (n−½)/n · [(n−½)q₁tₙ₋₁ − (n−1)(n−3/2)q₂tₙ₋₂ + (n−3/2)²(n−5/2)q₃tₙ₋₃]
//
// of tₙ = eₙ (½)ₙ.
var watson = func() (w [30][3]float64) {
	for k := range w {
		n := float64(k + 1)
		share := (n - 0.5) / n
		w[k] = [3]float64{share * (n - 0.5), share * (n - 1) * (n - 1.5), share * (n - 1.5) * (n - 1.5) * (n - 2.5)}
	}
	return w
}()
