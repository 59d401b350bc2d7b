package pointcloud

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// table reads rows of text, one point a row, some of whose columns are its
// coordinates.
type table struct {
	*grid
	split    splitter
	spelling spelling
}

// add reads a row; l is asked for its number when it is bad.
func (t *table) add(l *lines, row []byte) error {
	width := 0
	for {
		field, rest, ok := t.split(row)
		if !ok {
			break
		}
		if j := t.coordinate(width); j >= 0 {
			x, err := t.spelling.coordinate(field)
			if err != nil {
				return l.fail("%c: %v", "xyz"[j], err)
			}
			t.set(j, x)
		} else {
			t.other(width, field)
		}
		t.carryField(width, field)
		row = rest
		width++
	}
	if err := t.end(width); err != nil {
		return l.fail("%v", err)
	}
	return nil
}

// addRows reads as many rows as a header counts, where the text or a sign does not end them before; begin is told the columns of the first.
func (t *table) addRows(l *lines, count uint64, comment, end byte, ended string, begin func(width int) error) error {
	for i := range count {
		row, ok := l.content(comment)
		if !ok || row[0] == end {
			return l.fail(ended, i, count)
		}
		if t.grid == nil {
			width := columns(splitSpace, row)
			*t = table{grid: newGrid(Reading{}, width), split: splitSpace}
			t.named = true
			if err := begin(width); err != nil {
				return err
			}
			t.reserve(min(count, l.left()+1))
		}
		if err := t.add(l, row); err != nil {
			return err
		}
	}
	return nil
}

// tables reads rows of numbers separated by one of the delimiters, the first of these that the first row has or what a line "sep=;" says,
// or by white space. # starts a comment, between delimiters at the start of a line.
func tables(delimiters string) func(s *source, found parts) error {
	return func(s *source, found parts) error { return readTables(s, delimiters, found) }
}

// readTables reads one table, or several that have a count each before them, as Leica's
// Cyclone writes scans, or two blank lines between them, as gnuplot has data sets; or a cloud of every row.
func readTables(s *source, delimiters string, found parts) error {
	first := newLines(s.data, s.start)
	if s.reading.Rows == rowClouds {
		return readRowClouds(s, delimiters, found)
	}
	scans, err := countedScans(first)
	if err == nil && len(scans) < 2 {
		scans, err = blocksOf(first)
	}
	if err != nil {
		return err
	}
	if len(scans) < 2 {
		return found.only(func() (File, error) { return readTable(s, first, delimiters) })
	}
	for i := range scans {
		p := scans[i].part(s, delimiters)
		p.Name = strconv.Itoa(i + 1)
		if err := found.part(p, func() (File, error) { return readTable(s, &scans[i].lines, delimiters) }); err != nil {
			return err
		}
	}
	return nil
}

// readTable reads rows of numbers. A header that names x, y (and z) picks these
// columns among any. Without one two columns are a 2-D cloud; of three or more
// the first three are x, y, z and the rest (intensity, colour, normals) is
// ignored.
func readTable(s *source, first *lines, delimiters string) (File, error) {
	sign := s.reading.decimalSign()
	for {
		r := &rowReader{lines: new(*first), delimiters: delimiters}
		file, again, err := r.read(s, sign)
		if again == 0 {
			return file, err
		}
		sign = again
	}
}

// read reads the table. Again is not 0 where later numbers tell that commas meant something else.
func (r *rowReader) read(s *source, sign byte) (file File, again byte, err error) {
	t, notes, err := r.start(s.reading, sign)
	if err != nil {
		return File{}, 0, err
	}
	// These endings of Open3D say what all columns are: normals, colours, intensities.
	t.certain = slices.ContainsFunc([]string{".xyzn", ".xyzrgb", ".xyzi"}, func(e string) bool { return strings.HasSuffix(strings.ToLower(s.name), e) })
	t.told = t.told || t.certain
	t.reserve(r.left() + 1)
	for ; r.row != nil; r.next() {
		if err := cmp.Or(r.refuseDoubtful(), r.refuseCommas()); err != nil {
			return File{}, 0, err
		}
		if err := t.add(r.lines, r.row); err != nil {
			return File{}, 0, err
		}
	}
	if r.counted > 0 && r.counted != uint64(t.rows) {
		return File{}, 0, r.fail("has %d rows; its first line counts %d", t.rows, r.counted)
	}
	if sign := t.spelling.again(); sign != 0 {
		return File{}, sign, nil
	}
	if err := r.askPairs(&t, s.reading); err != nil {
		return File{}, 0, err
	}
	file, err = t.file(r.fail)
	file.Notes = append(notes, file.Notes...)
	return file, 0, err
}

