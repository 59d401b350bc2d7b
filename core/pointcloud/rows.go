package pointcloud

import (
	"bytes"
	"strconv"
)

// readRowClouds reads a table of which each row is a cloud: its points one after another, or in
// the columns that a header names as x0, y0, x1, y1 or x0, x1, y0, y1. Without such names the
// coordinates of the reading are the columns of the first point, three where there are none.
func readRowClouds(s *source, delimiters string, found parts) {
	l := newLines(s.data, s.start)
	r := &rowReader{lines: l, delimiters: delimiters}
	points := r.startClouds(s.reading)
	if r.row == nil {
		r.stop("has no points")
	}
	for number := 1; r.row != nil; number++ {
		r.refuseDoubtful()
		row, at := r.row, r.lines.number
		p := Part{Name: strconv.Itoa(number), Count: len(points), Dimension: len(points[0])}
		found.part(p, func() File { return r.readCloud(s.reading, row, at, points) })
		r.next()
	}
}

// startClouds reads up to the first cloud and returns the columns of its points.
func (r *rowReader) startClouds(reading Reading) [][]int {
	r.next()
	r.takeSeparator()
	r.chooseDelimiter()
	if r.row == nil {
		r.stop("has no points")
	}
	t := table{grid: &grid{}, split: r.splitter()}
	fields := t.fields(r.row)
	r.cells = len(fields)
	if groups := groupsOf(fields); len(groups) > 0 {
		points := make([][]int, len(groups))
		for i := range groups {
			g := &groups[i]
			if points[i] = g.column[:g.dimension()]; g.dimension() != groups[0].dimension() {
				r.stop("the header has points with two and with three coordinates; choose coordinates instead of rows")
			}
		}
		r.next()
		return points
	}
	points := pointsOf(reading.Coordinates, len(fields))
	if points == nil {
		r.stop("%d columns do not make points; give the columns of the first point as coordinates, such as [1, 2]", len(fields))
	}
	if isHeader(t.split, r.row) {
		r.next()
	}
	return points
}

// pointsOf returns the columns of points one after another, nil where they do not fill a row.
func pointsOf(first Columns, width int) (points [][]int) {
	d, start := 3, 0
	if first != (Columns{}) {
		d, start = first.dimension(), first[0]-1
		for j := 1; j < d; j++ {
			if first[j] != first[0]+j {
				return nil
			}
		}
	}
	left := width - start
	if left < d || left%d != 0 {
		return nil
	}
	for i := range left / d {
		point := make([]int, d)
		for j := range point {
			point[j] = start + i*d + j
		}
		points = append(points, point)
	}
	return points
}

func (r *rowReader) splitter() splitter {
	if r.pairs {
		return splitPairs
	}
	if r.delimiter != 0 {
		return splitAt(r.delimiter)
	}
	return splitSpace
}

// readCloud reads a row that readRowClouds has gone over before.
func (r *rowReader) readCloud(reading Reading, row []byte, line int, points [][]int) File {
	stop := onLine(line)
	fields := (&table{split: r.splitter()}).fields(row)
	s := spelling{sign: reading.decimalSign()}
	g := gather(uint64(len(points)), len(points[0]))
	for i, columns := range points {
		var point [3]float64
		for j, column := range columns {
			if column >= len(fields) {
				stop("has %d columns, want %d", len(fields), column+1)
			}
			x, err := s.coordinate(fields[column])
			if err != nil {
				stop("point %d: %c: %v", i+1, "xyz"[j], err)
			}
			point[j] = x
		}
		g.add(point)
	}
	return s.file(g.file, stop)
}

// takeRowNames moves the columns that a header names by one where rows have one more column,
// the names of rows, as R and pandas print a table.
func (t *table) takeRowNames(r *rowReader) []Note {
	next := r.ahead()
	if r.delimiter != 0 || next == nil || columns(t.split, next) != t.width+1 || t.column[0] != 0 && !t.named {
		return nil
	}
	t.width++
	r.cells = t.width
	for j := range t.column {
		t.column[j]++
	}
	for i := range t.carried {
		t.carried[i].column++
	}
	return []Note{note("The first column has the names of the rows and is left out.")}
}

