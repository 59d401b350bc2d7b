package certificate

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// The parts of a request on which others rest.
const (
	order document.Known = 1 << iota // whether that of the points matters
	preparation
	clean // as it was read; so is perturbed
	perturbed
	prepared
	sigma
	group
	axis
	subsample
	fitted     // σ fits the points
	noise      // on transformations
	noisy      // attributes that have noise
	calibrated // sets
	voted      // the prediction
	attributes // that the model sees
	scored     // whether classes are drawn with scores
)

// counting is what votes were counted for.
const counting = order | preparation | clean | prepared | sigma | group | axis | subsample | fitted | noise | attributes | scored

// steps takes a request apart.
type steps struct {
	*Request
	open Open
	// files are the clouds as they were read, attack what stands in the place of the perturbed one.
	files  []*pointcloud.File
	attack *Attack
	// released says that the request is of a document that any released core may have written.
	released bool
	// inline are the names of the attributes that the request itself has.
	inline []string
	// counted is a prediction whose evidence is still to be looked at.
	counted *document.Object
}

func newSteps(open Open) *steps { return &steps{Request: &Request{}, open: open} }

// parse takes a request apart; what its prediction has to be depends on what it is for.
func (s *steps) parse(data []byte, prediction ...document.Step) (*Request, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(s.clouds(), []document.Step{
		{Take: s.takeSigma, Gives: sigma},
		{Take: s.takeAttributeNoise, Gives: noisy},
		{Take: s.TakeGroup, Gives: group},
		{Take: s.checkGroup, Needs: clean | group | noisy},
		{Take: s.TakeAxis, Gives: axis, Needs: group, Fields: []string{"axis", "translation"}},
		{Take: s.takeSubsample, Gives: subsample, Needs: preparation | clean | prepared, Fields: []string{"subsample"}},
		{Take: s.checkSigma, Gives: fitted, Needs: sigma | order | preparation | clean | prepared | subsample},
		{Take: s.TakeNoise, Gives: noise},
		{Take: s.TakeScores, Gives: scored},
		{Take: s.checkNoise, Gives: noise, Needs: clean | group | axis | subsample | fitted | noise},
		{Take: s.fixAttributes, Gives: attributes, Needs: order | clean | perturbed | prepared | group | subsample | noise | noisy},
		{Take: s.checkChanges, Needs: perturbed | prepared | subsample},
		{Take: s.checkPoints, Needs: clean | subsample},
		{Take: s.checkDigest, Needs: clean},
		{Take: s.checkScale, Needs: preparation | clean},
		{Take: s.takePairing, Needs: perturbed | prepared | subsample, Fields: []string{"pairing"}},
		{Take: s.takeSets, Gives: calibrated, Needs: order | preparation | sigma | group | axis | subsample | noise | noisy | scored, Fields: []string{"sets"}},
	}, prediction, []document.Step{
		{Take: s.TakeTop}, {Take: s.checkTop}, {Take: s.checkStated, Needs: clean | subsample},
		{Take: s.TakeAlpha}, {Take: s.TakeSamples}, {Take: s.takeBound}, {Take: s.TakeStop}, {Take: s.takeSeed},
		{Take: document.TakeFormat},
		{Take: (*document.Object).Done},
		{Take: s.checkShapes, Needs: perturbed | prepared | subsample},
	})
	if err := document.TakeAll(o, all); err != nil {
		return nil, err
	}
	return s.Request, nil
}

// takeBound takes the name of the Monte Carlo bound.
func (s *steps) takeBound(o *document.Object) error {
	if s.released {
		return argument.TakeReleasedBound(o)
	}
	return argument.TakeBound(o)
}

// prediction takes it as given, or by the evidence of the votes.
func (s *steps) prediction(take func(*document.Object) error) []document.Step {
	return []document.Step{{Take: take, Gives: voted}, {Take: s.takeCounted, Gives: voted, Needs: counting}, {Take: s.checkSets, Needs: voted | calibrated}}
}

// clouds takes the clean and the perturbed cloud, or their Gram matrix instead. Whether the
// order of the points matters decides how they are sampled, and an attack starts from the clean
// cloud as prepared.
func (s *steps) clouds() []document.Step {
	return []document.Step{
		{Take: s.takeOrder, Gives: order},
		{Take: s.TakePreparation, Gives: preparation, Fields: []string{"preparation", "prepared"}},
		{Take: s.takeClean, Gives: clean, Fields: []string{"gram", "clean"}},
		{Take: s.takePerturbed, Gives: perturbed},
		{Take: s.prepare, Gives: prepared, Needs: order | preparation | clean},
		{Take: s.applyAttack, Gives: perturbed, Needs: clean | prepared | perturbed},
	}
}
