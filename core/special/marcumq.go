package special

import (
	"math"
	"sync"
)

// The Marcum Q function of order one, Q₁(ν, x) = ∫ₓ^∞ y e^{−(y²+ν²)/2} I₀(νy) dy,
// is evaluated by two methods, chosen by ξ = νx and δ = x − ν:
//
//   - two Poisson variables of means ν²/2 and x²/2, for ξ ≤ 30 and far from the
//     diagonal;
//   - the expansion around the error function, for ξ > 30 and δ² ≤ 2ξ.
const (
	expansionStart = 30
	// underflow is an exponent beyond which e⁻ʷ is 0.
	underflow = 746
)

// RiceAround returns the probability F(ν+δ; ν) = 1 − Q₁(ν, ν+δ) that a Rice variable
// with centre ν ≥ 0 and unit scale, the modulus of a complex normal variable of mean ν
// and unit variance in both parts, is at most ν + δ, and the probability that it is
// more. The smaller one has a relative error below 1e-13 where it is normal, the other
// one is 1 minus it.
//
// The offset δ carries what ν + δ would lose for large ν; the result is that for
// the exact sum.
//
// Special cases: 0 and 1 for ν + δ ≤ 0, 1 and 0 for +Inf; NaN when an argument is NaN
// or δ is that of two infinities.
func RiceAround(nu, delta float64) (below, above float64) {
	return riceTails(nu, nu+delta, delta)
}

// riceTails is RiceAround with both x and δ = x − ν, of which the smaller one
// carries what the other has lost.
func riceTails(nu, x, delta float64) (below, above float64) {
	switch {
	case math.IsNaN(delta) || math.IsNaN(x):
		return math.NaN(), math.NaN()
	case x <= 0:
		return 0, 1
	case math.IsInf(x, 1):
		return 1, 0
	}
	// Both tails are at most e^{−δ²/2} on their own side of ν.
	w := float64(delta*delta) / 2
	if w > underflow {
		return sides(0, delta < 0)
	}
	if xi := float64(nu * x); xi > expansionStart && w <= xi {
		return sides(riceExpansion(nu, x, delta, w), delta < 0)
	} else if xi > underflow {
		// w > ξ: the tail underflows.
		return sides(0, delta < 0)
	}
	lower := float64(delta*(x+nu)) < 1.2
	return sides(poissonTail(nu, x, w, lower), lower)
}

// sides completes a tail to the pair (below, above).
func sides(tail float64, lower bool) (below, above float64) {
	tail = min(tail, 1)
	if lower {
		return tail, 1 - tail
	}
	return 1 - tail, tail
}

// poissonTail returns the Rice probability of at most x (lower) or more than x as
// a sum of positive terms. For independent Poisson variables A and B of means
// a = ν²/2 and b = x²/2 the two are Pr[B > A] and Pr[B ≤ A], because the square of a
// Rice variable is a Poisson mixture of χ² variables. w is (x−ν)²/2; the terms are
// scaled so that the largest is near 1 for large ξ = νx.
func poissonTail(nu, x, w float64, lower bool) float64 {
	a, b := float64(nu*nu)/2, float64(x*x)/2
	xi := float64(nu * x)
	start := 1.0
	if xi > expansionStart {
		start = Exp(-xi / 2)
	} else {
		w += xi
	}
	if lower {
		return float64(Exp(-w) * strictPoissonSum(b, a, start))
	}
	return float64(Exp(-w) * (float64(start*start) + poissonSum(a, b, start)))
}

// strictPoissonSum returns start² Σ_{j≥1} bʲ/j! Σ_{i<j} aⁱ/i!.
func strictPoissonSum(b, a, start float64) (sum float64) {
	lead, other, inner := start, start, start
	for j := 1; ; j++ {
		inverse := reciprocal(j)
		lead *= float64(b * inverse)
		term := float64(lead * inner)
		sum += term
		if term <= sum*(Unit/16) {
			return sum
		}
		other = float64(other * float64(a*inverse))
		inner += other
	}
}

// poissonSum returns start² Σ_{j≥1} aʲ/j! Σ_{i≤j} bⁱ/i!.
func poissonSum(a, b, start float64) (sum float64) {
	lead, other, inner := start, start, start
	for j := 1; ; j++ {
		inverse := reciprocal(j)
		other = float64(other * float64(b*inverse))
		inner += other
		lead *= float64(a * inverse)
		term := float64(lead * inner)
		sum += term
		if term <= sum*(Unit/16) {
			return sum
		}
	}
}

