package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// planarPair is a pair of clouds as seen from one of them, the base, in units of σ:
// other = (1 + along/norm)·base + something of norm perp that is orthogonal to it
// over the complex numbers. Noise around the base makes |⟨base, z⟩| = norm·r with r
// a Rice variable of centre norm, and given r it makes |⟨other, z⟩| = perp·y with y a
// Rice variable of centre far·r/perp (both of unit scale).
type planarPair struct {
	norm, along, perp float64
	// far = norm + along ≥ 0.
	far float64
	// distance = ‖other − base‖, the same seen from either.
	distance float64
}

// pair returns the pair as seen from X. A base of norm 0 is taken to be parallel
// to the other cloud.
func (p Planar) pair() planarPair {
	s := planarPair{norm: p.Norm, perp: math.Abs(p.Perp)}
	if p.Norm == 0 {
		s.along, s.perp = s.perp, 0
	} else {
		s.along = p.Inner / p.Norm
	}
	s.far = s.norm + s.along
	if s.far < 0 {
		// Not aligned: half a turn of X' brings it nearer.
		s.far = -s.far
		s.along = s.far - s.norm
	}
	s.distance = hypotenuse(s.along, s.perp)
	return s
}

// swapped returns the pair as seen from the other cloud.
func (s planarPair) swapped() planarPair {
	norm := hypotenuse(s.far, s.perp)
	return planarPair{
		norm:     norm,
		along:    -(float64(s.along*(s.far/norm)) + float64(s.perp*(s.perp/norm))),
		perp:     float64(s.perp * (s.norm / norm)),
		far:      float64(s.far * (s.norm / norm)),
		distance: s.distance,
	}
}

// hypotenuse returns √(a²+b²) without needless overflow, with the same bits
// everywhere, which math.Hypot does not promise.
func hypotenuse(a, b float64) float64 {
	a, b = math.Abs(a), math.Abs(b)
	if a < b {
		a, b = b, a
	}
	if a == 0 || math.IsInf(a, 1) {
		return a
	}
	q := b / a
	return float64(a * math.Sqrt(1+float64(q*q)))
}

// ratioFront is the surface ℓ = level, ℓ the logarithm of the likelihood ratio of the
// other cloud against the base, normalised to mean 1 around the base:
// ℓ = log I₀(|⟨other, z⟩|) − log I₀(|⟨base, z⟩|) − (‖other‖² − ‖base‖²)/2.
type ratioFront struct {
	planarPair
	level float64
	// height is level + distance²/2, and sum height + along·norm, which is the
	// level of the difference of the two log I₀.
	height, sum float64
	// quick is for the samples of a table, many times as many: other last bits.
	quick bool
}

func (s planarPair) front(level float64) ratioFront {
	height := level + float64(float64(s.distance*s.distance)/2)
	return ratioFront{s, level, height, height + float64(s.along*s.norm), false}
}

// reach returns g − far·r for r = norm + x: the g at which |⟨other, z⟩| = g makes ℓ
// the level, relative to its mean far·r. It is −far·r where no g ≥ 0 does. All
// terms are of the order of the distance and x, so that nothing cancels however
// large the clouds are.
func (f ratioFront) reach(x float64) float64 {
	r := f.norm + x
	base := float64(f.norm * r)
	if base >= special.BesselSplit {
		if offset, ok := f.reachFar(x, r, base); ok {
			return offset
		}
	}
	logBase, _ := special.LogI0AndSlope(base)
	return f.reachNear(r, base, logBase)
}

// reachFar solves g − b − bend(b, g − b) = sum for b = norm·r and g ≥ 20, with
// g − b = D + along·r, as D = height − along·x + bend by Newton's method.
func (f ratioFront) reachFar(x, r, base float64) (offset float64, ok bool) {
	height := f.height - float64(f.along*x)
	grow := float64(f.along * r)
	offset = height
	for range 8 {
		g := base + (offset + grow)
		if g < special.BesselSplit {
			return 0, false
		}
		y := 1 / g
		slope := 1 - float64(y*(0.5+float64(y*(0.125+float64(0.125*y)))))
		step := (offset - height - special.LogI0Bend(base, offset+grow)) / slope
		offset -= step
		if math.Abs(step) <= 1e-11*f.distance {
			break
		}
	}
	return offset, base+(offset+grow) >= special.BesselSplit
}

// reachNear inverts log I₀, and where that leaves g near b, corrects g − b by one
// Newton step of the difference.
func (f ratioFront) reachNear(r, base, logBase float64) float64 {
	mean := float64(f.far * r)
	target := f.sum + logBase
	if target <= 0 {
		return -mean
	}
	inverse := special.LogI0Inverse
	if f.quick {
		inverse = special.ShortLogI0Inverse
	}
	g := inverse(target)
	delta := g - base
	if math.Abs(delta) > 1./16 {
		return g - mean
	}
	_, slope := special.LogI0AndSlope(g)
	delta -= (special.LogI0Difference(base, delta) - f.sum) / slope
	return delta - float64(f.along*r)
}

// rising tells whether reach increases at x: the sign of norm·A(norm·r) − far·A(g),
// A = I₁/I₀.
func (f ratioFront) rising(x float64) bool {
	r := f.norm + x
	g := max(0, f.reach(x)+float64(f.far*r))
	_, base := special.LogI0AndSlope(float64(f.norm * r))
	_, other := special.LogI0AndSlope(g)
	return float64(f.norm*base) > float64(f.far*other)
}

// ordinate returns the reach in units of perp.
func (f ratioFront) ordinate(x float64) float64 { return f.reach(x) / f.perp }

// integrand returns the density of r at norm + x times the probability that ℓ is
// at most the level given r, and times that it is more.
func (f ratioFront) integrand(x float64) tailPair {
	r := f.norm + x
	var reach, density float64
	if base := float64(f.norm * r); base < special.BesselSplit {
		logBase, _ := special.LogI0AndSlope(base)
		reach, density = f.reachNear(r, base, logBase), special.RiceDensityFrom(logBase, f.norm, x)
	} else {
		reach, density = f.reach(x), special.RiceDensity(f.norm, x)
	}
	below, above := special.RiceAround(float64(f.far*r)/f.perp, reach/f.perp)
	return tailPair{float64(density * below), float64(density * above)}
}
