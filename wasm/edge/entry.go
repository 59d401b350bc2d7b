package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// entry is a signed certificate that has been checked. The store keeps the
// document alone.
type entry struct {
	document  []byte
	signature string
}

// decode reads what the store returned for key. It fails unless this edge signed
// the document for the request named by key: the store is trusted with keeping,
// not with telling the truth. Keys depend on the core, so a document of an earlier
// core has its key by the signature alone. The errors quote nothing.
func (s *signer) decode(key string, stored []byte) (entry, error) {
	e, ok := s.verify(stored)
	if !ok {
		return entry{}, errors.New("not signed here")
	}
	core, ok := coreOf(e, key)
	if !ok {
		return entry{}, errors.New("of another key")
	}
	if certificate.Contradiction(stored) != "" {
		return entry{}, errors.New("a lower bound exceeds an upper one")
	}
	if core != certificate.Core {
		return e, nil
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
	return e, nil
}

// coreOf returns the core that a signed document names at its end, before key.
func coreOf(e entry, key string) (core string, ok bool) {
	rest, ok := bytes.CutSuffix(e.document, []byte("\",\n  \"key\": \""+key+"\""+beforeSignature+e.signature+afterSignature))
	const before = "\n  \"core\": \""
	at := bytes.LastIndex(rest, []byte(before))
	if !ok || at < 0 {
		return "", false
	}
	core = string(rest[at+len(before):])
	return core, !strings.ContainsAny(core, "\"\n")
}
