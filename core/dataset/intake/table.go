package intake

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// The columns of a table of votes: a name, a label, and votes_pred and votes_cert, a list of
// votes by class in a cell, or one column a class, named by its number from 0 or by a word. A
// table of labels alone has the first two. A table of one set of votes has a column for each
// class, and predicted with the class that other votes have named.
const (
	columnName      = "name"
	columnLabel     = "label"
	columnPredicted = "predicted"
	columnSigma     = "sigma" // with which the votes were counted
	columnPredict   = "votes_pred"
	columnCertify   = "votes_cert"
	headerUnknown   = "the header names neither coordinates (x, y, z) nor votes as they are read: " + columnsWanted
	columnsWanted   = "name, label, votes_pred and votes_cert with a list such as 90 10 0 in a cell, or votes_pred_0, …, votes_cert_0, …, or predicted and a column for each class"
)

// noClasses are names of columns that tables of one set have beside the classes or in their place: read as classes, 510 votes of 1,000
// samples would be 1,000 votes of 1,510 for the second one.
var noClasses = []string{
	"votes", "vote", "samples", "sample", "total", "count", "counts", "n_votes", "n_samples", "num_votes", "num_samples", "points", "n_points",
	"id", "idx", "index", "class", "target", "truth", "true", "correct", "radius", "time", "runner_up", "failure", "verdict", "certified",
}

// isVotesTable tells a table of votes or labels from one of coordinates by its header.
func isVotesTable(data []byte) bool {
	data = withoutSeparatorLine(data)
	line, _, _ := bytes.Cut(data, []byte{'\n'})
	if len(line) >= 1<<20 || startsWith(line, '{') {
		return false
	}
	header := strings.TrimPrefix(string(line), "\xef\xbb\xbf")
	names := cells(header, separatorOf(header))
	has := func(name string) bool { return slices.Contains(names, name) }
	votes := strings.Contains(header, columnPredict) || strings.Contains(header, columnCertify)
	return votes || has(columnName) && has(columnLabel) && !has("x") && !has("y") && !has("z")
}

// withoutSeparatorLine drops the first line sep=; that spreadsheets write.
func withoutSeparatorLine(data []byte) []byte {
	line, rest, _ := bytes.Cut(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), []byte{'\n'})
	if text := strings.TrimSpace(string(line)); len(text) <= len("sep=;") && strings.HasPrefix(strings.ToLower(text), "sep=") {
		return rest
	}
	return data
}

// isIndex tells whether a column has no name: the numbers of the rows, as pandas writes them.
func isIndex(column string) bool { return column == "" || column == "Unnamed: 0" }

// refuseHeader refuses a table whose header names neither coordinates nor votes:
// it is one of votes under other names, and would pass for a cloud.
func refuseHeader(path string, data []byte) error {
	if !endsIn(path, ".csv", ".tsv", ".txt") {
		return nil
	}
	line, _, _ := bytes.Cut(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), []byte{'\n'})
	text := string(line[:min(len(line), 1<<16)])
	names := cells(text, separatorOf(text))
	votes := false
	for _, name := range names {
		switch strings.ToLower(name) {
		case "x", "y", "z":
			return nil
		case columnName, columnLabel, "id", "file", "path", "class", "target":
			votes = true
		default:
			votes = votes || strings.Contains(strings.ToLower(name), "vote") || strings.Contains(strings.ToLower(name), "count")
		}
	}
	if len(names) < 2 || !votes {
		return nil
	}
	return InFile(path, 1, headerUnknown)
}

// votesTable is what the header says of each column.
type votesTable struct {
	path             string
	columns          []string
	name, label      int
	predicted, sigma int   // -1 where there is none
	predict, certify []int // column of each class, or of all where they are in lists
	lists            bool
	classes          []string // where columns name them
}

// addTable takes votes as CSV with a header; "," and ";" and tabs separate. Use says which votes
// a table of one set has, votes_pred or votes_cert, "" if unknown.
func (c *Collection) addTable(path string, data []byte, use string) error {
	lines := strings.Split(strings.TrimPrefix(string(withoutSeparatorLine(data)), "\xef\xbb\xbf"), "\n")
	skipped := strings.Count(string(data), "\n") + 1 - len(lines)
	separator := separatorOf(lines[0])
	t := &votesTable{path: path, columns: cells(lines[0], separator)}
	if err := t.readHeader(use); err != nil {
		return err
	}
	if err := c.nameClasses(t.classes, path); err != nil {
		return err
	}
	for first := 1; first < len(lines); {
		line, next := wholeRow(lines, first)
		if strings.TrimSpace(line) != "" {
			row, err := t.row(first+1+skipped, cells(line, separator))
			if err != nil {
				return err
			}
			if err := c.finishRow(&row, cells(line, separator)[t.label]); err != nil {
				return InFile(path, row.line, "%s", messageOf(err))
			}
			c.rows = append(c.rows, row)
		}
		first = next
	}
	return nil
}

