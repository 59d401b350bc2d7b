package explore

import (
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// byParameters names ranges by noise on the parameters of transformations.
const byParameters = "parameters"

// bent is a clean cloud under noise on transformations, in the unit of its coordinates. Its transformations keep the
// origin fixed.
type bent struct {
	scene
	// none is what is known of the cloud itself, radius the distance up to which every perturbation is certified.
	none   argument.Known
	radius float64
	radii  argument.Radii
	// size, tall, wide, linear and square are ‖X‖, ‖z‖, ‖ρ‖, ‖zρ‖ and ‖z²ρ‖ in the frame of the family, rounded up.
	size, tall, wide, linear, square float64
	// upright says that the family goes along the axis of the noise.
	upright bool
}

func (s scene) bent() *bent {
	b := &bent{scene: s, none: s.Moved(*s.Clean, 0), upright: parallel(s.Axis, s.along)}
	b.radii = s.AnyTransformed(b.none, s.p).Radii
	b.radius = float64(*b.radii.Distance * (1 - spare))
	var tall, wide, linear, square []float64
	lost := 0.0 // more than products of tiny numbers lose, by the size of the cloud
	eachPoint(*s.Clean, func(_ int, y vector) {
		z, rho, _ := s.resolve(y)
		if z != 0 && rho != (vector{}) {
			lost += 0x1p-900
		}
		one, two := times(z, rho), times(float64(z*z), rho)
		tall, wide, linear, square = append(tall, z), append(wide, rho[:]...), append(linear, one[:]...), append(square, two[:]...)
	})
	b.size = invariance.RoundUp(invariance.Norm(s.Clean.Points))
	slack := float64(64 * (special.Unit + s.slant))
	up := func(points []float64, power float64) float64 {
		more := float64(slack * power)
		return float64(invariance.RoundUp(invariance.Norm(points)) * (1 + more))
	}
	b.tall, b.wide, b.linear, b.square = up(tall, 1), up(wide, 1), up(linear, 2), up(square, 3)
	lack := float64(64 * s.slant * b.size)
	b.tall, b.wide = b.tall+lack, b.wide+lack
	// Where the axis is off by ε, z and ρ change by at most 2ε|y|, zρ by less than 3ε|y|² and z²ρ by less than 3ε|y|³, however small they are.
	b.linear, b.square = b.linear+float64(lack*b.size), b.square+float64(lack*b.size*b.size)
	lost = float64(lost * (1 + b.size))
	b.linear, b.square = b.linear+lost, b.square+lost
	return b
}

// speed bounds how fast a family moves the cloud.
func (b *bent) speed(f family) float64 {
	switch f.name {
	case "scale":
		return b.size
	case "stretch", "shear":
		return b.tall
	case "rotation":
		return b.wide
	case "shift":
		return math.Sqrt(float64(b.Clean.Count())) * (1 + 4*special.Unit)
	case "bulge":
		return b.square
	}
	return b.linear
}

// ignored tells whether the smoothed classifier ignores all that a family does.
func (b *bent) ignored(f family) bool {
	switch f.name {
	case "scale":
		return b.DividesScale()
	case "rotation":
		return b.upright
	case "shift":
		return b.Translation && b.Noise.Taper == 0 && (b.upright || b.Noise.Twist == 0)
	}
	return false
}

// at returns what is known about the cloud after a change of size |t| in a family, in either direction. ok is false if the
// family has no noise on its parameter. A taper is near an exponential one: |1 + x − eˣ| ≤ x²e^|x|/2. A scale is one across the axis, and a
// stretch along it.
func (b *bent) at(f family, t float64) (k argument.Known, ok bool) {
	k = b.none
	size := math.Abs(t)
	highest := max(math.Abs(k.Low), math.Abs(k.High))
	switch {
	case !b.upright:
		return k, false
	case f.name == "twist" && b.Noise.Twist > 0:
		k.Shift.Twist = t
	case f.name == "shear" && b.Noise.Shear > 0 && !b.Noise.Multiplies():
		k.Shift.Shear = &[2]float64{t, 0}
	case f.name == "shear":
		k.Distance = size * b.tall
	case f.name == "taper" && b.Noise.Taper > 0:
		k.Shift.Taper = t
		stretched := special.Exp(size * highest)
		k.Distance = size * size / 2 * b.square * stretched
		k.Radius *= stretched
	case f.name == "taper":
		k.Distance = size * b.linear
	case f.name == "bulge":
		k.Distance = size * b.square
	case f.name == "scale" && b.Noise.Scale > 0 && t > -1:
		k.Shift.Scale = special.Log(1 + t)
		k.Distance = size * b.tall
		k.Rise = k.Distance
		k.Radius *= 1 + size
	default:
		return k, false
	}
	k.Distance = float64(k.Distance * (1 + 32*special.Unit))
	k.Radius = float64(k.Radius * (1 + 32*special.Unit))
	if b.slant > 0 && k.Distance > 0 {
		k.Rise = max(k.Rise, 64*(special.Unit+b.slant)*(b.size+k.Distance))
		k.Distance += k.Rise
	}
	k.Widen()
	return k, true
}

// reach returns how far the cloud may go along a family, one way.
func (b *bent) reach(f family, sign float64) float64 {
	certified := func(t float64) bool {
		k, ok := b.at(f, sign*t)
		return ok && b.Transformed(k, b.p).Certified
	}
	size := b.radius / max(b.speed(f), 1/farthest)
	if !(size > 0) {
		size = 1e-6
	}
	return argument.Furthest(size, farthest, reachSteps, certified) * (1 - endSpare)
}

const (
	reachSteps = 22
	// endSpare is the margin at the end of a range for certifying the cloud there with another decomposition.
	endSpare = 1e-6
)

// rangeOf returns how far the cloud may go along a family: by its distance, or by the noise on the family's parameter.
func (b *bent) rangeOf(f family) Range {
	r := Range{Family: f.name, Unit: f.unit, By: byBlackBox}
	if f.name != "scale" {
		r.Along = b.axis[:b.dimension]
	}
	if f.name == "shear" {
		r.Toward = b.across[:b.dimension]
	}
	plain := span{any: b.speed(f) == 0}
	if !plain.any {
		plain.to = b.radius / b.speed(f)
		plain.from = plain.to
		if f.least < 0 {
			plain.from = min(plain.from, -f.least)
		}
		if f.most > 0 && plain.to >= f.most {
			plain = span{any: true}
		}
	}
	best := plain
	if !plain.any {
		best, r.By = further(plain, span{from: b.reach(f, -1), to: b.reach(f, 1)}, byBlackBox, byParameters)
	}
	r.BlackBox, r.Span = plain.inUnits(), best.inUnits()
	if b.ignored(f) {
		r.Span, r.By = Span{Any: true}, byInvariance
	}
	return r
}

// inUnits returns a range that is in the unit of the coordinates.
func (r span) inUnits() Span {
	if r.any {
		return Span{Any: true}
	}
	from, to := max(-r.from, -math.MaxFloat64)+0, min(r.to, math.MaxFloat64)
	return Span{From: &from, To: &to}
}

// withstandTransformed finds everything but the ranges that votes with noise on transformations withstand.
func withstandTransformed(w *Withstanding) {
	w.bent = w.scene.bent()
	w.Radius, w.Together = w.bent.radius, &w.bent.radii
	if w.Certified = w.Radius > 0; !w.Certified {
		return
	}
	w.scene.radius = math.Ldexp(w.Radius, -w.scene.exponent)
	w.AnyDirection = w.scene.anyDirection(w.Radius)
}
