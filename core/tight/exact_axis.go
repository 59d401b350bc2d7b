package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// A rotation about an axis leaves the coordinates along it alone. They add to ℓ an
// independent normal variable of variance δ² and mean −δ²/2 around X, δ²/2 around X', δ =
// ‖Δ‖/σ along the axis. So the distribution functions of ℓ are those of the plane,
// smeared by one Gaussian.

// gaussianCurve is the curve where the plane tells nothing: v = Φ(Φ⁻¹(p) − δ).
type gaussianCurve float64

func (d gaussianCurve) tangent(p float64) tangent { return d.at(special.NormalQuantile(p)) }
func (d gaussianCurve) reaching(v float64) tangent {
	return d.at(special.NormalQuantile(v) + float64(d))
}

// at returns the line at the score z of the clean probability.
func (d gaussianCurve) at(z float64) (t tangent) {
	delta := float64(d)
	t.clean.below, t.clean.above = special.NormalTails(z)
	t.perturbed.below, t.perturbed.above = special.NormalTails(z - delta)
	t.cleanErr = exactRoundoff * min(t.clean.below, t.clean.above)
	t.perturbedErr = exactRoundoff
	t.slope = special.Exp(float64(z*delta) - float64(delta*delta/2))
	return t
}

// smearedCurve is the curve of a rotation about an axis.
type smearedCurve struct {
	planarPair
	axial float64
	// line returns the line at a level, its clean integral to within a tolerance.
	line func(level float64, clean panelTolerance, width float64) tangent
}

// smeared returns the curve of a pair of which X, X' and their distance are resolved.
func (s planarPair) smeared(axial float64) curve {
	c := smearedCurve{planarPair: s, axial: axial}
	if s.perp > 0 {
		table := s.table()
		c.line = func(level float64, _ panelTolerance, _ float64) tangent { return table.smeared(level, axial) }
	} else {
		c.line = c.parallel
	}
	return c
}

func (c smearedCurve) tangent(p float64) tangent {
	wanted, width := tailPair{p, 1 - p}, exactWidth(min(p, 1-p))
	target, scale := wanted.score(), hypotenuse(c.spread(), c.axial)
	at := findLevel(func(level float64) float64 {
		return c.line(level, panelTolerance{}, width).clean.score()
	}, target, float64(scale*target)-float64(float64(scale*scale)/2), scale)
	t := c.line(at.level, panelTolerance{exactTolerance / max(1, special.Exp(at.level)), p > 0.5}, width)
	t.bend = float64(t.slope * (float64(math.Abs(t.gap(wanted))*at.doubt()) + at.shift(c.planarPair)))
	return t
}

func (c smearedCurve) reaching(value float64) tangent {
	wanted, width := tailPair{value, 1 - value}, exactWidth(min(value, 1-value))
	target, scale := wanted.score(), hypotenuse(c.spread(), c.axial)
	at := findLevel(func(level float64) float64 {
		return c.line(level, panelTolerance{}, width).perturbed.score()
	}, target, float64(scale*target)+float64(float64(scale*scale)/2), scale)
	t := c.line(at.level, panelTolerance{size: exactTolerance}, width)
	t.bend = float64(math.Abs(value-t.perturbed.below)*at.doubt()) + at.shift(c.planarPair)
	return t
}

// parallel is the line for other = (1 + along/norm)·base: given r, ℓ is normal.
func (c smearedCurve) parallel(level float64, clean panelTolerance, width float64) (t tangent) {
	fine := panelTolerance{size: clean.size}
	if fine.size > 0 {
		fine.size = exactTolerance
	}
	var cleanGap, perturbedGap tailPair
	t.slope = special.Exp(level)
	t.clean, cleanGap = c.given(level+float64(c.axial*c.axial/2), c.norm, 0, width, clean)
	t.perturbed, perturbedGap = c.given(level-float64(c.axial*c.axial/2), c.far, c.along, width, fine)
	beyond := float64(4 * special.Exp(-float64(width*width)/2))
	t.cleanErr = cleanGap.above + float64(exactRoundoff*min(t.clean.below, t.clean.above)) + beyond
	if t.clean.below < t.clean.above {
		t.cleanErr += cleanGap.below - cleanGap.above
	}
	t.perturbedErr = perturbedGap.below + exactRoundoff + beyond
	return t
}

// given integrates over r, a Rice variable of this centre, the probability that a normal
// variable of standard deviation δ is at most level less ℓ at norm + x, x = r − centre +
// shift.
func (c smearedCurve) given(level, centre, shift, width float64, t panelTolerance) (sum, difference tailPair) {
	n := frontIntegral{norm: centre, width: width, panelTolerance: t, panels: exactPanels, grade: math.Inf(1)}
	n.ordinate = func(x float64) float64 { return (level - c.ratio(x+shift)) / c.axial }
	n.integrand = func(x float64) tailPair {
		below, above := special.NormalTails(n.ordinate(x))
		density := special.RiceDensity(centre, x)
		return tailPair{float64(density * below), float64(density * above)}
	}
	n.monotone(-min(width, centre), width)
	return n.sum, n.difference
}

// ratio returns ℓ at |⟨base, z⟩| = norm·(norm + x) for parallel clouds.
func (c smearedCurve) ratio(x float64) float64 {
	r := c.norm + x
	base, change := float64(c.norm*r), float64(c.along*r)
	square := float64(c.along * c.along / 2)
	if base >= special.BesselSplit && base+change >= special.BesselSplit {
		return float64(c.along*x) - special.LogI0Bend(base, change) - square
	}
	return special.LogI0Difference(base, change) - float64(c.along*c.norm) - square
}
