package argument

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/transform"
)

// Terms are the settings for a pair of clouds: the invariance of the classifier,
// how it was smoothed, and what may be spent on an answer.
type Terms struct {
	// Sigma is the standard deviation of the noise on every coordinate, and where it differs from
	// point to point, as Sigmas say, the smallest. Lengths are then those of clouds whose point n
	// counts Sigma/Sigmas[n] times.
	Sigma  float64
	Sigmas []float64
	// SigmaBy is where Sigmas come from, nil unless σ goes by the value of an attribute.
	SigmaBy *SigmaByAttribute
	// Law is that of the samples, beside the noise on coordinates.
	smoothing.Law
	Group invariance.Group
	// Axis and Translation belong to the group axis; noise on transformations is about the same axis.
	Axis        []float64
	Translation bool
	// Permutation says that the order of the points does not matter either.
	Permutation bool
	// Top is among how many classes the one predicted is to stay.
	Top   Top
	Alpha float64
	// Samples is how many draws each bound may take. NeededSamples says that the number was not given by hand: then
	// nothing is drawn where the value is computed, and by default no more than decides.
	Samples       int
	NeededSamples bool
	Stop          string
	// OneAxis leaves out pairs of axes: what a search proves differs between clouds that differ by rounding, and takes time.
	OneAxis bool
	// RiseCounts says that a part of Δ along the axis always counts as one, as in documents before core 0.9.0.
	RiseCounts bool
	// DrawsLevel takes the place of bound.DrawsLevel in tests of coverage; 0 elsewhere. No
	// document reaches it.
	DrawsLevel float64
}

// Defaults.
const (
	DefaultAlpha   = 0.001
	DefaultSamples = 100_000
)

// BoundDisagreement names the Monte Carlo bound: see tight.Disagreement.
const BoundDisagreement = "disagreement"

// Rules for the end of drawing.
const (
	StopFull    = "full"
	StopDecided = "decided"
)

// takeOneSigma takes one σ for all points.
func (t *Terms) takeOneSigma(o *document.Object) (err error) {
	if t.Sigma, err = o.NeedNumber("sigma", ""); err != nil {
		return err
	}
	return CheckSigma(o.Name("sigma"), t.Sigma)
}

// CheckSigma refuses what is no standard deviation of noise.
func CheckSigma(name string, sigma float64) error {
	switch {
	case sigma <= 0:
		return document.BadField(name, "must be positive, got %v", sigma)
	case sigma < 1/document.MaxLength || sigma > document.MaxLength:
		return document.BadField(name, "must be between 1e-100 and 1e100, got %v", sigma)
	}
	return nil
}

// TakeGroup takes the name of the group.
func (t *Terms) TakeGroup(o *document.Object) error {
	err := document.First(o.Need("group", ""), document.PutAny((*string)(&t.Group))(o.Text("group")))
	switch {
	case err != nil:
		return err
	case !slices.Contains(invariance.Groups, t.Group):
		return document.BadField("group", "must be one of none, T, SO, O, SE, E, axis, got %q", t.Group)
	}
	return nil
}

// TakeAxis takes what belongs to the group axis alone.
func (t *Terms) TakeAxis(o *document.Object) error {
	if t.Group != invariance.Axis {
		return nil
	}
	return document.First(document.Put(&t.Axis)(o.Direction("axis")), document.Put(&t.Translation)(o.Truth("translation")))
}

// TakeNoise takes the noise on the parameters of transformations.
func (t *Terms) TakeNoise(o *document.Object) (err error) {
	t.Noise, err = transform.TakeNoise(o, "noise")
	return err
}

// TakeScores takes whether each sample votes for a class drawn with its scores.
func (t *Terms) TakeScores(o *document.Object) (err error) {
	t.Scores, err = o.Truth("scores")
	return err
}

// CheckNoise refuses noise on transformations under another group, or beside samples of some points.
func (t *Terms) CheckNoise() error {
	switch {
	case t.Noise == nil:
		return nil
	case t.Group != invariance.Axis:
		return document.BadField("noise", "needs the group \"axis\", got %q: noise on transformations about an axis keeps the invariance under turns about "+
			"that axis, and loses every other rotation", t.Group)
	case t.Subsample > 0:
		return document.BadField("noise", "cannot be combined with subsample: leave one of them out")
	}
	return nil
}

// Centres tells whether both clouds are centred first.
func (t *Terms) Centres() bool {
	return t.Group.Translates() || t.Group == invariance.Axis && t.Translation
}

// TakeAlpha takes the error probability.
func (t *Terms) TakeAlpha(o *document.Object) error {
	alpha, present, err := o.Within("alpha", document.TermsLimits.Alpha, "")
	if !present {
		alpha = DefaultAlpha
	}
	t.Alpha = alpha
	return err
}

// TakeSamples takes the number of draws per bound.
func (t *Terms) TakeSamples(o *document.Object) error {
	n, present, err := o.Count("samples", document.TermsLimits.Samples)
	if !present {
		n = DefaultSamples
	}
	t.Samples, t.NeededSamples = int(n), !present
	return err
}

// boundsBefore are those of cores before.
var boundsBefore = []string{"dual", "quantile"}

// TakeBound takes the name of the Monte Carlo bound, of which there is one.
func TakeBound(o *document.Object) error {
	name, present, err := o.Text("bound")
	switch {
	case err != nil || !present || name == BoundDisagreement:
		return err
	case slices.Contains(boundsBefore, name):
		return document.BadField(o.Name("bound"), "%q was removed; use \"disagreement\", which proves more from the same draws", name)
	}
	return document.BadField(o.Name("bound"), "must be %q, got %q", BoundDisagreement, name)
}

// TakeReleasedBound takes the name of the Monte Carlo bound in a document of an earlier core.
func TakeReleasedBound(o *document.Object) error {
	_, err := o.OneOf("bound", append([]string{BoundDisagreement}, boundsBefore...)...)
	return err
}

// TakeStop takes when to stop drawing, after the number of draws.
func (t *Terms) TakeStop(o *document.Object) (err error) {
	decided := t.NeededSamples && !o.Has("stop")
	if t.Stop, err = o.OneOf("stop", StopFull, StopDecided); decided {
		t.Stop = StopDecided
	}
	return err
}

// Levels shares alpha between votes, where there are any, and draws. It does not depend on whether anything is
// drawn, so that certificates, ranges and curves of the same votes have the same probability.
func (t *Terms) Levels(voted bool) bound.Levels {
	draws := bound.DrawsLevel(t.Alpha)
	if t.DrawsLevel > 0 {
		draws = t.DrawsLevel
	}
	return bound.Share(t.Alpha, draws, voted)
}