// wholeRow returns the row that begins with a line, and where the next one does: a cell in
// quotes may go over several lines, as NumPy's lists do.
func wholeRow(lines []string, first int) (row string, next int) {
	quotes := 0
	for next = first; next == first || quotes%2 == 1 && next < len(lines); next++ {
		quotes += strings.Count(lines[next], `"`)
	}
	return strings.Join(lines[first:next], "\n"), next
}

// finishRow reads the classes of a row, and compares its votes, where it has any.
func (c *Collection) finishRow(row *voteRow, label string) (err error) {
	if row.label, err = c.classOf(label); err != nil {
		return document.BadField("label", "label %s", messageOf(err))
	}
	if row.predicted != "" {
		if row.predict, err = c.namedBy(row.predicted, len(row.certify)); err != nil {
			return document.BadField("predicted", "predicted %s", messageOf(err))
		}
	}
	if !row.voted() {
		return nil
	}
	return c.checkVotes(row.where(), row.label, row.predict, row.certify)
}

// namedBy returns one vote for the class that other samples have named.
func (c *Collection) namedBy(text string, classes int) ([]int64, error) {
	named, err := c.classOf(text)
	switch {
	case err != nil:
		return nil, err
	case named.word != "":
		return nil, document.BadField("predicted", "is the word %q, but the votes name no classes: use a number from 0", named.word)
	case named.number >= int64(classes):
		return nil, document.BadField("predicted", "is %d, but there are votes for %d classes only", named.number, classes)
	}
	votes := make([]int64, classes)
	votes[named.number] = 1
	return votes, nil
}

func messageOf(err error) string {
	bad, _ := err.(*document.FieldError)
	return bad.Message
}

// separatorOf returns the separator of a header; names in quotes may hold others.
func separatorOf(header string) string {
	var bare strings.Builder
	for i, part := range strings.Split(header, `"`) {
		if i%2 == 0 {
			bare.WriteString(part)
		}
	}
	for _, s := range []string{",", ";", "\t"} {
		if strings.Contains(bare.String(), s) {
			return s
		}
	}
	return ","
}

