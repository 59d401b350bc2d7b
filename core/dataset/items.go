package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Items are what is done of a run of one σ, in the order of its clouds, nil where a cloud is
// not done: a run that is not run cloud by cloud with Line.
type Items []*ItemResult

// Identity tells a run from all others, and what each of its clouds is certified from.
type Identity struct {
	Header *Header  `json:"header"`
	Inputs []string `json:"inputs"`
}

// Identity reads every cloud. An error is ErrUnavailable.
func (r *Run) Identity(platform string) (id *Identity, err error) {
	id = &Identity{r.Header(Whole, platform), make([]string, r.Count())}
	for cloud := range id.Inputs {
		if id.Inputs[cloud], err = r.Input(cloud); err != nil {
			return nil, err
		}
	}
	return id, nil
}

// UnmarshalJSON reads an identity as it is marshalled.
func (id *Identity) UnmarshalJSON(text []byte) error {
	var raw struct {
		Header json.RawMessage
		Inputs []string
	}
	err := json.Unmarshal(text, &raw)
	if err == nil {
		id.Inputs = raw.Inputs
		id.Header, err = parseHeader(raw.Header)
	}
	return err
}

// Part returns the items as a part of the run.
func (items Items) Part(id *Identity) ([]byte, error) {
	if err := items.fit(id); err != nil {
		return nil, err
	}
	part := id.Header.Line()
	for cloud, item := range items {
		if item != nil {
			part = append(part, items.line(id, cloud, 0)...)
		}
	}
	return part, nil
}

// fit tells whether the items are of the run.
func (items Items) fit(id *Identity) error {
	if len(id.Header.Settings) != 1 || id.Header.Count != len(items) || len(id.Inputs) != len(items) {
		return fmt.Errorf("the run has %d clouds under %d settings, not %d under one", id.Header.Count, len(id.Header.Settings), len(items))
	}
	return nil
}

func (items Items) line(id *Identity, cloud, revision int) []byte {
	return line(partLine{cloud, id.Inputs[cloud], revision, []*ItemResult{items[cloud]}})
}

// Taken is what a part has given to a run.
type Taken struct {
	// Clouds are those that were not done.
	Clouds []int
	// Changed is how many clouds the part has from another input, which count for nothing.
	Changed int
}

// Take adds what a part of the run has of clouds that are not done. A part of another run, or
// with another result of a cloud, is refused, and nothing of it is taken.
func (items Items) Take(id *Identity, name string, part []byte) (t Taken, err error) {
	if err := items.fit(id); err != nil {
		return t, err
	}
	parts := NewParts(id.Header)
	if err := parts.Read(name, bytes.NewReader(part)); err != nil {
		return t, err
	}
	if err := items.agree(id, parts); err != nil {
		return t, err
	}
	for cloud := range items {
		switch {
		case !parts.Has(cloud) || items[cloud] != nil:
			continue
		case !parts.HasFrom(cloud, id.Inputs[cloud]):
			t.Changed++
			continue
		}
		l, err := id.Header.parseLine(parts.lines[cloud].text)
		if err != nil {
			return t, err
		}
		if items[cloud] = l.Results[0]; items[cloud] != nil {
			t.Clouds = append(t.Clouds, cloud)
		}
	}
	return t, nil
}

// agree refuses a part that has another result of what is done.
func (items Items) agree(id *Identity, parts *Parts) error {
	for cloud, item := range items {
		if item == nil || !parts.HasFrom(cloud, id.Inputs[cloud]) {
			continue
		}
		known := parts.lines[cloud]
		if own := items.line(id, cloud, known.revision); !bytes.Equal(bytes.TrimSuffix(own, []byte{'\n'}), known.text) {
			return inFile(known.part, known.number, "has other results of the cloud %d than this run", cloud)
		}
	}
	return nil
}
