package intake

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// takeVotes takes the votes of the document: {"file": …} or a list of
// {"name", "label", "votes_pred", "votes_cert"}.
func (c *Collection) takeVotes(place string, text json.RawMessage) error {
	if text == nil {
		return nil
	}
	if text[0] == '[' {
		return c.takeRows(place, text)
	}
	o, err := document.Parse(place, text)
	if err != nil {
		return err
	}
	path, present, err := o.Text("file")
	use, named, bad := o.Text("votes")
	if named && err == nil && bad == nil {
		err = checkUse(o.Name("votes"), use)
	}
	switch {
	case err != nil || bad != nil:
		return document.Join(err, bad)
	case !present:
		return document.BadField(place, "must be {\"file\": …} or a list")
	case c.open == nil:
		return document.BadField(o.Name("file"), "files are not read here; give a list")
	}
	if err := o.Done(); err != nil {
		return err
	}
	data, err := c.read(path)
	if err != nil {
		return err
	}
	if startsWith(data, '{') && !endsIn(path, ".jsonl", ".ndjson") {
		return InFile(path, 1, "is a JSON object; want the list of votes alone, such as [{\"name\": \"a\", \"label\": 1, \"votes_pred\": [12, 988]}]")
	}
	if isVotesArray(data) {
		return c.addArrays(path, data, use)
	}
	if use == "" && (isVotesTable(data) || startsWith(data, '[') || endsIn(path, ".jsonl", ".ndjson")) {
		return c.Add(path, data)
	}
	return c.addTable(path, data, use)
}

func (c *Collection) takeRows(place string, text json.RawMessage) error {
	all, err := document.List(place, text)
	if err != nil {
		return err
	}
	for i, text := range all {
		o, err := document.Parse(document.Numbered(place, i), text)
		if err != nil {
			return err
		}
		if err := c.takeRow(voteRow{file: o.Path}, o); err != nil {
			return err
		}
	}
	return nil
}

func (c *Collection) takeRow(row voteRow, o *document.Object) (err error) {
	if row.name, _, err = o.Text("name"); err != nil {
		return err
	}
	if row.name == "" {
		return document.BadField(o.Name("name"), "is missing")
	}
	if err := refuseRow(o); err != nil {
		return err
	}
	if o.Has("label") && !o.Has("votes_pred") && !o.Has("votes_cert") {
		row.label, _, err = c.takeLabel(o)
	} else {
		row.label, row.predict, row.certify, err = c.takeVoteFields(o)
	}
	if err != nil {
		return err
	}
	c.rows = append(c.rows, row)
	return o.Done()
}

// takeVoteFields takes label, votes_pred and votes_cert. All votes of a run are
// about the same classes.
func (c *Collection) takeVoteFields(o *document.Object) (label class, predict, certify []int64, err error) {
	if o.Has("votes_pred") || !o.Has("votes_cert") {
		if predict, err = takeCounts(o, "votes_pred"); err != nil {
			return
		}
	}
	if certify, err = takeCounts(o, "votes_cert"); err != nil {
		return
	}
	if predict == nil && c.single == "" {
		c.single = o.Name("votes_pred")
	}
	label, present, err := c.takeLabel(o)
	if err == nil && !present {
		err = document.BadField(o.Name("label"), "is missing")
	}
	if err == nil {
		err = c.checkVotes(o.Path, label, predict, certify)
	}
	return label, predict, certify, err
}

func takeCounts(o *document.Object, name string) ([]int64, error) {
	place := o.Name(name)
	if !o.Has(name) {
		return nil, document.BadField(place, "is missing")
	}
	texts, err := document.List(place, o.Take(name))
	if err != nil {
		return nil, err
	}
	counts := make([]int64, len(texts))
	for i, text := range texts {
		if counts[i], err = voteCount(string(text)); err != nil {
			return nil, document.BadField(document.Numbered(place, i), "%v", err)
		}
	}
	return counts, nil
}

