package pointcloud

import "bytes"

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

// bracketed writes the braces of such a list as brackets.
func bracketed(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte{'{'}, []byte{'['}), []byte{'}'}, []byte{']'})
}

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
func (l *listReader) readMatrix(r Reading, end int) error {
	at := l.pos + 1
	for at < end {
		row, _ := matrixRow(l.data[at:end])
		l.pos = at
		at += len(row) + 1
		if isBlank(row) {
			continue
		}
		if l.grid == nil {
			l.grid = newGrid(r, columns(splitMatrix, row))
			l.evidence.nested = true
			l.reserve(uint64(bytes.Count(l.data[l.pos:end], []byte{';'}) + bytes.Count(l.data[l.pos:end], []byte{'\n'}) + 1))
			if err := l.chosen(r.Coordinates); err != nil {
				return l.fail("%v", err)
			}
		}
		width := 0
		for field, rest, ok := splitMatrix(row); ok; field, rest, ok = splitMatrix(rest) {
			x, err := l.spelling.coordinate(field)
			if err != nil {
				return l.fail("points[%d]: %v", l.rows, err)
			}
			if j := l.coordinate(width); j >= 0 {
				l.set(j, x)
			}
			width++
		}
		if width < 2 {
			return l.fail("has %d numbers, want at least 2", width)
		}
		if err := l.end(width); err != nil {
			return l.fail("%v", err)
		}
	}
	l.pos = end + 1
	if l.grid == nil {
		return l.fail("has no points")
	}
	return l.close()
}

// isRMatrix knows a matrix as R prints it: columns are called [,1], rows [1,].
func isRMatrix(content []byte) bool {
	line, _ := newLines(content[:min(len(content), 1<<12)], 0).content(0)
	return bytes.HasPrefix(line, []byte("[,1]"))
}

// readRMatrix reads the rows without the names of rows and columns.
func readRMatrix(s *source, found parts) error {
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
			return l.fail("want a row that starts like [1,], got %s", quote(first))
		}
		copy(line, bytes.Repeat([]byte{' '}, name))
	}
	inner := *s
	inner.data = text
	return readXYZ(&inner, noted{found, []Note{note("The names of rows and columns, as R prints them, are left out.")}})
}