// takeLabels leaves out a first column of words, such as the elements of atoms.
func (t *table) takeLabels(r *rowReader) []Note {
	first, _, _ := t.split(r.row)
	second, _, _ := t.split(r.ahead())
	if t.width < 3 || !isWord(first) || !isWord(second) {
		return nil
	}
	t.told = true
	t.column, t.dimension = [3]int{1, 2, 3}, min(t.width-1, 3)
	_, one := marked(elementOf(first))
	if _, other := marked(elementOf(second)); one > 0 && other > 0 {
		t.carry(labelNames[0], 0, 0)
	}
	return []Note{note("The first column has words, %s first, and is left out.", shown(first))}
}

// isWord tells whether a cell is text and no number.
func isWord(field []byte) bool {
	return len(field) > 0 && isLetter(field[0]) && !isMissing(field)
}

// countedScan is a table behind its number of rows.
type countedScan struct {
	lines lines
	count uint64
	title string
}

// part describes the table.
func (c *countedScan) part(s *source, delimiters string) Part {
	p := Part{Title: c.title, Count: int(min(c.count, uint64(maxPoints)+1))}
	r := &rowReader{lines: new(c.lines), delimiters: delimiters}
	_ = try(func() {
		t, _ := r.start(s.reading, s.reading.decimalSign())
		if p.Dimension = t.dimension; t.transposed {
			p.Count, p.Dimension = t.width, min(p.Count, 3)
		}
	})
	return p
}

// end ends the table at an offset.
func (c *countedScan) end(at int) {
	c.lines.data = c.lines.data[:at]
	c.lines.lf, c.lines.cr = min(c.lines.lf, at), min(c.lines.cr, at)
}

// blocksOf finds tables that two blank lines part; none where the rows are one table, or alone.
func blocksOf(first *lines) (all []countedScan) {
	rest := first.data[first.pos:]
	if !bytes.Contains(rest, []byte("\n\n\n")) && !bytes.Contains(rest, []byte("\n\r\n\r\n")) && !bytes.Contains(rest, []byte("\r\r\r")) {
		return nil
	}
	at, start, blank, rows := *first, *first, 2, 0
	for {
		line := at
		row, ok := at.next()
		if !ok {
			break
		}
		switch row = trim(row); {
		case len(row) == 0:
			blank++
			continue
		case row[0] == '#' && !sheetError(row):
			continue
		case blank >= 2:
			if n := len(all); n > 0 {
				all[n-1].end(line.pos)
				start = line
			}
			if len(all) == MaxClouds {
				at.stop("has more than %d clouds, the limit", MaxClouds)
			}
			width := len(words(bytes.ReplaceAll(row, []byte{','}, []byte{' '}), 3))
			if width == 1 && len(all) == 0 && startsWithNumber(line) {
				return nil // the number of rows, which are one table
			}
			all = append(all, countedScan{lines: start, title: "from line " + strconv.Itoa(at.number)})
		}
		all[len(all)-1].count++
		blank = 0
		rows++
	}
	if len(all) < 2 || rows == len(all) || all[0].count == 1 && !startsWithNumber(all[0].lines) {
		return nil
	}
	if !startsWithNumber(all[0].lines) {
		stop(atLine(all[1].lines.number+1, "two blank lines before this row may begin another cloud; remove them, or save each cloud as a file of its own"))
	}
	return all
}

// startsWithNumber tells whether the first row starts with a number.
func startsWithNumber(l lines) bool {
	row, _ := l.content('#')
	if i := bytes.IndexAny(row, " \t,;"); i >= 0 {
		row = row[:i]
	}
	_, err := (&spelling{}).coordinate(row)
	return err == nil
}

