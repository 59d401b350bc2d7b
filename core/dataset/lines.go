package dataset

import (
	"bytes"
	"fmt"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// A run of one σ may be run by programs that know one cloud of it each, and none of which holds
// what is done: each gives the line of its cloud, and the owner of the lines asks here what
// they come to.

// Line runs one entry by itself and returns what became of it as the line of a part.
func (s *Settings) Line(cloud int, e Entry) []byte {
	result := s.item(e)
	return e.line(cloud, &result)
}

// BrokenLine is the line of an entry that could not be run, for the reason told.
func (e *Entry) BrokenLine(cloud int, why string) []byte {
	return e.line(cloud, &ItemResult{Name: e.Name, Failure: why})
}

func (e *Entry) line(cloud int, result *ItemResult) []byte {
	return line(partLine{cloud, inputOf([]*Entry{e}), 0, []*ItemResult{result}})
}

// ReadLines takes the lines of a run of one σ and so many clouds that are kept without the header
// of a part.
func ReadLines(s *Settings, count int, lines []byte) (*Parts, error) {
	head := &Header{Format: partFormat, Core: certificate.Core, Count: count, Shard: Whole, Settings: []*Settings{s}}
	p := NewParts(head)
	return p, p.Read("this run", bytes.NewReader(append(head.Line(), lines...)))
}

// Inputs returns the digest of what each cloud is certified from. An error is ErrUnavailable.
func (r *Run) Inputs() (inputs []string, err error) {
	inputs = make([]string, r.Count())
	for cloud := range inputs {
		if inputs[cloud], err = r.input(cloud); err != nil {
			return nil, err
		}
	}
	return inputs, nil
}

// Taken is what a part has given to a run.
type Taken struct {
	// Fresh are the lines of clouds that were not done.
	Fresh []CloudLine `json:"fresh"`
	// Changed is how many clouds the part has from another input, which count for nothing.
	Changed int `json:"changed"`
}

// CloudLine is the line of a cloud.
type CloudLine struct {
	Cloud int    `json:"cloud"`
	Line  string `json:"line"`
}

// Take reads a part of the run of which own is a part, and inputs are those of the clouds. A part of
// another run, or with another result of a cloud, is refused.
func Take(own []byte, inputs []string, name string, part []byte) (t Taken, err error) {
	first, _, _ := bytes.Cut(own, []byte{'\n'})
	head, err := parseHeader(first)
	if err != nil {
		return t, err
	}
	if head.Count != len(inputs) {
		return t, fmt.Errorf("the run has %d clouds, not %d", head.Count, len(inputs))
	}
	parts, done := NewParts(head), make([]bool, head.Count)
	if err := parts.Read("this run", bytes.NewReader(own)); err != nil {
		return t, err
	}
	for cloud := range done {
		done[cloud] = parts.Has(cloud)
	}
	if err := parts.Read(name, bytes.NewReader(part)); err != nil {
		return t, err
	}
	t.Fresh = []CloudLine{}
	for cloud, input := range inputs {
		switch {
		case done[cloud] || !parts.Has(cloud):
		case !parts.hasFrom(cloud, input):
			t.Changed++
		default:
			t.Fresh = append(t.Fresh, CloudLine{cloud, string(parts.lines[cloud].text) + "\n"})
		}
	}
	return t, nil
}
