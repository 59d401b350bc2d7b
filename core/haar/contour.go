package haar

import "math"

// node is a point z of the contour with its weight: ζ = z − 1, ζ², ζ³ and w,
// each as real and imaginary part.
type node struct{ re1, im1, re2, im2, re3, im3, wRe, wIm float64 }

// bromwich returns S with β·e^{−Σs} = S·√(α₁α₂α₃), αᵢ = 1/(1 + 2λᵢ), for
// 1 ≥ α₁ ≥ α₂ ≥ α₃ ≥ 0.
//
// The mean of exp(−2Σλᵢxᵢ²) over the unit sphere of R⁴ is
//
//	(1/2πi) ∫ eᶻ / √(z (z + 2λ₁)(z + 2λ₂)(z + 2λ₃)) dz
//
// around the negative real axis. On z = μ(1 + iu)² it is (√μ/π) ∫ eᶻ/√Π(z + 2λᵢ) du,
// and the midpoint rule converges geometrically, the same for all λ (Weideman
// and Trefethen, Math. Comp. 76 (2007) 1341–1356). With the factors scaled,
// z + 2λ = (1 + αζ)/α, no λ overflows, and Π(1 + αᵢζ) is a cubic in ζ.
func bromwich(a1, a2, a3 float64) float64 {
	e3 := float64(a1 * a2)
	e1, e2 := a1+a2, e3
	turn := 2 * e3
	e2 += float64(e1 * a3)
	e3 *= a3
	pairSum := e1
	e1 += a3
	sum := 0.0
	for k := range contour {
		n := &contour[k]
		re := 1 + float64(e1*n.re1) + float64(e2*n.re2) + float64(e3*n.re3)
		im := float64(e1*n.im1) + float64(e2*n.im2) + float64(e3*n.im3)
		r := math.Sqrt(float64(re*re) + float64(im*im))
		m := r + math.Abs(re)
		root := float64(math.Sqrt(m) * r)
		back := pairSum+float64(turn*n.re1) < 0
		if re >= 0 {
			term := (float64(n.wRe*m) + float64(n.wIm*im)) / root
			if back {
				sum -= term
			} else {
				sum += term
			}
			continue
		}
		term := (float64(n.wRe*im) + float64(n.wIm*m)) / root
		if back && im > 0 {
			sum -= term
		} else {
			sum += term
		}
	}
	return sum
}
