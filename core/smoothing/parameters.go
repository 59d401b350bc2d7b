package smoothing

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// transformed returns the clean cloud under a transformation whose parameters come from the sample's
// own stream, in the frame of the cloud as prepared, with the error of the draws and of the arithmetic.
func (s *Sampler) transformed(draws stream) approximate {
	n := s.plan.Sampling.Noise
	draw := func(deviation float64) (parameter, off float64) {
		if deviation == 0 {
			return 0, 0
		}
		return float64(deviation * draws.next()), float64(drawError * deviation)
	}
	var p, off transform.Parameters
	p.Twist, off.Twist = draw(n.Twist)
	p.Taper, off.Taper = draw(n.Taper)
	p.Scale, off.Scale = draw(n.Scale)
	for i := range p.Shear {
		p.Shear[i], off.Shear[i] = draw(n.Shear)
	}
	moved := s.resolved.Move(p, off)
	cloud, coordinateError := moved.Cloud()
	cloud.Attributes = s.clean.Attributes
	return approximate{Cloud: cloud, error: coordinateError}
}

// resolve prepares the clean cloud for transformations about the axis of the plan. It is as
// it was given: the axis passes through the origin of its coordinates.
func (s *Sampler) resolve(clean pointcloud.Cloud) {
	s.clean = approximate{Cloud: clean}
	s.resolved = transform.Resolve(s.plan.Sampling.Axis, clean, 0)
}

// noisy returns a sample: some of the points, transformed, with noise.
func (s *Sampler) noisy(draws stream) approximate {
	z, sigmas := s.subset(draws)
	if s.plan.Sampling.Noise != nil {
		z = s.transformed(draws)
	}
	return s.withAttributeNoise(noisy(z, sigmas, draws), draws.next)
}

// agreeNoise refuses other noise on transformations than the request's.
func (s *Sampling) agreeNoise(o *document.Object, r Request) error {
	if err := s.agreeAxis(o); err != nil || !o.Has("parameters") {
		return err
	}
	claimed, err := transform.TakeNoise(o, "parameters")
	switch name := o.Name("parameters"); {
	case err != nil:
		return err
	case claimed == nil && r.Noise == nil:
		return nil
	case r.Noise == nil:
		return document.BadField(name,
			"is of samples with noise on transformations; the request has no such noise, and these votes say nothing without it. Give the request the same \"noise\"")
	case claimed == nil || *claimed != *r.Noise:
		return document.BadField(name, "is other noise on transformations than the request's")
	}
	return nil
}

// agreeAxis refuses another axis of the transformations than the request's.
func (s *Sampling) agreeAxis(o *document.Object) error {
	if s.Axis == nil || !o.Has("axis") {
		return nil
	}
	axis, err := o.Direction("axis")
	if err == nil && !slices.Equal(axis, s.Axis) {
		err = document.BadField(o.Name("axis"), "is %v: the transformations of these samples are about another axis than the request's %v", axis, s.Axis)
	}
	return err
}
