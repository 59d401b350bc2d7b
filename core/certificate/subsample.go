package certificate

import (
	"encoding/json"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/registration"
)

// TakeSubsample takes of how many points the samples are that votes are of.
func (r *Request) TakeSubsample(o *document.Object) error {
	err := document.PutWhole(&r.Subsample)(o.Count("subsample", document.TermsLimits.Subsample))
	if r.Subsample > 0 && r.Preparation.movesAll() {
		return document.BadField("preparation.normalise", "is %q for each cloud alone: points that come and go would move all others. Add \"frame\": "+
			"\"clean\", which gives both clouds the centre and scale of the clean one; the classifier's own pipeline must do the same", r.Preparation.Normalise)
	}
	return err
}

// takeSubsample takes it for the clean cloud of a request.
func (s *steps) takeSubsample(o *document.Object) error {
	given := o.Has("subsample")
	switch err := s.TakeSubsample(o); {
	case err != nil || !given:
		return err
	case s.count() == 0:
		return document.BadField("subsample", "needs the clouds, or gram.points: inner products do not describe single points")
	}
	return s.CheckSubsample()
}

// CheckSubsample compares the samples with the clean cloud.
func (r *Request) CheckSubsample() error {
	if n := r.count(); r.Subsample > n {
		return document.BadField("subsample", "is %d, but the clean cloud has %d points", r.Subsample, n)
	}
	return nil
}

// takeChanges takes {"changes": …}, which stands for every cloud with at most so many changes.
func (r *Request) takeChanges(field *document.Object) error {
	child, err := field.Child("changes")
	if err != nil {
		return err
	}
	if n := len(child.Rest()); n == 0 || n == 1 && child.Has("unit") {
		return document.BadField(child.Path, "is empty; give replaced, added, removed or moved")
	}
	c, in := &argument.Changes{}, document.ChangesLimits
	r.Changes = c
	err = document.Join(document.PutWhole(&c.Replaced)(child.Count("replaced", in.Replaced)), document.PutWhole(&c.Added)(child.Count("added", in.Added)),
		document.PutWhole(&c.Removed)(child.Count("removed", in.Removed)), document.PutAny(&c.Moved)(child.Within("moved", in.Moved, "a norm ")))
	if child.Has("unit") {
		unit, wrong := child.OneOf("unit", argument.UnitFile, argument.UnitPrepared)
		if err = document.Join(err, wrong); c.Moved > 0 { // 0 is the same in any unit
			c.Unit = unit
		}
	}
	c.File = c.Moved
	return document.Join(err, child.Done(), field.Done())
}

// checkChanges compares them with the clean cloud and with the samples.
func (s *steps) checkChanges(*document.Object) error {
	c := s.Changes
	if c == nil || s.count() == 0 {
		return nil
	}
	if err := s.takeUnit(c); err != nil {
		return err
	}
	n, k, at := s.count(), s.Subsample, "perturbed.changes."
	if s.points != nil {
		at = "gram.points.changes."
	}
	switch {
	case k == 0 && c.AddsOrRemovesPoints():
		return document.BadField("subsample", "is missing: only votes of samples of k points prove anything where points are replaced, added or removed")
	case c.Replaced > n:
		return document.BadField(at+"replaced", "is %d, but the clean cloud has %d points", c.Replaced, n)
	case c.Replaced+c.Removed > n:
		return document.BadField(at+"removed", "is %d beside %d replaced, but the clean cloud has %d points", c.Removed, c.Replaced, n)
	case n-c.Removed < max(k, 1):
		return document.BadField(at+"removed", "is %d of %d points, which leaves fewer than the %d that a sample is of", c.Removed, n, k)
	case n-c.Removed+c.Added > pointcloud.MaxPoints:
		return document.BadField(at+"added", "is %d, which makes more than %d points", c.Added, pointcloud.MaxPoints)
	}
	return nil
}

// takeUnit turns a norm in the unit of the file into that of the prepared clouds.
func (s *steps) takeUnit(c *argument.Changes) error {
	if c.Unit != argument.UnitFile {
		return nil
	}
	if s.Clean == nil {
		return document.BadField("gram.points.changes.unit", "must be %q: the clean cloud, which has the scale, is left out", argument.UnitPrepared)
	}
	moved, err := s.PreparedNorm("perturbed.changes.unit", c.File)
	c.Moved = moved
	return err
}

// Pairings of the points of both clouds.
const (
	pairNearest = "nearest"
	pairOrder   = "order"
	pairGiven   = "pairs"
)

// Pairing says which points of the two clouds belong together, where samples are of some points.
type Pairing struct {
	How string
	// Partners has for each clean point the number of the perturbed one, or pointcloud.NoPartner, where pairs are given.
	Partners []int
}

