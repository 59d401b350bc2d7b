package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// FieldError says which field of a request is bad and why.
type FieldError struct {
	Field   string
	Message string
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
	return &FieldError{field, fmt.Sprintf(format, values...)}
}

func syntaxError(path string, data []byte, err error) error {
	if path != "" {
		return BadField(path, "is not JSON: %v", err)
	}
	message := "the document ends too early"
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		message = "not JSON: " + err.Error()
	}
	return &SyntaxError{LineOf(data, err), message}
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