var reciprocals = func() (r [128]float64) {
	for j := 1; j < len(r); j++ {
		r[j] = 1 / float64(j)
	}
	return r
}()

func reciprocal(j int) float64 {
	if j < len(reciprocals) {
		return reciprocals[j]
	}
	return 1 / float64(j)
}

const (
	expansionTerms = 24
	sqrt2Pi        = 2.5066282746310005
)

// The factors of riceExpansion: grow is (2n−1)²/(8n), skew (2n+1)/(2n−1) and
// step 1/(n − ½).
var expansion = func() (c [expansionTerms]struct{ grow, skew, step float64 }) {
	for n := 1; n < expansionTerms; n++ {
		odd := float64(2*n - 1)
		c[n].grow = odd * odd / float64(8*n)
		c[n].skew = (odd + 2) / odd
		c[n].step = 2 / odd
	}
	return c
}()

// riceExpansion returns the Rice probability on the far side of x = ν + δ, seen
// from ν, for ξ = νx > 30 and w = δ²/2 ≤ ξ (A. Gil, J. Segura and N. Temme,
// ACM TOMS 40 (2014) 20, section 4.1, for order one):
//
//	φ(δ) (√ρ M(|δ|) ± ½ √ξ ρ Σ_{n≥1} aₙ ξ⁻ⁿ (1 + (2n+1)/((2n−1)ρ)) Eₙ)
//
// with ρ = x/ν, M the Mills ratio, aₙ = ((2n−1)!!)²/(8ⁿ n!), + above and − below ν,
// and Eₙ = eʷ E_{n+½}(w) from (n−½)Eₙ = 1 − wEₙ₋₁, wE₀ = |δ|M(|δ|). The recurrence
// magnifies rounding by (w/2ξ)ⁿ ≤ 2⁻ⁿ of the sum, and the first term left out is
// below 1e-17 of it.
func riceExpansion(nu, x, delta, w float64) float64 {
	z := math.Abs(delta)
	mills := shortMills(z)
	rho := x / nu
	inverse := 1 / float64(nu*x)
	skew := 1 / rho
	power, previous, sum := 1.0, float64(z*mills), 0.0
	for n := 1; n < expansionTerms; n++ {
		e := float64((1 - previous) * expansion[n].step)
		power *= expansion[n].grow
		term := float64(power * float64((1+float64(expansion[n].skew*skew))*e))
		sum += term
		if power <= float64(Unit/8)*sum {
			break
		}
		previous = float64(w * e)
		power *= inverse
	}
	rest := float64(float64(0.5*rho)*math.Sqrt(inverse)) * sum
	if delta < 0 {
		rest = -rest
	}
	return float64(Exp(-w) * (float64(math.Sqrt(rho)*mills) + rest) / sqrt2Pi)
}

// The table of the Mills ratio on [0, millsEnd]: Taylor polynomials around the
// multiples of 1/16. M is entire; on |t| ≤ 1/32 the first term left out is below
// 1e-17.
const (
	millsPerUnit = 16
	millsEnd     = 9
	millsTerms   = 10
)

var millsTable = sync.OnceValue(func() *[millsEnd*millsPerUnit + 1][millsTerms]float64 {
	var table [millsEnd*millsPerUnit + 1][millsTerms]float64
	for i := range table {
		z := float64(i) / millsPerUnit
		m := &table[i]
		m[0] = upperTail(z) / normalDensity(z)
		// M' = zM − 1, differentiated n times.
		m[1] = float64(z*m[0]) - 1
		for n := 2; n < millsTerms; n++ {
			m[n] = (float64(z*m[n-1]) + m[n-2]) / float64(n)
		}
	}
	return &table
})

// shortMills returns (1 − Φ(z))/φ(z) for z ≥ 0 with a relative error below 1e-15:
// from the table, and beyond it by the continued fraction of millsRatio with as
// many levels as are needed there.
func shortMills(z float64) float64 {
	if z >= millsEnd {
		f := z
		for j := 24.0; j >= 1; j-- {
			f = z + j/f
		}
		return 1 / f
	}
	i := int(float64(z*millsPerUnit) + 0.5)
	m, t := &millsTable()[i], z-float64(float64(i)/millsPerUnit)
	sum := m[millsTerms-1]
	for j := millsTerms - 2; j >= 0; j-- {
		sum = float64(sum*t) + m[j]
	}
	return sum
}
