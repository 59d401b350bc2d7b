// Package intake reads clouds, labels and votes of a run over many clouds, from files in any order, and joins them to
// what is certified of each cloud.
package intake

import (
	"fmt"
	"slices"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Run is a run over a dataset: clouds with labels and votes, and what is asked
// of every one of them.
//
// Every cloud is an item of work for itself: Line is a pure function of the settings and
// the entry, so any worker may run it, in any order. Where the clouds are in files, or in a
// document that stays open, one is in memory no longer than its turn lasts.
type Run struct {
	// Settings are those for each σ.
	Settings []*judging.Settings

	clouds *Collection
	// entries are the clouds with the votes at each σ, and behind them the votes there
	// that no cloud takes.
	entries    [][]Entry
	dimensions []int // of the first cloud that did not fail, 0 where all do
	// unvoted says that the votes are still to be counted: clouds need labels alone.
	unvoted bool
}

// Entry is a ballot, and where it is from.
type Entry struct {
	judging.Ballot

	labelled bool            // whether Label was given
	again    bool            // votes of a cloud that has others
	class    class           // from which Label follows once the classes have names
	place    string          // for messages
	file     pointcloud.File // that the cloud was read from
	from     *origin         // where it is to be read from, nil where it was
	path     string          // of the file that was read, "" for others
	remedies []pointcloud.Remedy
	digest   [32]byte // of what the run document says of the cloud, where there is one
}

// Limits of a run document.
const (
	MaxClouds  = pointcloud.MaxClouds
	MaxRun     = 10_000_000 // clouds
	maxClasses = 10_000
)

// Parse reads a run document, which stays in use as long as the run. A nil open refuses
// files. What is wrong with a single cloud becomes the failure of its entry; errors are
// *document.FieldError, *document.SyntaxError, *pointcloud.FormatError or what open returned.
func Parse(text Source, open Open) (*Run, error) {
	c := &Collection{open: open, openFiles: &openFiles{}}
	settings, err := c.takeRun(text)
	if err != nil {
		return nil, err
	}
	return c.plan(settings, false)
}

// plan joins clouds and votes. Clouds without votes, votes without a cloud, a name that is
// there twice and a cloud of another dimension are failures.
func (c *Collection) plan(settings []*judging.Settings, unvoted bool) (*Run, error) {
	if most := c.most(); len(c.entries) > most {
		return nil, document.BadField("clouds", "has %d clouds; the limit is %d", len(c.entries), most)
	}
	if !unvoted && c.single != "" && settings[0].Anytime == nil {
		return nil, document.BadField(c.single, "is missing")
	}
	r := &Run{Settings: settings, clouds: c, dimensions: make([]int, len(settings)), unvoted: unvoted}
	for k := range settings {
		if err := settings[k].CheckSets(); err != nil && !unvoted {
			return nil, err
		}
		rows := c.rows
		if c.votesBySigma != nil {
			rows = c.votesBySigma[k]
		}
		if err := holdSigma(rows, settings[k]); err != nil {
			return nil, err
		}
		entries := slices.Clone(c.entries)
		if err := r.lacking(entries, rows); err != nil {
			return nil, err
		}
		entries = c.join(entries, rows)
		if !unvoted {
			for i := range entries {
				entries[i].needAll(settings[k].Anytime)
			}
			if err := c.voted.hold(entries); err != nil {
				return nil, err
			}
			if settings[k].Anytime == nil {
				if err := refuseSame(entries); err != nil {
					return nil, err
				}
			}
		}
		r.entries = append(r.entries, entries)
	}
	return r, r.measure()
}

// holdSigma refuses votes that their table says were counted with another σ.
func holdSigma(rows []voteRow, s *judging.Settings) error {
	for i := range rows {
		if row := &rows[i]; row.sigma != 0 && (row.sigma != s.Base.Sigma || s.Base.SigmaBy != nil) {
			return document.BadField("sigma", "is %s, but %s has votes that were counted with %v: set sigma to that, or count again", judging.JSON(s.Sigma()),
				row.where(), row.sigma)
		}
	}
	return nil
}

// lacking refuses a run of which no cloud can have a verdict: that is no failure of single
// clouds.
func (r *Run) lacking(entries []Entry, rows []voteRow) error {
	some := func(of func(Entry) bool) bool {
		return len(entries) == 0 || slices.ContainsFunc(entries, func(e Entry) bool { return of(e) || e.Failure != "" })
	}
	switch {
	case r.unvoted && len(rows) == 0 && !some(func(e Entry) bool { return e.labelled }):
		return document.BadField("labels",
			"are missing: no cloud has one. A CSV file with the columns name and label gives them, label being the true class: its name, or its number from 0")
	case !r.unvoted && !slices.ContainsFunc(rows, voteRow.voted) && !some(func(e Entry) bool { return e.Voted() }):
		return document.BadField("votes", "are missing: no cloud has any (votes_pred and votes_cert)")
	}
	return nil
}

// most is how many clouds a run may have: where all are in memory, not many.
func (c *Collection) most() int {
	if c.open == nil {
		return MaxClouds
	}
	return MaxRun
}

// measure finds the dimension of the clouds.
func (r *Run) measure() error {
	unknown := len(r.Settings)
	for i := 0; i < len(r.clouds.entries) && unknown > 0; i++ {
		loaded, err := r.clouds.load(r.clouds.entries[i])
		if err != nil {
			return err
		}
		for k := range r.Settings {
			if r.dimensions[k] != 0 {
				continue
			}
			if e := r.entry(k, i, loaded); e.Failure == "" {
				r.dimensions[k] = e.Cloud.Dimension
				unknown--
			}
		}
	}
	return nil
}

// entry is a cloud that was loaded, with its votes, as it is certified.
func (r *Run) entry(k, i int, loaded Entry) Entry {
	e, s := r.entries[k][i], r.Settings[k]
	e.Cloud, e.file, e.Attacked = loaded.Cloud, loaded.file, loaded.Attacked
	if e.Failure == "" {
		e.Failure, e.remedies = loaded.Failure, loaded.remedies
	}
	e.prepare(s.Base.Preparation)
	e.keepSeen(s, r.unvoted)
	switch d := e.Cloud.Dimension; {
	case e.Failure != "":
	case r.unvoted && !e.labelled:
		e.fail(noLabel)
	case !r.unvoted && !e.Voted():
		e.fail(judging.NoVotes)
	case s.NeedsSpace() && d != 3:
		e.fail("has 2 dimensions, but an axis of rotation is for 3-D clouds")
	case !s.NeedsSpace() && s.Attack.Axis != nil && d != 3:
		e.fail("has 2 dimensions, but attack.axis is for 3-D clouds")
	case s.Withstand != nil && s.Withstand.Along != nil && len(s.Withstand.Along) != d:
		e.fail("has %d dimensions, but withstand.along has %d numbers", d, len(s.Withstand.Along))
	case r.dimensions[k] != 0 && d != r.dimensions[k]:
		e.fail("has %d dimensions, the clouds before have %d", d, r.dimensions[k])
	}
	return e
}

// Count returns how many clouds the run has, and votes that no cloud takes.
func (r *Run) Count() int {
	count := len(r.clouds.entries)
	for _, entries := range r.entries {
		count += len(entries) - len(r.clouds.entries)
	}
	return count
}

// Name returns the name of a cloud.
func (r *Run) Name(cloud int) string {
	if cloud < len(r.clouds.entries) {
		return r.entries[0][cloud].Name
	}
	return r.lost(cloud).Name
}

// lost returns votes that no cloud takes.
func (r *Run) lost(cloud int) (e Entry) {
	for _, entry := range r.turnOfLost(cloud) {
		if entry != nil {
			e = *entry
		}
	}
	return e
}

// Turn returns what each of the settings is applied to when the turn of a cloud has come,
// nil for those that know nothing of it. An error is ErrUnavailable.
func (r *Run) Turn(cloud int) ([]*Entry, error) {
	if cloud >= len(r.clouds.entries) {
		return r.turnOfLost(cloud), nil
	}
	loaded, err := r.clouds.load(r.clouds.entries[cloud])
	if err != nil {
		return nil, err
	}
	entries := make([]*Entry, len(r.Settings))
	for k := range r.Settings {
		entries[k] = new(r.entry(k, cloud, loaded))
	}
	return entries, nil
}

// turnOfLost is the turn of votes that no cloud takes, which stand under one σ.
func (r *Run) turnOfLost(cloud int) []*Entry {
	entries := make([]*Entry, len(r.Settings))
	clouds := len(r.clouds.entries)
	lost := cloud - clouds
	for k := range r.Settings {
		if here := len(r.entries[k]) - clouds; lost >= here {
			lost -= here
			continue
		}
		entries[k] = &r.entries[k][clouds+lost]
		break
	}
	return entries
}

// Entries joins clouds and votes, with all clouds in memory.
func (c *Collection) Entries(s *judging.Settings) ([]Entry, error) {
	if s.Anytime == nil && s.Attack.Search == 0 {
		s.Anytime = c.rule
	}
	if err := c.voted.apply(s); err != nil {
		return nil, err
	}
	return c.joined(s, false)
}

// joined joins clouds and votes, or labels alone.
func (c *Collection) joined(s *judging.Settings, unvoted bool) ([]Entry, error) {
	r, err := c.plan([]*judging.Settings{s}, unvoted)
	if err != nil {
		return nil, err
	}
	entries := r.entries[0]
	for i := range c.entries {
		loaded, err := c.load(c.entries[i])
		if err != nil {
			return nil, err
		}
		entries[i] = r.entry(0, i, loaded)
	}
	return entries, nil
}

// ParseEntry reads one entry, its cloud inline.
func ParseEntry(data []byte) (Entry, error) {
	c := &Collection{}
	if err := c.takeEntry("cloud", data, nil); err != nil {
		return Entry{}, err
	}
	if len(c.entries) != 1 {
		return Entry{}, document.BadField("cloud", "needs points")
	}
	e := c.entries[0]
	if e.Failure == "" && !e.Voted() {
		return e, document.BadField("cloud", "%s", judging.NoVotes)
	}
	return e, nil
}

const noLabel = "has no label, the number of its true class"

func (e *Entry) fail(format string, values ...any) { e.Failure = fmt.Sprintf(format, values...) }
