package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Collection gathers the clouds and the votes of a run from documents and
// files, in any order, and joins them by name.
type Collection struct {
	entries []Entry
	rows    []voteRow
	read    Read
	classes int
	place   string // of the first votes

	parted map[string][]pointcloud.Named // files of which parts are asked for, while a list is taken
}

// voteRow is the votes of a cloud that is named.
type voteRow struct {
	file             string
	line             int
	name             string
	label            int64
	predict, certify []int64
}

func (c *Collection) takeClouds(text json.RawMessage) error {
	if text == nil {
		return document.BadField("clouds", "is missing")
	}
	all, err := document.List("clouds", text)
	if err != nil {
		return err
	}
	for i, text := range all {
		if err := c.takeEntry(document.Numbered("clouds", i), text); err != nil {
			return err
		}
	}
	return nil
}

// takeEntry takes an entry of a list: a cloud inline, a file of one or several
// clouds, a failure that was found before, or votes for a cloud that is
// elsewhere.
func (c *Collection) takeEntry(place string, text json.RawMessage) error {
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
	switch {
	case o.Has("failure"):
		e.Failure, _, err = o.Text("failure")
	case o.Has("file"):
		return c.takeFile(o, e)
	case o.Has("points"):
		if err := certificate.TakePoints(o, &e.Cloud); err != nil {
			e.fail("%v", err)
		} else if err := certificate.CheckCoordinates("points", e.Cloud); err != nil {
			e.fail("%v", err)
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
	if !o.Has("votes_pred") && !o.Has("votes_cert") {
		e.Label, _, err = o.Whole("label", 0, maxClasses-1)
		return err
	}
	e.Label, e.Predict, e.Certify, err = c.takeVoteFields(o)
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
	if c.read == nil {
		return document.BadField(o.Name("file"), "files are not read here; give points")
	}
	if reading.Part != "" {
		e.Name = firstOf(e.Name, reading.Part)
		file, err := c.partOf(path, reading)
		c.add(e, file, err)
		return nil
	}
	data, err := c.read(path)
	switch {
	case err != nil:
		e.Name = firstOf(e.Name, path)
		c.add(e, pointcloud.File{}, err)
	case e.Name != "" || e.Predict != nil:
		file, err := pointcloud.Parse(path, data, reading)
		e.Name = firstOf(e.Name, path)
		c.add(e, file, err)
	case reading == pointcloud.Reading{}:
		return c.Add(path, data)
	default:
		c.addAll(path, data, reading)
	}
	return nil
}

// partOf reads a cloud of a file, of which the first part asked for reads all.
func (c *Collection) partOf(path string, reading pointcloud.Reading) (pointcloud.File, error) {
	whole := reading
	whole.Part = ""
	options, _ := json.Marshal(whole)
	key := path + string(options)
	all, known := c.parted[key]
	data, err := []byte(nil), error(nil)
	if !known {
		if data, err = c.read(path); err != nil {
			return pointcloud.File{}, err
		}
		all, _ = pointcloud.ParseAll(path, data, whole)
		c.parted[key] = all
	}
	for _, n := range all {
		if n.Name == reading.Part {
			return n.File, n.Err
		}
	}
	if known { // the only cloud by a name, or none: either is rare
		if data, err = c.read(path); err != nil {
			return pointcloud.File{}, err
		}
	}
	return pointcloud.Parse(path, data, reading)
}

func (c *Collection) add(e Entry, file pointcloud.File, err error) {
	e.Cloud, e.file = file.Cloud, file
	if err == nil {
		err = certificate.CheckCoordinates("points", file.Cloud)
	}
	if err != nil {
		e.fail("%v", err)
	}
	c.entries = append(c.entries, e)
}

// Add takes a file of clouds, of votes, or of both. A file of clouds that cannot
// be read becomes a failed entry; an error is one of votes or of a list.
func (c *Collection) Add(path string, data []byte) error {
	switch {
	case endsIn(path, ".jsonl", ".ndjson"):
		return c.addLines(path, data)
	case startsWith(data, '['):
		return c.addList(path, data)
	case isVotesTable(data):
		return c.addTable(path, data)
	}
	if err := refuseHeader(path, data); err != nil {
		return err
	}
	c.addAll(path, data, pointcloud.Reading{})
	return nil
}

// addAll takes all clouds of a file.
func (c *Collection) addAll(path string, data []byte, reading pointcloud.Reading) {
	all, err := pointcloud.ParseAll(path, data, reading)
	if err != nil {
		c.add(Entry{Name: path}, pointcloud.File{}, err)
	}
	for _, n := range all {
		c.add(Entry{Name: firstOf(n.Name, path)}, n.File, n.Err)
	}
}

// Open takes a file as Add does, or a run document with its clouds inline, whose
// settings it returns. Of a file with an error nothing is taken.
func (c *Collection) Open(path string, data []byte) (s *Settings, err error) {
	before := *c
	defer func() {
		if err != nil {
			*c = before
		}
	}()
	if !startsWith(data, '{') || !bytes.Contains(data, []byte(`"clouds"`)) || endsIn(path, ".jsonl", ".ndjson") {
		return nil, c.Add(path, data)
	}
	return c.takeRun(data)
}

// takeRun takes a run document.
func (c *Collection) takeRun(data []byte) (*Settings, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	clouds, votes := o.Take("clouds"), o.Take("votes")
	settings, err := takeSettings(o)
	if err != nil {
		return nil, err
	}
	if err := c.takeClouds(clouds); err != nil {
		return nil, err
	}
	return settings, c.takeVotes(votes)
}

// Size returns how many clouds and how many rows of votes were taken.
func (c *Collection) Size() (clouds, votes int) { return len(c.entries), len(c.rows) }

// Entries joins clouds and votes. Clouds without votes, votes without a cloud,
// a name that is there twice and a cloud of another dimension are failures.
func (c *Collection) Entries(s *Settings) ([]Entry, error) {
	if len(c.entries) > MaxClouds {
		return nil, document.BadField("clouds", "has %d clouds; the limit is %d", len(c.entries), MaxClouds)
	}
	entries := append([]Entry(nil), c.entries...)
	if len(c.rows) == 0 && len(entries) > 0 && !slices.ContainsFunc(entries, func(e Entry) bool { return e.Predict != nil || e.Failure != "" }) {
		return nil, document.BadField("votes", "are missing: no cloud has any (votes_pred and votes_cert)")
	}
	entries = c.join(entries)
	dimension := 0
	for i := range entries {
		e := &entries[i]
		e.prepare(s.base.Preparation)
		switch d := e.Cloud.Dimension; {
		case e.Failure != "":
		case e.Predict == nil:
			e.fail(noVotes)
		case s.needsSpace() && d != 3:
			e.fail("has 2 dimensions, but an axis of rotation is for 3-D clouds")
		case !s.needsSpace() && s.Attack.Axis != nil && d != 3:
			e.fail("has 2 dimensions, but attack.axis is for 3-D clouds")
		case dimension == 0:
			dimension = d
		case d != dimension:
			e.fail("has %d dimensions, the clouds before have %d", d, dimension)
		}
	}
	return entries, nil
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
		e.fail("%v. %s", err, pointcloud.Remedies(err)[0])
	case p.Method == pointcloud.Surface && p.Points > 0:
		spots, err := pointcloud.Spots(e.file.Cloud, e.file.Faces, p.Points, uint64(p.Seed))
		if err != nil {
			e.fail("%v", err)
			return
		}
		e.Cloud = pointcloud.At(e.file.Cloud, e.file.Faces, spots)
	}
}

// needsSpace tells whether the group is for 3-D clouds alone.
func (s *Settings) needsSpace() bool { return s.base.Group == invariance.Axis }

func firstOf(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}

func baseName(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

func endsIn(path string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(strings.ToLower(path), e) {
			return true
		}
	}
	return false
}
