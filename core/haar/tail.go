package haar

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// largeHalf is the (s₂ + s₃)/2 from which the asymptotic series is summed.
	largeHalf = 12.5
	// safe keeps products of three halved sums, and of their inverses, in range.
	safe = 1e90

	pi64    = 64 * math.Pi
	logPi64 = 5.3036129690302445
)

// tail returns log β − Σs for SO(3) and proper s.
//
// As unit quaternions x ∈ S³, rotations have tr(AᵀR) = Σs − 2Σλᵢxᵢ² with
// λ = (s₂+s₃, s₁+s₃, s₁+s₂) (M. J. Prentice, J. R. Stat. Soc. B 48 (1986)
// 214–222), so β·e^{−Σs} is the normalising constant of a Bingham distribution. All
// λ ≥ 0, each is rounded once, and tail changes by at most half a relative
// change of each: nothing cancels, for s₁ ≈ s₂ ≈ −s₃ neither.
func tail(s [3]float64) float64 {
	h1, h2, h3 := halfSum(s[1], s[2]), halfSum(s[0], s[2]), halfSum(s[0], s[1])
	if h1 >= largeHalf {
		c := asymptotic(0.25/h1, 0.25/h2, 0.25/h3)
		if h3 < safe {
			volume := float64(h1*h2) * h3
			return -0.5 * special.Log(float64(pi64*volume)/float64(c*c))
		}
		return special.Log(c) - float64(0.5*(logPi64+special.Log(h1)+special.Log(h2)+special.Log(h3)))
	}
	a1, a2, a3 := 1/(1+float64(4*h1)), 1/(1+float64(4*h2)), 1/(1+float64(4*h3))
	c := bromwich(a1, a2, a3)
	if h3 < safe {
		return 0.5 * special.Log(float64(float64(c*c)*a1)*float64(a2*a3))
	}
	return special.Log(c) - float64(0.5*(logFactor(h1)+logFactor(h2)+logFactor(h3)))
}

// halfSum returns (a + b)/2, also where a + b overflows.
func halfSum(a, b float64) float64 { return float64(a/2) + float64(b/2) }

// logFactor returns log(1 + 4h) without overflow.
func logFactor(h float64) float64 {
	if h < safe {
		return special.Log(1 + float64(4*h))
	}
	return special.Log(h) + 2*math.Ln2
}
