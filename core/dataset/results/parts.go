package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
)

// Parts gathers the results of one run from its parts.
type Parts struct {
	head   *Header // of the run; of the first part where that was not given
	first  string  // the name of that part
	lines  map[int]partText
	shards []int // into how many the parts divided the run
	files  int
}

// partText is the line of a cloud that counts, and where it stands.
type partText struct {
	text     []byte
	part     string
	number   int
	input    string
	revision int
	// against is a line that counts as much, about another input: neither is to be believed.
	against *partText
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
				return intake.InFile(name, 1, "%v", err)
			}
		} else if err := p.take(name, number, head, text); err != nil {
			return intake.InFile(name, number, "%v", err)
		}
	}
}

func (p *Parts) takeHeader(name string, text []byte) (*Header, error) {
	head, err := parseHeader(text)
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
	p.shards = with(p.shards, head.Of)
	return head, nil
}

// with adds what is not there yet.
func with[T comparable](all []T, one T) []T {
	if slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}

// take takes the line of a cloud. The results from an input are the same wherever they were computed
// them; of lines about other inputs the one of the highest revision counts.
func (p *Parts) take(name string, number int, head *Header, text []byte) error {
	l, err := head.parseLine(text)
	if err != nil {
		return err
	}
	fresh := partText{text: text, part: name, number: number, input: l.Input, revision: l.Revision}
	known, twice := p.lines[l.Cloud]
	switch {
	case !twice || fresh.revision > known.revision:
		p.lines[l.Cloud] = fresh
	case fresh.revision < known.revision:
	case fresh.input != known.input:
		known.against = &fresh
		p.lines[l.Cloud] = known
	case !bytes.Equal(known.text, text):
		return fmt.Errorf("has other results of the cloud %d than %s", l.Cloud, known.part)
	}
	return nil
}

// Add takes the line of a cloud that was computed here, from what it is now.
func (p *Parts) Add(cloud int, text []byte) {
	p.lines[cloud] = partText{text: bytes.TrimSuffix(text, []byte{'\n'})}
}

// Has tells whether a part knows a cloud.
func (p *Parts) Has(cloud int) bool { _, known := p.lines[cloud]; return known }

// hasFrom tells whether a cloud is done from the input.
func (p *Parts) hasFrom(cloud int, input string) bool {
	known := p.lines[cloud]
	return known.input == input && known.against == nil
}

// Done tells whether a cloud is done from what it is in the run now: its points, name, label and votes. An error is ErrUnavailable.
func (p *Parts) Done(r *intake.Run, cloud int) (bool, error) {
	entries, err := r.Turn(cloud)
	if err != nil || !p.hasFrom(cloud, intake.InputOf(entries)) {
		return false, err
	}
	var l partLine
	if err := json.Unmarshal(p.lines[cloud].text, &l); err != nil {
		return false, nil
	}
	for k, s := range r.Settings {
		if e, result := entries[k], l.Results[k]; (e == nil) != (result == nil) || e != nil && !countedFrom(s, e.Ballot, result) {
			return false, nil
		}
	}
	return true, nil
}

// countedFrom tells whether a result names the label and the votes of an entry.
func countedFrom(s *judging.Settings, e judging.Ballot, i *judging.ItemResult) bool {
	if e.Failure != "" || i.Judged == nil {
		return e.Name == i.Name && (e.Failure == "" || e.Failure == i.Failure)
	}
	counts, _, err := s.Counts(&e)
	return err == nil && e.Name == i.Name && sameCounts(counts, i.Judged)
}

// sameCounts tells whether two verdicts are on the same label and the same votes.
func sameCounts(j, other *judging.Judged) bool {
	rival := func(j *judging.Judged) int64 {
		if j.RunnerUp == nil {
			return -1
		}
		return *j.RunnerUp
	}
	return j.Label == other.Label && j.Predicted == other.Predicted && j.Votes == other.Votes && j.Samples == other.Samples &&
		j.Labelled == other.Labelled && rival(j) == rival(other)
}

// Revision returns that of a line which is to count more than those that are there.
func (p *Parts) Revision(cloud int) int {
	if known, there := p.lines[cloud]; there {
		return known.revision + 1
	}
	return 0
}

// Files returns how many parts were read.
func (p *Parts) Files() int { return p.files }

// Result returns the result document of a run that is complete.
func (p *Parts) Result() ([]byte, error) {
	items, err := p.Items()
	if err != nil {
		return nil, err
	}
	return resultDocument(p.head.Settings, items)
}

// Items returns what became of the clouds of a run that is complete, under each of its settings.
func (p *Parts) Items() ([][]judging.ItemResult, error) {
	if p.head == nil {
		return nil, fmt.Errorf("has no part of a run")
	}
	if err := errors.Join(p.missing(), p.disputed()); err != nil {
		return nil, err
	}
	items := make([][]judging.ItemResult, len(p.head.Settings))
	for cloud := range p.head.Count {
		var l partLine
		if err := json.Unmarshal(p.lines[cloud].text, &l); err != nil { // strictly read before, or written here
			return nil, err
		}
		for k, result := range l.Results {
			if result != nil {
				items[k] = append(items[k], *result)
			}
		}
	}
	return items, nil
}

// Contradictions returns the names of the clouds of a run that is complete that are certified where an attack has found
// another prediction.
func (p *Parts) Contradictions() (names []string, err error) {
	if !slices.ContainsFunc(p.head.Settings, (*judging.Settings).Attacks) {
		return nil, nil
	}
	items, err := p.Items()
	for _, all := range items {
		for _, item := range all {
			if item.Contradicted() {
				names = with(names, item.Name)
			}
		}
	}
	return names, err
}

// resultDocument is that of the only σ, or a list of one for each.
func resultDocument(settings []*judging.Settings, items [][]judging.ItemResult) ([]byte, error) {
	if len(settings) == 1 {
		return settings[0].Document(items[0])
	}
	out := fmt.Appendf(nil, "{\"format\": %d, \"sigmas\": [\n", document.Format)
	for k, s := range settings {
		one, err := s.Document(items[k])
		if err != nil {
			return nil, err
		}
		out = append(append(out, bytes.TrimSuffix(one, []byte{'\n'})...), ",\n"...)
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
	message := fmt.Sprintf("%d of %d clouds are missing from %d parts: %s", missing, p.head.Count, p.files, Listed(clouds))
	if len(p.shards) == 1 {
		message += "; they are of the shards " + Listed(shards)
	}
	return fmt.Errorf("%s", message)
}

// disputed says of which clouds parts tell that they were computed from other inputs.
func (p *Parts) disputed() error {
	var clouds []string
	var first partText
	for cloud := range p.head.Count {
		if known := p.lines[cloud]; known.against != nil {
			if clouds = append(clouds, fmt.Sprint(cloud)); len(clouds) == 1 {
				first = known
			}
		}
	}
	if clouds == nil {
		return nil
	}
	return fmt.Errorf("%d of %d clouds changed between two attempts, which were computed from different points: %s; first %s: line %d and %s: line %d. A "+
		"run with --out computes them again",
		len(clouds), p.head.Count, Listed(clouds), first.part, first.number, first.against.part, first.against.number)
}

// mostListed is how many of a list a message names.
const mostListed = 8

// Listed names the first of many.
func Listed(all []string) string {
	if len(all) <= mostListed {
		return strings.Join(all, ", ")
	}
	return strings.Join(all[:mostListed], ", ") + ", …"
}
