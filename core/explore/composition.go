package explore

import (
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// composition is one transformation after another, with parameters t₁ and t₂. With y, z, ρ, a and b as for a family,
// and R(φ) the rotation about a by φ,
//
//	taper-twist     za + R(t₂z)(1 + t₁z)ρ, in space
//	rotation-shear  (1 + t₂baᵀ)R(t₁)y
//
// Of the second one, where the group ignores R, only the shear in a frame that turns is left: (1 + t₂b'a'ᵀ)y with a' = R(−t₁)a
// and b' = R(−t₁)b is as far from X after alignment.
type composition struct{ first, second string }

var compositions = map[string]composition{
	"taper-twist":    {"taper", "twist"},
	"rotation-shear": {"rotation", "shear"},
}

// composed is a cloud that moves with two parameters.
type composed struct {
	*frame
	composition
	// start is X as it counts, shape the same before it is weighed by weigh.
	start, shape pointcloud.Cloud
	weigh        *weighing
	// undone says that the group ignores the rotation.
	undone bool
	// size is ‖X‖, tall ‖z‖, linear ‖ρ‖ or in the plane ‖y‖, square ‖z²ρ‖, cubic ‖z³ρ‖, all as they count but not centred, rounded up.
	size, tall, linear, square, cubic float64
	// still bounds what the start is known by.
	still float64
}

func (s scene) compose(c composition, p *path) *composed {
	m := &composed{frame: s.frame, composition: c, start: p.start, shape: p.shape, weigh: p.weigh, still: p.still}
	var all, tall, linear, square, cubic []float64
	eachPoint(m.shape, func(_ int, y vector) {
		z, rho, _ := m.resolve(y)
		if m.dimension == 2 {
			rho = y
		}
		z2 := float64(z * z)
		one, two := times(z2, rho), times(float64(z2*z), rho)
		all, tall = append(all, y[:m.dimension]...), append(tall, z)
		linear, square, cubic = append(linear, rho[:]...), append(square, one[:]...), append(cubic, two[:]...)
	})
	up := func(numbers []float64, each int) float64 {
		m.weigh.scale(numbers, each)
		return invariance.RoundUp(invariance.Norm(numbers))
	}
	m.size = up(all, m.dimension)
	lack := float64(64 * (special.Unit + m.slant) * m.size)
	m.tall, m.linear, m.square, m.cubic = up(tall, 1)+lack, up(linear, 3)+lack, up(square, 3)+lack, up(cubic, 3)+lack
	return m
}

// move puts the points at t, and their velocities in both parameters.
func (m *composed) move(t [2]float64, points, first, second []float64) {
	eachPoint(m.shape, func(n int, y vector) {
		var x, v, w vector
		switch {
		case m.first == "taper":
			x, v, w = m.taperTwist(y, t)
		case m.undone:
			x, v, w = m.turnedShear(y, t)
		default:
			x, v, w = m.rotationShear(y, t)
		}
		copy(points[n:n+m.dimension], x[:])
		copy(first[n:n+m.dimension], v[:])
		copy(second[n:n+m.dimension], w[:])
	})
	for _, list := range [][]float64{points, first, second} {
		m.weigh.apply(list, m.dimension)
	}
}

// taperTwist returns a point at t and its velocities in t₁ and t₂.
func (m *composed) taperTwist(y vector, t [2]float64) (x, v, w vector) {
	z, rho, turned := m.resolve(y)
	sin, cos := special.Sincos(float64(t[1] * z))
	wide := 1 + float64(t[0]*z)
	for i := range x {
		out := float64(cos*rho[i]) + float64(sin*turned[i])
		x[i] = float64(z*m.axis[i]) + float64(wide*out)
		v[i] = float64(z * out)
		w[i] = float64(float64(z*wide) * (float64(cos*turned[i]) - float64(sin*rho[i])))
	}
	return x, v, w
}

// rotationShear does, too: R(t₁)y and its derivative are sheared.
func (m *composed) rotationShear(y vector, t [2]float64) (x, v, w vector) {
	z, rho, turned := m.resolve(y)
	if m.dimension == 2 {
		rho, z = y, 0
	}
	sin, cos := special.Sincos(t[0])
	for i := range x {
		x[i] = float64(z*m.axis[i]) + (float64(cos*rho[i]) + float64(sin*turned[i]))
		v[i] = float64(cos*turned[i]) - float64(sin*rho[i])
	}
	high, rising := invariance.Along(&m.axis, x[:]), invariance.Along(&m.axis, v[:])
	for i := range x {
		w[i] = float64(high * m.across[i])
		x[i] += float64(t[1] * w[i])
		v[i] += float64(float64(t[1]*rising) * m.across[i])
	}
	return x, v, w
}

// turnedShear returns a point at t and its velocities where the rotation is undone.
func (m *composed) turnedShear(y vector, t [2]float64) (x, v, w vector) {
	sin, cos := special.Sincos(t[0])
	turn := func(u vector) (at, speed vector) {
		z, rho, turned := m.resolve(u)
		if m.dimension == 2 {
			rho, z = u, 0
		}
		for i := range at {
			at[i] = float64(z*m.axis[i]) + (float64(cos*rho[i]) - float64(sin*turned[i]))
			speed[i] = -(float64(sin*rho[i]) + float64(cos*turned[i]))
		}
		return at, speed
	}
	axis, axisSpeed := turn(m.axis)
	across, acrossSpeed := turn(m.across)
	z, rising := invariance.Along(&axis, y[:]), invariance.Along(&axisSpeed, y[:])
	for i := range x {
		w[i] = float64(z * across[i])
		v[i] = float64(t[1] * (float64(z*acrossSpeed[i]) + float64(rising*across[i])))
		x[i] = y[i] + float64(t[1]*w[i])
	}
	return x, v, w
}

// bend bounds ½ Σ hᵢhⱼ‖∂ᵢ∂ⱼX‖ over |tᵢ| ≤ most. A taper and a shear are linear in their parameters; a rotation about the axis
// leaves in space what a shear moves. In the plane ba' turns twice as fast as a, and ba' + ab' is half as long.
func (m *composed) bend(half, most [2]float64) float64 {
	var mixed, own float64
	h, plane := half[0], m.dimension == 2
	switch {
	case m.first == "taper":
		mixed, own, h = m.square, m.square+float64(most[0]*m.cubic), half[1]
	case m.undone && plane:
		mixed, own = m.linear, float64(2*most[1]*m.linear)
	case m.undone:
		mixed, own = m.tall, float64(most[1]*m.tall)
	case plane:
		mixed, own = m.linear, float64((1+most[1])*m.linear)
	default:
		mixed, own = float64(64*(special.Unit+m.slant)*m.size), m.linear
	}
	return float64(half[0]*float64(half[1]*mixed)) + float64(h*float64(h*own)/2)
}

// rounding bounds what rounding, and an axis that is off, do to X(t) for |t| ≤ most: a twist turns by t₂z, and z is off by
// as much as the axis.
func (m *composed) rounding(most [2]float64) float64 {
	reach := float64((1 + float64(2*most[0])) * (1 + float64(2*most[1])))
	unit := float64(1024 * (special.Unit + m.slant))
	if m.weigh != nil && m.weigh.centres {
		unit += float64(4 * invariance.SumError)
	}
	return m.still + float64(float64(unit*m.size)*float64(reach*(1+most[0]+most[1])))
}
