package dataset

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// The columns of a table of votes: a name, a label, and votes_pred and votes_cert, a list of
// votes by class in a cell, or one column a class, numbered from 0. A table of labels alone has
// the first two.
const (
	columnName    = "name"
	columnLabel   = "label"
	columnPredict = "votes_pred"
	columnCertify = "votes_cert"
	columnsWanted = "name, label, votes_pred and votes_cert with a list such as 90 10 0 in a cell, or votes_pred_0, …, votes_cert_0, …"
)

// isVotesTable tells a table of votes from one of coordinates by its header.
func isVotesTable(data []byte) bool {
	line, _, _ := bytes.Cut(data, []byte{'\n'})
	return len(line) < 1<<20 && !startsWith(line, '{') && (bytes.Contains(line, []byte(columnPredict)) || isLabels(string(line)))
}

// isLabels tells whether a header is that of a table of labels.
func isLabels(header string) bool {
	header = strings.TrimPrefix(header, "\xef\xbb\xbf")
	names := slices.DeleteFunc(cells(header, separatorOf(header)), isIndex)
	slices.Sort(names)
	return slices.Equal(names, []string{columnLabel, columnName})
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
	return inFile(path, 1, "the header names neither coordinates (x, y, z) nor votes as they are read: "+columnsWanted)
}

// votesTable is what the header says of each column.
type votesTable struct {
	path             string
	columns          []string
	name, label      int
	predict, certify []int // column of each class, or of all where they are in lists
	lists            bool
}

// addTable takes votes as CSV with a header; "," and ";" and tabs separate.
func (c *Collection) addTable(path string, data []byte) error {
	lines := strings.Split(strings.TrimPrefix(string(data), "\xef\xbb\xbf"), "\n")
	separator := separatorOf(lines[0])
	t := &votesTable{path: path, columns: cells(lines[0], separator)}
	if err := t.readHeader(); err != nil {
		return err
	}
	for first := 1; first < len(lines); {
		line, next := wholeRow(lines, first)
		if strings.TrimSpace(line) != "" {
			row, err := t.row(first+1, cells(line, separator))
			if err != nil {
				return err
			}
			if err := c.checkRow(row); err != nil {
				bad, _ := err.(*document.FieldError)
				return inFile(path, first+1, "%s", bad.Message)
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

// checkRow compares the votes of a row, where it has any.
func (c *Collection) checkRow(row voteRow) error {
	if !row.voted() {
		if row.label < maxClasses {
			return nil
		}
		return document.BadField(row.where(), "has the label %d; the largest is %d", row.label, maxClasses-1)
	}
	return c.checkVotes(row.where(), row.label, row.predict, row.certify)
}

func separatorOf(header string) string {
	for _, s := range []string{",", ";", "\t"} {
		if strings.Contains(header, s) {
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

func (t *votesTable) readHeader() error {
	at := make(map[string]int, len(t.columns))
	for i, column := range t.columns {
		if _, twice := at[column]; twice && !isIndex(column) {
			return inFile(t.path, 1, "has the column %q twice", column)
		}
		at[column] = i
	}
	for _, needed := range []struct {
		column string
		index  *int
	}{{columnName, &t.name}, {columnLabel, &t.label}} {
		i, present := at[needed.column]
		if !present {
			return inFile(t.path, 1, "lacks the column %q; want %s", needed.column, columnsWanted)
		}
		*needed.index = i
	}
	t.predict, t.certify = classColumns(at, columnPredict), classColumns(at, columnCertify)
	_, t.lists = at[columnPredict]
	if _, both := at[columnCertify]; both != t.lists {
		return inFile(t.path, 1, "has one of the columns votes_pred and votes_cert; want both")
	}
	named := len(slices.DeleteFunc(slices.Clone(t.columns), isIndex))
	switch known := 2 + len(t.predict) + len(t.certify); {
	case len(t.predict) != len(t.certify):
		return inFile(t.path, 1, "has %d columns votes_pred_0, … and %d columns votes_cert_0, …", len(t.predict), len(t.certify))
	case known != named:
		return inFile(t.path, 1, "has %d columns, %d of them known: %s", named, known, columnsWanted)
	}
	return nil
}

// classColumns returns the column of the list, or that of each class.
func classColumns(at map[string]int, column string) (columns []int) {
	if i, list := at[column]; list {
		return []int{i}
	}
	for {
		i, present := at[column+"_"+strconv.Itoa(len(columns))]
		if !present {
			return columns
		}
		columns = append(columns, i)
	}
}

func (t *votesTable) row(line int, cells []string) (row voteRow, err error) {
	if len(cells) != len(t.columns) {
		return row, inFile(t.path, line, "has %d cells, the header %d", len(cells), len(t.columns))
	}
	row = voteRow{file: t.path, line: line, name: cells[t.name]}
	if row.name == "" {
		return row, inFile(t.path, line, "has no name")
	}
	number := func(column int, text string) (n int64) {
		if err == nil {
			if n, err = voteCount(text); err != nil {
				err = inFile(t.path, line, "%s %v", t.columns[column], err)
			}
		}
		return n
	}
	votes := func(columns []int) (counts []int64) {
		for _, column := range columns {
			for _, text := range t.counts(cells[column]) {
				counts = append(counts, number(column, text))
			}
		}
		return counts
	}
	row.label = number(t.label, cells[t.label])
	row.predict, row.certify = votes(t.predict), votes(t.certify)
	if err == nil && t.lists && row.predict == nil {
		err = inFile(t.path, line, "has no list of votes, such as 90 10 0, in votes_pred")
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
