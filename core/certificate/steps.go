package certificate

import (
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// known are parts of a request on which others rest.
type known uint

const (
	order known = 1 << iota // whether that of the points matters
	preparation
	clean // as it was read; so is perturbed
	perturbed
	prepared
	sigma
	group
	axis
)

// counting is what votes were counted for.
const counting = order | preparation | clean | prepared | sigma | group | axis

// step takes a part of a request. It gives what others rest on, and is left out where what it
// needs could not be had.
type step struct {
	take         func(*document.Object) error
	gives, needs known
	// fields are those that it leaves where it fails, which are known all the same.
	fields []string
}

// steps takes a request apart.
type steps struct {
	*Request
	open Open
	// files are the clouds as they were read, attack what stands in the place of the perturbed one.
	files  []*pointcloud.File
	attack *Attack
	// counted is a prediction whose evidence is still to be looked at.
	counted *document.Object
}

func newSteps(open Open) *steps { return &steps{Request: &Request{}, open: open} }

// run takes each part whose needs are there. The error is all that is wrong, in the order of
// the steps: nothing is said of what rests on a part that is wrong itself.
func run(o *document.Object, all []step) error {
	var wrong error
	lost := known(0)
	for _, s := range all {
		var err error
		if lost&s.needs == 0 {
			err = s.take(o)
		}
		if err == nil && lost&s.needs == 0 {
			continue
		}
		wrong = document.Together(wrong, err)
		lost |= s.gives
		for _, name := range s.fields {
			o.Take(name)
		}
	}
	return wrong
}

// parse takes a request apart; what its prediction has to be depends on what it is for.
func (s *steps) parse(data []byte, prediction ...step) (*Request, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	all := append(s.clouds(),
		step{take: s.TakeSigma, gives: sigma},
		step{take: s.TakeGroup, gives: group},
		step{take: s.checkGroup, needs: clean | group},
		step{take: s.TakeAxis, gives: axis, needs: group, fields: []string{"axis", "translation"}},
	)
	all = append(all, prediction...)
	all = append(all,
		step{take: s.TakeAlpha}, step{take: s.TakeSamples}, step{take: s.TakeBound}, step{take: s.TakeStop}, step{take: s.takeSeed},
		step{take: (*document.Object).Done},
		step{take: s.checkShapes, needs: perturbed | prepared},
	)
	if err := run(o, all); err != nil {
		return nil, err
	}
	return s.Request, nil
}

// prediction takes it as it is said, or by the evidence of the votes.
func (s *steps) prediction(take func(*document.Object) error) []step {
	return []step{{take: take}, {take: s.takeCounted, needs: counting}}
}

// clouds takes the clean and the perturbed cloud, or their Gram matrix instead. Whether the
// order of the points matters decides how they are sampled, and an attack starts from the clean
// cloud as prepared.
func (s *steps) clouds() []step {
	return []step{
		{take: s.takeOrder, gives: order},
		{take: s.TakePreparation, gives: preparation, fields: []string{"preparation", "prepared"}},
		{take: s.takeClean, gives: clean, fields: []string{"gram", "clean"}},
		{take: s.takePerturbed, gives: perturbed},
		{take: s.prepare, gives: prepared, needs: order | preparation | clean},
		{take: s.applyAttack, gives: perturbed, needs: clean | prepared | perturbed},
	}
}
