// Package results keeps what became of the clouds of a run: it writes and reads parts and result documents, and refuses those
// that do not follow from the votes in them.
package results

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
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
	Platform string              `json:"platform"`
	Settings []*judging.Settings `json:"settings"`
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
	Revision int                   `json:"revision,omitempty"`
	Results  []*judging.ItemResult `json:"results"`
}

// HeaderOf returns the first line of a part of the run.
func HeaderOf(r *intake.Run, shard Shard, platform string) *Header {
	return &Header{
		Format: partFormat, Core: certificate.Core, Run: r.Digest(), Count: r.Count(),
		Shard: shard, Platform: platform, Settings: r.Settings,
	}
}

// Line returns the header as the first line of a part.
func (h *Header) Line() []byte { return judging.JSONLine(h) }

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
		s, err := judging.ReadSettings(text, judging.Written)
		if err != nil {
			return nil, fmt.Errorf("settings: %w", err)
		}
		h.Settings = append(h.Settings, s)
	}
	if h.Count < 0 || h.Count > intake.MaxRun || h.Of < 1 || len(h.Settings) == 0 || !bytes.Equal(bytes.TrimSuffix(h.Line(), []byte{'\n'}), text) {
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
	if json.Unmarshal(text, &l) != nil || !bytes.Equal(bytes.TrimSuffix(judging.JSONLine(l), []byte{'\n'}), text) {
		return nil, fmt.Errorf("does not have the form of a part's line")
	}
	if l.Cloud < 0 || l.Cloud >= h.Count || len(l.Results) != len(h.Settings) {
		return nil, fmt.Errorf("is about the cloud %d under %d settings; the run has %d and %d", l.Cloud, len(l.Results), h.Count, len(h.Settings))
	}
	if !digest.IsText(l.Input) || l.Revision < 0 {
		return nil, fmt.Errorf("does not say what it was computed from")
	}
	known := false
	for k, result := range l.Results {
		if result == nil {
			continue
		}
		known = true
		if !(rules{h.Settings[k]}).fits(result) {
			return nil, fmt.Errorf("does not fit the settings")
		}
		if err := (rules{h.Settings[k]}).hold(document.Numbered("results", k), result); err != nil {
			return nil, err
		}
	}
	if !known {
		return nil, fmt.Errorf("has no result for the cloud")
	}
	return &l, nil
}

// Line runs a cloud of a run under all settings and returns what became of it as a line of a part,
// the revision of which says how many lines about another input it takes the place of. An
// error is ErrUnavailable.
func Line(r *intake.Run, cloud, revision int) ([]byte, error) {
	entries, err := r.Turn(cloud)
	if err != nil {
		return nil, err
	}
	l := partLine{cloud, intake.InputOf(entries), revision, make([]*judging.ItemResult, len(r.Settings))}
	for k, s := range r.Settings {
		if entries[k] != nil {
			l.Results[k] = new(s.Judge(entries[k].Ballot))
		}
	}
	return judging.JSONLine(l), nil
}
