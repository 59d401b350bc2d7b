package pointcloud

import "bytes"

// table reads rows of text, one point a row, some of whose columns are its
// coordinates.
type table struct {
	*grid
	split splitter
}

// add reads a row; l is asked for its number when it is bad.
func (t table) add(l *lines, row []byte) error {
	width := 0
	for {
		field, rest, ok := t.split(row)
		if !ok {
			break
		}
		if j := t.coordinate(width); j >= 0 {
			x, err := coordinate(field)
			if err != nil {
				return l.fail("%c: %v", "xyz"[j], err)
			}
			t.set(j, x)
		}
		row = rest
		width++
	}
	if err := t.end(width); err != nil {
		return l.fail("%v", err)
	}
	return nil
}

// readCSV reads rows of numbers separated by semicolons, tabs, commas or blanks:
// the first of these that the first row has, or what a line "sep=;" says. Lines
// that start with # are comments.
func readCSV(s *source) (File, error) { return readTable(s, ";\t,") }

// readXYZ reads rows of numbers separated by white space, or as readCSV does
// where there are semicolons or commas. # starts a comment.
func readXYZ(s *source) (File, error) { return readTable(s, ";,") }

// readTable reads rows of numbers. A header that names x, y (and z) picks these
// columns among any. Without one two columns are a 2-D cloud; of three or more
// the first three are x, y, z and the rest (intensity, colour, normals) is
// ignored.
func readTable(s *source, delimiters string) (File, error) {
	r := &rowReader{lines: newLines(s.data, s.start), delimiters: delimiters}
	t, notes, err := r.start(s.reading)
	if err != nil {
		return File{}, err
	}
	t.reserve(r.left() + 1)
	for ; r.row != nil; r.next() {
		if err := r.refuseCommas(); err != nil {
			return File{}, err
		}
		if err := t.add(r.lines, r.row); err != nil {
			return File{}, err
		}
	}
	if r.counted > 0 && r.counted != uint64(t.rows) {
		return File{}, r.fail("has %d rows; its first line counts %d", t.rows, r.counted)
	}
	file, err := t.file(r.fail)
	file.Notes = append(file.Notes, notes...)
	return file, err
}

// rowReader goes through the rows of a table.
type rowReader struct {
	*lines
	delimiters string
	delimiter  byte // 0 for white space
	row        []byte
	counted    uint64 // rows, by the first line of a PTS file
	whole      bool   // all numbers so far are whole, so that commas may be decimal ones
}

// next goes to the next row that is no comment; nil at the end.
func (r *rowReader) next() {
	for {
		row, ok := r.lines.next()
		if !ok {
			r.row = nil
			return
		}
		if r.delimiter == 0 {
			row = row[:commentStart(row, '#')]
		}
		if first := trim(row); len(first) > 0 && first[0] != '#' {
			r.row = row
			return
		}
	}
}

// start reads up to the first row of numbers and finds the columns.
func (r *rowReader) start(reading Reading) (t table, notes []Note, err error) {
	r.next()
	r.takeSeparator()
	for bytes.HasPrefix(trim(r.row), []byte("//")) && !namesPoint(r.row) {
		r.next() // a remark as CloudCompare writes it
	}
	r.chooseDelimiter()
	r.takeCount()
	if r.row == nil {
		return t, nil, r.fail("has no points")
	}
	t.split = splitSpace
	if r.delimiter != 0 {
		t.split = splitAt(r.delimiter)
	}
	t.grid = newGrid(reading, columns(t.split, r.row))
	header, err := t.header(r)
	if err != nil {
		return t, nil, err
	}
	if header && !t.named {
		notes = append(notes, note("The columns %s are read as %s.", quote(trim(r.row)), axes(t.dimension)))
	}
	if header {
		r.next()
	} else if t.width < 2 {
		return t, nil, oneColumn(r.lines, trim(r.row))
	}
	r.whole = r.delimiter == ',' && t.width%2 == 0 && t.width > 2
	return t, notes, nil
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
	for _, d := range []byte(r.delimiters) {
		if bytes.IndexByte(r.row, d) >= 0 {
			r.delimiter = d
			return
		}
	}
}

