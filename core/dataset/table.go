package dataset

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// The columns of a table of votes: a name, a label, and one column a class for
// votes_pred and for votes_cert, numbered from 0. A table of labels alone has the first two.
const (
	columnName    = "name"
	columnLabel   = "label"
	columnPredict = "votes_pred_"
	columnCertify = "votes_cert_"
)

// isVotesTable tells a table of votes from one of coordinates by its header.
func isVotesTable(data []byte) bool {
	line, _, _ := bytes.Cut(data, []byte{'\n'})
	return len(line) < 1<<20 && (bytes.Contains(line, []byte(columnPredict)) || isLabels(string(line)))
}

// isLabels tells whether a header is that of a table of labels.
func isLabels(header string) bool {
	header = strings.TrimPrefix(header, "\xef\xbb\xbf")
	names := cells(header, separatorOf(header))
	slices.Sort(names)
	return slices.Equal(names, []string{columnLabel, columnName})
}

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
	return inFile(path, 1, "the header names neither coordinates (x, y, z) nor votes as they are read: name, label, votes_pred_0, …, votes_cert_0, …")
}

// votesTable is what the header says of each column.
type votesTable struct {
	path             string
	columns          []string
	name, label      int
	predict, certify []int // column of each class
}

// addTable takes votes as CSV with a header; "," and ";" and tabs separate.
func (c *Collection) addTable(path string, data []byte) error {
	lines := strings.Split(strings.TrimPrefix(string(data), "\xef\xbb\xbf"), "\n")
	separator := separatorOf(lines[0])
	t := &votesTable{path: path, columns: cells(lines[0], separator)}
	if err := t.readHeader(); err != nil {
		return err
	}
	for i, line := range lines[1:] {
		if strings.TrimSpace(line) == "" {
			continue
		}
		row, err := t.row(i+2, cells(line, separator))
		if err != nil {
			return err
		}
		if err := c.checkRow(row); err != nil {
			bad, _ := err.(*document.FieldError)
			return inFile(path, i+2, "%s", bad.Message)
		}
		c.rows = append(c.rows, row)
	}
	return nil
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
// are doubled.
func cells(line, separator string) []string {
	var out []string
	var cell strings.Builder
	quoted := false
	line = strings.TrimSuffix(line, "\r")
	for i := 0; i < len(line); i++ {
		switch ch := line[i]; {
		case ch == '"' && quoted && i+1 < len(line) && line[i+1] == '"':
			cell.WriteByte('"')
			i++
		case ch == '"':
			quoted = !quoted
		case ch == separator[0] && !quoted:
			out = append(out, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteByte(ch)
		}
	}
	return append(out, strings.TrimSpace(cell.String()))
}

func (t *votesTable) readHeader() error {
	t.name, t.label = -1, -1
	at := make(map[string]int, len(t.columns))
	for i, column := range t.columns {
		if _, twice := at[column]; twice {
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
			return inFile(t.path, 1, "lacks the column %q; want name, label, votes_pred_0, …, votes_cert_0, …", needed.column)
		}
		*needed.index = i
	}
	t.predict, t.certify = classColumns(at, columnPredict), classColumns(at, columnCertify)
	switch known := 2 + len(t.predict) + len(t.certify); {
	case len(t.predict) != len(t.certify):
		return inFile(t.path, 1, "has %d columns votes_pred_0, … and %d columns votes_cert_0, …", len(t.predict), len(t.certify))
	case known != len(t.columns):
		return inFile(t.path, 1, "has %d columns, of which %d are known: name, label, votes_pred_0, …, votes_cert_0, …", len(t.columns), known)
	}
	return nil
}

func classColumns(at map[string]int, prefix string) (columns []int) {
	for {
		i, present := at[prefix+strconv.Itoa(len(columns))]
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
	number := func(column int) (n int64) {
		if err == nil {
			if n, err = voteCount(cells[column]); err != nil {
				err = inFile(t.path, line, "%s %v", t.columns[column], err)
			}
		}
		return n
	}
	row.label = number(t.label)
	for class := range t.predict {
		row.predict = append(row.predict, number(t.predict[class]))
		row.certify = append(row.certify, number(t.certify[class]))
	}
	return row, err
}
