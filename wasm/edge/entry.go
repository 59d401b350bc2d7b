package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// An entry is what the store keeps: the SHA-256 of the document in hexadecimal,
// a line feed, the document. The digest finds damage that still parses.
const digestLength = 2 * sha256.Size

// entry is a stored certificate that has been checked.
type entry struct {
	document []byte
	digest   string
}

// newEntry wraps a certificate document.
func newEntry(document []byte) entry {
	sum := sha256.Sum256(document)
	return entry{document, hex.EncodeToString(sum[:])}
}

// encode returns the bytes for the store.
func (e entry) encode() []byte {
	return append([]byte(e.digest+"\n"), e.document...)
}

// decodeEntry reads what the store returned for key. It fails unless the
// document is the one that was stored and answers the request named by key:
// the store is trusted with keeping, not with telling the truth.
func decodeEntry(key string, stored []byte) (entry, error) {
	if len(stored) <= digestLength || stored[digestLength] != '\n' {
		return entry{}, errors.New("not an entry")
	}
	e := newEntry(stored[digestLength+1:])
	if e.digest != string(stored[:digestLength]) {
		return entry{}, errors.New("the document does not match its digest")
	}
	var document struct {
		Key     string          `json:"key"`
		Request json.RawMessage `json:"request"`
	}
	if err := json.Unmarshal(e.document, &document); err != nil {
		return entry{}, err
	}
	request, err := certificate.ParseRequest(document.Request, nil)
	if err != nil {
		return entry{}, err
	}
	recomputed, err := request.Key()
	if err != nil {
		return entry{}, err
	}
	if recomputed != key || document.Key != key {
		return entry{}, fmt.Errorf("it belongs to the key %s", recomputed)
	}
	return e, nil
}
