package smoothing

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
)

// Machine is what a count says beside its votes: what ran the model, and what came of the test of a
// declared invariance.
type Machine struct {
	Runtime *Runtime `json:"runtime"`
	Tested  *Tested  `json:"tested"`
}

// NewEvidence counts the coded classes; it returns nil before the first look.
func NewEvidence(p *Plan, coded []byte, by Machine) (*Evidence, error) {
	votes := tally(p, coded)
	if votes == nil {
		return nil, nil
	}
	var text bytes.Buffer
	encoder := base64.NewEncoder(base64.StdEncoding, &text)
	zipped, err := gzip.NewWriterLevel(encoder, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	used := (p.Sampling.Select + int(votes.Samples)) * p.width()
	_, err = zipped.Write(coded[:used])
	for _, end := range []func() error{zipped.Close, encoder.Close} {
		if err == nil {
			err = end()
		}
	}
	return &Evidence{*votes, *p, by.Runtime, by.Tested, text.String()}, err
}
