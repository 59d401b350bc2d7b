package pointcloud

import "bytes"

// A splitter takes the first field off a line; false when none is left.
type splitter func(line []byte) (field, rest []byte, ok bool)

// table reads rows of text, one point a row, some of whose columns are its
// coordinates.
type table struct {
	split     splitter
	dimension int
	column    [3]int // column[j] holds coordinate j
	width     int    // the number of columns of every row
	points    []float64
}

// inOrder is a table whose first columns are x, y and (from three columns on) z.
func inOrder(split splitter, width int) *table {
	return &table{split: split, dimension: min(width, 3), column: [3]int{0, 1, 2}, width: width}
}

// add reads a row; l is asked for its number when it is bad.
func (t *table) add(l *lines, row []byte) error {
	var point [3]float64
	width := 0
	for {
		field, rest, ok := t.split(row)
		if !ok {
			break
		}
		if j := t.coordinate(width); j >= 0 {
			x, err := number(field)
			if err != nil {
				return l.fail("%c: %v", "xyz"[j], err)
			}
			point[j] = x
		}
		row = rest
		width++
	}
	if width != t.width {
		return l.fail("has %d columns, want %d", width, t.width)
	}
	if len(t.points) == MaxPoints*t.dimension {
		return l.fail("has more than %d points, the limit", MaxPoints)
	}
	t.points = append(t.points, point[:t.dimension]...)
	return nil
}

// coordinate returns which coordinate a column holds, or -1.
func (t *table) coordinate(column int) int {
	for j, c := range t.column[:t.dimension] {
		if c == column {
			return j
		}
	}
	return -1
}

// cloud returns the points read; l is at the end of the text.
func (t *table) cloud(l *lines) (Cloud, error) {
	if len(t.points) == 0 {
		return Cloud{}, l.fail("has no points")
	}
	return Cloud{Points: t.points, Dimension: t.dimension}, nil
}

// columns counts the fields of a row.
func columns(split splitter, row []byte) int {
	n := 0
	for _, rest, ok := split(row); ok; _, rest, ok = split(rest) {
		n++
	}
	return n
}

// splitSpace splits at white space.
func splitSpace(line []byte) (field, rest []byte, ok bool) {
	i := 0
	for i < len(line) && isSpace(line[i]) {
		i++
	}
	start := i
	for i < len(line) && !isSpace(line[i]) {
		i++
	}
	return line[start:i], line[i:], i > start
}

// words returns the fields of a header line, at most so many.
func words(line []byte, most int) [][]byte {
	var all [][]byte
	for len(all) < most {
		word, rest, ok := splitSpace(line)
		if !ok {
			break
		}
		all = append(all, word)
		line = rest
	}
	return all
}

// splitAt splits at a delimiter. Fields lose surrounding white space and one
// pair of quotes, within which the delimiter does not count.
func splitAt(delimiter byte) splitter {
	return func(line []byte) (field, rest []byte, ok bool) {
		if line == nil {
			return nil, nil, false
		}
		end := find(line, fieldStart(line), delimiter)
		field = trim(line[:end])
		if n := len(field); n > 1 && field[0] == '"' && field[n-1] == '"' {
			field = trim(field[1 : n-1])
		}
		if end == len(line) {
			return field, nil, true
		}
		return field, line[end+1:], true
	}
}

// fieldStart returns where to look for the delimiter from: after the closing
// quote of a quoted field, else at 0. Two quotes stand for one quote.
func fieldStart(line []byte) int {
	i := 0
	for i < len(line) && isSpace(line[i]) {
		i++
	}
	if i == len(line) || line[i] != '"' {
		return 0
	}
	for {
		quote := bytes.IndexByte(line[i+1:], '"')
		if quote < 0 {
			return len(line)
		}
		i += quote + 2
		if i >= len(line) || line[i] != '"' {
			return i
		}
	}
}
