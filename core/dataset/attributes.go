package dataset

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// seenField says which attributes the model of a run sees.
const seenField = "prediction.model.attributes"

// sight is the attributes that the model of a run sees. Every cloud has them, and attacks hold them fixed.
type sight struct {
	// names are sorted. If the run names none they are nil: the model then sees all attributes of a cloud whose points are in the run
	// document, and no attributes of a file.
	names []string
	// text is the list as the document gives it, nil where it follows from voted.
	text json.RawMessage
}

// takeSeen takes {"model": {"attributes": …}}.
func (s *Settings) takeSeen(o *document.Object) error {
	field, err := o.Child("prediction")
	if err != nil || field == nil {
		return err
	}
	model, err := field.Child("model")
	switch {
	case err != nil:
		return err
	case model == nil || !model.Has("attributes"):
		return document.BadField(seenField, "is missing: prediction names the attributes that the model of a run sees, and nothing else")
	}
	text := model.Take("attributes")
	channels, err := smoothing.ParseChannels(seenField, text)
	if err != nil {
		return err
	}
	s.seen = sight{namesOf(channels), text}
	return document.Join(model.Done(), field.Done())
}

// namesOf returns the names of channels, sorted and not nil.
func namesOf(channels []smoothing.Channel) []string {
	names := []string{}
	for _, c := range channels {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return names
}

// document returns the field as it is written, nil where it follows from voted.
func (s sight) document() any {
	if s.text == nil {
		return nil
	}
	return map[string]any{"model": map[string]any{"attributes": s.text}}
}

// see gives settings the attributes that the model behind the votes saw.
func (v *counted) see(s *Settings) error {
	names := namesOf(v.plan.Model.Attributes)
	if s.seen.names != nil && !slices.Equal(s.seen.names, names) {
		return document.BadField(seenField, "must name the attributes that the votes were counted with, %s", text(names))
	}
	s.seen.names = names
	return nil
}

// keepSeen leaves a cloud the attributes that the model sees. Votes that are still to be counted may be of any.
func (e *Entry) keepSeen(s *Settings, unvoted bool) {
	if e.Failure != "" {
		return
	}
	names := s.seen.names
	if names == nil && (unvoted || e.file.Cloud.Points == nil) { // it stands in the document
		names = e.Cloud.AttributeNames()
	}
	by := s.base.SigmaBy
	if by != nil && !slices.Contains(names, by.Attribute) {
		names = append(slices.Clone(names), by.Attribute)
		slices.Sort(names)
	}
	var kept pointcloud.Attributes
	for _, name := range names {
		values, why, leave := e.Cloud.Attribute(name), "the model sees", "leave it out of "+seenField
		if by != nil && name == by.Attribute {
			why, leave = "sigma goes by", "give sigma as one number"
		}
		switch {
		case values == nil:
			e.fail("has no attribute %q, which %s; add it, or %s", name, why, leave)
			return
		case !unvoted && pointcloud.IsVector(name) && (s.base.Group.Turns() || s.base.Group == invariance.Axis):
			e.fail("attributes.%s: is part of a vector that turns with the cloud: held fixed it would break the invariance under rotations; %s", name, leave)
			return
		}
		kept = append(kept, pointcloud.Attribute{Name: name, Values: values})
	}
	e.Cloud.Attributes = kept
}

// attributeBytes is what names the attributes of a cloud, nothing where it has none.
func attributeBytes(all pointcloud.Attributes) (data []byte) {
	for _, a := range all {
		data = append(data, line([]any{a.Name, len(a.Values)})...)
		for _, x := range a.Values {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	return data
}
