package intake

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Collection gathers the clouds and the votes of a run from documents and
// files, in any order, and joins them by name.
type Collection struct {
	entries []Entry
	rows    []voteRow
	voted   *counted
	names   []string // of the classes, nil where only numbers are known
	classes int
	place   string        // of the first votes
	rule    *anytime.Rule // of the votes of the run document taken last, nil for votes of two stages
	partial bool          // the run document says that rows and clouds need not all meet
	single  string        // the first votes_pred that is missing beside votes_cert, "" for none

	// votesBySigma are the rows of votes for each σ, where there are several.
	votesBySigma [][]voteRow

	// open is nil where all is given; else clouds are read when their turn comes, those
	// inline from the document.
	open      Open
	document  Source
	openFiles *openFiles
}

// voteRow is the votes of a cloud that is named.
type voteRow struct {
	file             string
	line             int
	unlabelled       bool
	at               int // the number of the cloud from 1 in the order of the run, 0 where the name tells
	name             string
	label            class
	predicted        string // by other votes, "" where there is no such column
	predict, certify []int64
	sigma            float64 // that the votes were counted with, 0 where the table does not say
}

// takeEntry takes an entry of a list: a cloud inline, a file of one or several
// clouds, a failure that was found before, or votes for a cloud that is
// elsewhere. An entry that is by itself, from nowhere, is told from no others.
func (c *Collection) takeEntry(place string, text json.RawMessage, from *origin) error {
	o, err := document.Parse(place, text)
	if err != nil {
		return err
	}
	e := Entry{place: place}
	named := false
	if e.Name, named, err = o.Text("name"); err != nil {
		return err
	}
	if named && e.Name == "" || len(e.Name) > 1000 {
		return document.BadField(o.Name("name"), "must have 1 to 1000 bytes")
	}
	if err := c.takeLabelled(o, &e); err != nil {
		return err
	}
	evidence := o.Peek("evidence")
	if err := takeEvidence(o); err != nil {
		return err
	}
	e.Evidence = strings.Trim(string(evidence), `"`) // a text of plain letters
	switch {
	case o.Has("failure"):
		e.Failure, _, err = o.Text("failure")
		e.digest = digestOf("failure", []byte(e.Failure))
	case o.Has("file"):
		return c.takeFile(o, e)
	case o.Has("points"):
		if from != nil {
			e.digest = digestOf("points", slices.Concat(compact(o.Peek("points")), compact(o.Peek("attributes")), compact(o.Peek("attacked"))))
		}
		if c.open != nil {
			o.Take("points")
			o.Take("attributes")
			o.Take("attacked")
			e.from = from
		} else {
			e.takePoints(o)
		}
	default:
		return document.BadField(place, "needs points or a file")
	}
	if err != nil {
		return err
	}
	if e.Name == "" {
		e.Name = place
	}
	c.entries = append(c.entries, e)
	return o.Done()
}

// takeLabelled takes the label and the votes where they stand with the cloud.
func (c *Collection) takeLabelled(o *document.Object, e *Entry) (err error) {
	if hasAnswers(o) {
		return e.takeAnswers(o)
	}
	if !o.Has("votes_pred") && !o.Has("votes_cert") {
		e.class, e.labelled, err = c.takeLabel(o)
		e.Label = e.class.number
		return err
	}
	e.class, e.Predict, e.Certify, err = c.takeVoteFields(o)
	e.Label, e.labelled = e.class.number, true
	return err
}

// takeFile takes {"file": …, "part": …} with what else the file leaves open.
// Without a part every cloud of the file becomes an entry.
func (c *Collection) takeFile(o *document.Object, e Entry) error {
	path, reading, err := certificate.TakeReading(o)
	if err != nil {
		return err
	}
	if err := o.Done(); err != nil {
		return err
	}
	if c.open == nil {
		return document.BadField(o.Name("file"), "files are not read here; give points")
	}
	if e.Name == "" && !e.Voted() && !e.labelled && reading.Part == "" {
		return c.addSource(path, reading)
	}
	e.Name = cmp.Or(e.Name, reading.Part, path)
	c.put(e, path, reading)
	return nil
}

