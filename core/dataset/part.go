package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
)

// A part is what one attempt at a run, or at a shard of it, has finished: a text of
// lines, the first of which is a Header, each other one the results of one cloud. Lines
// are only ever added, so that what is cut off anywhere is a part still.

// partFormat names the format of parts; another number is another format.
const partFormat = "orbitcert part 2"

// Header says which run a part belongs to, and who wrote it.
type Header struct {
	Format string `json:"format"`
	Core   string `json:"core"`
	// Run is the digest of the settings and of what the run document says of all entries.
	Run string `json:"run"`
	// Count is how many clouds the whole run has.
	Count int `json:"count"`
	Shard
	// Platform is the system and the processor, "linux/amd64".
	Platform string      `json:"platform"`
	Settings []*Settings `json:"settings"`
}

// Shard stands for the clouds Index, Index + Of, Index + 2 Of, … of a run.
type Shard struct {
	Index int `json:"shard"`
	Of    int `json:"shards"`
}

// Whole is the only shard of a run.
var Whole = Shard{0, 1}

// ParseShard reads "3/64".
func ParseShard(text string) (s Shard, err error) {
	if _, err := fmt.Sscanf(text, "%d/%d", &s.Index, &s.Of); err != nil || s.String() != text || s.Of < 1 {
		return s, document.BadField("shard", "must be like 3/64, got %s", document.Shorten([]byte(text)))
	}
	if s.Index < 0 || s.Index >= s.Of {
		return s, document.BadField("shard", "must be from 0/%d to %d/%d, got %s", s.Of, s.Of-1, s.Of, text)
	}
	return s, nil
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// partLine is a line of a part: what became of a cloud, under each of the settings.
type partLine struct {
	Cloud int `json:"cloud"`
	// Input is the digest of what the results were computed from.
	Input string `json:"input"`
	// Revision is how often another input was found before: of two lines about a cloud the
	// one of the higher revision counts.
	Revision int           `json:"revision,omitempty"`
	Results  []*ItemResult `json:"results"`
}

// line returns a value as a line of a part.
func line(value any) []byte { return append(text(value), '\n') }

func text(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil { // numbers, texts and lists of them
		panic(err)
	}
	return data
}

// Line returns the header as the first line of a part.
func (h *Header) Line() []byte { return line(h) }

// parseHeader reads the first line of a part.
func parseHeader(text []byte) (*Header, error) {
	var raw struct {
		Header
		Settings []json.RawMessage `json:"settings"`
	}
	if err := json.Unmarshal(text, &raw); err != nil || raw.Format == "" {
		return nil, fmt.Errorf("is not a part of a run")
	}
	h := &raw.Header
	switch {
	case h.Format != partFormat:
		return nil, fmt.Errorf("has the format %q; %q is read here", h.Format, partFormat)
	case h.Core != certificate.Core:
		return nil, fmt.Errorf("is of the core %s, this is %s", h.Core, certificate.Core)
	}
	h.Settings = nil
	for _, text := range raw.Settings {
		s, err := parseSettings(text, written)
		if err != nil {
			return nil, fmt.Errorf("settings: %w", err)
		}
		h.Settings = append(h.Settings, s)
	}
	if h.Count < 0 || h.Count > maxRun || h.Of < 1 || len(h.Settings) == 0 || !bytes.Equal(bytes.TrimSuffix(h.Line(), []byte{'\n'}), text) {
		return nil, fmt.Errorf("does not have the form of a part's header")
	}
	return h, nil
}

// same tells whether two headers are of the same run.
func (h *Header) same(other *Header) bool {
	a, b := *h, *other
	a.Shard, b.Shard, a.Platform, b.Platform = Whole, Whole, "", ""
	return bytes.Equal(a.Line(), b.Line())
}

// parseLine reads what became of a cloud, strictly as it is written.
func (h *Header) parseLine(text []byte) (*partLine, error) {
	var l partLine
	if json.Unmarshal(text, &l) != nil || !bytes.Equal(bytes.TrimSuffix(line(l), []byte{'\n'}), text) {
		return nil, fmt.Errorf("does not have the form of a part's line")
	}
	if l.Cloud < 0 || l.Cloud >= h.Count || len(l.Results) != len(h.Settings) {
		return nil, fmt.Errorf("is about the cloud %d under %d settings; the run has %d and %d", l.Cloud, len(l.Results), h.Count, len(h.Settings))
	}
	if !isDigest(l.Input) || l.Revision < 0 {
		return nil, fmt.Errorf("does not say what it was computed from")
	}
	known := false
	for k, result := range l.Results {
		if result == nil {
			continue
		}
		known = true
		if !h.Settings[k].fits(result) {
			return nil, fmt.Errorf("does not fit the settings")
		}
		if err := h.Settings[k].hold(document.Numbered("results", k), result); err != nil {
			return nil, err
		}
	}
	if !known {
		return nil, fmt.Errorf("has no result for the cloud")
	}
	return &l, nil
}

// fits tells whether an item has what the settings ask for.
func (s *Settings) fits(i *ItemResult) bool {
	if i.Judged == nil {
		return i.Failure != ""
	}
	d := i.Draws
	if !i.counted() {
		return false
	}
	if len(i.Ranges) > 0 && (s.Withstand == nil || !explore.AreRanges(i.Ranges)) {
		return false
	}
	if !s.fitsPoints(i.Judged) || !s.fitsStated(i.Judged) {
		return false
	}
	if !s.fitsRunnerUp(i.Judged) || i.Failure != "" || (d == nil) != (s.Attack.draws() == 1) || (i.Tight == nil) != (i.TightUpper == nil) {
		return false
	}
	if i.Undrawn != nil && (i.Tight == nil || !s.fitsGrid(i.Undrawn)) {
		return false
	}
	if d == nil {
		d = &Draws{}
	}
	if (i.Subsample == nil) != (s.base.Subsample == 0 || s.Withstand != nil) || !s.fitsAttacked(i.Judged) {
		return false
	}
	return s.fitsCounts(i.BlackBox, d.BlackBox) && s.fitsCounts(i.Orbit, d.Orbit) &&
		(i.Tight == nil || s.fitsCounts(i.Tight, d.Tight) && s.fitsCounts(i.TightUpper, d.TightUpper)) &&
		(i.Subsample == nil || s.fitsCounts(i.Subsample, d.Subsample))
}

// fitsPoints tells whether the numbers of points are there where they are asked for. A certified prediction withstands that no point
// changes.
func (s *Settings) fitsPoints(j *Judged) bool {
	if len(j.Ranges) == 0 || s.base.Subsample == 0 {
		return j.Points == nil
	}
	if j.Points == nil {
		return s.Withstand.Moved > 0
	}
	return j.Points.ArePoints(s.base.Subsample)
}

// fitsGrid tells whether there is a count for each value of the grid, none above the draws.
func (s *Settings) fitsGrid(counts []int) bool {
	strange := func(n int) bool { return n < 0 || n > s.Attack.draws() }
	return len(counts) == len(s.Attack.grid()) && !slices.ContainsFunc(counts, strange)
}

// fitsCounts tells whether there is a count for each value of the grid, of the draws
// that are marked, where several are.
func (s *Settings) fitsCounts(counts []int, marks []Marks) bool {
	if !s.fitsGrid(counts) {
		return false
	}
	draws := s.Attack.draws()
	if draws > 1 && len(marks) != len(counts) {
		return false
	}
	for at, n := range counts {
		if draws > 1 && (len(marks[at]) != draws || bytes.Count(marks[at], []byte{'1'}) != n || bytes.Count(marks[at], []byte{'0'}) != draws-n) {
			return false
		}
	}
	return true
}
