package document

import (
	"bytes"
	"encoding/json"
	"io"
)

// Elements takes the elements of a list that is too long to be held at once.
type Elements struct {
	// Field is the list in a document.
	Field string
	// Take is given each element, which is not to be kept, and where in the text it begins.
	Take func(i int, offset int64, text json.RawMessage) error
}

// ParseLong splits a document into its fields as Parse does, the elements of one list
// aside; of that an empty list stays, or nothing where there was none.
func ParseLong(text io.ReaderAt, size int64, list *Elements) (*Object, error) {
	o := &Object{fields: map[string]json.RawMessage{}}
	decoder := json.NewDecoder(io.NewSectionReader(text, 0, size))
	err := o.read(decoder, list)
	switch {
	case err == nil:
		return o, nil
	case !IsSyntax(err):
		return nil, err
	case isEnd(err):
		return nil, &SyntaxError{lineAt(text, size), tooEarly}
	default:
		return nil, &SyntaxError{lineAt(text, decoder.InputOffset()), notJSON(err)}
	}
}

// lineAt returns the line of an offset.
func lineAt(text io.ReaderAt, offset int64) int {
	line, buffer := 1, make([]byte, 1<<16)
	for from := int64(0); from < offset; {
		n, err := text.ReadAt(buffer[:min(offset-from, int64(len(buffer)))], from)
		if line += bytes.Count(buffer[:n], []byte{'\n'}); err != nil {
			break
		}
		from += int64(n)
	}
	return line
}

// ReadList goes through a text that is a list.
func ReadList(text io.Reader, list *Elements) error {
	decoder := json.NewDecoder(text)
	if err := list.read(decoder); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return BadField(list.Field, "text follows the list")
	}
	return nil
}

func (l *Elements) read(decoder *json.Decoder) error {
	if token, err := decoder.Token(); err != nil {
		return err
	} else if token != json.Delim('[') {
		return BadField(l.Field, "must be a list")
	}
	var text json.RawMessage
	for i := 0; decoder.More(); i++ {
		if err := decoder.Decode(&text); err != nil {
			return err
		}
		if err := l.Take(i, decoder.InputOffset()-int64(len(text)), text); err != nil {
			return err
		}
	}
	_, err := decoder.Token()
	return err
}
