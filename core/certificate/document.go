package certificate

import (
	"bytes"
	"encoding/json"
)

// Document returns the certificate document: c completed with the request as
// computed, so that it can be checked alone. The request is on one line.
func Document(r *Request, c *Certificate) ([]byte, error) {
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
	document := append([]byte(nil), text[:end]...)
	document = append(document, "\n  \"request\": "...)
	document = append(document, request...)
	document = append(document, ',')
	document = append(document, text[end:]...)
	return append(document, '\n'), nil
}