// put adds a cloud that is read when its turn comes.
func (c *Collection) put(e Entry, path string, reading pointcloud.Reading) {
	e.from = &origin{path: path, reading: reading}
	e.digest = e.from.digest()
	c.entries = append(c.entries, e)
}

// addSource takes a file as Add does, without reading what can be read later.
func (c *Collection) addSource(path string, reading pointcloud.Reading) error {
	source, err := c.open(path)
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	if err != nil {
		c.addFailed(path, reading, err)
		return nil
	}
	defer source.Close()
	head, err := readSpan(source, 0, min(source.Size(), 1<<12))
	if err != nil {
		return err
	}
	switch {
	case pointcloud.Single(head):
		c.put(Entry{Ballot: judging.Ballot{Name: path}}, path, reading)
		return nil
	case reading != pointcloud.Reading{}:
	case endsIn(path, ".jsonl", ".ndjson"):
		return c.addLines(path, source)
	case startsWith(head, '['):
		return c.addList(path, source)
	case !bytes.Contains(head, []byte{0}):
		if table, err := c.addIfTable(path, source); table || err != nil {
			return err
		}
	}
	return c.addShelf(path, reading)
}

// addIfTable takes a table of votes, and refuses one under other names.
func (c *Collection) addIfTable(path string, source Source) (is bool, err error) {
	line, err := readSpan(source, 0, min(source.Size(), 1<<20))
	if err != nil || !isVotesTable(line) {
		return false, errors.Join(err, refuseHeader(path, line))
	}
	data, err := readSpan(source, 0, source.Size())
	if err != nil {
		return true, err
	}
	return true, c.addTable(path, data, "")
}

// addFailed adds a file that cannot be read.
func (c *Collection) addFailed(path string, reading pointcloud.Reading, err error) {
	e := Entry{Ballot: judging.Ballot{Name: path}, digest: (&origin{path: path, reading: reading}).digest()}
	e.fail("%v", err)
	c.entries = append(c.entries, e)
}

// addShelf adds the clouds of a file, which are found now and read later.
func (c *Collection) addShelf(path string, reading pointcloud.Reading) error {
	shelf, err := c.openFiles.take(c.open, path, reading)
	switch {
	case errors.Is(err, ErrUnavailable):
		return err
	case err != nil:
		c.addFailed(path, reading, err)
		return nil
	}
	for _, name := range shelf.Names() {
		part := reading
		part.Part = name
		c.put(Entry{Ballot: judging.Ballot{Name: cmp.Or(name, path)}}, path, part)
	}
	return nil
}

// plain returns a document or a table of votes as UTF-8: programs of Windows write UTF-16.
func plain(path string, data []byte) []byte {
	if endsIn(path, ".json", ".jsonl", ".ndjson", ".csv", ".tsv") {
		return document.Text(data)
	}
	return data
}

// Add takes a file of clouds, of votes, or of both. A file of clouds that cannot
// be read becomes a failed entry; an error is one of votes or of a list.
func (c *Collection) Add(path string, data []byte) error {
	data = plain(path, data)
	switch {
	case endsIn(path, ".jsonl", ".ndjson"):
		return c.addLines(path, Memory(data))
	case startsWith(data, '['):
		return c.addList(path, Memory(data))
	case isVotesTable(data):
		return c.addTable(path, data, "")
	}
	if err := refuseHeader(path, data); err != nil {
		return err
	}
	c.AddClouds(path, data, pointcloud.Reading{})
	return nil
}

// AddClouds takes a file of clouds that is read in this way.
func (c *Collection) AddClouds(path string, data []byte, reading pointcloud.Reading) {
	all, err := pointcloud.ParseAll(path, data, reading)
	if err != nil {
		all = []pointcloud.Named{{Err: err}}
	}
	for _, n := range all {
		e := Entry{Ballot: judging.Ballot{Name: cmp.Or(n.Name, path)}, path: path}
		e.set(n.File, n.Err)
		c.entries = append(c.entries, e)
	}
}

