package pointcloud

import (
	"bytes"
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

// add reads a row, or stops at it.
func (t *table) add(row []byte, stop stopping) {
	width := 0
	for {
		field, rest, ok := t.split(row)
		if !ok {
			break
		}
		if j := t.coordinate(width); j >= 0 {
			t.set(j, parsed(j, field, t.spelling.coordinate, stop))
		} else {
			t.other(width, field)
		}
		t.carryField(width, field)
		row = rest
		width++
	}
	t.end(width, stop)
}

// addRows reads as many rows as a header counts, where the text or a sign does not end them before; the first tells
// how many columns they have, within bounds.
func (t *table) addRows(l *lines, count uint64, comment, end byte, ended string, least, most int) {
	for i := range count {
		row, ok := l.content(comment)
		if !ok || row[0] == end {
			l.stop(ended, i, count)
		}
		if t.grid == nil {
			width := columns(splitSpace, row)
			*t = table{grid: newGrid(Reading{}, width), split: splitSpace}
			t.named = true
			if width < least || width > most {
				l.stop("has %d columns, want %d", width, min(max(width, least), most))
			}
			t.reserve(min(count, l.left()+1))
		}
		t.add(row, l.stop)
	}
}

func readCSV(s *source, found parts) { readTables(s, ";\t,", found) }
func readXYZ(s *source, found parts) { readTables(s, ";,", found) }

// readTables reads rows of numbers separated by one of the delimiters, the first of these that the first row has or what a line "sep=;" says, or by
// white space. # starts a comment, between delimiters at the start of a line. It reads one table, or several that have a count each before them, as
// Leica's Cyclone writes scans, or two blank lines between them, as gnuplot has data sets; or a cloud of every row.
func readTables(s *source, delimiters string, found parts) {
	first := newLines(s.data, s.start)
	if s.reading.Rows == rowClouds {
		readRowClouds(s, delimiters, found)
		return
	}
	scans := countedScans(first)
	if len(scans) < 2 {
		scans = blocksOf(first)
	}
	if len(scans) < 2 {
		found.only(func() File { return readTable(s, first, delimiters) })
		return
	}
	for i := range scans {
		p := scans[i].part(s, delimiters)
		p.Name = strconv.Itoa(i + 1)
		found.part(p, func() File { return readTable(s, &scans[i].lines, delimiters) })
	}
}

// readTable reads rows of numbers. A header that names x, y (and z) picks these
// columns among any. Without one two columns are a 2-D cloud; of three or more
// the first three are x, y, z and the rest (intensity, colour, normals) is
// ignored.
func readTable(s *source, first *lines, delimiters string) File {
	sign := s.reading.decimalSign()
	for {
		r := &rowReader{lines: new(*first), delimiters: delimiters}
		file, again := r.read(s, sign)
		if again == 0 {
			return file
		}
		sign = again
	}
}

// read reads the table. Again is not 0 where later numbers tell that commas meant something else.
func (r *rowReader) read(s *source, sign byte) (file File, again byte) {
	t, notes := r.start(s.reading, sign)
	// These endings of Open3D say what all columns are: normals, colours, intensities.
	t.certain = slices.ContainsFunc([]string{".xyzn", ".xyzrgb", ".xyzi"}, func(e string) bool { return strings.HasSuffix(strings.ToLower(s.name), e) })
	t.told = t.told || t.certain
	t.reserve(r.left() + 1)
	parted := cuts{by: "remarks", rows: []int{0}}
	for ; r.row != nil; r.next() {
		r.refuseDoubtful()
		parted.take(r, t.rows)
		r.refuseCommas()
		t.add(r.row, r.stop)
	}
	if r.counted > 0 && r.counted != uint64(t.rows) {
		r.stop("has %d rows; its first line counts %d", t.rows, r.counted)
	}
	if sign := t.spelling.again(); sign != 0 {
		return File{}, sign
	}
	r.askPairs(&t, s.reading)
	file = t.file(r.stop)
	file.Notes, file.rest = append(notes, file.Notes...), append(file.rest, r.rest...)
	if n := len(parted.rows); n > 1 && n < t.rows {
		parted.how = "stand before " + thousands(n) + " pieces of the table"
		file.cuts = &parted
	}
	return file, 0
}

// take takes a comment behind so many rows.
func (c *cuts) take(r *rowReader, rows int) {
	if r.parts == nil {
		return
	}
	if c.asks = c.asks || hasWordOf(string(r.parts), cloudWords); rows > c.rows[len(c.rows)-1] {
		c.rows = append(c.rows, rows)
	}
	r.parts = nil
}

// file returns what was read, whose numbers must have one meaning.
func (t *table) file(stop stopping) File { return t.spelling.file(t.grid.file, stop) }

// rowReader goes through the rows of a table.
type rowReader struct {
	*lines
	delimiters string
	delimiter  byte // 0 for white space
	row        []byte
	cells      int    // of every row, 0 before the first
	before     []byte // the last comment before the first row
	beforeLine int
	counted    uint64     // rows, by the first line of a PTS file
	whole      bool       // all numbers so far are whole, so that commas may be decimal ones
	pairs      bool       // every other comma is a decimal one, by the reading
	remark     []byte     // the last comment before the first row that names columns
	parts      []byte     // the last comment between rows
	rest       []leftover // what a title tells
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
		case len(first) < len("#1 2 3") || !isRow(first[1:]):
			r.parts = first[1:]
		}
	}
}

