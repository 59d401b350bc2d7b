package argument

import "github.com/orbitcert/orbitcert/core/invariance"

// Way tells how the tight certificate of a group is had.
type Way int

const (
	// Unknown: for none and T where the order of the points does not matter either, no
	// more is known than the orbit-based certificate.
	Unknown Way = iota
	// OrbitIsTight: for none and T.
	OrbitIsTight
	// Integrals: the value of SO and SE in the plane, of axis and of rods is computed with a
	// stated error, and can be drawn as well.
	Integrals
	// Draws: it is bounded from below by what is computed about axes, and by Monte Carlo.
	Draws
)

// Way tells how the tight certificate is had for clouds of a dimension. Where the order
// of the points does not matter it is that of the group alone, at the matched cloud.
func (t *Terms) Way(dimension int) Way {
	switch {
	case t.Group == invariance.Axis:
		return Integrals
	case t.Group.Turns() && (dimension == 3 || t.Group.Reflects()):
		return Draws
	case t.Group.Turns():
		return Integrals
	case t.Permutation:
		return Unknown
	}
	return OrbitIsTight
}

// Exact tells whether the tight value is computed.
func (w Way) Exact() bool { return w == OrbitIsTight || w == Integrals }

// HasTight tells whether clouds of a dimension have a tight certificate, also where draws are
// switched off: then there is what the rotations about an axis prove.
func (t *Terms) HasTight(dimension int) bool {
	way := t.Way(dimension)
	return way.Exact() || way == Draws
}

// Drawn tells whether there is anything to draw for a pair.
func (t *Terms) Drawn(p Pair) bool {
	return p.Problem != nil && p.Problem.Sampled() && t.Samples > 0
}
