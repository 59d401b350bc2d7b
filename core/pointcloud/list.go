package pointcloud

import (
	"bytes"
	"fmt"
	"math"
	"slices"
)

// readList reads points as Python and JavaScript print them, pasted or in a
// file: rows [x, y, z] or (x, y, z) with commas or blanks between, with or
// without brackets around all, within array(…) or tensor(…), or objects
// {"x": …, "y": …}.
func readList(s *source) File {
	l := &listReader{cursor: cursor{data: s.data, pos: s.start}}
	l.data = withoutTypes(l.data)
	if isNestedBraces(s.data[s.start:]) {
		l.data = bytes.ReplaceAll(bytes.ReplaceAll(s.data, []byte{'{'}, []byte{'['}), []byte{'}'}, []byte{']'})
	}
	l.open()
	if end := l.matrixEnd(); end >= 0 && !l.outer {
		l.readMatrix(s.reading, end)
		file := l.finish()
		if !l.transposed {
			file.Notes = append([]Note{note("The rows of the matrix are read as points.")}, file.Notes...)
		}
		return file
	}
	l.begin(s.reading)
	l.readRows()
	if !l.outer && !l.names && l.rows == 1 && l.width > 3 {
		l.stop("is a flat list of %d numbers: want a list of points, [[x, y], …]", l.width)
	}
	return l.finish()
}

// begin makes room for rows, which are objects or lists.
func (l *listReader) begin(r Reading) {
	if l.names = l.peek() == '{'; l.names {
		l.beginObjects(r)
		return
	}
	l.grid = newGrid(r, l.countRow())
	l.nested = true
	l.chosen(r.Coordinates, l.stop)
	l.reserve(uint64(bytes.Count(l.data[l.pos:], []byte{'['}) + bytes.Count(l.data[l.pos:], []byte{'('}) + 1))
}

// finish returns what was read, whose numbers must have one meaning.
func (l *listReader) finish() File {
	file := l.file(l.stop)
	file.rest, file.Notes = append(file.rest, l.rest...), append(file.Notes, l.pick.notes...)
	return file
}

// isList tells whether content starts with a bracket, or with a call or an
// assignment before one.
func isList(content []byte) bool {
	l := &listReader{cursor: cursor{data: content[:min(len(content), 200)]}}
	l.skipCalls()
	return l.depth() > 0 || isNestedBraces(content)
}

// listReader reads rows one after another.
type listReader struct {
	cursor
	table
	names    bool     // rows are objects
	pick     pick     // of their fields
	keys     []string // those of the attributes
	batch    bool     // a bracket more stands around these
	outer    bool     // brackets stand around all rows
	calls    int      // open parentheses before the list
	weighted bool     // the fourth number of a row, heavy, is not 1
	heavy    int
	rest     []leftover // fields of the first object that are neither numbers nor words
}

// open moves to the first row.
func (l *listReader) open() {
	l.skipCalls()
	depth := l.depth()
	for ; depth > 2 && l.take('('); depth-- {
		l.calls++
	}
	switch {
	case depth == 0:
		l.stop("want a list of points")
	case depth == 3 && l.take('['): // a batch of one cloud
		l.batch = true
		l.outer = l.take('[') || l.take('(')
	case depth > 2:
		l.stop("lists are nested %d deep: want one cloud, a list of points", depth)
	case depth == 2:
		l.outer = l.take('[') || l.take('(')
	}
	l.skipSpace()
}

// skipCalls moves past "points = np.array(".
func (l *listReader) skipCalls() {
	for {
		l.skipSpace()
		start := l.pos
		if len(l.word()) == 0 || !l.take('(') && !l.assigned() {
			l.pos = start
			return
		}
		if l.data[l.pos-1] == '(' {
			l.calls++
		}
	}
}

// assigned takes the "=" of "points = [[…". A word may have ended with it.
func (l *listReader) assigned() bool {
	if l.data[l.pos-1] == '=' {
		return true
	}
	return l.take('=')
}

// depth counts the brackets that come next, an object's brace as one.
func (l *listReader) depth() int {
	c := l.cursor
	for depth := 0; ; depth++ {
		switch {
		case c.take('{'):
			return depth + 1
		case !c.take('[') && !c.take('('):
			return depth
		}
	}
}

// countRow counts the numbers of the first row.
func (l *listReader) countRow() int {
	c := l.cursor
	c.pos++
	for n := 0; ; {
		c.take(',')
		c.skipSpace()
		if len(c.word()) == 0 {
			return n
		}
		n++
	}
}

func (l *listReader) readRows() {
	for {
		l.readRow()
		l.take(',')
		switch l.skipSpace(); {
		case l.pos == len(l.data) && !l.outer:
			return
		case l.outer && (l.take(']') || l.take(')')):
			l.close()
			return
		case l.depth() != 1:
			l.stop("want the next point, got %s", l.next())
		}
	}
}

func (l *listReader) readRow() {
	if l.names {
		l.readObject()
		return
	}
	start := l.pos
	l.pos++ // the bracket that depth has seen
	columns := 0
	for ; !l.take(']') && !l.take(')'); columns++ {
		x := l.readNumber(l.coordinate(columns))
		if columns == 3 && x != 1 && !l.weighted {
			l.weighted, l.heavy = true, l.rows
		}
		l.take(',')
	}
	end := l.pos
	if l.pos = start; columns < 2 {
		l.stop("has %d numbers, want at least 2", columns)
	}
	l.end(columns, l.stop)
	l.pos = end
}

