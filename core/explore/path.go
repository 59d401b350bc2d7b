package explore

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// family is a family of transformations around a centre by one parameter, t. With y a point as
// seen from the centre, a the axis, b the direction across it, z = ⟨y, a⟩ and ρ = y − za:
//
//	scale    y + ty           taper    y + tzρ
//	stretch  y + tza          rotation y turned about a by the angle t
//	shear    y + tzb          twist    y turned about a by the angle tz
//	shift    y + ta          bulge    y + tz²ρ
//
// Shear, taper and twist are those of 3DCertify (T. Lorenz et al., ICCV 2021).
type family struct {
	name, unit string
	// power is that of a length in 1/t.
	power int
	// least and most end t where more of it means nothing new, 0 where it never ends.
	least, most float64
	// drag returns the velocity of a point that goes straight, weight how fast one turns.
	drag   func(by *frame, y, rho vector, z float64) vector
	weight func(z float64) float64
	// kept tells whether a group, or the preparation, ignores all of it.
	kept func(e exploration, by *frame) bool
}

type vector = [3]float64

// A half turn either way holds all rotations.
var halfTurn = math.Nextafter(math.Pi, 4)

// families lists those of clouds of a dimension.
func families(dimension int) []family {
	list := []family{
		{name: "scale", unit: "relative", least: -1, drag: func(_ *frame, y, _ vector, _ float64) vector { return y }, kept: exploration.scales},
		{name: "stretch", unit: "relative", least: -1, drag: func(by *frame, _, _ vector, z float64) vector { return times(z, by.axis) }},
		{name: "shear", unit: "relative", drag: func(by *frame, _, _ vector, z float64) vector { return times(z, by.across) }},
		{name: "taper", unit: "1/length", power: 1, drag: func(_ *frame, _, rho vector, z float64) vector { return times(z, rho) }},
		{name: "bulge", unit: "1/length²", power: 2, drag: func(_ *frame, _, rho vector, z float64) vector { return times(float64(z*z), rho) }},
		{name: "twist", unit: "rad/length", power: 1, weight: func(z float64) float64 { return z }},
		{name: "rotation", unit: "rad", least: -halfTurn, most: halfTurn, weight: func(float64) float64 { return 1 }, kept: exploration.turns},
		{name: "shift", unit: "length", power: -1, drag: func(by *frame, _, _ vector, _ float64) vector { return by.axis }, kept: exploration.shifts},
	}
	if dimension == 2 {
		twist := slices.IndexFunc(list, func(f family) bool { return f.name == "twist" })
		list = append(list[:twist], list[twist+1:]...)
	}
	return list
}

func times(factor float64, v vector) vector {
	return vector{float64(factor * v[0]), float64(factor * v[1]), float64(factor * v[2])}
}

// frame is the axis and the direction across it, unit vectors.
type frame struct {
	along        []float64 // as it was given
	axis, across vector
	dimension    int
	// slant bounds by how much they differ from exact ones: 0 along a coordinate.
	slant float64
}

// newFrame returns that of a direction of a positive length.
func newFrame(along []float64) *frame {
	by := &frame{along: along, dimension: len(along), slant: 16 * special.Unit}
	if len(along) == 2 {
		size := invariance.Norm(along)
		copy(by.axis[:], []float64{along[0] / size, along[1] / size})
		copy(by.across[:], []float64{by.axis[1], -by.axis[0]})
	} else {
		rows := invariance.AxisFrame(along)
		by.axis, by.across = rows[2], rows[0]
	}
	for i := range by.axis {
		by.axis[i] += 0 // never −0
		by.across[i] += 0
		if math.Abs(by.axis[i]) == 1 {
			by.slant = 0
		}
	}
	return by
}

// resolve returns z and ρ of a point, and where it goes as it turns: a × y.
func (by *frame) resolve(y vector) (z float64, rho, turned vector) {
	a := &by.axis
	z += float64(a[0] * y[0])
	z += float64(a[1] * y[1])
	z += float64(a[2] * y[2])
	rho = vector{y[0] - float64(z*a[0]), y[1] - float64(z*a[1]), y[2] - float64(z*a[2])}
	if by.dimension == 2 {
		return z, rho, vector{-y[1], y[0]}
	}
	return z, rho, invariance.Cross(*a, y)
}

// path is a cloud that moves, X(t), with coordinates as seen from the centre, the largest of
// them below 1.
type path struct {
	// start is X(0) as it counts, shape the same before it is weighed by weigh.
	start, shape pointcloud.Cloud
	weigh        *weighing
	// velocity is X'(0), N×D, of points that go straight.
	velocity []float64
	// weight is how fast a point turns about the axis of by, nil where points go straight.
	weight func(z float64) float64
	by     *frame
	// speed is ‖X'(0)‖.
	speed float64
	// bend bounds ‖X''(t)‖, and around ‖X(t) − X(0)‖ for all t; +Inf where nothing does.
	bend, around float64
	// still + |t|·creep bounds what rounding does to X(t).
	still, creep float64
	least, most  float64
	// moves tells whether any point does.
	moves bool
}

const (
	// farthest ends every walk. The cloud has a size of about 1; beyond, squares would overflow.
	farthest = 0x1p100
	// mostTurns ends a twist, in rad of the point farthest along the axis.
	mostTurns = 1e6
)