// cells splits a line; a cell in quotes may hold the separator, and quotes that
// are doubled, and so may one in brackets.
func cells(line, separator string) []string {
	var out []string
	var cell strings.Builder
	quoted, list := false, false
	line = strings.TrimSuffix(line, "\r")
	for i := 0; i < len(line); i++ {
		switch ch := line[i]; {
		case ch == '"' && quoted && i+1 < len(line) && line[i+1] == '"':
			cell.WriteByte('"')
			i++
		case ch == '"':
			quoted = !quoted
		case ch == separator[0] && !quoted && !list:
			out = append(out, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			list = ch == '[' && strings.TrimSpace(cell.String()) == "" || list && ch != ']'
			cell.WriteByte(ch)
		}
	}
	return append(out, strings.TrimSpace(cell.String()))
}

func (t *votesTable) readHeader(use string) error {
	at := make(map[string]int, len(t.columns))
	for i, column := range t.columns {
		if _, twice := at[column]; twice && !isIndex(column) {
			return InFile(t.path, 1, "has the column %q twice", column)
		}
		at[column] = i
	}
	for _, needed := range []struct {
		column string
		index  *int
	}{{columnName, &t.name}, {columnLabel, &t.label}} {
		i, present := at[needed.column]
		if !present {
			first, _, _ := strings.Cut(strings.TrimSpace(t.columns[0]), " ")
			if _, err := strconv.ParseFloat(first, 64); err == nil {
				return InFile(t.path, 1, "has numbers in the place of names, as numpy.savetxt writes them; write the names of the columns before them: %s", columnsWanted)
			}
			return InFile(t.path, 1, "lacks the column %q; want %s", needed.column, columnsWanted)
		}
		*needed.index = i
	}
	t.predicted, t.sigma = -1, -1
	if i, present := at[columnPredicted]; present {
		t.predicted = i
	}
	if i, present := at[columnSigma]; present {
		t.sigma = i
	}
	predict, certify, others := t.sets()
	switch {
	case len(predict)+len(certify) > 0 && len(others) > 0:
		return InFile(t.path, 1, "has the column %q, which is neither of the classes nor of the clouds: want %s", t.columns[others[0]], columnsWanted)
	case len(others) > 0:
		return t.oneSet(others, use)
	}
	return t.twoSets(at, predict, certify)
}

// sets returns the columns of both sets of votes, and those that are neither of these nor of the clouds.
func (t *votesTable) sets() (predict, certify, others []int) {
	for i, column := range t.columns {
		switch {
		case column == columnName, column == columnLabel, column == columnPredicted, column == columnSigma, isIndex(column):
		case strings.HasPrefix(column, columnPredict):
			predict = append(predict, i)
		case strings.HasPrefix(column, columnCertify):
			certify = append(certify, i)
		default:
			others = append(others, i)
		}
	}
	return predict, certify, others
}

// twoSets reads a header of votes_pred and votes_cert, or of one of them.
func (t *votesTable) twoSets(at map[string]int, predict, certify []int) error {
	if len(predict) > 0 && len(certify) > 0 && len(predict) != len(certify) {
		return InFile(t.path, 1, "has %d columns of votes_pred and %d of votes_cert", len(predict), len(certify))
	}
	if t.predicted >= 0 && len(predict) > 0 {
		return InFile(t.path, 1, "has both predicted and votes_pred: both name the class; leave one out")
	}
	for _, set := range []struct {
		columns []int
		prefix  string
		out     *[]int
	}{{certify, columnCertify, &t.certify}, {predict, columnPredict, &t.predict}} {
		if len(set.columns) == 0 {
			continue
		}
		_, list := at[set.prefix]
		if list && len(set.columns) > 1 {
			return InFile(t.path, 1, "has both the column %s and one for each class; leave one out", set.prefix)
		}
		t.lists = list
		if list {
			*set.out = set.columns
			continue
		}
		if t.classes == nil {
			t.classes = classesOf(t.columns, set.columns, set.prefix+"_")
		}
		for _, class := range t.classes {
			i, present := at[set.prefix+"_"+class]
			if !present {
				return InFile(t.path, 1, "lacks the column %q", set.prefix+"_"+class)
			}
			*set.out = append(*set.out, i)
		}
	}
	t.classes = worded(t.classes)
	return t.refuseNoClasses(t.classes)
}

// refuseNoClasses refuses names of columns as classes that tables have beside them or in their place.
func (t *votesTable) refuseNoClasses(names []string) error {
	for _, name := range names {
		if slices.Contains(noClasses, strings.ToLower(name)) || len(names) == 2 && slices.Contains(names, "k") && slices.Contains(names, "n") { // k of n
			return InFile(t.path, 1, "has the column %q, which counts the votes of no class: want %s", name, columnsWanted)
		}
	}
	return nil
}

// oneSet reads a header of one column for each class.
func (t *votesTable) oneSet(columns []int, use string) error {
	for _, column := range columns { // other names of two sets
		if name := strings.ToLower(t.columns[column]); strings.Contains(name, "pred") || strings.Contains(name, "cert") {
			return InFile(t.path, 1, headerUnknown)
		}
	}
	if err := t.refuseNoClasses(classesOf(t.columns, columns, "")); err != nil {
		return err
	}
	if len(columns) < 2 {
		return InFile(t.path, 1, "has the column %q: want %s", t.columns[columns[0]], columnsWanted)
	}
	if use == "" && t.predicted < 0 {
		return whichVotes(t.path, t.columns[columns[0]])
	}
	t.classes = worded(classesOf(t.columns, columns, ""))
	if use == columnPredict {
		t.predict = columns
	} else {
		t.certify = columns
	}
	return nil
}

func (t *votesTable) row(line int, cells []string) (row voteRow, err error) {
	if len(cells) != len(t.columns) {
		return row, InFile(t.path, line, "has %d cells, the header %d", len(cells), len(t.columns))
	}
	row = voteRow{file: t.path, line: line, name: cells[t.name]}
	if row.name == "" {
		return row, InFile(t.path, line, "has no name")
	}
	number := func(column int, text string) (n int64) {
		if err == nil {
			if n, err = voteCount(text); err != nil {
				err = InFile(t.path, line, "%s %v", t.columns[column], err)
			}
		}
		return n
	}
	if t.sigma >= 0 {
		if row.sigma, err = strconv.ParseFloat(cells[t.sigma], 64); err != nil || !(row.sigma > 0) {
			return row, InFile(t.path, line, "sigma must be a number above 0, the one the votes were counted with, got %s", document.Shorten([]byte(cells[t.sigma])))
		}
	}
	votes := func(columns []int) (counts []int64) {
		for _, column := range columns {
			for _, text := range t.counts(cells[column]) {
				counts = append(counts, number(column, text))
			}
		}
		return counts
	}
	row.predict, row.certify = votes(t.predict), votes(t.certify)
	if t.predicted >= 0 {
		if row.predicted = cells[t.predicted]; row.predicted == "" {
			return row, InFile(t.path, line, "predicted is empty; want a class")
		}
	}
	for _, set := range []struct {
		columns []int
		counts  []int64
	}{{t.predict, row.predict}, {t.certify, row.certify}} {
		if err == nil && len(set.columns) > 0 && set.counts == nil {
			err = InFile(t.path, line, "has no list of votes, such as 90 10 0, in %s", t.columns[set.columns[0]])
		}
	}
	return row, err
}

// counts returns the numbers of a cell.
func (t *votesTable) counts(cell string) []string {
	if !t.lists {
		return []string{cell}
	}
	return strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;[]()", r) })
}