// file returns what was read, whose numbers must have one meaning.
func (t *table) file(fail failing) (File, error) { return t.spelling.file(t.grid.file, fail) }

// rowReader goes through the rows of a table.
type rowReader struct {
	*lines
	delimiters string
	delimiter  byte // 0 for white space
	row        []byte
	cells      int    // of every row, 0 before the first
	before     []byte // the last comment before the first row
	beforeLine int
	counted    uint64 // rows, by the first line of a PTS file
	whole      bool   // all numbers so far are whole, so that commas may be decimal ones
	pairs      bool   // every other comma is a decimal one, by the reading
	remark     []byte // the last comment before the first row that names columns
}

// next goes to the next row that is no comment; nil at the end.
func (r *rowReader) next() {
	for {
		r.skipBlank()
		row, ok := r.lines.next()
		if !ok {
			r.row = nil
			return
		}
		first := trim(row)
		switch {
		case len(first) == 0:
		case first[0] != '#', sheetError(first), r.isDoubtful(first):
			if r.delimiter == 0 {
				row = r.uncommented(row)
			} else if end := commentStart(row, '#'); end > 0 && end < len(row) {
				if _, err := plainNumber(trim(row[bytes.LastIndexByte(row[:end], r.delimiter)+1 : end])); err == nil {
					row = row[:end]
				}
			}
			r.row = row
			return
		case r.row == nil && namesPoint(first[1:]):
			r.remark = first[1:]
		case r.cells == 0:
			r.before, r.beforeLine = first, r.number
		}
	}
}

// start reads up to the first row of numbers and finds the columns.
func (r *rowReader) start(reading Reading, sign byte) (t table, notes []Note, err error) {
	r.next()
	r.takeSeparator()
	for bytes.HasPrefix(trim(r.row), []byte("//")) && !namesPoint(r.row) {
		r.next() // a remark as CloudCompare writes it
	}
	r.chooseDelimiter()
	if notes, err = r.takeTitle(); err != nil {
		return t, nil, err
	}
	r.takeCount()
	if r.row == nil {
		return t, nil, r.fail("has no points")
	}
	r.pairs = reading.Decimal == "," && r.delimiter == ',' && isPairs(r.row)
	t.split = r.splitter()
	t.spelling.sign = sign
	t.grid = newGrid(reading, columns(t.split, r.row))
	r.cells = t.width
	if r.isDoubtful(r.before) {
		return t, nil, doubtful(r.beforeLine, r.before)
	}
	if t.width > maxPoints {
		return t, nil, r.fail("has more than %d columns, the limit", maxPoints)
	}
	if err := t.chosen(reading.Coordinates); err != nil {
		return t, nil, r.fail("%v", err)
	}
	t.told = t.told || r.counted > 0
	header, more, err := t.header(r)
	notes = append(notes, more...)
	if err != nil {
		return t, nil, err
	}
	switch {
	case header:
		t.names = cloned(t.fields(r.row))
		t.carryNamed(t.names)
		notes = append(notes, t.takeRowNames(r)...)
		r.next()
		if fields := words(r.row, 2); t.width > 1 && len(fields) == 1 && r.counted == 0 { // CloudCompare counts behind the names
			if count, err := wholeNumber(fields[0]); err == nil {
				r.counted = count
				r.next()
			}
		}
	case t.width < 2:
		if _, err := (&spelling{}).coordinate(trim(r.row)); err != nil {
			return t, nil, r.fail("x: %v", err)
		}
		return t, nil, r.fail("has 1 column, want at least 2")
	case !t.named && !t.transposed:
		notes = append(notes, t.takeLabels(r)...)
		t.worded = slices.ContainsFunc(t.fields(r.row), isWord) // and not a row of coordinates
		t.told = t.told || t.worded
	}
	r.whole = !header && !r.pairs && r.delimiter == ',' && t.width%2 == 0 && t.width > 2
	return t, notes, nil
}