// countedScans finds tables that follow each other, each with its number of rows before it; none
// where the first line is no such number.
func countedScans(l *lines) (all []countedScan) {
	at, widest := *l, 0
	for {
		start := at
		row, ok := at.content('#')
		switch {
		case !ok && widest == 1: // one number a line counts nothing
			return nil
		case !ok:
			return all
		}
		count, err := wholeNumber(row)
		if err != nil || count > uint64(len(at.data)) {
			return nil
		}
		scan := countedScan{lines: start, count: count}
		for i := range count {
			if row, ok = at.content('#'); !ok {
				return nil
			}
			if i == 0 {
				widest = max(widest, columns(splitSpace, row))
			}
		}
		scan.end(at.pos)
		if all = append(all, scan); len(all) > MaxClouds {
			at.stop("has more than %d clouds, the limit", MaxClouds)
		}
	}
}

// sheetError tells whether a row starts with an error of a spreadsheet, such as #N/A.
func sheetError(row []byte) bool {
	end := bytes.IndexAny(row, " \t,;|")
	if end < 0 {
		end = len(row)
	}
	return end > 1 && row[0] == '#' && isMissing(row[:end])
}

// isDoubtful tells whether a line such as "#4,5,6" among rows of three cells may be a row or a comment.
func (r *rowReader) isDoubtful(line []byte) bool {
	if r.cells == 0 || len(line) < 2 || isSpace(line[1]) {
		return false
	}
	split, count, numbers := r.splitter(), 0, 0
	for field, rest, ok := split(line); ok; field, rest, ok = split(rest) {
		if _, err := number(field); err == nil {
			numbers++
		}
		count++
	}
	return count == r.cells && numbers > 0
}

// uncommented cuts a comment off a row between blanks.
func (r *rowReader) uncommented(row []byte) []byte {
	for end := 0; ; end++ {
		if end += commentStart(row[end:], '#'); end == len(row) || end > 0 && !sheetError(row[end:]) {
			return row[:end]
		}
	}
}

// refuseDoubtful refuses a row that may be a comment.
func (r *rowReader) refuseDoubtful() {
	if row := trim(r.row); len(row) > 0 && row[0] == '#' && !sheetError(row) {
		doubtful(r.number, row)
	}
}

func doubtful(line int, row []byte) {
	stop(atLine(line, "%s may be a row or a comment; remove the # to read the row, or write a blank after it to leave the row out", quote(row)))
}

// askPairs asks about rows like "0,9,2,26" of whole numbers alone, which may be 0.9 and 2.26.
func (r *rowReader) askPairs(t *table, reading Reading) {
	if !r.whole || t.named || t.certain || reading.Transposed != nil || reading.Decimal != "" || t.width > 6 {
		return
	}
	if e := t.origin.weigh(&File{Cloud: t.points.cloud}); e.colour || e.normal {
		return
	}
	decimal := Remedy{Label: "Read every other comma as a decimal point: " + thousands(t.width/2) + " columns", Reading: &Reading{Decimal: ","}}
	if odd, ok := askShape("table", t.rows, t.width).(*Question); ok && !t.told && oddShape(t.rows, t.width) {
		odd.Remedies = append(odd.Remedies, decimal)
		stop(odd)
	}
	stop(ask(atLine(0, "the table can be read in two ways: commas separate %d columns of whole numbers, or decimals as well; choose the columns of the "+
		"coordinates or the decimal sign", t.width), columnsRemedy(nil, []int{0, 1, 2}), decimal))
}

// isPairs tells whether a row has an even number of whole numbers, more than two, of which every other
// one may be the digits behind a decimal comma.
func isPairs(row []byte) bool {
	split, n := splitAt(','), 0
	for field, rest, ok := split(row); ok; field, rest, ok = split(rest) {
		whole := field
		if n%2 == 0 {
			whole = bytes.TrimLeft(field, "+-")
		}
		if len(whole) == 0 || digits(whole) != len(whole) {
			return false
		}
		n++
	}
	return n > 2 && n%2 == 0
}

// splitPairs splits "0,9,2,26" into 0,9 and 2,26.
func splitPairs(line []byte) (field, rest []byte, ok bool) {
	if line == nil {
		return nil, nil, false
	}
	end := find(line, min(find(line, 0, ',')+1, len(line)), ',')
	if end == len(line) {
		return trim(line), nil, true
	}
	return trim(line[:end]), line[end+1:], true
}
