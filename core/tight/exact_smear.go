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
	// Below low 1 − G is 1.
	y := (t.low - level - half) / axial
	first, _ := special.NormalTails(y + axial)
	second, _ := special.NormalTails(y)
	sum.below = float64(special.Exp(t.low)*first) - float64(special.Exp(level)*second)
	sum.above = second
	for i := range t.pieces {
		n := smearIntegral{levelPiece: &t.pieces[i], centre: level + half, axial: axial, panels: exactPanels, scale: max(1, special.Exp(level))}
		n.integrate(-tableReach-axial, tableReach)
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

// smearIntegral integrates over a piece of the table. The kernels are functions of y = (u −
// centre)/δ, of which u tells little where δ is small: next to the centre the integral goes
// over y, and beyond, where they are e^u and 0, over the variable of the piece.
type smearIntegral struct {
	*levelPiece
	centre, axial   float64
	panels          int
	scale           float64
	sum, difference tailPair
}

// integrate adds nothing where y is below start, panels of a length up to end, and from
// there on one.
func (n *smearIntegral) integrate(start, end float64) {
	low, high := n.ends()
	u, v := max(start, n.ordinate(n.level(low))), min(end, n.ordinate(n.level(high)))
	if u < v {
		n.near(u, v)
	}
	if middle := n.clamp(n.centre+float64(end*n.axial), low, high); middle != high {
		n.panel(n.far, middle, high)
	}
}

func (n *smearIntegral) ordinate(u float64) float64 { return (u - n.centre) / n.axial }

// near integrates from y = u to v. G is smooth in √|u − origin|, so w = √|y − origin| is
// taken where that is near.
func (n *smearIntegral) near(u, v float64) {
	origin := n.ordinate(n.origin)
	count := math.Ceil(min(exactPanels, (v-u)/exactPanel))
	if n.straight || math.Abs(origin) > nearOrigin {
		n.even(func(y float64) tailPair { return n.kernel(y, 1) }, u, v, count)
		return
	}
	root := func(y float64) float64 { return math.Sqrt(max(0, float64(n.side*(y-origin)))) }
	u, v = root(u), root(v)
	n.even(func(w float64) tailPair { return n.kernel(origin+float64(n.side*float64(w*w)), 2*w) }, min(u, v), max(u, v), count)
}

// nearOrigin is how far in units of δ the origin of a piece can be and still bend it next
// to the centre.
const nearOrigin = 100

// kernel returns both integrands at y for dy = slope·dw.
func (n *smearIntegral) kernel(y, slope float64) tailPair {
	low, high := n.ends()
	rise := n.centre + float64(n.axial*y)
	below, _ := special.NormalTails(y + n.axial)
	above := float64(n.tails(n.clamp(rise, low, high)).above * slope)
	return tailPair{
		float64(float64(special.Exp(rise)*float64(below*n.axial)) * above),
		float64(special.Exp(-float64(y*y)/2) * above / sqrtTwoPi),
	}
}

// far returns both integrands at v beyond the reach of the kernels.
func (n *smearIntegral) far(v float64) tailPair {
	return tailPair{below: float64(float64(special.Exp(n.level(v))*n.tails(v).above) * n.slope(v))}
}

// even adds so many panels of one length.
func (n *smearIntegral) even(f func(float64) tailPair, u, v, count float64) {
	for i := 0.0; i < count; i++ {
		n.panel(f, u+float64((v-u)*(i/count)), u+float64((v-u)*((i+1)/count)))
	}
}

// panel adds one panel in either direction, halved as long as the two rules differ.
func (n *smearIntegral) panel(f func(float64) tailPair, u, v float64) {
	sum, difference := kronrodRule(f, min(u, v), max(u, v))
	n.panels--
	middle := u + float64((v-u)/2)
	if difference.below+float64(n.scale*difference.above) <= smearTolerance || n.panels <= 0 || middle == u || middle == v {
		n.sum, n.difference = n.sum.plus(sum), n.difference.plus(difference)
		return
	}
	n.panel(f, u, middle)
	n.panel(f, middle, v)
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
		n := smearIntegral{levelPiece: p, panels: exactPanels}
		n.panel(n.far, p.from, p.to)
		sum += n.sum.below
	}
	return sum
}
