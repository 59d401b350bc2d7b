package judging

import (
	"encoding/json"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// SeenField says which attributes the model of a run sees.
const SeenField = "prediction.model.attributes"

// sight is the attributes that the model of a run sees. Every cloud has them, and attacks hold them fixed.
type sight struct {
	// names are sorted. If the run names none they are nil: the model then sees all attributes of a cloud whose points are in the run
	// document, and no attributes of a file.
	Names []string
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
		return document.BadField(SeenField, "is missing: prediction names the attributes that the model of a run sees, and nothing else")
	}
	text := model.Take("attributes")
	channels, err := smoothing.ParseChannels(SeenField, text)
	if err != nil {
		return err
	}
	s.Seen = sight{NamesOf(channels), text}
	return document.Join(model.Done(), field.Done())
}

// NamesOf returns the names of channels, sorted and not nil.
func NamesOf(channels []smoothing.Channel) []string {
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