// path returns how a cloud moves; its largest coordinate is in [½, 1) or 0.
func (f family) path(shape pointcloud.Cloud, by *frame, weigh *weighing) *path {
	p := &path{start: weigh.weighed(shape), shape: shape, weigh: weigh, around: math.Inf(1), least: -farthest, most: farthest}
	if f.least < 0 {
		p.least = f.least
	}
	if f.most > 0 {
		p.most = f.most
	}
	size := invariance.Norm(p.start.Points)
	p.moves = by.slant > 0 && size > 0
	if f.weight == nil {
		p.goStraight(f, by)
	} else {
		p.turn(f, by, size)
	}
	// An axis that is off by ε changes a velocity by at most 4ε|y|, as |y| < 2, and that of a bulge by less than 8ε|y|.
	p.still = 1024 * special.Unit * size // spare, too: others round more
	p.creep = float64(16*special.Unit*p.speed) + float64(8*float64(max(1, f.power))*by.slant*size)
	return p
}

func (p *path) goStraight(f family, by *frame) {
	p.velocity = make([]float64, len(p.shape.Points))
	eachPoint(p.shape, func(n int, y vector) {
		z, rho, _ := by.resolve(y)
		v := f.drag(by, y, rho, z)
		put(p.velocity[n:n+by.dimension], &v)
		p.moves = p.moves || v != vector{} || f.power > 0 && z != 0 && rho != vector{}
	})
	p.weigh.apply(p.velocity, by.dimension)
	p.speed = invariance.Norm(p.velocity)
}

func (p *path) turn(f family, by *frame, size float64) {
	high := 0.0
	p.weight, p.by = f.weight, by
	// One list after another, in the same place.
	scratch := make([]float64, 0, 3*p.start.Count())
	eachPoint(p.shape, func(_ int, y vector) {
		w, rho, _ := p.turning(y)
		high = max(high, math.Abs(w))
		p.moves = p.moves || rho != vector{}
		bend := times(w*w, rho)
		scratch = append(scratch, bend[:]...)
	})
	p.weigh.scale(scratch, 3)
	bend := invariance.Norm(scratch)
	scratch = scratch[:0]
	eachPoint(p.shape, func(_ int, y vector) {
		_, rho, _ := p.turning(y)
		scratch = append(scratch, rho[:by.dimension]...)
	})
	p.weigh.scale(scratch, by.dimension)
	p.around = float64(invariance.RoundUp(2*invariance.Norm(scratch))) + float64(16*(special.Unit+by.slant)*size)
	p.bend = invariance.RoundUp(bend) + float64(64*(special.Unit+by.slant)*size)
	p.look(0, nil, scratch)
	p.speed = invariance.Norm(scratch)
	if f.power > 0 && high > 0 {
		p.most = min(p.most, mostTurns/high)
		p.least = -p.most
	}
}

// turning returns how fast a point turns, from where and to where: both are 0 for a point that rests.
func (p *path) turning(y vector) (w float64, rho, turned vector) {
	z, rho, turned := p.by.resolve(y)
	if p.by.dimension == 2 {
		rho = y
	}
	w = p.weight(z)
	if w == 0 && p.by.slant == 0 {
		return w, vector{}, vector{}
	}
	return w, rho, turned
}

// centred returns a path whose clouds are centred, for weighed ones.
func (p *path) centred() *path {
	c := *p
	c.weigh = p.weigh.centring()
	c.start = c.weigh.weighed(p.shape)
	if p.velocity != nil {
		c.velocity = make([]float64, len(p.velocity))
		c.weigh.centreInto(c.velocity, pointcloud.Cloud{Points: p.velocity, Dimension: p.shape.Dimension})
	}
	c.still += float64(2 * invariance.SumError * invariance.Norm(p.start.Points))
	c.creep += float64(2 * invariance.SumError * p.speed)
	return &c
}

// eachPoint calls do with the place of every point and the point, its third coordinate 0 in 2-D.
func eachPoint(c pointcloud.Cloud, do func(n int, y vector)) {
	for n := 0; n < len(c.Points); n += c.Dimension {
		do(n, vectorOf(c.Points[n:n+c.Dimension]))
	}
}

// vectorOf returns a point of two or three coordinates. In a browser, copy takes longer.
func vectorOf(point []float64) (y vector) {
	y[0], y[1] = point[0], point[1]
	if len(point) == 3 {
		y[2] = point[2]
	}
	return y
}

// put stores a vector as such a point.
func put(point []float64, y *vector) {
	point[0], point[1] = y[0], y[1]
	if len(point) == 3 {
		point[2] = y[2]
	}
}

// at returns X(t).
func (p *path) at(t float64) pointcloud.Cloud {
	points := make([]float64, len(p.start.Points))
	p.look(t, points, nil)
	return pointcloud.Cloud{Dimension: p.start.Dimension, Points: points}
}

// look stores X(t) and X'(t) where there is a place for them.
func (p *path) look(t float64, points, v []float64) {
	if p.weight == nil {
		if points != nil {
			for i, y := range p.start.Points {
				points[i] = y + float64(t*p.velocity[i])
			}
		}
		copy(v, p.velocity)
		return
	}
	var sin, cos, last float64
	dimension := p.by.dimension
	for n := 0; n < len(p.shape.Points); n += dimension {
		y := vectorOf(p.shape.Points[n : n+dimension])
		w, rho, turned := p.turning(y)
		if n == 0 || w != last || w == 0 { // whose sign may differ; in a rotation all turn by one angle
			sin, cos = special.Sincos(t * w)
			last = w
		}
		if points != nil {
			for i, at := 0, points[n:n+dimension]; i < dimension; i++ {
				at[i] = y[i] + (float64(sin*turned[i]) + float64((cos-1)*rho[i]))
			}
		}
		if v != nil {
			for i, at := 0, v[n:n+dimension]; i < dimension; i++ {
				at[i] = float64(w * (float64(cos*turned[i]) - float64(sin*rho[i])))
			}
		}
	}
	p.weigh.apply(points, dimension)
	p.weigh.apply(v, dimension)
}
