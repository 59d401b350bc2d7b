package document

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/mutants"
)

func parsed(t *testing.T, text string) *Object {
	t.Helper()
	o, err := Parse("", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Everything that is refused: the error names the place, and what is wrong there unless encoding/json says it.
func TestRefused(t *testing.T) {
	type object = *Object
	ignore := func(_ any, err error) error { return err }
	number := func(o object) error { _, _, err := o.Number("x"); return err }
	whole := func(o object) error { _, _, err := o.Whole("x", 0, 9); return err }
	text := func(o object) error { _, _, err := o.Text("x"); return err }
	truth := func(o object) error { return ignore(o.Truth("x")) }
	child := func(o object) error { return ignore(o.Child("x")) }
	word := func(o object) error { return ignore(o.OneOf("x", "one", "two")) }
	direction := func(o object) error { return ignore(o.Direction("x")) }
	list := func(o object) error { return ignore(List("x", o.Take("x"))) }
	for _, c := range []struct {
		text string
		take func(object) error
		want string
	}{
		{"", nil, "line 1: the document ends too early"},
		{"\n\n{\"x\": 1,\n", nil, "line 4: the document ends too early"},
		{"{\"x\": 1,\n\"y\" 2}", nil, "line 2: not JSON: "},
		{`{"x": 01}`, nil, "line 1: not JSON: "},
		{`[1]`, nil, "document: must be a JSON object"},
		{`"x"`, nil, "document: must be a JSON object"},
		{`null`, nil, "document: must be a JSON object"},
		{`{} {}`, nil, "document: text follows the closing brace"},
		{`{"x": 1, "x": 1}`, nil, "x: occurs twice"},
		{`{"x": 1, "\u0078": 1}`, nil, "x: occurs twice"},
		{`{"x": 1}`, (object).Done, "x: is not a known field here"},
		{`{"z": 1, "X": 1}`, (object).Done, "X: is not a known field here"},
		{`{"x": "1"}`, number, `x: must be a number, got "1"`},
		{`{"x": null}`, number, "x: must be a number, got null"},
		{`{"x": [1]}`, number, "x: must be a number, got [1]"},
		{`{"x": 1e400}`, number, "x: is out of range: 1e400"},
		{`{"x": "` + strings.Repeat("a", 50) + `"}`, number, `x: must be a number, got "` + strings.Repeat("a", 39) + "…"},
		{`{"x": 2.5}`, whole, "x: must be a whole number from 0 to 9, got 2.5"},
		{`{"x": 10}`, whole, "x: must be a whole number from 0 to 9, got 10"},
		{`{"x": -1}`, whole, "x: must be a whole number from 0 to 9, got -1"},
		{`{"x": 1e300}`, whole, "x: must be a whole number from 0 to 9, got 1e+300"},
		{`{"x": 1}`, text, "x: must be a string, got 1"},
		{`{"x": null}`, text, "x: must be a string, got null"},
		{`{"x": 1}`, truth, "x: must be true or false, got 1"},
		{`{"x": null}`, truth, "x: must be true or false, got null"},
		{`{"x": []}`, child, "x: must be a JSON object"},
		{`{"x": {"y": 1, "y": 2}}`, child, "x.y: occurs twice"},
		{`{"x": "three"}`, word, `x: must be one of one, two, got "three"`},
		{`{"x": 1}`, word, "x: must be a string, got 1"},
		{`{}`, direction, "x: must be three numbers"},
		{`{"x": [1, 2]}`, direction, "x: must be three numbers"},
		{`{"x": [1, 2, null]}`, direction, "x: must be a number, got null"},
		{`{"x": [0, 0, 0]}`, direction, "x: must have a length above 0, from 1e-100 to 1e100"},
		{`{"x": [1e200, 0, 0]}`, direction, "x: must have a length above 0, from 1e-100 to 1e100"},
		{`{"x": {}}`, list, "x: must be a list"},
		{`{}`, list, "x: must be a list"},
	} {
		o, err := Parse("", []byte(c.text))
		if err == nil && c.take != nil {
			err = c.take(o)
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// Take returns the text as it was written and leaves nothing behind.
func TestTaken(t *testing.T) {
	o := parsed(t, `{"number": -0.25, "whole": 7e3, "text": "ü\n", "truth": true, "child": {"deep": {"x": 1}}, "word": "two", "direction": [0, -3, 4], "list": [1, [2]]}`)
	number, _, _ := o.Number("number")
	whole, _, _ := o.Whole("whole", 0, 7000)
	text, _, _ := o.Text("text")
	truth, _ := o.Truth("truth")
	word, _ := o.OneOf("word", "one", "two")
	direction, _ := o.Direction("direction")
	list, _ := List("list", o.Take("list"))
	if number != -0.25 || whole != 7000 || text != "ü\n" || !truth || word != "two" || direction[1] != -3 || len(list) != 2 || string(list[1]) != "[2]" {
		t.Error(number, whole, text, truth, word, direction, list)
	}
	child, err := o.Child("child")
	if err != nil || !child.Has("deep") || child.Name("deep") != "child.deep" || string(child.Peek("deep")) != `{"x": 1}` {
		t.Error(child, err)
	}
	deep, err := child.Child("deep")
	if err != nil || deep.Path != "child.deep" || len(deep.Rest()) != 1 {
		t.Error(deep, err)
	}
	for _, taken := range []*Object{o, child} {
		if err := taken.Done(); err != nil {
			t.Error(err)
		}
	}
	if err := deep.Done(); err == nil || err.Error() != "child.deep.x: is not a known field here" {
		t.Error(err)
	}
}

// Absent fields have no value and are no error.
func TestAbsent(t *testing.T) {
	o := parsed(t, "{}")
	_, number, err1 := o.Number("x")
	_, whole, err2 := o.Whole("x", 1, 2)
	_, text, err3 := o.Text("x")
	truth, err4 := o.Truth("x")
	child, err5 := o.Child("x")
	word, err6 := o.OneOf("x", "one", "two")
	if err := errors.Join(err1, err2, err3, err4, err5, err6, o.Done()); err != nil {
		t.Error(err)
	}
	if number || whole || text || truth || child != nil || word != "one" || o.Has("x") || o.Peek("x") != nil {
		t.Error("something is there")
	}
}

// A number survives being written and read, except −0, which is one problem with 0.
func TestNumbersKeepTheirBits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		x := math.Float64frombits(random.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		got, err := ParseNumber("x", json.RawMessage(strconv.FormatFloat(x, 'g', -1, 64)))
		if err != nil || got != x {
			t.Fatalf("%v: got %v, %v", x, got, err)
		}
	}
	if x, err := ParseNumber("x", json.RawMessage("-0")); err != nil || math.Signbit(x) {
		t.Errorf("-0: got %v, %v", x, err)
	}
}

// Whatever is given, what is read is what encoding/json reads, or an error of this package.
func TestMutants(t *testing.T) {
	seeds := [][]byte{[]byte(`{"x": [1, -2.5e3, null], "y": {"z": "\u00fc"}, "w": true}`), []byte("{\n\"a\": 1,\n\"b\": {}\n}")}
	mutants.Each(t, seeds, func(data []byte) {
		o, err := Parse("", data)
		if err != nil {
			_, field := errors.AsType[*FieldError](err)
			_, syntax := errors.AsType[*SyntaxError](err)
			if !field && !syntax {
				t.Fatalf("%q: %T", data, err)
			}
			return
		}
		var want map[string]json.RawMessage
		if err := json.Unmarshal(data, &want); err != nil || len(want) != len(o.Rest()) {
			t.Fatalf("%q: %d fields, want %d (%v)", data, len(o.Rest()), len(want), err)
		}
		for name, value := range want {
			if string(o.Peek(name)) != string(value) {
				t.Fatalf("%q: %s is %s, want %s", data, name, o.Peek(name), value)
			}
		}
	})
}