// takeCount takes the first line of a PTS file: a number of rows alone.
func (r *rowReader) takeCount() {
	fields := words(r.row, 2)
	if len(fields) != 1 || r.delimiter != 0 {
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

// header tells whether the row is one, and takes the columns that it names.
func (t *table) header(r *rowReader) (bool, error) {
	if t.transposed {
		return false, nil
	}
	if err := t.takeNames(r); err != nil || t.named {
		return true, err
	}
	header := isHeader(t.split, r.row)
	if header && (t.width < 2 || t.width > 3) {
		return false, r.fail("has %d columns, want 2 or 3, or a header that names x, y and z", t.width)
	}
	return header, nil
}

// takeNames looks for the names x, y and z in a row.
func (t *table) takeNames(r *rowReader) (err error) {
	found := [3]int{-1, -1, -1}
	row := r.row
	for width := range t.width {
		var field []byte
		field, row, _ = t.split(row)
		j := coordinateName(plainName(field))
		if j < 0 {
			continue
		}
		if found[j] >= 0 {
			return r.fail("names %c twice", "xyz"[j])
		}
		found[j] = width
		t.named = true
	}
	if !t.named {
		return nil
	}
	t.column = found
	if t.dimension, err = namedDimension(found); err != nil {
		return r.fail("%v", err)
	}
	return nil
}

// plainName takes a name out of its quotes, comment signs and units: "//X",
// "x [m]", "y(mm)".
func plainName(field []byte) []byte {
	field = bytes.TrimPrefix(bytes.Trim(field, `"'`), []byte("//"))
	if i := bytes.IndexAny(field, "[("); i > 0 {
		field = field[:i]
	}
	return trim(field)
}

// namesPoint tells whether a remark is a header: "//X Y Z R G B".
func namesPoint(row []byte) bool {
	found := 0
	split := splitSpace
	if bytes.IndexByte(row, ',') >= 0 {
		split = splitAt(',')
	}
	for field, rest, ok := split(row); ok; field, rest, ok = split(rest) {
		if coordinateName(plainName(field)) == found {
			found++
		}
	}
	return found >= 2
}

// isHeader tells whether no field of the row is meant as a number.
func isHeader(split splitter, row []byte) bool {
	names := 0
	for field, rest, ok := split(row); ok; field, rest, ok = split(rest) {
		if len(field) == 0 {
			continue
		}
		if bytes.IndexByte([]byte("0123456789+-."), field[0]) >= 0 || isNonFinite(field) {
			return false
		}
		names++
	}
	return names > 0
}

// oneColumn says first what is wrong with the only field, if it is no number.
func oneColumn(l *lines, field []byte) error {
	if _, err := coordinate(field); err != nil {
		return l.fail("x: %v", err)
	}
	return l.fail("has 1 column, want at least 2")
}

// decimalCommas tells whether a row of words between blanks has commas as
// decimal points: "1,5 2,5".
func decimalCommas(row []byte) bool {
	fields := words(row, 8)
	for _, field := range fields {
		whole, part, cut := bytes.Cut(bytes.TrimLeft(field, "+-"), []byte(","))
		if !cut || len(whole) == 0 || len(part) == 0 || digits(whole) != len(whole) || digits(part) == 0 {
			return false
		}
	}
	return len(fields) > 1
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
		if n := len(bytes.TrimLeft(field, "+-")); n == 0 || digits(field[len(field)-n:]) != n {
			r.whole = false
			return nil
		}
		zeros = zeros || i%2 == 1 && len(field) > 1 && field[0] == '0'
		i++
	}
	if zeros {
		return r.fail("%s has decimal commas: write decimals with a point", quote(trim(r.row)))
	}
	return nil
}