// readNumber reads the next number and keeps it as a coordinate, unless that
// is -1.
func (l *listReader) readNumber(coordinate int) float64 {
	l.skipSpace()
	start := l.pos
	word := l.word()
	x, err := l.listNumber(word)
	if len(word) == 0 {
		err = fmt.Errorf("want a number, got %s", l.next())
	}
	if err != nil {
		l.pos = start
		l.stop("points[%d]: %v", l.rows, err)
	}
	if coordinate >= 0 {
		l.set(coordinate, x)
	}
	return x
}

func (l *listReader) listNumber(word []byte) (float64, error) {
	switch string(word) {
	case "null", "None":
		return math.NaN(), nil
	case "...", "…":
		return 0, fmt.Errorf("the list is abridged (%s); print all of it", word)
	}
	return l.spelling.coordinate(word)
}

// beginObjects picks the coordinates among the names of the first object's fields, which all have.
func (l *listReader) beginObjects(r Reading) {
	first, names := *l, []string{}
	first.eachField(func(key []byte) {
		switch c := first.peek(); {
		case isPosition(key) && c == '[':
			names = append(names, []string{"x", "y", "z"}[:min(3, first.countRow())]...)
			first.skipValue()
		case c == '[' || c == '{':
			l.rest = append(l.rest, leftover{kind: "field", name: attributeName(key), line: lineOf(l.data, first.pos), at: first.pos})
			first.skipValue()
		default:
			names = append(names, string(key))
			first.value()
		}
	})
	coordinatesFirst(names, func(name string) string { return name })
	fields := make([][]byte, len(names))
	for i, name := range names {
		fields[i] = []byte(name)
	}
	l.pick = pickColumns(fields, Reading{Coordinates: r.Coordinates}, func(format string, args ...any) error { return l.fail("points[0]: "+format, args...) })
	l.grid = &grid{origin: origin{what: "table", named: true}, dimension: l.pick.dimension}
	if o := l.pick.origin(); o != nil {
		l.origin = *o
	}
	for i, name := range names {
		if l.pick.carries(i) && len(l.carried) < MaxAttributes {
			l.keys = append(l.keys, name)
			l.carry(attributeName([]byte(name)), 0, 0)
		}
	}
	l.reserve(uint64(bytes.Count(l.data[l.pos:], []byte{'{'}) + 1))
}

// readObject reads {"x": 1, "y": 2, "z": 3}. Numbers and words travel with the points, as the columns of a table do.
func (l *listReader) readObject() {
	for i := range l.carried {
		l.points.carry(l.carried[i].place, math.NaN())
	}
	start, found, d := l.pos, [3]bool{}, l.pick.dimension
	number := func(j int) {
		if j >= d || j >= 0 && found[j] {
			l.stop("points[%d]: has its coordinates twice, or others than the first point", l.rows)
		} else if j >= 0 {
			found[j] = true
		}
		l.readNumber(j)
	}
	l.eachField(func(key []byte) {
		c, j := l.peek(), l.pick.named(key)
		switch {
		case isPosition(key) && c == '[':
			l.take('[')
			for i := 0; !l.take(']'); i++ {
				number(l.pick.named([]byte{"xyz"[min(i, 2)]}))
				l.take(',')
			}
		case c == '[' || c == '{':
			l.skipValue()
		case j >= 0:
			number(j)
		default:
			value := l.value()
			if i := slices.Index(l.keys, string(key)); i >= 0 {
				l.points.carry(l.carried[i].place, valueOf(l.carried[i].name, value))
			}
		}
	})
	if end := l.pos; slices.Contains(found[:d], false) {
		l.pos = start
		l.stop("points[%d]: want the fields %s", l.rows, quoted(l.pick.chosen()))
	} else {
		l.end(l.width, l.stop)
		l.pos = end
	}
}

// eachField visits the fields of an object, from their values on.
func (l *listReader) eachField(visit func(key []byte)) {
	l.take('{')
	for !l.take('}') {
		key, ok := pythonString(&l.cursor)
		if !ok || !l.take(':') {
			l.stop("want a field and its value, got %s", l.next())
		}
		l.skipSpace()
		visit(key)
		if l.skipSpace(); !l.take(',') && l.peek() != '}' {
			l.stop(`want "," or "}", got %s`, l.next())
		}
	}
}

// value takes a word or a number.
func (l *listReader) value() []byte {
	if text, ok := pythonString(&l.cursor); ok {
		return text
	}
	return l.word()
}

// close reads what may follow the list: ", dtype=float32)".
func (l *listReader) close() {
	for {
		l.take(',')
		switch l.skipSpace(); {
		case l.pos == len(l.data):
			return
		case l.calls > 0 && l.take(')'):
			l.calls--
		case l.batch && l.take(']'):
			l.batch = false
		case l.calls == 0 && l.take(';'):
		case l.calls > 0 && bytes.IndexByte(l.word(), '=') > 0:
			if l.take('(') { // shape=(4, 3)
				l.pos += find(l.data[l.pos:], 0, ')')
				l.take(')')
			} else if next := bytes.IndexAny(l.data[l.pos:], ",)"); next > 0 {
				l.pos += next // past the rest of a value: 'cuda:0'
			}
		default:
			l.stop("text follows the list: %s", l.next())
		}
	}
}

// stop ends reading with a problem of what comes next.
func (c *cursor) stop(format string, args ...any) { stop(c.fail(format, args...)) }

// fail reports the place that comes next.
func (c *cursor) fail(format string, args ...any) error {
	return &FormatError{Line: lineOf(c.data, c.pos), Byte: int64(c.pos), Message: fmt.Sprintf(format, args...)}
}
