package certificate

import (
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/document"
)

// Verification is the result of computing a certificate document again.
type Verification struct {
	// Core is the version that made the document.
	Core string `json:"core"`
	// Certified tells whether a row that was verified certifies.
	Certified bool `json:"certified"`
	// Failed has a line "field: problem" for each claim that the computation contradicts.
	Failed []string `json:"failed,omitempty"`
	// Partial has such a line for each row that this version does not compute.
	Partial []string `json:"partial,omitempty"`
	// Request and Own are what was certified again, and the certificate.
	Request *Request     `json:"-"`
	Own     *Certificate `json:"-"`
}

// Verify computes the certificate document in data again from the request in it.
//
// A document of this core must be equal, field by field. In a document of an earlier core every row
// that is still computed must agree to rounding; a row that is not, such as an old Monte Carlo bound,
// is named in Partial, with today's bound. Such a row certifies nothing.
func Verify(data []byte, open Open) (*Verification, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	core, err := coreOf(o)
	if err != nil {
		return nil, err
	}
	r, err := takeRequest(o, core, open)
	if err != nil {
		return nil, err
	}
	if err := o.Repeated(); err != nil {
		return nil, err
	}
	if said := Contradiction(data); said != "" {
		return &Verification{Core: core, Failed: []string{said}}, nil
	}
	if core == Core {
		return r.verifyEqual(o)
	}
	return r.verifyReleased(o, core)
}

// coreOf returns the version that made a document, which stays in it.
func coreOf(o *document.Object) (core string, err error) {
	text := o.Peek("core")
	switch {
	case text == nil:
		return "", document.BadField("core", "is missing: the document is not a certificate")
	case text[0] != '"':
		return "", document.BadField("core", "must be a string, got %s", document.Shorten(text))
	}
	if err := json.Unmarshal(text, &core); err != nil {
		return "", err
	}
	switch {
	case numbersOf(core) == nil:
		return "", document.BadField("core", "must be a version such as %s, got %q", Core, core)
	case older(Core, core):
		return "", document.BadField("core", "is %s, and this program has %s; verify it with a newer program", core, Core)
	}
	return core, nil
}

// Contradiction names a lower bound of a certificate document that exceeds an upper one, "" if there is none or data has
// another form.
func Contradiction(data []byte) string {
	claimed, err := claims(data)
	if err != nil {
		return ""
	}
	return claimed.Contradiction()
}

// takeRequest takes the request of a certificate document, of any released core, and leaves what it claims.
func takeRequest(o *document.Object, core string, open Open) (*Request, error) {
	text := o.Take("request")
	if text == nil {
		return nil, document.BadField("request", "is missing: the document is not a certificate")
	}
	for _, name := range []string{"key", "signature"} { // where it is stored and who stored it
		o.Take(name)
	}
	if err := document.TakeFormat(o); err != nil {
		return nil, err
	}
	r, err := parseReleased(text, core, open)
	if err != nil {
		return nil, fmt.Errorf("in the request: %w", err)
	}
	return r, nil
}

// verifyEqual compares a document of this core with the certificate of its request.
func (r *Request) verifyEqual(claimed *document.Object) (*Verification, error) {
	c, err := Certify(r)
	if err != nil {
		return nil, err
	}
	theirs, mine, err := bothFields(claimed, c)
	if err != nil {
		return nil, err
	}
	delete(mine, "format")
	return &Verification{Core: Core, Certified: c.Certified, Failed: unequal("", theirs, mine), Request: r, Own: c}, nil
}

// bothFields returns the fields of a document, less its request, and those of a certificate.
func bothFields(claimed *document.Object, c *Certificate) (theirs, mine map[string]any, err error) {
	own, err := json.Marshal(c)
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(own, &mine); err != nil {
		return nil, nil, err
	}
	theirs = map[string]any{}
	for name, text := range claimed.Rest() {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			return nil, nil, document.BadField(name, "%v", err)
		}
		theirs[name] = value
	}
	return theirs, mine, nil
}
