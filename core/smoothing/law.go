package smoothing

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/transform"
)

// Law is the distribution of samples, but for the noise on coordinates. A request and the votes that it rests on have the same: a field of it
// reaches the plan, its seed and the evidence, and votes without a field that the request has are refused.
type Law struct {
	// Subsample is how many points of the cloud a sample is of, drawn for each; 0 is all of them.
	Subsample int `json:"subsample,omitempty"`
	// Noise is that on the parameters of transformations, nil where there is none, and Axis theirs: in a request that of the group.
	Noise *transform.Noise `json:"parameters,omitempty"`
	Axis  []float64        `json:"axis,omitempty"`
	// AttributeSigma is the standard deviation of the noise on attributes, by name; the others have none.
	AttributeSigma map[string]float64 `json:"attribute_sigma,omitempty"`
	// Scores says that each sample votes for a class drawn with its scores; see (*Plan).drawn.
	Scores bool `json:"scores,omitempty"`
}

// Fields returns the fields that are there, as votes documents have them.
func (l Law) Fields() map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	text, _ := json.Marshal(l) // of numbers and texts: cannot fail
	_ = json.Unmarshal(text, &fields)
	return fields
}

// Terms returns the same as requests have it.
func (l Law) Terms() map[string]json.RawMessage {
	terms := l.Fields()
	delete(terms, "axis") // the group has it
	if noise := terms["parameters"]; noise != nil {
		delete(terms, "parameters")
		terms["noise"] = noise
	}
	return terms
}

// takeLaw takes the law of the samples, which has to be what the request goes by.
func (p *Plan) takeLaw(o *document.Object, r Request) error {
	s := &p.Sampling
	if s.Law, s.Axis = r.Law, nil; r.Noise != nil {
		s.Axis = r.Asked.Axis
	}
	for _, agree := range []func(*document.Object, Request) error{s.agreeSubsample, s.agreeNoise, p.takeAttributeNoise, s.agreeScores} {
		if err := agree(o, r); err != nil {
			return err
		}
	}
	return nil
}