// takeTitle passes over a line of words before rows that have another number of columns, such as
// the name of a matrix that MATLAB prints.
func (r *rowReader) takeTitle() ([]Note, error) {
	next := r.ahead()
	if r.delimiter != 0 || next == nil {
		return nil, nil
	}
	fields := words(r.row, 1<<10)
	for _, row := range [][]byte{r.row, next} {
		if factor := words(row, 3); len(factor) == 2 && string(factor[1]) == "*" {
			return nil, r.fail("the factor %s before the rows means that their numbers are rounded; print them again with format long g", shown(row))
		}
	}
	first, _, _ := splitSpace(next)
	if _, err := (&spelling{}).number(first); err != nil || columns(splitSpace, next) == len(fields) {
		return nil, nil
	}
	if _, err := (&spelling{}).coordinate(fields[0]); err == nil || namesPoint(r.row) || isSeries(fields) || isNumbered(fields) {
		return nil, nil
	}
	title := note("The first line, %s, is read as a title.", shown(r.row))
	r.next()
	return []Note{title}, nil
}

// takeSeparator takes a line "sep=;", which spreadsheets write.
func (r *rowReader) takeSeparator() {
	word := bytes.Trim(trim(r.row), `"`)
	if len(word) == 5 && string(word[:4]) == "sep=" {
		r.delimiter = word[4]
		r.next()
	}
}

func (r *rowReader) chooseDelimiter() {
	if r.delimiter != 0 || decimalCommas(r.row) {
		return
	}
	if i := slices.IndexFunc([]byte(r.delimiters), func(d byte) bool { return bytes.IndexByte(r.row, d) >= 0 }); i >= 0 {
		r.delimiter = r.delimiters[i]
	}
}

// takeCount takes the first line of a PTS file: a number of rows alone.
func (r *rowReader) takeCount() {
	fields := words(r.row, 3)
	plane := len(fields) == 2 && string(fields[1]) == "3" && columns(splitSpace, r.ahead()) == 3 // with the dimension, as Qhull has it
	if len(fields) != 1 && !plane || r.delimiter != 0 {
		return
	}
	count, err := wholeNumber(fields[0])
	if err != nil {
		return
	}
	before := *r.lines
	one := r.row
	if r.next(); r.row == nil || columns(splitSpace, r.row) < 2 {
		*r.lines, r.row = before, one
		return
	}
	r.counted = count
}

// decimalCommas tells whether a row of words between blanks has commas as
// decimal points: "1,5 2".
func decimalCommas(row []byte) bool {
	fields, commas := words(row, 8), 0
	for _, field := range fields {
		whole, part, cut := bytes.Cut(bytes.TrimLeft(field, "+-"), []byte(","))
		if len(whole) == 0 || digits(whole) != len(whole) || cut && digits(part) == 0 {
			return false
		}
		if cut {
			commas++
		}
	}
	return len(fields) > 1 && commas > 0
}

// refuseCommas refuses rows like "0,12,0,05", in which commas part the digits
// of numbers as well as the numbers: all are whole, and every other one has
// zeros in front that no whole number has.
func (r *rowReader) refuseCommas() error {
	if !r.whole {
		return nil
	}
	split, zeros, i := splitAt(','), false, 0
	for field, rest, ok := split(r.row); ok; field, rest, ok = split(rest) {
		if n := len(bytes.TrimLeft(field, "+-")); n == 0 || digits(field[len(field)-n:]) != n || i%2 == 1 && n < len(field) {
			r.whole = false
			return nil
		}
		zeros = zeros || i%2 == 1 && len(field) > 1 && field[0] == '0'
		i++
	}
	if zeros {
		return r.fail("%s has decimal commas; write decimals with a point", quote(trim(r.row)))
	}
	return nil
}

// placed gives a place to an error of the whole table.
func placed(err error) error {
	if q, ok := errors.AsType[*Question](err); ok {
		return ask(atLine(0, "%v", q.Err), q.Remedies...)
	}
	return atLine(0, "%v", err)
}
