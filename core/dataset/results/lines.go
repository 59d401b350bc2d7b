package results

import (
	"bytes"
	"fmt"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// A run of one σ may be run by programs that know one cloud of it each, and none of which holds
// what is done: each gives the line of its cloud, and the owner of the lines asks here what
// they come to.

// LineOf runs one entry by itself and returns what became of it as the line of a part.
func LineOf(s *judging.Settings, cloud int, e *intake.Entry) []byte {
	return lineOf(cloud, e, new(s.Judge(e.Ballot)))
}

// BrokenLine is the line of an entry that could not be run, for the reason told.
func BrokenLine(cloud int, e *intake.Entry, why string) []byte {
	return lineOf(cloud, e, &judging.ItemResult{Name: e.Name, Failure: why})
}

func lineOf(cloud int, e *intake.Entry, result *judging.ItemResult) []byte {
	return judging.JSONLine(partLine{cloud, intake.InputOf([]*intake.Entry{e}), 0, []*judging.ItemResult{result}})
}

// ReadLines takes the lines of a run of one σ and so many clouds that are kept without the header
// of a part.
func ReadLines(s *judging.Settings, count int, lines []byte) (*Parts, error) {
	head := &Header{Format: partFormat, Core: certificate.Core, Count: count, Shard: Whole, Settings: []*judging.Settings{s}}
	p := NewParts(head)
	return p, p.Read("this run", bytes.NewReader(append(head.Line(), lines...)))
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
