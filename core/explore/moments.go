package explore

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// manyPoints is the least number of points of a cloud that its moments stand in for. The ranges of smaller ones come from the
// points themselves: they are as quick, and stay what they were to the last bit.
const manyPoints = 1 << 14

// moments are what families that are linear in a point depend on: the Gram matrix of the columns of [1 X], as a cloud of 2D points.
// With [1 X] = Q[g F] and orthonormal columns of Q, a linear map L takes X to Q(FLᵀ), and a shift along a adds Q(gaᵀ). So distances,
// also after the best transformation of a group, are those of F, and Q is not needed. The first column of Q is constant: without the
// first row of F, the cloud is centred. Of weighed points, the weights stand in place of 1.
type moments struct {
	start pointcloud.Cloud
	// ones is |g|, of which the first entry alone is not 0.
	ones float64
	// still and creep are how far F, and the velocity of a shift, are from those of the cloud.
	still, creep float64
	// moves tells of each family whether it moves any point.
	moves map[string]bool
}

// momentsOf goes through a cloud once for all families that are linear in a point.
func momentsOf(c pointcloud.Cloud, by *frame, weigh *weighing) *moments {
	m := &moments{moves: map[string]bool{"shift": true}}
	eachPoint(c, func(_ int, y vector) {
		z, rho, _ := by.resolve(y)
		if by.dimension == 2 {
			rho = y
		}
		m.moves["scale"] = m.moves["scale"] || y != vector{}
		m.moves["stretch"] = m.moves["stretch"] || z != 0
		m.moves["rotation"] = m.moves["rotation"] || rho != vector{}
	})
	m.moves["shear"] = m.moves["stretch"]
	// Both columns get about one length, as errors are relative to the sum of both.
	c = weigh.weighed(c)
	size, unit := invariance.Norm(c.Points), 1.0
	if size > 0 {
		_, e := math.Frexp(size / weigh.rootOfPoints(c.Count()))
		unit = math.Ldexp(1, e)
	}
	pair := pairInBlocks(c.Dimension, len(c.Points), func(from, to int, ones, points []float64) {
		for n := 0; n < len(ones); n += c.Dimension {
			ones[n] = unit
		}
		weigh.from(from/c.Dimension).scale(ones, c.Dimension)
		copy(points, c.Points[from:to])
	})
	m.start = pointcloud.Cloud{Points: pair.Rows(c.Dimension), Dimension: c.Dimension}
	m.ones = pair.Rows(0)[0] / unit
	// A first column that is off by the error turns the centred cloud by as much in relation to its length, which is at least half of
	// that of the cloud.
	m.still = float64(8 * pair.Error)
	m.creep = float64(8*pair.Error) / unit
	return m
}

// hold tells whether they are enough for a family.
func (m *moments) hold(f family) bool {
	_, ok := m.moves[f.name]
	return ok
}

// path returns how the cloud moves along a family that they are enough for, centred or not.
func (m *moments) path(f family, by *frame, centred bool) *path {
	start := m.start
	if centred {
		start.Points = start.Points[by.dimension*by.dimension:]
	}
	p := f.path(start, by, nil)
	p.still += m.still
	p.creep += m.still
	if f.name == "shift" {
		clear(p.velocity)
		if !centred {
			for i := range by.dimension {
				p.velocity[i] = float64(m.ones * by.axis[i])
			}
		}
		p.speed = invariance.Norm(p.velocity)
		p.creep += m.creep + float64((32*special.Unit+float64(8*by.slant))*m.ones)
	}
	p.moves = p.moves || m.moves[f.name]
	return p
}

// unturned returns a path that is as far from its start as p is, where nothing is turned back: of many points that go straight, one that
// goes as far as all of them together.
func (s scene) unturned(p *path) *path {
	if s.moments == nil || p.weight != nil {
		return p
	}
	point := *p
	point.start = pointcloud.Cloud{Points: make([]float64, s.dimension), Dimension: s.dimension}
	point.velocity = make([]float64, s.dimension)
	point.velocity[0] = p.speed
	point.creep += float64(2 * invariance.SumError * p.speed)
	return &point
}
