package document

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MaxLength bounds coordinates, σ and norms, so that their squares stay within
// float64.
const MaxLength = 1e100

// Number takes a finite number. present tells whether the field was there.
func (o *Object) Number(field string) (x float64, present bool, err error) {
	text := o.Take(field)
	if text == nil {
		return 0, false, nil
	}
	x, err = ParseNumber(o.Name(field), text)
	return x, true, err
}

// ParseNumber reads a finite number. −0 becomes 0: requests that describe the
// same problem have one canonical form.
func ParseNumber(name string, text json.RawMessage) (float64, error) {
	if len(text) == 0 || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return 0, BadField(name, "must be a number, got %s", Shorten(text))
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return 0, BadField(name, "is out of range: %s", Shorten(text))
	}
	return x + 0, nil
}

// Whole takes a whole number from low to high.
func (o *Object) Whole(field string, low, high int64) (k int64, present bool, err error) {
	text := o.Take(field)
	if text == nil {
		return 0, false, nil
	}
	k, err = ParseWhole(o.Name(field), text, low, high)
	return k, true, err
}

// ParseWhole reads a whole number from low to high.
func ParseWhole(name string, text json.RawMessage, low, high int64) (int64, error) {
	x, err := ParseNumber(name, text)
	if err != nil {
		return 0, err
	}
	if x != math.Trunc(x) || x < float64(low) || x > float64(high) {
		return 0, BadField(name, "must be a whole number from %d to %d, got %v", low, high, x)
	}
	return int64(x), nil
}

// Text takes a string.
func (o *Object) Text(field string) (s string, present bool, err error) {
	value := o.Take(field)
	if value == nil {
		return "", false, nil
	}
	if value[0] != '"' {
		return "", true, BadField(o.Name(field), "must be a string, got %s", Shorten(value))
	}
	err = json.Unmarshal(value, &s)
	return s, true, err
}

// Truth takes true or false.
func (o *Object) Truth(field string) (bool, error) {
	switch value := o.Take(field); string(value) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	default:
		return false, BadField(o.Name(field), "must be true or false, got %s", Shorten(value))
	}
}

// Child takes an object.
func (o *Object) Child(field string) (*Object, error) {
	value := o.Take(field)
	if value == nil {
		return nil, nil
	}
	return Parse(o.Name(field), value)
}

// OneOf takes one of the given words, the first of them when it is absent.
func (o *Object) OneOf(field string, words ...string) (string, error) {
	word, present, err := o.Text(field)
	if err != nil || !present {
		return words[0], err
	}
	if !slices.Contains(words, word) {
		return "", BadField(o.Name(field), "must be one of %s, got %q", strings.Join(words, ", "), word)
	}
	return word, nil
}

// Direction takes three numbers, not all zero.
func (o *Object) Direction(field string) ([]float64, error) {
	v, err := o.vector(field)
	if err != nil {
		return nil, err
	}
	if length := math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(v[2]*v[2])); length < 1/MaxLength || length > MaxLength {
		return nil, BadField(o.Name(field), "must have a length above 0, from 1e-100 to 1e100")
	}
	return v, nil
}

// vector takes three numbers.
func (o *Object) vector(field string) ([]float64, error) {
	var entries []json.RawMessage
	if json.Unmarshal(o.Take(field), &entries) != nil || len(entries) != 3 {
		return nil, BadField(o.Name(field), "must be three numbers")
	}
	v := make([]float64, 3)
	for i, text := range entries {
		x, err := ParseNumber(o.Name(field), text)
		if err != nil {
			return nil, err
		}
		v[i] = x
	}
	return v, nil
}

// List splits a JSON array.
func List(field string, text json.RawMessage) ([]json.RawMessage, error) {
	var all []json.RawMessage
	if len(text) == 0 || text[0] != '[' || json.Unmarshal(text, &all) != nil {
		return nil, BadField(field, "must be a list")
	}
	return all, nil
}

// Numbered returns the name of an element of a list, counted from 0.
func Numbered(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }
