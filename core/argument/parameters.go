package argument

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
	"github.com/orbitcert/orbitcert/core/transform"
)

// Transformed is what votes with noise on the parameters of transformations prove: X′ = R(MX + Δ) with the transformation Shift
// as M, a turn R about the axis and ‖Δ‖ ≤ Distance. Without a perturbed cloud only Radii is present.
type Transformed struct {
	Shift    *transform.Shift `json:"shift,omitempty"`
	Distance *float64         `json:"distance,omitempty"`
	Bound
	// Axis is the line that the transformations leave where it is, in the coordinates of the prepared clouds.
	Axis      Line       `json:"axis"`
	Radii     Radii      `json:"radii"`
	Alignment *Alignment `json:"alignment,omitempty"`
	Stated
	// Known is what a shared certificate says about the two clouds.
	Known *Known `json:"-"`
}

// Line is a line through a point.
type Line struct {
	Through [3]float64 `json:"through"`
	Along   []float64  `json:"along"`
}

// Radii are sizes below which every parameter alone is certified, and every Δ of that norm alone.
type Radii struct {
	Twist    *float64 `json:"twist,omitempty"`
	Taper    *float64 `json:"taper,omitempty"`
	Scale    *float64 `json:"scale,omitempty"`
	Shear    *float64 `json:"shear,omitempty"`
	Distance *float64 `json:"distance,omitempty"`
}

// Known is everything about two clouds that a certificate by noise on transformations depends on.
type Known struct {
	Shift transform.Shift
	transform.Difference
}

// Ordered is a perturbed cloud, its points in an order that may belong to that of the clean one, and Permutation as Alignment has it.
type Ordered struct {
	pointcloud.Cloud
	Permutation []int
}

// Transformed returns what votes prove about two clouds with the known differences.
func (t *Terms) Transformed(k Known, p Probabilities) *Transformed {
	c := &Transformed{Shift: &k.Shift, Distance: &k.Distance, Axis: t.line(), Radii: t.parameterRadii(p), Known: &k}
	c.Bound = boundOf(p.By(func(p float64) float64 { return t.lowest(k, p) }))
	return c
}

// AnyTransformed returns the radii of votes when no perturbed cloud is given. Still is what Moved by 0 returns of the clean one.
func (t *Terms) AnyTransformed(still Known, p Probabilities) *Transformed {
	c := &Transformed{Axis: t.line(), Radii: t.parameterRadii(p)}
	c.Radii.Distance = new(t.distanceRadius(still, p))
	return c
}

// line is the axis through the origin: transformations see the coordinates as they are.
func (t *Terms) line() Line { return Line{Along: t.Axis} }

// parameterRadii returns s·(Φ⁻¹(p) − Φ⁻¹(1/(k+1))) for each family, against a runner-up as for distances. A shear has its own only where no
// other family is drawn.
func (t *Terms) parameterRadii(p Probabilities) (r Radii) {
	radius := bound.GaussianRadius(p.Lower, p.Threshold(nil))
	if p.RunnerUp != nil {
		radius = bound.GaussianGap(p.Lower, *p.RunnerUp) / 2
	}
	set := func(to **float64, deviation float64) {
		if deviation > 0 {
			*to = new(deviation * radius * (1 - 4*special.Unit))
		}
	}
	set(&r.Twist, t.Noise.Twist)
	set(&r.Taper, t.Noise.Taper)
	set(&r.Scale, t.Noise.Scale)
	if !t.Noise.Multiplies() {
		set(&r.Shear, t.Noise.Shear)
	}
	return r
}

// Moved returns what holds for all clouds that are at most this distance from the clean one.
func (t *Terms) Moved(clean pointcloud.Cloud, distance float64) Known {
	return Known{Difference: t.problem(clean, clean).Still().Difference}.moved(distance)
}

// moved allows every Δ of at most this norm.
func (k Known) moved(distance float64) Known {
	k.Distance, k.Rise = distance, distance
	k.Widen()
	return k
}

// Widen raises and lowers the ends of the heights by the distance, rounded outwards.
func (k *Known) Widen() {
	k.Low, k.High = math.Nextafter(k.Low-k.Distance, math.Inf(-1)), math.Nextafter(k.High+k.Distance, math.Inf(1))
}

// distanceRadius returns a norm up to which every Δ is certified, rounded down; 0 where none is.
func (t *Terms) distanceRadius(still Known, p Probabilities) float64 {
	certifies := func(distance float64) bool { return t.Transformed(still.moved(distance), p).Certified }
	radius, _ := Bisect(0, *NewClosed(nil, t.Sigma, p).Radius, radiusSteps, certifies)
	return radius
}

const radiusSteps = 30

// boxes are the largest parameters, in standard deviations, that a bound may assume.
var boxes = []float64{1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8}

// lowest returns the best lower bound at the perturbed cloud for a class of probability at least p at the clean one.
func (t *Terms) lowest(k Known, p float64) float64 {
	g := t.gap(k)
	best := g.lowest(p)
	if flat, missed := g.across(); g.Rise > 0 && !t.RiseCounts && flat.Distance-g.Distance <= nearlyAcross*g.Distance {
		best = max(best, flat.lowest(p)-missed)
	}
	return best
}

func (g *gap) lowest(p float64) float64 {
	if !(g.shift() < math.Inf(1)) {
		return 0
	}
	if g.Distance == 0 {
		return bound.Gaussian(p, g.shift())
	}
	best, most := 0.0, bound.Gaussian(p, g.shift())
	for _, q := range boxes {
		best = max(best, g.boxed(p, q))
	}
	if (g.Rise > 0 || g.Taper > 0 || g.Scale > 0) && best < most-nextToNothing {
		for _, m := range g.mixtures() {
			best = max(best, m.Lower(p))
		}
	}
	return min(best, p)
}