// takePairing takes "order", "nearest" or pairs of numbers of points, from 0.
func (s *steps) takePairing(o *document.Object) error {
	text := o.Peek("pairing")
	switch {
	case s.Subsample == 0 && text != nil:
		o.Take("pairing")
		return document.BadField("pairing", "belongs to votes of samples of k points (subsample), which is missing")
	case s.Perturbed == nil && text != nil:
		o.Take("pairing")
		return document.BadField("pairing", "belongs to two clouds, and there is no perturbed one")
	case s.Subsample == 0 || s.Perturbed == nil:
		return nil
	case len(text) > 0 && text[0] == '[':
		return s.takePairs(o.Take("pairing"))
	}
	how, err := o.OneOf("pairing", pairNearest, pairOrder)
	s.Pairing = &Pairing{How: how}
	return err
}

func (s *steps) takePairs(text json.RawMessage) error {
	entries, err := document.List("pairing", text)
	if err != nil {
		return err
	}
	n, taken := s.Clean.Count(), make([]bool, s.Perturbed.Count())
	s.Pairing = &Pairing{How: pairGiven, Partners: slices.Repeat([]int{pointcloud.NoPartner}, n)}
	for i, entry := range entries {
		name := document.Numbered("pairing", i)
		var pair []int
		switch err := json.Unmarshal(entry, &pair); {
		case err != nil || len(pair) != 2:
			return document.BadField(name, "must be two numbers of points, of the clean and of the perturbed cloud, got %s", document.Shorten(entry))
		case pair[0] < 0 || pair[0] >= n:
			return document.BadField(name, "names point %d of the clean cloud, which has %d points, numbered from 0", pair[0], n)
		case pair[1] < 0 || pair[1] >= len(taken):
			return document.BadField(name, "names point %d of the perturbed cloud, which has %d points, numbered from 0", pair[1], len(taken))
		case s.Pairing.Partners[pair[0]] != pointcloud.NoPartner:
			return document.BadField(name, "names point %d of the clean cloud a second time", pair[0])
		case taken[pair[1]]:
			return document.BadField(name, "names point %d of the perturbed cloud a second time", pair[1])
		}
		s.Pairing.Partners[pair[0]], taken[pair[1]] = pair[1], true
	}
	return nil
}

// MarshalJSON writes it as it is read.
func (p *Pairing) MarshalJSON() ([]byte, error) {
	if p.How != pairGiven {
		return json.Marshal(p.How)
	}
	pairs := [][2]int{}
	for n, partner := range p.Partners {
		if partner != pointcloud.NoPartner {
			pairs = append(pairs, [2]int{n, partner})
		}
	}
	return json.Marshal(pairs)
}

// pairings returns those that are tried. Nearest points are also tried in their order where there are as many, since
// a cloud that was edited has it.
func (r *Request) pairings() [][]int {
	clean, perturbed := r.Clean.Count(), r.Perturbed.Count()
	switch r.Pairing.How {
	case pairGiven:
		return [][]int{r.withoutOthers(r.Pairing.Partners)}
	case pairOrder:
		return [][]int{r.withoutOthers(registration.InOrder(clean, perturbed))}
	}
	if r.partners == nil {
		r.partners = [][]int{registration.Partners(r.Group, r.Axis, r.Translation, r.Fixed(*r.Clean), r.Fixed(*r.Perturbed))}
		if clean == perturbed {
			r.partners = append(r.partners, registration.InOrder(clean, perturbed))
		}
		for i := range r.partners {
			r.partners[i] = r.withoutOthers(r.partners[i])
		}
	}
	return r.partners
}

// subsampled says what votes of some points prove of a perturbation.
func (r *Request) subsampled(p argument.Probabilities) *argument.Subsampled {
	switch {
	case r.Changes != nil:
		return r.Within(r.count(), *r.Changes, p)
	case r.points != nil:
		return r.Known(r.points.Points, p)
	}
	return r.Paired(*r.Clean, *r.Perturbed, r.pairings(), p)
}

// InOrder says what votes of samples of some points prove of another cloud, whose points are in the order of the clean one's.
func (r *Request) InOrder(perturbed pointcloud.Cloud, p argument.Probabilities) *argument.Subsampled {
	return r.Paired(*r.Clean, perturbed, [][]int{registration.InOrder(r.Clean.Count(), perturbed.Count())}, p)
}

// matches tells whether there are two clouds whose points belong together in their order, or in one that is searched.
func (r *Request) matches() bool {
	return r.Clean != nil && r.Perturbed != nil && r.Clean.Count() == r.Perturbed.Count() && r.sameAttributes()
}
