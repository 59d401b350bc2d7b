package explore

import (
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// spare is taken from the radius: whoever makes the cloud at the end of a range rounds it, rounds
// its distance up, and is to find it certified all the same.
const spare = 1e-9

// scene is a clean cloud as its transformations see it: from the centre, in a frame, and in a
// unit of 2^exponent.
type scene struct {
	exploration
	*frame
	cloud    pointcloud.Cloud
	centre   []float64
	exponent int
	// sigma is σ in that unit.
	sigma float64
	// certify finds these: what sampledRadius returns, and in the scene's unit a little less than the radius.
	sampled, radius float64
	// closedOnly says that distances alone certify.
	closedOnly bool
	// pace is that of ranges.
	pace *pace
	// moments stand in for a cloud of many points, nil for another one.
	moments *moments
	// room is that of its walks.
	room *room
}

func (e exploration) scene(along []float64) scene {
	s := scene{exploration: e, frame: newFrame(along), centre: make([]float64, len(along))}
	if e.Centres() && e.Noise == nil {
		_, mean := invariance.Centre(*e.Clean)
		copy(s.centre, mean[:])
	}
	points := make([]float64, len(e.Clean.Points))
	for i, x := range e.Clean.Points {
		points[i] = x - s.centre[i%len(along)]
	}
	s.exponent = pointcloud.Exponent(points)
	pointcloud.ScaledInto(points, points, -s.exponent)
	s.cloud = pointcloud.Cloud{Points: points, Dimension: len(along)}
	s.sigma = math.Ldexp(e.Sigma, -s.exponent)
	return s
}

// certify finds the radii of a scene, which its cloud alone does not need.
func (s *scene) certify() {
	s.sampled = s.sampledRadius()
	s.radius = max(*argument.NewClosed(nil, s.sigma, s.p).Radius, math.Ldexp(s.sampled, -s.exponent)) * (1 - spare)
}

// height returns how far the cloud extends along the axis, rounded down.
func (s scene) height() float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for n := 0; n < len(s.cloud.Points); n += s.dimension {
		z := invariance.Along(&s.axis, s.cloud.Points[n:n+s.dimension])
		least, most = min(least, z), max(most, z)
	}
	return math.Ldexp(max(0, most-least-float64(32*special.Unit)), s.exponent)
}

// turns tells whether the group holds all rotations about the axis of a frame.
func (e exploration) turns(by *frame) bool {
	return e.Group.Turns() || e.Group == invariance.Axis && parallel(e.Axis, by.along)
}

// scales tells whether the preparation divides every scaling of the file out.
func (e exploration) scales(*frame) bool { return e.DividesScale() }

func (e exploration) shifts(*frame) bool { return e.Centres() }

// rangeOf returns how far the cloud may go along a family, with the arguments in the order of
// their simplicity. It is worth nothing once the pace has ended.
func (s scene) rangeOf(f family) Range {
	p := s.path(f)
	r := Range{Family: f.name, Unit: f.unit}
	if f.name != "scale" && (f.name != "rotation" || s.dimension == 3) {
		r.Along = s.axis[:s.dimension]
	}
	if f.name == "shear" {
		r.Toward = s.across[:s.dimension]
	}
	closed := s.walked(s.straight(s.unturned(p)), span{})
	best, by := closed, byBlackBox
	if s.Group != invariance.None && !closed.any && !s.ignores(f) && s.pace.after(0) {
		seen, small := s.compact(f, p)
		s.pace.after(len(p.start.Points))
		orbit := seen.walked(seen.walk(small), closed)
		best, by = further(best, orbit, by, byOrbit)
		if !s.closedOnly {
			best, by = further(best, seen.tightSpan(seen.walk(small), best), by, byTight)
		}
	}
	r.BlackBox, r.Span, r.By = s.span(f, closed), s.span(f, best), by
	if s.ignores(f) {
		r.Span, r.By = Span{Any: true}, byInvariance
	}
	return r
}

// path returns how the cloud moves along a family, by its moments where these are enough.
func (s scene) path(f family) *path {
	if s.moments != nil && s.moments.hold(f) {
		return s.moments.path(f, s.frame, false)
	}
	p := f.path(s.cloud, s.frame, s.weighing)
	s.pace.after(len(p.start.Points))
	return p
}

// ignores tells whether the group, or the preparation, ignores all that a family does to the cloud.
func (s scene) ignores(f family) bool { return f.kept != nil && f.kept(s.exploration, s.frame) }

