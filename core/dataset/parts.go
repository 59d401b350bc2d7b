package dataset

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Parts gathers the results of one run from its parts.
type Parts struct {
	head      *Header // of the run; of the first part where that was not given
	first     string  // the name of that part
	lines     map[int]partText
	shards    []int    // into how many the parts divided the run
	platforms []string // of the parts
	files     int
}

// partText is the line of a cloud, and the part that it is from.
type partText struct {
	text []byte
	part string
}

// NewParts takes parts of the run with the header, or of any one run where it is nil.
func NewParts(head *Header) *Parts {
	return &Parts{head: head, lines: map[int]partText{}}
}

// Read takes a part. What follows the last end of a line was being written when the
// attempt ended, or is being written now: it counts for nothing.
func (p *Parts) Read(name string, part io.Reader) error {
	reader := bufio.NewReaderSize(part, 1<<16)
	var head *Header
	for number := 1; ; number++ {
		text, err := reader.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		text = bytes.TrimSuffix(text, []byte{'\n'})
		if head == nil {
			if head, err = p.takeHeader(name, text); err != nil {
				return inFile(name, 1, "%v", err)
			}
		} else if err := p.take(name, head, text); err != nil {
			return inFile(name, number, "%v", err)
		}
	}
}

func (p *Parts) takeHeader(name string, text []byte) (*Header, error) {
	head, err := ParseHeader(text)
	if err != nil {
		return nil, err
	}
	if p.head == nil {
		p.head, p.first = head, name
	}
	if !head.same(p.head) {
		if p.first == "" {
			return nil, fmt.Errorf("is a part of another run: the settings, the clouds or the votes differ")
		}
		return nil, fmt.Errorf("is a part of another run than %s: the settings, the clouds or the votes differ", p.first)
	}
	p.files++
	p.shards, p.platforms = with(p.shards, head.Of), with(p.platforms, head.Platform)
	return head, nil
}

// with adds what is not there yet.
func with[T comparable](all []T, one T) []T {
	if slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}

// take takes the line of a cloud. The results of a cloud are the same whoever computed
// them.
func (p *Parts) take(name string, head *Header, text []byte) error {
	l, err := head.parseLine(text)
	if err != nil {
		return err
	}
	known, twice := p.lines[l.Cloud]
	if twice && !bytes.Equal(known.text, text) {
		return fmt.Errorf("has other results of the cloud %d than %s%s", l.Cloud, known.part, p.mixed())
	}
	if !twice {
		p.lines[l.Cloud] = partText{text, name}
	}
	return nil
}

// Add takes the line of a cloud that was computed here.
func (p *Parts) Add(cloud int, text []byte) {
	p.lines[cloud] = partText{bytes.TrimSuffix(text, []byte{'\n'}), "here"}
}

// Has tells whether a cloud is done.
func (p *Parts) Has(cloud int) bool { _, done := p.lines[cloud]; return done }

// Files returns how many parts were read.
func (p *Parts) Files() int { return p.files }

// Warning says that the parts come from machines that may round differently, "" where
// they do not.
func (p *Parts) Warning() string {
	if len(p.platforms) < 2 {
		return ""
	}
	return "the parts were computed on " + strings.Join(p.platforms, " and ") + ", which may round the last digits differently"
}

func (p *Parts) mixed() string {
	if p.Warning() == "" {
		return ""
	}
	return "; " + p.Warning()
}

// Result returns the result document of a run that is complete.
func (p *Parts) Result() ([]byte, error) {
	if p.head == nil {
		return nil, fmt.Errorf("has no part of a run")
	}
	if err := p.missing(); err != nil {
		return nil, err
	}
	items := make([][]ItemResult, len(p.head.Settings))
	for cloud := range p.head.Count {
		l, err := p.head.parseLine(p.lines[cloud].text)
		if err != nil {
			return nil, err
		}
		for k, result := range l.Results {
			if result != nil {
				items[k] = append(items[k], *result)
			}
		}
	}
	return resultDocument(p.head.Settings, items)
}

// resultDocument is that of the only σ, or a list of one for each.
func resultDocument(settings []*Settings, items [][]ItemResult) ([]byte, error) {
	if len(settings) == 1 {
		return settings[0].ResultDocument(items[0])
	}
	out := []byte("{\"sigmas\": [\n")
	for k, s := range settings {
		document, err := s.ResultDocument(items[k])
		if err != nil {
			return nil, err
		}
		out = append(append(out, bytes.TrimSuffix(document, []byte{'\n'})...), ",\n"...)
	}
	return append(bytes.TrimSuffix(out, []byte(",\n")), "\n]}\n"...), nil
}

// missing says which clouds no part has, and what to run again.
func (p *Parts) missing() error {
	var clouds, shards []string
	missing := p.head.Count - len(p.lines)
	if missing == 0 {
		return nil
	}
	for cloud := range p.head.Count {
		if p.Has(cloud) {
			continue
		}
		if len(clouds) <= mostListed {
			clouds = append(clouds, fmt.Sprint(cloud))
		}
		if len(p.shards) == 1 && len(shards) <= mostListed {
			shards = with(shards, Shard{cloud % p.shards[0], p.shards[0]}.String())
		}
	}
	message := fmt.Sprintf("%d of %d clouds are missing from %d parts: %s", missing, p.head.Count, p.files, listed(clouds))
	if len(p.shards) == 1 {
		message += "; they are of the shards " + listed(shards)
	}
	return fmt.Errorf("%s", message)
}

// mostListed is how many of a list a message names.
const mostListed = 8

func listed(all []string) string {
	if len(all) <= mostListed {
		return strings.Join(all, ", ")
	}
	return strings.Join(all[:mostListed], ", ") + ", …"
}
