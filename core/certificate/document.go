package certificate

import (
	"bytes"
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/document"
)

// Document returns the certificate document: c completed with the request as
// computed, so that it can be checked alone. The request is on one line.
//
// A certificate whose draws were never finished becomes that of the request without
// draws: what stands of it, and the request says so.
func Document(r *Request, c *Certificate) ([]byte, error) {
	if r.undrawn(c) {
		short := *r
		short.Samples = 0
		var err error
		if c, _, err = Prepare(&short); err != nil {
			return nil, err
		}
		r = &short
	}
	if err := c.Issuable(); err != nil {
		return nil, err
	}
	whole := *c
	whole.Request = nil
	text, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		return nil, err
	}
	request, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	end := bytes.LastIndex(text, []byte("\n  \"core\":"))
	out := append(document.Written(text[:end]), "\n  \"request\": "...)
	out = append(append(out, request...), ',')
	return append(append(out, text[end:]...), '\n'), nil
}

// undrawn tells whether c lacks the draws that r asks for.
func (r *Request) undrawn(c *Certificate) bool {
	return c.Orbit != nil && c.Orbit.Lower != nil && r.Samples > 0 && c.MonteCarlo() == nil && !r.Settled(&c.Verdict) && r.Drawn(r.Reduced())
}
