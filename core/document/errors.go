package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// FieldError says which field of a request is bad and why.
type FieldError struct {
	Field   string
	Message string
	unknown bool // a name that is no field
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Message }

// SyntaxError says where a document is not JSON.
type SyntaxError struct {
	Line    int
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// BadField returns a FieldError.
func BadField(field, format string, values ...any) error {
	return &FieldError{field, fmt.Sprintf(format, values...), false}
}

// located says where JSON text is none; other errors say it themselves.
func located(path string, data []byte, err error) error {
	switch {
	case !IsSyntax(err):
		return err
	case path != "":
		return BadField(path, "is %s", notJSON(err))
	case isEnd(err):
		return &SyntaxError{LineOf(data, err), tooEarly}
	default:
		return &SyntaxError{LineOf(data, err), notJSON(err)}
	}
}

const tooEarly = "the document ends too early"

// notJSON says why a text is no JSON. NaN and infinities, which some writers put there, have their names.
func notJSON(err error) string {
	for _, word := range []struct{ said, name string }{
		{"'N' looking for beginning of value", "NaN"}, {"'a' in literal null", "nan"},
		{"'I' looking for beginning of value", "Infinity"}, {"'I' in numeric literal", "-Infinity"},
	} {
		if strings.Contains(err.Error(), word.said) {
			return "not JSON: " + word.name + " is no number; give a finite one, or leave the field out"
		}
	}
	return "not JSON: " + err.Error()
}

func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

// IsSyntax tells whether an error is one of text that is no JSON.
func IsSyntax(err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, number := errors.AsType[*json.UnmarshalTypeError](err) // out of range
	return syntax || number || isEnd(err)
}

// LineOf returns the line on which data stops to be JSON, its last one if that is
// not known.
func LineOf(data []byte, err error) int {
	offset := len(data)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = min(offset, int(syntax.Offset))
	}
	return 1 + bytes.Count(data[:offset], []byte{'\n'})
}

func orDocument(path string) string {
	if path == "" {
		return "document"
	}
	return path
}

// Shorten quotes at most 40 bytes of a value.
func Shorten(text []byte) string {
	if len(text) > 40 {
		return string(text[:40]) + "…"
	}
	return string(text)
}
