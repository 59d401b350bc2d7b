package pointcloud

import (
	"bytes"
	"math"
	"slices"
)

// grid takes the numbers of a table row by row. Its rows are points, or where
// it is transposed coordinates: all x, then all y, then all z.
type grid struct {
	origin
	transposed bool
	dimension  int
	carried    []carried
	others     [3]float64 // columns four to six of the row being read
	thin       *thinning

	point  [3]float64   // of the row being read
	points *gathered    // where rows are points
	lines  [3][]float64 // the first rows where rows are coordinates
}

// newGrid is a grid whose first columns are x, y and (from three columns on) z,
// with room for so many rows.
func newGrid(r Reading, width int) *grid {
	g := &grid{
		origin:     origin{what: "table", column: [3]int{0, 1, 2}, width: width, told: r.Transposed != nil},
		transposed: r.Transposed != nil && *r.Transposed, dimension: min(width, 3), thin: r.thinning,
	}
	if c := r.Coordinates; c != (Columns{}) {
		g.named, g.dimension, g.column = true, c.dimension(), c.fromZero()
	}
	return g
}

// chosen refuses a choice of columns that the table does not have.
func (g *grid) chosen(c Columns, stop stopping) {
	if most := slices.Max(c[:]); most > g.width {
		stop("coordinates: there is no column %d; the table has %d", most, g.width)
	}
}

// other takes a number that is no coordinate for the chooser.
func (g *grid) other(column int, field []byte) {
	if at := column - g.column[0] - 3; !g.named && at >= 0 && at < 3 && len(g.more) < mostMore {
		x, err := number(field)
		g.others[at], g.worded = x, g.worded || err != nil
	}
}

// reserve makes room for at most so many rows.
func (g *grid) reserve(rows uint64) {
	if g.transposed {
		return
	}
	g.points = g.thin.gather(rows, g.dimension)
	names := make([]string, len(g.carried))
	for i := range g.carried {
		names[i] = g.carried[i].name
	}
	for i, place := range g.points.carries(names...) {
		g.carried[i].place = place
	}
}

// carried is a column that is an attribute of the points.
type carried struct {
	name   string
	column int
	place  int // among the attributes, -1 for none
	// packed and kind are of a part of a colour in one number; see run.
	packed byte
	kind   scalar
}

// carry makes a column an attribute.
func (g *grid) carry(name string, column int, packed byte) {
	g.carried = append(g.carried, carried{name: name, column: column, place: -1, packed: packed})
}

// carryField takes a number of the row being read where it is an attribute.
func (g *grid) carryField(column int, field []byte) {
	for i := range g.carried {
		c := &g.carried[i]
		if c.column != column || g.points == nil {
			continue
		}
		x := valueOf(c.name, field)
		switch {
		case c.packed != 0 && c.kind.kind == 'f':
			x = float64(colourPart(math.Float32bits(float32(x)), c.packed))
		case c.packed != 0:
			x = float64(colourPart(uint32(int64(x)), c.packed))
		}
		g.points.carry(c.place, x)
	}
}

// coordinate returns which coordinate a number of the present row is, or -1.
func (g *grid) coordinate(column int) int {
	if g.transposed && g.rows < 3 {
		return g.rows
	}
	if g.transposed {
		return -1
	}
	for j, c := range g.column[:g.dimension] {
		if c == column {
			return j
		}
	}
	return -1
}

// set takes a number for which coordinate is not -1.
func (g *grid) set(coordinate int, x float64) {
	if !g.transposed {
		g.point[coordinate] = x
		return
	}
	if g.lines[coordinate] == nil {
		g.lines[coordinate] = make([]float64, 0, min(g.width, maxPoints))
	}
	if line := &g.lines[coordinate]; len(*line) < maxPoints {
		*line = append(*line, x)
	}
}

// end ends a row of so many columns.
func (g *grid) end(columns int, stop stopping) {
	switch {
	case columns != g.width:
		stop("has %d columns, want %d", columns, g.width)
	case g.transposed && columns > maxPoints, !g.transposed && g.rows == g.thin.limit():
		stop("has more than %d points, the limit", g.thin.limit())
	case !g.transposed:
		g.points.add(g.point)
		if !g.named && g.width-g.column[0] == 4 {
			g.takeWeight(g.others[0])
		}
		if !g.named && g.width-g.column[0] >= 6 && len(g.more) < mostMore {
			g.more = append(g.more, g.others)
		}
	}
	g.rows++
}

// file returns what was read; stop has the end of the table.
func (g *grid) file(stop stopping) File {
	if !g.transposed {
		file := g.points.file(stop)
		if others := g.width - g.column[0]; !g.named && others > 3 {
			file.Notes = []Note{firstColumns(others)}
		}
		file.origin = &g.origin
		return file
	}
	d := min(g.rows, 3)
	if d < 2 {
		stop("has %d rows; transposed it needs at least 2, all x and all y", g.rows)
	}
	points := gather(uint64(g.width), d)
	for i := range g.width {
		var point [3]float64
		for j := range d {
			point[j] = g.lines[j][i]
		}
		points.add(point)
	}
	file := points.file(stop)
	file.Notes = []Note{rowsAsAxes(g.rows)}
	return file
}

// rowsAsAxes says which of so many rows are coordinates.
func rowsAsAxes(rows int) Note {
	if rows > 3 {
		return note("The first three of %s rows are read as x, y and z.", thousands(rows))
	}
	return note("The rows are read as %s.", axes(rows))
}

