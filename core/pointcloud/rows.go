package pointcloud

import (
	"strconv"
)

// readRowClouds reads a table of which each row is a cloud: its points one after another, or in
// the columns that a header names as x0, y0, x1, y1 or x0, x1, y0, y1. Without such names the
// coordinates of the reading are the columns of the first point, three where there are none.
func readRowClouds(s *source, delimiters string, found parts) error {
	l := newLines(s.data, s.start)
	r := &rowReader{lines: l, delimiters: delimiters}
	points, err := r.startClouds(s.reading)
	if err != nil {
		return err
	}
	for number := 1; r.row != nil; number++ {
		if err := r.refuseDoubtful(); err != nil {
			return err
		}
		row, at := r.row, r.lines.number
		p := Part{Name: strconv.Itoa(number), Count: len(points), Dimension: len(points[0])}
		if err := found.part(p, func() (File, error) { return r.readCloud(s.reading, row, at, points) }); err != nil {
			return err
		}
		r.next()
	}
	return nil
}

// startClouds reads up to the first cloud and returns the columns of its points.
func (r *rowReader) startClouds(reading Reading) ([][]int, error) {
	r.next()
	r.takeSeparator()
	r.chooseDelimiter()
	if r.row == nil {
		return nil, r.fail("has no points")
	}
	t := table{grid: &grid{}, split: r.splitter()}
	fields := t.fields(r.row)
	r.cells = len(fields)
	if groups := groupsOf(fields); len(groups) > 0 {
		points := make([][]int, len(groups))
		for i := range groups {
			g := &groups[i]
			if points[i] = g.column[:g.dimension()]; g.dimension() != groups[0].dimension() {
				return nil, r.fail("the header has points with two and with three coordinates; choose coordinates instead of rows")
			}
		}
		r.next()
		return points, r.cloudsFollow()
	}
	header := isHeader(t.split, r.row)
	points := pointsOf(reading.Coordinates, len(fields))
	if points == nil {
		return nil, r.fail("%d columns are no points; give the columns of the first point as coordinates, such as [1, 2]", len(fields))
	}
	if header {
		r.next()
	}
	return points, r.cloudsFollow()
}

func (r *rowReader) cloudsFollow() error {
	if r.row == nil {
		return r.fail("has no points")
	}
	return nil
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
	if r.delimiter != 0 {
		return splitAt(r.delimiter)
	}
	return splitSpace
}

// readCloud reads a row that readRowClouds has gone over before.
func (r *rowReader) readCloud(reading Reading, row []byte, line int, points [][]int) (File, error) {
	fail := func(format string, args ...any) error { return atLine(line, format, args...) }
	fields := (&table{split: r.splitter()}).fields(row)
	s := spelling{}
	if reading.Decimal != "" {
		s.sign = reading.Decimal[0]
	}
	g := gather(uint64(len(points)), len(points[0]))
	for i, columns := range points {
		var point [3]float64
		for j, column := range columns {
			if column >= len(fields) {
				return File{}, fail("has %d columns, want %d", len(fields), column+1)
			}
			x, err := s.coordinate(fields[column])
			if err != nil {
				return File{}, fail("point %d: %c: %v", i+1, "xyz"[j], err)
			}
			point[j] = x
		}
		g.add(point)
	}
	return g.spelt(&s, fail)
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
	return []Note{note("The first column has words, %s first, and is left out.", shown(first))}
}

// hasWord tells whether a row has a cell of text, so that it is no row of coordinates.
func hasWord(split splitter, row []byte) bool {
	for field, rest, ok := split(row); ok; field, rest, ok = split(rest) {
		if isWord(field) {
			return true
		}
	}
	return false
}

// isWord tells whether a cell is text and no number.
func isWord(field []byte) bool {
	return len(field) > 0 && isLetter(field[0]) && !isMissing(field)
}

// countedScan is a table behind its number of rows.
type countedScan struct {
	lines lines
	count uint64
	width int
}

// countedScans finds tables that follow each other, each with its number of rows before it; none
// where the first line is no such number.
func countedScans(l *lines) (all []countedScan, err error) {
	at := *l
	for {
		start := at
		row, ok := at.content('#')
		if !ok {
			return all, nil
		}
		count, err := wholeNumber(row)
		if err != nil || count > uint64(len(at.data)) {
			return nil, nil
		}
		scan := countedScan{lines: start, count: count}
		for i := range count {
			if row, ok = at.content('#'); !ok {
				return nil, nil
			}
			if i == 0 {
				scan.width = columns(splitSpace, row)
			}
		}
		scan.lines.data = at.data[:at.pos]
		scan.lines.lf, scan.lines.cr = min(scan.lines.lf, at.pos), min(scan.lines.cr, at.pos)
		if all = append(all, scan); len(all) > MaxClouds {
			return nil, at.fail("has more than %d clouds, the limit", MaxClouds)
		}
	}
}