// voteCount reads a number of votes.
func voteCount(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if x, bad := strconv.ParseFloat(text, 64); err != nil && bad == nil && x == math.Trunc(x) && math.Abs(x) <= certificate.MaxVotes {
		n, err = int64(x), nil // 988.0 or 9.86e3
	}
	if text == "" {
		return 0, errors.New("is empty; count the votes of this cloud, or remove its row")
	}
	if err != nil || n < 0 || n > certificate.MaxVotes {
		return 0, fmt.Errorf("must be a whole number from 0 to %d, got %s", certificate.MaxVotes, document.Shorten([]byte(text)))
	}
	return n, nil
}

// checkVotes compares votes with each other and with the first of the run. One of the two sets may be missing.
func (c *Collection) checkVotes(place string, label class, predict, certify []int64) error {
	if predict != nil && certify != nil && len(predict) != len(certify) {
		return document.BadField(place, "has %d classes in votes_pred and %d in votes_cert", len(predict), len(certify))
	}
	for _, votes := range [][]int64{predict, certify} {
		if votes == nil {
			continue
		}
		switch classes := len(votes); {
		case classes < 2 || classes > maxClasses:
			return document.BadField(place, "has votes for %d classes; want 2 to %d", classes, maxClasses)
		case smoothing.Total(votes) == 0 || smoothing.Total(votes) > certificate.MaxVotes:
			return document.BadField(place, "needs at least one vote in votes_pred and in votes_cert, and at most %d", certificate.MaxVotes)
		case label.word == "" && label.number >= int64(classes):
			return document.BadField(place, "has the label %d, but votes for %d classes only", label.number, classes)
		case c.classes == 0:
			c.classes, c.place = classes, place
		case classes != c.classes:
			return document.BadField(place, "has votes for %d classes, %s for %d", classes, c.place, c.classes)
		}
	}
	return nil
}

// join gives every row to the cloud of its name. Rows that no cloud takes are failures of their own.
func (c *Collection) join(entries []Entry, rows []voteRow) []Entry {
	tellApart(entries)
	for i := range entries {
		c.labelled(&entries[i])
	}
	names, clouds, by := newNames(entries), len(entries), map[int]string{}
	for _, row := range rows {
		at, known := names.find(row.name)
		if row.at > 0 {
			at, known = row.at-1, row.at <= clouds
		}
		lost := Entry{Ballot: judging.Ballot{Name: row.name}, place: row.file}
		label, err := c.known(row.label)
		if known && row.unlabelled {
			label = entries[at].Label
		}
		switch {
		case err != nil:
			lost.fail("%s: the label %s", row.where(), messageOf(err))
		case !known:
			lost.fail("%s: no cloud is called %q", row.where(), row.name)
		case at == several:
			lost.fail("%s: several clouds are called %q", row.where(), row.name)
		case entries[at].Predict != nil && row.predict != nil, entries[at].Certify != nil && row.certify != nil:
			lost.fail("%s: the cloud %q has votes already", row.where(), row.name)
			lost.again = true
			if first := by[at]; first != row.name && (names.loose(first) || names.loose(row.name)) {
				entries[at].fail("votes of %q and of %q fit its name", first, row.name)
			}
		case entries[at].labelled && entries[at].Label != label:
			lost.fail("%s: the cloud %q has the label %d already", row.where(), row.name, entries[at].Label)
		default:
			entries[at].take(row, label)
			by[at] = row.name
			continue
		}
		entries = append(entries, lost)
	}
	return entries
}

// needAll refuses votes of one kind alone, and those that are not of the rule.
func (e *Entry) needAll(rule *anytime.Rule) {
	switch {
	case e.Failure != "":
	case rule != nil:
		if why := e.Against(rule); why != "" {
			e.fail("%s", why)
		}
	case e.Predict == nil && e.Certify != nil:
		e.fail("has votes that bound its probability, but none that name its class: add votes_pred, or the column predicted")
	case e.Certify == nil && e.Predict != nil:
		e.fail("has votes that name its class, but none that bound its probability: add votes_cert")
	}
}