// axes names so many coordinates.
func axes(dimension int) string {
	if dimension == 2 {
		return "x and y"
	}
	return "x, y and z"
}

func firstColumns(columns int) Note {
	return note("The first three of %d columns are read as x, y and z.", columns)
}

var nan = math.NaN()

// isMissing recognises the cells that programs write where there is no number: nothing, NaN,
// infinity, NA of R, NULL of databases, None of Python, a dash.
func isMissing(field []byte) bool {
	switch {
	case len(field) == 0 || isNonFinite(field):
		return true
	case len(field) > 7 || digits(field[:1]) == 1:
		return false // most numbers
	}
	return isOneOf(field, "-", "--", "—", "na", "n/a", "#n/a", "<na>", "null", "none", "nil", "nat",
		"missing", "?", "\\n", "#num!", "#ref!", "#value!", "#div/0!", "#name?", "#null!")
}

// isNestedBraces tells whether content is a list as Mathematica writes it, {{1, 2}, {3, 4}}, where
// JSON would have names.
func isNestedBraces(content []byte) bool {
	l := &listReader{cursor: cursor{data: content[:min(len(content), 200)]}}
	l.skipCalls()
	if !l.take('{') {
		return false
	}
	l.skipSpace()
	return l.peek() == '{' || isRowStart(l.peek())
}

func isRowStart(c byte) bool { return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' }

// matrixEnd returns where the bracket closes that comes next, when it is a matrix of MATLAB or
// Julia: rows parted by ";" or by lines, of two or three numbers in the latter case; -1 otherwise.
func (l *listReader) matrixEnd() int {
	if l.peek() != '[' {
		return -1
	}
	end := l.pos + 1 + find(l.data[l.pos+1:], 0, ']')
	if end == len(l.data) {
		return -1
	}
	body := l.data[l.pos+1 : end]
	if bytes.IndexAny(body, "[({") >= 0 {
		return -1
	}
	if bytes.IndexByte(body, ';') >= 0 {
		return end
	}
	rows, width := 0, 0
	for rest := body; len(rest) > 0; rows++ {
		var row []byte
		if row, rest = matrixRow(rest); isBlank(row) {
			rows--
			continue
		}
		n := columns(splitMatrix, row)
		if n < 2 || n > 3 || rows > 0 && n != width {
			return -1
		}
		width = n
	}
	if rows < 2 {
		return -1
	}
	return end
}

// matrixRow cuts off a row, which ends at ";" or with the line, unless that goes on with "...".
func matrixRow(text []byte) (row, rest []byte) {
	from := 0
	for {
		i := bytes.IndexAny(text[from:], ";\r\n")
		if i < 0 {
			return text, nil
		}
		i += from
		if head := bytes.TrimRight(text[:i], " \t\r"); text[i] != ';' && bytes.HasSuffix(head, []byte("...")) {
			from = i + 1
			continue
		}
		return text[:i], text[i+1:]
	}
}

// splitMatrix splits a row at blanks and commas, and passes over the dots of a line that goes on.
func splitMatrix(row []byte) (field, rest []byte, ok bool) {
	part := func(c byte) bool { return isSpace(c) || c == ',' || c == '\r' || c == '\n' }
	for {
		i := 0
		for i < len(row) && part(row[i]) {
			i++
		}
		start := i
		for i < len(row) && !part(row[i]) {
			i++
		}
		if field, row = row[start:i], row[i:]; string(field) != "..." {
			return field, row, len(field) > 0
		}
	}
}

// readMatrix reads the rows up to the closing bracket at end.
func (l *listReader) readMatrix(r Reading, end int) {
	at := l.pos + 1
	for at < end {
		row, _ := matrixRow(l.data[at:end])
		l.pos = at
		at += len(row) + 1
		if isBlank(row) {
			continue
		}
		if l.grid == nil {
			width := columns(splitMatrix, row)
			if width < 2 {
				l.stop("has %d numbers, want at least 2", width)
			}
			l.table = table{grid: newGrid(r, width), split: splitMatrix}
			l.nested = true
			l.reserve(uint64(bytes.Count(l.data[l.pos:end], []byte{';'}) + bytes.Count(l.data[l.pos:end], []byte{'\n'}) + 1))
			l.chosen(r.Coordinates, l.stop)
		}
		l.add(row, l.stop)
	}
	l.pos = end + 1
	if l.grid == nil {
		l.stop("has no points")
	}
	l.close()
}

// isRMatrix knows a matrix as R prints it: columns are called [,1], rows [1,].
func isRMatrix(content []byte) bool {
	line, _ := newLines(content[:min(len(content), 1<<12)], 0).content(0)
	return bytes.HasPrefix(line, []byte("[,1]"))
}

// readRMatrix reads the rows without the names of rows and columns.
func readRMatrix(s *source, found parts) {
	text := bytes.Clone(s.data)
	for l := newLines(text, s.start); ; {
		line, ok := l.next()
		if !ok {
			break
		}
		name := bytes.IndexByte(line, ']') + 1
		switch first := trim(line); {
		case bytes.HasPrefix(first, []byte("[,")):
			name = len(line)
		case len(first) > 0 && (first[0] != '[' || name == 0):
			l.stop("want a row that starts like [1,], got %s", quote(first))
		}
		copy(line, bytes.Repeat([]byte{' '}, name))
	}
	inner := *s
	inner.data = text
	readTables(&inner, ";,", noted(found, []Note{note("The names of rows and columns, as R prints them, are left out.")}))
}