// across returns the difference of two clouds whose Δ is across the axis, and a bound of the probability that they are nearer than the ones given.
// With ζ = taper + i·twist and E as for Growth, and V the part of Δ along the axis,
//
//	‖M_c(MX + Δ) − M_c MX‖ ≤ E‖Δ‖ + (E|ζ|(Radius + ‖Δ‖) + |shear|)V ≤ E(‖Δ‖ + (|ζ|(Radius + ‖Δ‖) + |shear|)V),
//
// and the parameters beside V are within acrossBox standard deviations. A V that rounding leaves then costs next to nothing.
func (g *gap) across() (flat gap, missed float64) {
	flat = *g
	c := g.at(acrossBox)
	bent := float64(invariance.Norm([]float64{c.Twist, c.Taper}) * (g.Radius + g.Distance))
	flat.Distance = (g.Distance + float64((bent+float64(c.Shear[0]))*g.Rise)) * (1 + 8*special.Unit)
	flat.Rise = 0
	for _, family := range []int{twist, taper, shear} {
		missed += g.missed(family, acrossBox)
	}
	return flat, missed
}

const (
	acrossBox = 9
	// nearlyAcross is by what share of ‖Δ‖ a part along the axis may count for Δ to be taken as across it.
	nearlyAcross = 1e-3
)

// nextToNothing is what a Δ of rounding alone may cost.
const nextToNothing = 1e-9

// gap is the difference of two clouds, in units of the noise.
type gap struct {
	transform.Noise
	transform.Difference
	sigma float64
	// deviations are the parameters of the shift in units of their standard deviations.
	deviations [4]float64
}

func (t *Terms) gap(k Known) gap {
	return gap{Noise: *t.Noise, sigma: t.Sigma, Difference: k.Difference, deviations: t.Noise.Deviations(k.Shift.Parameters())}
}

// shift returns the norm of the deviations, rounded up.
func (g *gap) shift() float64 { return invariance.Norm(g.deviations[:]) * (1 + 8*special.Unit) }

// families in the order of transform.Names.
const (
	twist = iota
	taper
	scale
	shear
)

// matters tells whether the noise of a family changes how far points are apart.
func (g *gap) matters(family int) bool {
	drawn := [4]float64{g.Twist, g.Taper, g.Scale, g.Shear}[family] > 0
	return drawn && (g.Rise > 0 || family == taper || family == scale)
}

// missed bounds the probability that a parameter of a family is beyond q standard deviations.
func (g *gap) missed(family int, q float64) float64 {
	switch {
	case !g.matters(family):
		return 0
	case family == shear: // the length of two normal coordinates
		return special.Exp(-float64(q*q)/2) * (1 + 1e-12)
	}
	return beyond(q)
}

// beyond bounds the probability that a standard normal draw is beyond ±q.
func beyond(q float64) float64 {
	_, above := special.NormalTails(q)
	return float64(2 * above * (1 + 1e-12))
}

// at returns parameters of q standard deviations each.
func (g *gap) at(q float64) transform.Parameters {
	return transform.Parameters{Twist: q * g.Twist, Taper: q * g.Taper, Scale: q * g.Scale, Shear: [2]float64{q * g.Shear, 0}}
}

// boxed takes the points as far apart as parameters within q standard deviations can have them.
func (g *gap) boxed(p, q float64) float64 {
	missed := 0.0
	for family := range transform.Names {
		missed += g.missed(family, q)
	}
	c := g.at(q)
	apart := min(g.Growth(c)*g.Distance, g.Apart(c))
	return tight.Boxed(p, invariance.Norm([]float64{g.shift(), InSigmas(apart, g.sigma)})*(1+8*special.Unit), missed)
}

// mixtureBoxes are the boxes of the families that are not integrated over.
var mixtureBoxes = []float64{3, 4}

// mixtures integrates over the family that moves points the most; the others are boxed.
func (g *gap) mixtures() (all []tight.Mixture) {
	most, family := 0.0, twist
	for f := range transform.Names {
		if growth := g.Growth(g.only(f, 2)); g.matters(f) && growth > most {
			most, family = growth, f
		}
	}
	rest := g.deviations
	rest[family] = 0
	others := invariance.Norm(rest[:])
	for _, q := range mixtureBoxes {
		m := tight.Mixture{Shift: g.deviations[family]}
		for f := range transform.Names {
			if f != family {
				m.Missed += g.missed(f, q)
			}
		}
		if family == shear {
			m.Missed += beyond(q) // of its other coordinate
		}
		m.Apart = func(y float64) float64 {
			apart := InSigmas(g.Growth(g.mixed(family, y, q))*g.Distance, g.sigma)
			return invariance.Norm([]float64{others, apart}) * (1 + 8*special.Unit)
		}
		all = append(all, m)
		if m.Missed == 0 {
			break
		}
	}
	return all
}

// only returns parameters of one family alone, of q standard deviations.
func (g *gap) only(family int, q float64) transform.Parameters {
	return (&gap{Noise: [4]transform.Noise{{Twist: g.Twist}, {Taper: g.Taper}, {Scale: g.Scale}, {Shear: g.Shear}}[family]}).at(q)
}

// mixed returns parameters of q standard deviations, but y of one family.
func (g *gap) mixed(family int, y, q float64) transform.Parameters {
	c, y := g.at(q), math.Abs(y)
	switch family {
	case twist:
		c.Twist = y * g.Twist
	case taper:
		c.Taper = y * g.Taper
	case scale:
		c.Scale = y * g.Scale
	case shear:
		c.Shear = [2]float64{y * g.Shear, q * g.Shear}
	}
	return c
}