// tellApart puts the file before the name of a cloud of a file of several, where another
// cloud of the run has that name too: stacks call their clouds 0, 1 and so on.
func tellApart(entries []Entry) {
	count := make(map[string]int, len(entries))
	for i := range entries {
		count[entries[i].Name]++
	}
	for i := range entries {
		e := &entries[i]
		if file := e.stack(); count[e.Name] > 1 && file != "" {
			e.Name = file + "/" + e.Name
		}
	}
}

// stack is the file of several clouds that gave the cloud its name, "" for others.
func (e *Entry) stack() string {
	switch {
	case e.from != nil && e.from.reading.Part == e.Name:
		return e.from.path
	case e.path != e.Name:
		return e.path
	}
	return ""
}

// labelled gives a cloud the number of a label that is a word.
func (c *Collection) labelled(e *Entry) {
	if e.class.word == "" {
		return
	}
	label, err := c.known(e.class)
	if err != nil && e.Failure == "" {
		e.fail("its label %s", messageOf(err))
	}
	e.Label = label
}

// take takes what a row says of the cloud.
func (e *Entry) take(row voteRow, label int64) {
	e.Label, e.labelled = label, true
	if row.predict != nil {
		e.Predict, e.Evidence = row.predict, ""
	}
	if row.certify != nil {
		e.Certify, e.Evidence = row.certify, ""
	}
}

// voted tells whether the row has votes, and not the label alone.
func (r voteRow) voted() bool { return r.predict != nil || r.certify != nil }

func (r voteRow) where() string {
	if r.line == 0 {
		return r.file
	}
	return fmt.Sprintf("%s: line %d", r.file, r.line)
}

func startsWith(data []byte, first byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(text) > 0 && text[0] == first
}

// addList takes a file that is a JSON list of clouds or of votes.
func (c *Collection) addList(path string, source Source) error {
	mark := markOf(source)
	text := io.NewSectionReader(source, mark, source.Size()-mark)
	var bad error // that the list is none comes first
	err := document.ReadList(text, &document.Elements{Field: path, Take: func(i int, offset int64, element json.RawMessage) error {
		if bad == nil {
			bad = c.addObject(document.Numbered(path, i), 0, element, &origin{path: path, offset: mark + offset, length: int64(len(element))})
		}
		return nil
	}})
	if err == nil {
		return bad
	}
	if !document.IsSyntax(err) {
		return err
	}
	data, _ := readSpan(source, mark, source.Size()-mark)
	var all []json.RawMessage
	err = json.Unmarshal(data, &all) // which knows where
	return InFile(path, document.LineOf(data, err), "is not a JSON list: %v", err)
}

// markOf returns the length of the byte order mark.
func markOf(source Source) int64 {
	const mark = "\xef\xbb\xbf"
	if head, _ := readSpan(source, 0, min(source.Size(), int64(len(mark)))); string(head) == mark {
		return int64(len(mark))
	}
	return 0
}

// addLines takes a file with one JSON object a line.
func (c *Collection) addLines(path string, source Source) error {
	reader := bufio.NewReaderSize(io.NewSectionReader(source, 0, source.Size()), 1<<16)
	offset := int64(0)
	for number := 1; ; number++ {
		text, err := reader.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if object := bytes.TrimSpace(text); len(object) > 0 {
			if err := c.addObject(path, number, object, &origin{path: path, offset: offset, length: int64(len(text))}); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		offset += int64(len(text))
	}
}

func (c *Collection) addObject(path string, line int, text []byte, from *origin) error {
	place := voteRow{file: path, line: line}.where()
	o, err := document.Parse(place, text)
	if err != nil {
		return err
	}
	if slices.ContainsFunc([]string{"points", "file", "failure"}, o.Has) {
		return c.takeEntry(place, text, from)
	}
	return c.takeRow(voteRow{file: path, line: line}, o)
}

func InFile(path string, line int, format string, values ...any) error {
	return &pointcloud.FormatError{File: path, Line: line, Byte: -1, Message: fmt.Sprintf(format, values...)}
}