// Open takes a file as Add does, or a run document with its clouds inline, whose
// settings it returns. Of a file with an error nothing is taken.
func (c *Collection) Open(path string, data []byte) (s *judging.Settings, err error) {
	before := *c
	defer func() {
		if err != nil {
			*c = before
		}
	}()
	data = plain(path, data)
	if !startsWith(data, '{') || !bytes.Contains(data, []byte(`"clouds"`)) || endsIn(path, ".jsonl", ".ndjson") {
		return nil, c.Add(path, data)
	}
	settings, err := c.takeRun(Memory(data))
	if err == nil && len(settings) > 1 {
		err = document.BadField("sigmas", "are for the command line; open a run of one sigma here")
	}
	if err != nil {
		return nil, err
	}
	return settings[0], nil
}

// takeRun takes a run document; the settings are those for each σ.
func (c *Collection) takeRun(text Source) ([]*judging.Settings, error) {
	if c.open != nil {
		c.document = text
	}
	var bad error // what is wrong with the settings comes first
	o, err := document.ParseLong(text, text.Size(), &document.Elements{Field: "clouds", Take: func(i int, offset int64, element json.RawMessage) error {
		if bad == nil {
			bad = c.takeEntry(document.Numbered("clouds", i), element, &origin{offset: offset, length: int64(len(element))})
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	var read func(string) ([]byte, error)
	if c.open != nil {
		read = c.read
	}
	if err := o.Include("sets", read); err != nil {
		return nil, err
	}
	clouds, voted := o.Take("clouds"), o.Take("voted")
	partial, unclear := o.Truth("partial")
	ignore, wrong := smoothing.TakeIgnore(o)
	all, err := takeVariants(o)
	c.partial, err = partial, document.Join(unclear, wrong, err)
	if clouds == nil {
		bad = document.BadField("clouds", "is missing")
	}
	if err := document.Join(err, bad); err != nil {
		return nil, err
	}
	if err := c.checkTruth(ignore); err != nil {
		return nil, err
	}
	if err := c.takeVoted(voted, all); err != nil {
		return nil, err
	}
	c.rule = all[0].settings.Anytime
	return c.takeBallots(all)
}

// Size returns how many clouds and how many rows of votes were taken.
func (c *Collection) Size() (clouds, votes int) { return len(c.entries), len(c.rows) }

// Lacks returns the votes that a run still needs: votes_pred, votes_cert, "votes" for both, or "" for none.
func (c *Collection) Lacks() string {
	predict, certify := false, false
	for _, row := range c.rows {
		predict, certify = predict || row.predict != nil, certify || row.certify != nil
	}
	for i := range c.entries {
		if c.entries[i].Answers != nil {
			return ""
		}
		predict, certify = predict || c.entries[i].Predict != nil, certify || c.entries[i].Certify != nil
	}
	switch {
	case predict && certify, certify && c.rule != nil:
		return ""
	case predict:
		return columnCertify
	case certify:
		return columnPredict
	}
	return "votes"
}

// prepare does what needs more of a file than its points: what is left out of
// them, and the faces.
func (e *Entry) prepare(p *certificate.Preparation) {
	if p == nil {
		p = &certificate.Preparation{}
	}
	switch {
	case e.Failure != "":
	case e.file.Missing != nil && !p.DropMissing:
		err := e.file.Missing.Question(errors.New)
		e.remedies = pointcloud.Remedies(err)
		e.fail("%v. %s", err, e.remedies[0])
	case p.Method == pointcloud.Surface && p.Points > 0:
		spots, err := pointcloud.Spots(e.file.Cloud, e.file.Faces, p.Points, uint64(p.Seed))
		if err != nil {
			e.fail("%v", err)
			return
		}
		e.Cloud = pointcloud.At(e.file.Cloud, e.file.Faces, spots)
	}
}

func endsIn(path string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(strings.ToLower(path), ending) })
}
