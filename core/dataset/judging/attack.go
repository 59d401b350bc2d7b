package judging

import (
	"errors"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// scale certifies X' = (1 + t)X for every ‖Δ‖ = t‖X‖ of the grid.
//
// No member of the orbit of X' is nearer than X' itself, centred where the group
// translates: ⟨PX'R, X⟩ ≤ (1 + t)‖X‖² for every rotation, reflection and order of
// the points by Cauchy and Schwarz. So nothing is aligned, and the reduction of X
// serves every t.
func (j *judge) scale() error {
	r := &j.request
	one := newReduced(r)
	if one.size == 0 {
		return errors.New("a cloud of zeros cannot be scaled")
	}
	for at, norm := range j.norms() {
		pair := one.scaled(norm, norm/one.size)
		v, err := j.decide(pair, j.seed("scale", 0, at))
		if err != nil {
			return err
		}
		v.is[BySubsample] = j.sampled(certificate.Scaled(*r.Clean, 1+norm/one.size))
		j.add(0, at, v)
		j.state(0, at, norm, j.statedOf(pair))
	}
	return nil
}

// reduced is the clean cloud, reduced to what scaling needs.
type reduced struct {
	r *certificate.Request
	// size is ‖X‖ and norm the same after centring where the group translates.
	size, norm float64
	// lost is what weighing the points loses of it.
	lost   float64
	linear *tight.Linear
}

func newReduced(r *certificate.Request) reduced {
	whole, points := r.Clean.Points, r.Clean.Points
	one := reduced{r: r}
	switch {
	case r.Sigmas != nil:
		weights := r.Weights(r.Sigmas)
		weighed, _, _ := invariance.Weighed(invariance.None, false, weights, *r.Clean)
		centred, _, lost := invariance.Weighed(r.Group, r.Translation, weights, *r.Clean)
		whole, points, one.lost = weighed.Points, centred.Points, lost
	case r.Group.Translates():
		points, _ = invariance.Centre(*r.Clean)
	}
	one.size = invariance.Norm(whole)
	one.norm = invariance.Norm(points)
	if r.Group.Turns() && r.Way(r.Dimension()) == argument.Draws {
		still := invariance.Aligned{Clean: points, Residual: make([]float64, len(points))}
		pair := tight.NewPair(still, 0, r.Dimension())
		linear := pair.Linear(r.Group.Reflects(), r.Sigma)
		one.linear = &linear
	}
	return one
}

// scaled returns the pair at ‖Δ‖ = norm = t‖X‖. What rounding did, to the
// mean above all, counts against the clouds.
func (one reduced) scaled(norm, t float64) argument.Pair {
	r := one.r
	if r.Group == invariance.Axis {
		scaled := certificate.Scaled(*r.Clean, 1+t)
		return r.ReduceShared(tight.NewAxisPair(r.AlignAxis(*r.Clean, scaled), norm))
	}
	rounding := float64(16*invariance.SumError*(one.size+norm)) + float64((2+t)*one.lost)
	pair := argument.Pair{BlackBox: &norm, Orbit: new(min(norm, invariance.RoundUp(float64(t*one.norm)+rounding))), Way: r.Way(r.Dimension())}
	slack := rounding / r.Sigma
	switch {
	case one.linear != nil:
		linear := one.linear.Scaled(t)
		linear.Slack += slack
		pair.Sample(tight.Problem{Linear: &linear}, false)
	case pair.Way == argument.Integrals:
		s := one.norm / r.Sigma
		pair.Integrate(tight.Problem{Planar: &tight.Planar{Norm: s, Inner: float64(t*s) * s, Slack: slack}})
	}
	return pair
}

// rotate certifies X' = (X + noise)Rᵀ for every angle of the grid and one random
// direction. Under a group with all rotations the orbit is the same at every
// angle, so it is aligned once and only the black box is measured again.
//
// The attack keeps the order of the points. Where the order does not matter it is
// searched for under none and T alone, an assignment; any order is sound, and
// under rotations that of the attack is the nearest as long as the noise moves no
// point beyond its neighbours.
func (j *judge) rotate(draw int) error {
	r, a := &j.request, &j.settings.Attack
	noisy, axis := j.noise(draw)
	var still verdict
	var stated statements
	if r.Group.Turns() {
		var err error
		pair := j.turned(noisy)
		if still, err = j.decide(pair, j.seed("rotate", draw, 0)); err != nil {
			return err
		}
		still.is[BySubsample], stated = j.sampled(noisy), j.statedOf(pair)
	}
	for at, degrees := range a.Degrees {
		perturbed := pointcloud.Cloud{Dimension: noisy.Dimension, Points: slices.Clone(noisy.Points)}
		certificate.Turn(perturbed, degrees, axis)
		v, distance := still, 0.0
		if r.Group.Turns() {
			distance = j.turnedDistance(perturbed)
			v.is[ByBlackBox], v.alone[ByBlackBox] = j.within(distance)
		} else {
			pair := j.moved(perturbed)
			var err error
			if v, err = j.decide(pair, j.seed("rotate", draw, at)); err != nil {
				return err
			}
			v.is[BySubsample] = j.sampled(perturbed)
			distance, stated = *pair.BlackBox, j.statedOf(pair)
		}
		j.add(draw, at, v)
		j.state(draw, at, distance, stated)
	}
	return nil
}

// noise returns the cloud plus noise in a random direction, and the axis of the
// rotation in 3-D.
func (j *judge) noise(draw int) (noisy pointcloud.Cloud, axis []float64) {
	clean, a := *j.request.Clean, &j.settings.Attack
	normals := tight.NewNormals(j.seed("noise", draw, 0))
	noisy = pointcloud.Cloud{Dimension: clean.Dimension, Points: make([]float64, len(clean.Points))}
	direction := certificate.UnitVector(normals, len(clean.Points))
	for i, x := range clean.Points {
		noisy.Points[i] = x + float64(a.Jitter*direction[i])
		if sigmas := j.request.Sigmas; sigmas != nil {
			noisy.Points[i] = x + float64(float64(a.Jitter*direction[i])*float64(sigmas[i/clean.Dimension]/j.request.Sigma))
		}
	}
	if axis = a.Axis; axis == nil && clean.Dimension == 3 {
		axis = certificate.UnitVector(normals, 3)
	}
	return noisy, axis
}

// sampled certifies from votes of samples of some points; attacks keep their order. It is false for other votes.
func (j *judge) sampled(perturbed pointcloud.Cloud) bool {
	r := &j.request
	return r.Subsample > 0 && r.InOrder(perturbed, j.bounds()).Certified
}

// turned is the pair of a group with all rotations, whatever rotation follows: each has
// a black box of its own.
func (j *judge) turned(perturbed pointcloud.Cloud) argument.Pair {
	r := &j.request
	aligned := r.Align(r.Group, *r.Clean, perturbed)
	pair := r.ReduceShared(tight.NewPair(aligned, 0, r.Dimension()))
	pair.BlackBox = nil
	return pair
}

// moved is the pair of the other groups.
func (j *judge) moved(perturbed pointcloud.Cloud) argument.Pair {
	r := &j.request
	if r.Group == invariance.Axis {
		return r.Reduce(*r.Clean, perturbed, perturbed)
	}
	return r.With(perturbed).Reduced()
}

// turnedDistance returns the distance to a turned cloud; turning rounds.
func (j *judge) turnedDistance(perturbed pointcloud.Cloud) float64 {
	r := &j.request
	distance := r.Align(invariance.None, *r.Clean, perturbed).Distance
	return distance + float64(16*special.Unit*invariance.Norm(perturbed.Points))
}
