package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// How much the tight value is above the orbit-based one, for clouds that are long against σ. Let the
// columns of T and Θ be the generators of the rotations applied to X and to Δ, in units of σ:
//
//	B = TᵀT,  C = TᵀΘ,  Q = ΘᵀΘ;  in space tr(M)·I − M for M = XᵀX, XᵀΔ, ΔᵀΔ, in the plane tr M.
//
// An average over the group sees the noise n through its part along the orbit. To first order in
// ‖Δ‖/‖X‖, log L − log L₀ is the quadratic form ½nᵀSn, S = ΘB⁻¹Tᵀ + TB⁻¹Θᵀ − TB⁻¹CB⁻¹Tᵀ, of the
// variance ½‖S‖², whatever the noise along Δ, which aligned clouds have across their orbits. Two
// classifiers at a threshold λ whose log ratios differ by so little disagree about E[Y] =
// λ·f(log λ)·½‖S‖²/2, f the density of log L₀ at log λ, so that with z = Φ⁻¹(p), d = ‖Δ‖/σ
//
//	v − Φ(z − d) ≈ φ(z − d)/(4d)·(2 tr(B⁻¹Q) − tr((B⁻¹C)²)).
//
// That is an estimate: what is left is about 1/B and ‖Δ‖/‖X‖ of it.

// settledSquare is how large the eigenvalues of B have to be, and where mirror images belong to the
// group also those of XᵀX, for the estimate to be one.
const settledSquare = 100

// Gain estimates how much the tight value at p is above the orbit-based one; +Inf for
// clouds that are too small, or too flat, against σ.
func (l *Linear) Gain(p float64) float64 {
	d := l.delta()
	if d == 0 {
		return 0
	}
	turned, square := l.turned()
	if !(turned >= settledSquare) {
		return math.Inf(1)
	}
	z := special.NormalQuantile(p)
	density := special.Exp(-float64((z-d)*(z-d))/2) / math.Sqrt(2*math.Pi)
	return float64(density / (4 * d) * square)
}

// turned returns the smallest of the eigenvalues that settledSquare bounds, and 2 tr(B⁻¹Q) −
// tr((B⁻¹C)²).
func (l *Linear) turned() (least, square float64) {
	if l.Dimension == 2 {
		b, c, q := l.rowDot(0, 0)+l.rowDot(1, 1), l.rowDot(0, 2)+l.rowDot(1, 3), l.rowDot(2, 2)+l.rowDot(3, 3)
		half, skew := (l.rowDot(0, 0)-l.rowDot(1, 1))/2, l.rowDot(0, 1)
		least = float64(b/2) - math.Sqrt(float64(half*half)+float64(skew*skew))
		return least, float64(2*q/b) - float64(c/b*(c/b))
	}
	u, s, _ := invariance.SVD(l.across(0, 0), 3)
	least = s[2]
	if l.Reflects {
		least = min(least, (s[1]+s[2]-s[0])/2)
	}
	cross, own := l.across(0, 3), l.across(3, 3)
	for i := range 3 {
		column := [3]float64{u[0][i], u[1][i], u[2][i]}
		square += float64(2 * form(&own, column, column) / s[i])
		for j := range 3 {
			c := form(&cross, column, [3]float64{u[0][j], u[1][j], u[2][j]})
			square -= float64(c / s[i] * (c / s[j]))
		}
	}
	return least, square
}
