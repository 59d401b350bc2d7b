// Package dataset runs over many clouds: it reads clouds, labels and votes from files in
// any order, certifies each cloud at every value of a grid of perturbations, and adds
// the verdicts up to certified accuracies.
//
// A verdict on one cloud is made of what packages certificate and argument offer for
// a single request; nothing is proved here.
package dataset

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Run is a run over a dataset: clouds with labels and votes, and what is asked
// of every one of them.
//
// Every entry is an item of work for itself: Settings.Item is a pure function of
// the settings and the entry, so any worker may run it, in any order.
type Run struct {
	Settings *Settings
	Entries  []Entry
}

// Entry is one cloud of a run. Failure says why there is nothing to certify; then
// the rest may be missing.
type Entry struct {
	Name  string
	Cloud pointcloud.Cloud
	// Label is the true class. Predict and Certify are votes per class of the base
	// classifier under noise: the first choose the class, the second, independent
	// of them, bound its probability.
	Label            int64
	Predict, Certify []int64
	Failure          string

	place string          // for messages
	file  pointcloud.File // that the cloud was read from
}

// Limits of a run document.
const (
	MaxClouds    = pointcloud.MaxClouds
	maxRun       = 10_000_000 // clouds
	maxGrid      = 1000
	maxDraws     = 1000
	maxClasses   = 10_000
	defaultDraws = 10
)

// Read returns the content of a file that a run document names.
type Read func(path string) ([]byte, error)

// Parse reads a run document. A nil read refuses files. What is wrong with a
// single cloud becomes the failure of its entry; errors are *document.FieldError,
// *document.SyntaxError, *pointcloud.FormatError or what read returned.
func Parse(data []byte, read Read) (*Run, error) {
	c := &Collection{read: read}
	settings, err := c.takeRun(data)
	if err != nil {
		return nil, err
	}
	entries, err := c.Entries(settings)
	return &Run{settings, entries}, err
}

// Header returns the first line of a part of the run.
func (r *Run) Header(shard Shard, platform string) *Header {
	return &Header{
		Format: partFormat, Core: certificate.Core, Run: r.digest(), Count: len(r.Entries),
		Shard: shard, Platform: platform, Settings: []*Settings{r.Settings},
	}
}

// digest names the run by what it asks and of which clouds.
func (r *Run) digest() string {
	text := line(r.Settings)
	for _, e := range r.Entries {
		sum := digest.Sum256(line(e))
		text = append(text, sum[:]...)
	}
	sum := digest.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Line runs a cloud and returns what became of it as a line of a part.
func (r *Run) Line(cloud int) []byte {
	result := r.Settings.Item(r.Entries[cloud])
	return line(partLine{cloud, []*ItemResult{&result}})
}

// MarshalJSON writes the entry as a run document holds it, the cloud inline.
func (e Entry) MarshalJSON() ([]byte, error) {
	type voted struct {
		Name    string           `json:"name"`
		Points  pointcloud.Cloud `json:"points"`
		Label   int64            `json:"label"`
		Predict []int64          `json:"votes_pred"`
		Certify []int64          `json:"votes_cert"`
	}
	type failed struct {
		Name    string `json:"name"`
		Failure string `json:"failure"`
	}
	if e.Failure != "" {
		return json.Marshal(failed{e.Name, e.Failure})
	}
	return json.Marshal(voted{e.Name, e.Cloud, e.Label, e.Predict, e.Certify})
}

// ParseEntry reads one entry, its cloud inline.
func ParseEntry(data []byte) (Entry, error) {
	c := &Collection{}
	if err := c.takeEntry("cloud", data); err != nil {
		return Entry{}, err
	}
	if len(c.entries) != 1 {
		return Entry{}, document.BadField("cloud", "needs points")
	}
	e := c.entries[0]
	if e.Failure == "" && e.Predict == nil {
		return e, document.BadField("cloud", "%s", noVotes)
	}
	return e, nil
}

const noVotes = "has no votes (votes_pred and votes_cert)"

func (e *Entry) fail(format string, values ...any) { e.Failure = fmt.Sprintf(format, values...) }
