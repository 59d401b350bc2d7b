package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/invariance"
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

func badField(field, format string, values ...any) error {
	return &FieldError{field, fmt.Sprintf(format, values...)}
}

// object is a JSON object whose fields are taken one by one. What nobody takes
// is unknown and refused by done. encoding/json alone would let unknown,
// repeated and differently spelled names pass.
type object struct {
	path   string
	fields map[string]json.RawMessage
}

// parseObject splits the JSON object in data into its fields. path is the name
// of the object within the document, empty for the document itself.
func parseObject(path string, data []byte) (*object, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if token, err := decoder.Token(); err != nil {
		return nil, syntaxError(path, data, err)
	} else if token != json.Delim('{') {
		return nil, badField(orDocument(path), "must be a JSON object")
	}
	o := &object{path, map[string]json.RawMessage{}}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, syntaxError(path, data, err)
		}
		name, _ := token.(string)
		if _, seen := o.fields[name]; seen {
			return nil, badField(o.name(name), "is there twice")
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, syntaxError(path, data, err)
		}
		o.fields[name] = value
	}
	if _, err := decoder.Token(); err != nil {
		return nil, syntaxError(path, data, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, badField(orDocument(path), "something follows after the closing brace")
	}
	return o, nil
}

func orDocument(path string) string {
	if path == "" {
		return "document"
	}
	return path
}

func syntaxError(path string, data []byte, err error) error {
	var syntax *json.SyntaxError
	if path != "" {
		return badField(path, "is not JSON: %v", err)
	}
	offset := len(data)
	if errors.As(err, &syntax) {
		offset = min(offset, int(syntax.Offset))
	}
	message := "the document ends too early"
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		message = "not JSON: " + err.Error()
	}
	return &SyntaxError{1 + bytes.Count(data[:offset], []byte{'\n'}), message}
}

// name returns the full name of a field.
func (o *object) name(field string) string {
	if o.path == "" {
		return field
	}
	return o.path + "." + field
}

// take removes a field and returns its text, nil when it is absent.
func (o *object) take(field string) json.RawMessage {
	value := o.fields[field]
	delete(o.fields, field)
	return value
}

func (o *object) has(field string) bool { _, ok := o.fields[field]; return ok }

// done refuses what nobody took.
func (o *object) done() error {
	first := ""
	for name := range o.fields {
		if first == "" || name < first {
			first = name
		}
	}
	if len(o.fields) == 0 {
		return nil
	}
	return badField(o.name(first), "is not a known field here")
}

// number takes a finite number. present tells whether the field was there.
func (o *object) number(field string) (x float64, present bool, err error) {
	text := o.take(field)
	if text == nil {
		return 0, false, nil
	}
	x, err = parseNumber(o.name(field), text)
	return x, true, err
}

// parseNumber reads a finite number. −0 becomes 0: requests that describe the
// same problem have one canonical form.
func parseNumber(name string, text json.RawMessage) (float64, error) {
	if len(text) == 0 || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return 0, badField(name, "must be a number, got %s", shorten(text))
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return 0, badField(name, "is out of range: %s", shorten(text))
	}
	return x + 0, nil
}

// whole takes a whole number from low to high.
func (o *object) whole(field string, low, high int64) (k int64, present bool, err error) {
	x, present, err := o.number(field)
	if err != nil || !present {
		return 0, present, err
	}
	if x != math.Trunc(x) || x < float64(low) || x > float64(high) {
		return 0, true, badField(o.name(field), "must be a whole number from %d to %d, got %v", low, high, x)
	}
	return int64(x), true, nil
}

// text takes a string.
func (o *object) text(field string) (s string, present bool, err error) {
	value := o.take(field)
	if value == nil {
		return "", false, nil
	}
	if value[0] != '"' {
		return "", true, badField(o.name(field), "must be a string, got %s", shorten(value))
	}
	err = json.Unmarshal(value, &s)
	return s, true, err
}

// truth takes true or false.
func (o *object) truth(field string) (bool, error) {
	switch value := o.take(field); string(value) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	default:
		return false, badField(o.name(field), "must be true or false, got %s", shorten(value))
	}
}

// child takes an object.
func (o *object) child(field string) (*object, error) {
	value := o.take(field)
	if value == nil {
		return nil, nil
	}
	return parseObject(o.name(field), value)
}

// shorten quotes at most 40 bytes of a value.
func shorten(text []byte) string {
	if len(text) > 40 {
		return string(text[:40]) + "…"
	}
	return string(text)
}

// oneOf takes one of the given words, the first of them when it is absent.
func (o *object) oneOf(field string, words ...string) (string, error) {
	word, present, err := o.text(field)
	if err != nil || !present {
		return words[0], err
	}
	if !slices.Contains(words, word) {
		return "", badField(o.name(field), "must be one of %s, got %q", strings.Join(words, ", "), word)
	}
	return word, nil
}

// direction takes three numbers, not all zero.
func (o *object) direction(field string) ([]float64, error) {
	v, err := o.vector(field)
	if err != nil {
		return nil, err
	}
	if length := invariance.Norm(v); length < 1/maxLength || length > maxLength {
		return nil, badField(o.name(field), "must have a length above 0, from 1e-100 to 1e100")
	}
	return v, nil
}

// vector takes three numbers.
func (o *object) vector(field string) ([]float64, error) {
	var entries []json.RawMessage
	if json.Unmarshal(o.take(field), &entries) != nil || len(entries) != 3 {
		return nil, badField(o.name(field), "must be three numbers")
	}
	v := make([]float64, 3)
	for i, text := range entries {
		x, err := parseNumber(o.name(field), text)
		if err != nil {
			return nil, err
		}
		v[i] = x
	}
	return v, nil
}
