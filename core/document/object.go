// Package document reads JSON documents field by field, so that every field is known,
// there once and of its kind, and every error names its place. It knows no
// document: those are described where they are used.
package document

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
)

// Object is a JSON object whose fields are taken one by one. A field that is not taken
// is unknown and refused by Done. encoding/json alone would let unknown,
// repeated and differently spelled names pass.
type Object struct {
	Path   string
	fields map[string]json.RawMessage
	known  map[string]bool // asked for
}

// Parse splits the JSON object in data into its fields. path is the name
// of the object within the document, empty for the document itself.
func Parse(path string, data []byte) (*Object, error) {
	o := &Object{Path: path, fields: map[string]json.RawMessage{}}
	if err := o.read(json.NewDecoder(bytes.NewReader(data)), nil); err != nil {
		return nil, located(path, data, err)
	}
	return o, nil
}

// read takes the fields of an object; the list is handed over and left empty.
func (o *Object) read(decoder *json.Decoder, list *Elements) error {
	if token, err := decoder.Token(); err != nil {
		return err
	} else if token != json.Delim('{') {
		return BadField(orDocument(o.Path), "must be a JSON object")
	}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		if _, seen := o.fields[name]; seen {
			return BadField(o.Name(name), "occurs twice")
		}
		value := json.RawMessage("[]")
		if list != nil && name == list.Field {
			err = list.read(decoder)
		} else {
			err = decoder.Decode(&value)
		}
		if err != nil {
			return err
		}
		o.fields[name] = value
	}
	if _, err := decoder.Token(); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return BadField(orDocument(o.Path), "text follows the closing brace")
	}
	return nil
}

// Repeated returns the error of the first object within the fields, however deep, that has a field twice.
func (o *Object) Repeated() error {
	for _, field := range slices.Sorted(maps.Keys(o.fields)) {
		if err := repeated(o.Name(field), o.fields[field]); err != nil {
			return err
		}
	}
	return nil
}

func repeated(name string, text json.RawMessage) error {
	switch text[0] {
	case '{':
		inner, err := Parse(name, text)
		if err != nil {
			return err
		}
		return inner.Repeated()
	case '[':
		items, err := List(name, text)
		for i, item := range items {
			err = Join(err, repeated(Numbered(name, i), item))
		}
		return err
	}
	return nil
}

// Name returns the full name of a field.
func (o *Object) Name(field string) string {
	if o.Path == "" {
		return field
	}
	return o.Path + "." + field
}

// ask notes that a field is known.
func (o *Object) ask(field string) {
	if o.known == nil {
		o.known = map[string]bool{}
	}
	o.known[field] = true
}

// Take removes a field and returns its text, nil when it is absent.
func (o *Object) Take(field string) json.RawMessage {
	o.ask(field)
	value := o.fields[field]
	delete(o.fields, field)
	return value
}

// Peek returns the text of a field that stays, nil when it is absent.
func (o *Object) Peek(field string) json.RawMessage {
	o.ask(field)
	return o.fields[field]
}

// Include puts the document in a file in the place of {"file": path}, the value of a field. A nil read refuses files.
func (o *Object) Include(field string, read func(path string) ([]byte, error)) error {
	text := o.Peek(field)
	child, err := Parse(o.Name(field), text)
	if text == nil || err != nil || !child.Has("file") {
		return nil // taking the field says it
	}
	path, _, err := child.Text("file")
	if err = Join(err, child.Done()); err != nil {
		return err
	}
	if read == nil {
		return BadField(child.Name("file"), "files are not read here; give the document")
	}
	data, err := read(path)
	if err != nil {
		return BadField(child.Name("file"), "%v", err)
	}
	o.fields[field] = Text(data)
	return nil
}

// Included is a document with the contents of a file in the place of {"file": path}, the value of a field.
func Included(data []byte, field string, read func(path string) ([]byte, error)) ([]byte, error) {
	if !bytes.Contains(data, []byte(`"`+field+`"`)) {
		return data, nil
	}
	o, err := Parse("", data)
	if err != nil || !o.Has(field) {
		return data, nil // reading the document says it
	}
	before := o.fields[field]
	if err := o.Include(field, read); err != nil || bytes.Equal(before, o.fields[field]) {
		return data, err
	}
	if !json.Valid(o.fields[field]) {
		return data, BadField(o.Name(field)+".file", "is not a JSON document")
	}
	return json.Marshal(o.fields)
}

// Rest returns the fields that were not taken.
func (o *Object) Rest() map[string]json.RawMessage { return o.fields }

// Has tells whether a field is there.
func (o *Object) Has(field string) bool {
	o.ask(field)
	_, there := o.fields[field]
	return there
}

// Done refuses fields that were not taken, and says which may be meant.
func (o *Object) Done() error {
	var all []error
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		message := "is not a known field here" + Meant(name, "", slices.Sorted(maps.Keys(o.known)))
		all = append(all, &FieldError{o.Name(name), message, !o.known[name]})
	}
	return Join(all...)
}
