package intake

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// see gives settings the attributes that the model behind the votes saw.
func (v *counted) see(s *judging.Settings) error {
	names := judging.NamesOf(v.plan.Model.Attributes)
	if s.Seen.Names != nil && !slices.Equal(s.Seen.Names, names) {
		return document.BadField(judging.SeenField, "must name the attributes that the votes were counted with, %s", judging.JSON(names))
	}
	s.Seen.Names = names
	return nil
}

// keepSeen leaves a cloud the attributes that the model sees. Votes that are still to be counted may be of any.
func (e *Entry) keepSeen(s *judging.Settings, unvoted bool) {
	if e.Failure != "" {
		return
	}
	names := s.Seen.Names
	if names == nil && (unvoted || e.file.Cloud.Points == nil) { // it stands in the document
		names = e.Cloud.AttributeNames()
	}
	by := s.Base.SigmaBy
	if by != nil && !slices.Contains(names, by.Attribute) {
		names = append(slices.Clone(names), by.Attribute)
		slices.Sort(names)
	}
	var kept pointcloud.Attributes
	for _, name := range names {
		values, why, leave := e.Cloud.Attribute(name), "the model sees", "leave it out of "+judging.SeenField
		if by != nil && name == by.Attribute {
			why, leave = "sigma goes by", "give sigma as one number"
		}
		switch {
		case values == nil:
			e.fail("has no attribute %q, which %s; add it, or %s", name, why, leave)
			return
		case !unvoted && pointcloud.IsVector(name) && (s.Base.Group.Turns() || s.Base.Group == invariance.Axis):
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
		data = append(data, judging.JSONLine([]any{a.Name, len(a.Values)})...)
		for _, x := range a.Values {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	return data
}
