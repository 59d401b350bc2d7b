package certificate

import (
	"encoding/json"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/registration"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Attributes are held fixed, but for those with noise of their own (attribute_sigma): the perturbed cloud must have the attributes of the clean
// one. For fixed attributes the model is a classifier of coordinates, so every certificate holds.
//
// The model sees those that prediction.model.attributes names. Without that field it is taken to see all that the request
// itself has beside its points, and none of those that files have.

// modelField says which attributes the model sees.
const modelField = "prediction.model.attributes"

// modelFields are the fields of a prediction that describe the model, before the prediction is taken apart.
type modelFields struct {
	Model, Evidence *struct {
		SHA256     json.RawMessage
		Attributes json.RawMessage
		Model      *struct{ Attributes json.RawMessage }
	}
}

// seen returns the names of the attributes that the model sees. Counted is set where the votes are counted here; given is not
// set where the prediction says nothing about it.
func seen(prediction json.RawMessage) (names []string, given, counted bool, err error) {
	var s modelFields
	if prediction == nil || json.Unmarshal(prediction, &s) != nil {
		return nil, false, false, nil // other steps refuse it
	}
	text, place := json.RawMessage(nil), modelField
	switch {
	case s.Evidence != nil:
		if place, counted = "prediction.evidence.model.attributes", true; s.Evidence.Model != nil {
			text = s.Evidence.Model.Attributes
		}
	case s.Model != nil:
		text, counted = s.Model.Attributes, s.Model.SHA256 != nil
	}
	if text != nil {
		names, err = attributeNames(place, text)
	}
	if s.Evidence != nil && s.Model != nil && s.Model.Attributes != nil && err == nil {
		said, bad := attributeNames(modelField, s.Model.Attributes)
		if err = bad; err == nil && !slices.Equal(said, names) {
			err = document.BadField(modelField, "names other attributes than the evidence of the votes, whose model sees %s", quotedNames(names))
		}
		return names, true, counted, err
	}
	return names, text != nil, counted, err
}

// quotedNames lists names of attributes.
func quotedNames(names []string) string {
	text, _ := json.Marshal(append([]string{}, names...)) // of texts: cannot fail
	return string(text)
}

// attributeNames reads the names of attributes and sorts them.
func attributeNames(place string, text json.RawMessage) (names []string, err error) {
	channels, err := smoothing.ParseChannels(place, text)
	for _, c := range channels {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return names, err
}

// takeModel takes what the prediction says about the model, which fixAttributes has looked at.
func (q *Prediction) takeModel(p *document.Object) error {
	field, err := p.Child("model")
	if err != nil || field == nil {
		return err
	}
	field.Take("attributes")
	return field.Done()
}

// fixAttributes keeps the attributes that the model sees, and compares those of both clouds.
func (s *steps) fixAttributes(o *document.Object) error {
	names, given, counted, err := seen(o.Peek("prediction"))
	if err != nil {
		return err
	}
	switch {
	case given:
	case counted:
		// An attribute that sigma goes by may be there for that alone.
		if i := slices.IndexFunc(s.inline, func(name string) bool { return !s.spreads(name) }); i >= 0 {
			return document.BadField(modelField, "is missing: the request has the attribute %q, but does not say whether the model sees it; name the "+
				"attributes that it sees, or give an empty list", s.inline[i])
		}
	default:
		names = slices.Clone(s.inline)
		slices.Sort(names)
		names = slices.Compact(names)
	}
	s.Prediction.Seen = names
	if s.Clean == nil {
		return s.checkAttributeNoise(names)
	}
	if names, err = s.withSpread(names); err != nil {
		return err
	}
	if err := s.keepSeen("clean", s.Clean, names); err != nil {
		return err
	}
	if s.Attack != nil {
		s.Perturbed.Attributes = s.Clean.Attributes
	}
	if s.Perturbed != nil {
		if err := s.keepSeen("perturbed", s.Perturbed, names); err != nil {
			return err
		}
	}
	if err := s.checkAttributeNoise(names); err != nil || s.Perturbed == nil {
		return err
	}
	return s.compareAttributes()
}

// withSpread adds the attribute that σ goes by to those that are kept. The smoothed classifier depends on it, whether the model sees it or not.
func (s *steps) withSpread(names []string) ([]string, error) {
	if s.SigmaBy == nil {
		return names, nil
	}
	name := s.SigmaBy.Attribute
	if _, noisy := s.AttributeSigma[name]; noisy {
		return nil, document.BadField("sigma.attribute",
			"is %q, which has noise itself (attribute_sigma); take another attribute for sigma, or leave that noise out", name)
	}
	if slices.Contains(names, name) {
		return names, nil
	}
	if s.Prediction.Seen == nil {
		s.Prediction.Seen = []string{} // written, so that reading the certificate does not take what the cloud keeps for seen
	}
	all := append(slices.Clone(names), name)
	slices.Sort(all)
	return all, nil
}

// keepSeen leaves a cloud the attributes that the model sees.
func (s *steps) keepSeen(field string, cloud *pointcloud.Cloud, names []string) error {
	var kept pointcloud.Attributes
	for _, name := range names {
		values := cloud.Attribute(name)
		switch {
		case values == nil && s.Preparation != nil && s.Preparation.Method == pointcloud.Surface:
			return document.BadField(field, "has no attribute %q, which the model sees: samples of a surface have only colours (red, green, blue, alpha), "+
				"which can be mixed; sample its points, or leave the attribute out of %s", name, modelField)
		case values == nil:
			return document.BadField(field, "has no attribute %q, which %s", name, s.why(name))
		case pointcloud.IsVector(name) && (s.Group.Turns() || s.Group == invariance.Axis):
			return document.BadField(field+".attributes."+name, "is part of a vector that turns with the cloud: held fixed it would break the invariance under "+
				"rotations; %s, or choose the group \"none\" or \"T\"", s.adviceForVectors(name))
		}
		kept = append(kept, pointcloud.Attribute{Name: name, Values: values})
	}
	cloud.Attributes = kept
	return nil
}

// spreads tells whether σ goes by an attribute.
func (r *Request) spreads(name string) bool { return r.SigmaBy != nil && r.SigmaBy.Attribute == name }

// why says why a cloud needs an attribute, and what to do about it.
func (s *steps) why(name string) string {
	if s.spreads(name) {
		return "sigma goes by; add it, or give sigma as one number"
	}
	return "the model sees; add it, or leave it out of " + modelField
}

func (s *steps) adviceForVectors(name string) string {
	if s.spreads(name) {
		return "let sigma go by another attribute"
	}
	return "compute such vectors inside the model and leave them out of " + modelField
}

// compareAttributes refuses clouds whose attributes differ. Where samples are of some points, the points with other attributes count as
// replaced.
func (s *steps) compareAttributes() error {
	clean, perturbed := s.Fixed(*s.Clean), s.Fixed(*s.Perturbed)
	if len(clean.Attributes) == 0 || s.Subsample > 0 || clean.Count() != perturbed.Count() {
		return nil
	}
	searched := s.Permutation && clean.Count() <= registration.MaxPoints
	a, b := pointcloud.Labels(clean, perturbed)
	if searched && pointcloud.MatchLabels(a, b) != nil || slices.Equal(a, b) {
		return nil
	}
	if searched {
		return s.otherMultiset(a, b)
	}
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		for k, own := range clean.Attributes {
			if x, y := own.Values[i], perturbed.Attributes[k].Values[i]; x != y {
				return document.BadField("perturbed.attributes."+own.Name, "point %d has %v, the clean cloud %v: %s", i+1, y, x, s.attributeAdvice(own.Name))
			}
		}
	}
	return nil
}

// attributeAdvice says what to do about an attribute that differs.
func (s *steps) attributeAdvice(name string) string {
	same, leave := "attributes that the model sees must be the same; ", "leave the attribute out of "+modelField+" if the model does not see it"
	if s.spreads(name) {
		same, leave = "the attribute that sigma goes by must be the same; ", "give sigma as one number"
	}
	switch {
	case s.Permutation && s.Clean.Count() > registration.MaxPoints:
		return same + tooManyPoints + ", or " + leave
	case s.Noise == nil:
		return same + "give votes of samples of k points (subsample), for which such points count as replaced, or " + leave
	}
	return same + leave
}

// otherMultiset names a point of the perturbed cloud whose attributes the clean cloud has less often.
func (s *steps) otherMultiset(a, b []int) error {
	left := map[int]int{}
	for _, label := range a {
		left[label]++
	}
	for j, label := range b {
		if left[label]--; left[label] >= 0 {
			continue
		}
		name, value := s.oddAttribute(j)
		return document.BadField("perturbed.attributes."+name, "point %d has %v, which more points have than in the clean cloud: %s", j+1, value,
			s.attributeAdvice(name))
	}
	return nil
}

// oddAttribute returns the attribute of a perturbed point that the clean cloud has less often by itself, or else the first one.
func (s *steps) oddAttribute(point int) (name string, value float64) {
	clean, perturbed := s.Fixed(*s.Clean), s.Fixed(*s.Perturbed)
	for k, own := range clean.Attributes {
		x := perturbed.Attributes[k].Values[point]
		count := 0
		for i := range own.Values {
			if own.Values[i] == x {
				count++
			}
			if perturbed.Attributes[k].Values[i] == x {
				count--
			}
		}
		if name == "" || count < 0 {
			name, value = own.Name, x
		}
		if count < 0 {
			break
		}
	}
	return name, value
}

// labels numbers the fixed attributes of the points of both clouds; see pointcloud.Labels.
func (r *Request) labels() (clean, perturbed []int) {
	return pointcloud.Labels(r.Fixed(*r.Clean), r.Fixed(*r.Perturbed))
}

// keepsLabels tells whether the fixed attributes of both clouds are the same, point by point.
func (r *Request) keepsLabels() bool {
	a, b := r.labels()
	return slices.Equal(a, b)
}

// sameAttributes tells whether the fixed attributes of both clouds are the same, point by point, or in another order where that does not matter.
func (r *Request) sameAttributes() bool {
	if len(r.Clean.Attributes) == 0 {
		return true
	}
	if r.Permutation && r.Clean.Count() <= registration.MaxPoints {
		a, b := r.labels()
		return pointcloud.MatchLabels(a, b) != nil
	}
	return r.keepsLabels()
}

// withoutOthers takes apart the pairs whose attributes differ: such points count as replaced.
func (r *Request) withoutOthers(partners []int) []int {
	if len(r.Clean.Attributes) == 0 {
		return partners
	}
	a, b := r.labels()
	kept := slices.Clone(partners)
	for i, j := range kept {
		if j != pointcloud.NoPartner && a[i] != b[j] {
			kept[i] = pointcloud.NoPartner
		}
	}
	return kept
}
