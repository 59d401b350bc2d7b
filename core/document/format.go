package document

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Format is the version of the documents' form. It changes only when a document of an earlier form
// could be read in another way.
const Format = 1

// Written returns the text of a document, an object with fields, with "format" before these.
func Written(text []byte) []byte {
	rest := text[1:]
	space := rest[:len(rest)-len(bytes.TrimLeft(rest, " \n"))]
	colon := ":"
	if len(space) > 0 { // indented
		colon = ": "
	}
	return append(fmt.Appendf(nil, "{%s\"format\"%s%d,", space, colon, Format), rest...)
}

// Indented returns the text of a document, indented and with "format" first.
func Indented(value any) ([]byte, error) {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(Written(text), '\n'), nil
}

// TakeFormat takes "format" and "$schema", which every document may have.
func TakeFormat(o *Object) error {
	_, _, err := o.Whole("format", Format, Format)
	_, _, bad := o.Text("$schema")
	return Join(err, bad)
}
