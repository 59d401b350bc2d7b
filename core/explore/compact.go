package explore

import (
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// central are the groups without their translations, which centred clouds have no use for.
var central = map[invariance.Group]invariance.Group{
	invariance.Translations: invariance.None, invariance.Rigid: invariance.Rotations, invariance.Euclidean: invariance.Orthogonal,
}

// compact returns the path of a cloud of at most 2D points at the same distances after alignment,
// for the scene that it returns with it. X + tV is QF, with orthonormal columns of Q, and
// (QF)Mᵀ = Q(FMᵀ): so the rows of F, centred with X where the group translates, are what the
// group without translations turns. A rotation is a linear map of X, so X alone is enough. A
// twist is not linear: its path keeps all points, and is centred if they are weighed.
func (s scene) compact(f family, p *path) (scene, *path) {
	if f.name == "twist" && s.weighing != nil && s.Centres() {
		return s.central(), p.centred()
	}
	if f.name == "twist" {
		return s, p
	}
	if s.moments != nil && s.moments.hold(f) {
		return s.central(), s.moments.path(f, s.frame, s.Centres())
	}
	pair, shift, lack := s.reduced(p)
	start, velocity := pair.Rows(0), pointcloud.Scaled(pair.Rows(s.dimension), -shift)
	small := *p
	small.start, small.weigh = pointcloud.Cloud{Points: start, Dimension: s.dimension}, nil
	small.shape = small.start
	if p.weight != nil {
		small = *f.path(small.start, s.frame, nil)
	} else {
		small.velocity, small.speed = velocity, invariance.Norm(velocity)
	}
	small.still = p.still + pair.Error + float64(lack*invariance.Norm(p.start.Points))
	small.creep = p.creep + float64(lack*p.speed) + pointcloud.Scaled([]float64{pair.Error}, -shift)[0]
	return s.central(), &small
}

// reduced returns the pair of X and 2ˢV, both centred where the group translates, with s as the shift, and what centring lacks.
// Both get one length, as errors are relative to the sum of both.
func (s scene) reduced(p *path) (pair tight.Pair, shift int, lack float64) {
	y, v := p.start, pointcloud.Cloud{Points: p.velocity, Dimension: s.dimension}
	if p.weight != nil {
		v.Points = make([]float64, len(y.Points))
	}
	if s.Centres() {
		centredY, centredV := s.room.of(len(y.Points))
		s.weighing.centreInto(centredY, y)
		s.weighing.centreInto(centredV, v)
		y.Points, v.Points, lack = centredY, centredV, invariance.SumError
	}
	shift = pointcloud.Exponent(y.Points) - pointcloud.Exponent(v.Points)
	if s.moments != nil {
		pair = pairInBlocks(s.dimension, len(y.Points), func(from, to int, x, speed []float64) {
			copy(x, y.Points[from:to])
			pointcloud.ScaledInto(speed, v.Points[from:to], shift)
		})
		return pair, shift, lack
	}
	return tight.NewPair(invariance.Aligned{Clean: y.Points, Residual: pointcloud.Scaled(v.Points, shift)}, 0, s.dimension), shift, lack
}

// central returns a scene of a cloud that is centred where the group translates, for the group without translations.
func (s scene) central() scene {
	request := *s.Request
	if group, ok := central[request.Group]; ok {
		request.Group = group
	}
	request.Translation = false
	s.Request = &request
	return s
}