// span is a range in the unit of the scene.
type span struct {
	any      bool
	from, to float64 // both ≥ 0
}

// further returns the better range of two arguments that both hold, and its name: that of the
// first unless the second gains something.
func further(a, b span, byA, byB string) (span, string) {
	b = span{any: b.any, from: max(a.from, b.from), to: max(a.to, b.to)}
	if b.any && !a.any || b.from > a.from*(1+gain) || b.to > a.to*(1+gain) {
		return b, byB
	}
	return a, byA
}

// gain is what an argument that is less simple has to bring, relative to the range.
const gain = 1e-3

// span turns a range into the unit of the coordinates.
func (s scene) span(f family, r span) Span {
	if r.any {
		return Span{Any: true}
	}
	from, to := s.length(-r.from, -f.power), s.length(r.to, -f.power)
	return Span{From: &from, To: &to}
}

// length turns a number into the unit of the coordinates, rounded towards zero.
func (s scene) length(x float64, power int) float64 {
	y := math.Ldexp(x, power*s.exponent)
	if math.Abs(y) < 0x1p-1000 { // its last bits may have been rounded
		y = 0
	}
	return min(max(y, -math.MaxFloat64), math.MaxFloat64) + 0
}

// moved returns the cloud moved along a family, in the coordinates of the request.
func (s scene) moved(f family, t float64) (pointcloud.Cloud, error) {
	p := f.path(s.cloud, s.frame, nil)
	x := math.Ldexp(t, f.power*s.exponent)
	if !(x >= -farthest && x <= farthest) || p.weight != nil && math.Abs(x) > max(p.most, 4*math.Pi) {
		return pointcloud.Cloud{}, document.BadField("t", "is too far: %v", t)
	}
	c := p.at(x)
	for i, y := range c.Points {
		c.Points[i] = math.Ldexp(y, s.exponent) + s.centre[i%s.dimension]
	}
	return c, nil
}

// walked goes both ways from X, or from where a walk that holds has come already.
func (s scene) walked(w walk, from span) (r span) {
	p, radius := w.path, s.radius-w.still // what X itself is known by
	if !p.moves || p.around+w.still < radius {
		return span{any: true}
	}
	if !(radius > 0) {
		return span{}
	}
	r.from = w.reach(p.start, from.from, -1, radius)
	if s.moments != nil && p.weight != nil && w.leaves() && from.from == from.to {
		r.to = r.from // turned back, points are as far from their start as turned on, but their mean is not
	} else {
		r.to = w.reach(p.start, from.to, 1, radius)
	}
	r.any = p.most == halfTurn && r.from >= halfTurn && r.to >= halfTurn
	return r
}

// straight returns a walk that turns nothing back.
func (s scene) straight(p *path) walk {
	return walk{path: p, pace: s.pace, room: s.room}
}

// walk returns one that uses what the group ignores. Where the order of the points does not
// matter either, the one they have is used.
func (s scene) walk(p *path) walk {
	w := s.straight(p)
	w.centres = s.Centres()
	switch {
	case s.Group == invariance.Axis:
		w.turns, w.nearest = true, s.nearestAboutAxis
	case s.Group.Turns():
		w.turns, w.nearest = true, s.nearest
	}
	return w
}

func (s scene) nearest(base, moved pointcloud.Cloud) (invariance.Matrix, float64) {
	if len(base.Points) >= manyPoints*base.Dimension { // every turn is sound, and this one takes no memory
		m := s.Group.Turn(base, moved)
		return m, invariance.OrthogonalityDefect(m, base.Dimension)
	}
	m := invariance.Align(s.Group, base, moved).Alignment.Matrix
	return m, invariance.OrthogonalityDefect(m, s.dimension)
}

// nearestAboutAxis: the matrix is made in a frame of which the axis, the plane and the turn in it
// are each within a few units roundoff of exact ones, and so within twice the sum of what all
// three lack.
func (s scene) nearestAboutAxis(base, moved pointcloud.Cloud) (invariance.Matrix, float64) {
	a := invariance.AlignAxis(s.Axis, s.Translation, base, moved)
	lack := invariance.OrthogonalityDefect(invariance.AxisFrame(s.Axis), 3) + invariance.OrthogonalityDefect(a.Plane.Alignment.Matrix, 2)
	return a.Alignment.Matrix, 2*lack + 64*special.Unit
}
