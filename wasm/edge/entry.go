package main

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// entry is a signed certificate that has been checked. The store keeps the
// document alone.
type entry struct {
	document  []byte
	signature string
}

// decode reads what the store returned for key. It fails unless this edge signed
// the document, with this core, for the request named by key: the store is
// trusted with keeping, not with telling the truth. The errors quote nothing.
func (s *signer) decode(key string, stored []byte) (entry, error) {
	e, ok := s.verify(stored)
	if !ok {
		return entry{}, errors.New("not signed here")
	}
	ending := "\n  \"core\": \"" + certificate.Core + "\",\n  \"key\": \"" + key + "\"" + beforeSignature + e.signature + afterSignature
	if !bytes.HasSuffix(stored, []byte(ending)) {
		return entry{}, errors.New("of another core or another key")
	}
	var document struct {
		Request json.RawMessage `json:"request"`
	}
	if err := json.Unmarshal(stored, &document); err != nil {
		return entry{}, errors.New("not JSON")
	}
	request, err := certificate.ParseRequest(document.Request, nil)
	if err != nil {
		return entry{}, errors.New("without a request")
	}
	if recomputed, err := request.Key(); err != nil || recomputed != key {
		return entry{}, errors.New("the key is not its request's")
	}
	if certificate.Contradiction(stored) != "" {
		return entry{}, errors.New("a lower bound exceeds an upper one")
	}
	return e, nil
}
