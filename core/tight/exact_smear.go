package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// tableDoubt is added to the estimated error of a table: the estimate alone (QUADPACK's)
// was exceeded by 4e-13 once in 1,000 problems against double integrals, and this is more
// than ten times that.
//
// The sum is an estimate, not an enclosure. To prove the error of a quadrature one bounds
// its integrand off the real line. That of a table is F(g(r)/t; λsr/t), whose g is singular
// where g = 0 and where I₁(g) = 0, at complex r that come as near to the real line as the
// level to the origin and are known by no formula. The double integral over r and y of
// Φ((level − ℓ)/δ) has plain bounds, by |I₀(z)| ≤ I₀(Re z) and |φ(a + ib)| = φ(a)e^{b²/2}:
// the trapezoidal rule of step h errs by about exp(−(2π/h)²/2(1 + m²)), m the slope of ℓ/δ.
// But 1e-13 then takes some 600·(1 + m²) points for each level, more where r or y begins at 0:
// a millisecond where δ is a third of the deviation of ℓ, a minute where it is a thousandth.
const tableDoubt = 5e-12

// excess returns E[(e^ℓ − λ)₊] (below) and Pr[ℓ > log λ] (above) around X for the level
// log λ, by which the line at that level is known:
//
//	V = E[e^ℓ; ℓ ≤ log λ] = 1 − E[(e^ℓ − λ)₊] − λ·Pr[ℓ > log λ].
//
// With ℓ = u + (a normal variable) they are the integrals over u of
// eᵘΦ((u − log λ + δ²/2)/δ)(1 − G(u)) and φ((log λ + δ²/2 − u)/δ)(1 − G(u))/δ.
func (t *levelTable) excess(level, axial float64) (sum, difference tailPair) {
	half := float64(axial * axial / 2)
	kernel := func(u float64) tailPair {
		y := (u - level - half) / axial
		below, _ := special.NormalTails(y + axial)
		return tailPair{float64(special.Exp(u) * below), special.Exp(-float64(y*y)/2) / (axial * sqrtTwoPi)}
	}
	// Below low 1 − G is 1.
	y := (t.low - level - half) / axial
	first, _ := special.NormalTails(y + axial)
	second, _ := special.NormalTails(y)
	sum.below = float64(special.Exp(t.low)*first) - float64(special.Exp(level)*second)
	sum.above = second
	start, end := level-half-float64(tableReach*axial), level+half+float64(tableReach*axial)
	for i := range t.pieces {
		p := &t.pieces[i]
		n := smearIntegral{panels: exactPanels, scale: max(1, special.Exp(level))}
		n.integrand = func(v float64) tailPair {
			k, above := kernel(p.level(v)), p.tails(v).above
			d := float64(p.slope(v) * above)
			return tailPair{float64(k.below * d), float64(k.above * d)}
		}
		n.over(p, start, end, float64(exactPanel*axial))
		sum, difference = sum.plus(n.sum), difference.plus(n.difference)
	}
	return sum, difference
}

// tableReach is how far the kernels reach in units of δ.
const (
	tableReach = 9.5
	sqrtTwoPi  = 2.5066282746310005
	// smearTolerance is what the two rules may differ by on a panel.
	smearTolerance = 1e-13
)

// smearIntegral is an integral over a piece of the table.
type smearIntegral struct {
	integrand       func(v float64) tailPair
	panels          int
	scale           float64
	sum, difference tailPair
}

// over integrates over a piece: nothing where u is below start, in panels of some
// length up to end, and from there on in one.
func (n *smearIntegral) over(p *levelPiece, start, end, length float64) {
	u, v := p.from, p.to
	if p.level(u) > p.level(v) {
		u, v = v, u
	}
	u = p.clamp(start, u, v)
	middle := p.clamp(end, u, v)
	count := math.Ceil(min(exactPanels, (p.level(middle)-p.level(u))/length))
	for i := 0.0; i < count; i++ {
		n.panel(u+float64((middle-u)*(i/count)), u+float64((middle-u)*((i+1)/count)))
	}
	if middle != v {
		n.panel(middle, v)
	}
}

// panel adds one panel in either direction, halved as long as the two rules differ.
func (n *smearIntegral) panel(u, v float64) {
	sum, difference := kronrodRule(n.integrand, min(u, v), max(u, v))
	n.panels--
	middle := u + float64((v-u)/2)
	if difference.below+float64(n.scale*difference.above) <= smearTolerance || n.panels <= 0 || middle == u || middle == v {
		n.sum, n.difference = n.sum.plus(sum), n.difference.plus(difference)
		return
	}
	n.panel(u, middle)
	n.panel(middle, v)
}

// smeared returns the line at a level.
func (t *levelTable) smeared(level, axial float64) (line tangent) {
	sum, difference := t.excess(level, axial)
	line.slope = special.Exp(level)
	line.clean = tailPair{1 - sum.above, sum.above}
	beyond := sum.below + float64(line.slope*sum.above)
	line.perturbed = tailPair{1 - beyond, beyond}
	// An error of Pr[ℓ > log λ] moves P and V along the line.
	line.perturbedErr = difference.below + t.err + 4*tableBeyond + tableDoubt
	return line
}

// mean returns E[e^ℓ], which is 1: what is missing from the table, or wrong with it,
// shows.
func (t *levelTable) mean() float64 {
	sum := special.Exp(t.low)
	for i := range t.pieces {
		p := &t.pieces[i]
		n := smearIntegral{panels: exactPanels, scale: 0}
		n.integrand = func(v float64) tailPair {
			return tailPair{below: float64(float64(special.Exp(p.level(v))*p.tails(v).above) * p.slope(v))}
		}
		n.panel(p.from, p.to)
		sum += n.sum.below
	}
	return sum
}