// start reads up to the first row of numbers and finds the columns.
func (r *rowReader) start(reading Reading, sign byte) (t table, notes []Note) {
	r.next()
	r.takeSeparator()
	for bytes.HasPrefix(trim(r.row), []byte("//")) && !namesPoint(r.row) {
		r.next() // a remark as CloudCompare writes it
	}
	r.chooseDelimiter()
	notes = r.takeTitle()
	r.takeCount()
	if r.row == nil {
		r.stop("has no points")
	}
	r.pairs = reading.Decimal == "," && r.delimiter == ',' && isPairs(r.row)
	t.split = r.splitter()
	t.spelling.sign = sign
	t.grid = newGrid(reading, columns(t.split, r.row))
	r.cells = t.width
	if r.isDoubtful(r.before) {
		doubtful(r.beforeLine, r.before)
	}
	if t.width > maxPoints {
		r.stop("has more than %d columns, the limit", maxPoints)
	}
	t.chosen(reading.Coordinates, r.stop)
	t.told = t.told || r.counted > 0
	header, more := t.header(r)
	notes = append(notes, more...)
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
		parsed(0, trim(r.row), new(spelling).coordinate, r.stop)
		r.stop("has 1 column, want at least 2")
	case reading.Rows == rowBlocks && t.column[0] == 1 && t.named:
		t.carry(cloudWords[0], 0, 0)
	case !t.named && !t.transposed:
		notes = append(notes, t.takeLabels(r)...)
		t.worded = slices.ContainsFunc(t.fields(r.row), isWord) // and not a row of coordinates
		t.told = t.told || t.worded
	}
	r.whole = !header && !r.pairs && r.delimiter == ',' && t.width%2 == 0 && t.width > 2
	return t, notes
}

// takeTitle passes over a line of words before rows that have another number of columns, such as
// the name of a matrix that MATLAB prints.
func (r *rowReader) takeTitle() []Note {
	next := r.ahead()
	if r.delimiter != 0 || next == nil {
		return nil
	}
	fields := words(r.row, 1<<10)
	for _, row := range [][]byte{r.row, next} {
		if factor := words(row, 3); len(factor) == 2 && string(factor[1]) == "*" {
			r.stop("the factor %s before the rows means that their numbers are rounded; print them again with format long g", shown(row))
		}
	}
	first, _, _ := splitSpace(next)
	if _, err := (&spelling{}).number(first); err != nil || columns(splitSpace, next) == len(fields) {
		return nil
	}
	if _, err := (&spelling{}).coordinate(fields[0]); err == nil || namesPoint(r.row) || isSeries(fields) || isNumbered(fields) {
		return nil
	}
	title := note("The first line, %s, is read as a title.", shown(r.row))
	r.rest = remarkOf(r.row, r.number)
	r.next()
	return []Note{title}
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
func (r *rowReader) refuseCommas() {
	if !r.whole {
		return
	}
	split, zeros, i := splitAt(','), false, 0
	for field, rest, ok := split(r.row); ok; field, rest, ok = split(rest) {
		if n := len(bytes.TrimLeft(field, "+-")); n == 0 || digits(field[len(field)-n:]) != n || i%2 == 1 && n < len(field) {
			r.whole = false
			return
		}
		zeros = zeros || i%2 == 1 && len(field) > 1 && field[0] == '0'
		i++
	}
	if zeros {
		r.stop("%s has decimal commas; write decimals with a point", quote(trim(r.row)))
	}
}
