package pointcloud

import "bytes"

// parseCSV reads rows of numbers separated by semicolons, tabs or commas: the
// first of these that the first row has. A header that names x, y (and z)
// picks these columns among any. Without a header two columns are a 2-D cloud; of
// three or more the first three are x, y, z and the rest is ignored. Lines that start with # are comments.
func parseCSV(data []byte, start int) (Cloud, error) {
	l := newLines(data, start)
	row, ok := csvRow(l)
	if !ok {
		return Cloud{}, l.fail("has no points")
	}
	t, header, err := csvTable(l, row)
	if err != nil {
		return Cloud{}, err
	}
	t.points = newPoints(l.left()+1, t.dimension)
	if header {
		row, ok = csvRow(l)
	}
	for ; ok; row, ok = csvRow(l) {
		if err := t.add(l, row); err != nil {
			return Cloud{}, err
		}
	}
	return t.cloud(l)
}

func csvRow(l *lines) ([]byte, bool) {
	for {
		row, ok := l.next()
		if !ok {
			return nil, false
		}
		if start := trim(row); len(start) > 0 && start[0] != '#' {
			return row, true
		}
	}
}

// csvTable finds the columns from the first row, which may be a header.
func csvTable(l *lines, row []byte) (t *table, header bool, err error) {
	split := csvSplitter(row)
	if split == nil {
		return nil, false, l.fail("has no comma, semicolon or tab")
	}
	t, named, err := namedColumns(l, split, row)
	if err != nil || named {
		return t, true, err
	}
	header = isHeader(split, row)
	if t.width < 2 || header && t.width > 3 {
		return nil, false, l.fail("has %d columns, want 2 or 3, or a header that names x, y and z", t.width)
	}
	return t, header, nil
}

func csvSplitter(row []byte) splitter {
	for _, delimiter := range []byte(";\t,") {
		if bytes.IndexByte(row, delimiter) >= 0 {
			return splitAt(delimiter)
		}
	}
	return nil
}

// namedColumns looks for the names x, y and z in a row.
func namedColumns(l *lines, split splitter, row []byte) (t *table, named bool, err error) {
	found := [3]int{-1, -1, -1}
	width := 0
	for field, rest, ok := split(row); ok; field, rest, ok = split(rest) {
		if j := coordinateName(field); j >= 0 {
			if found[j] >= 0 {
				return nil, false, l.fail("names %c twice", "xyz"[j])
			}
			found[j] = width
			named = true
		}
		width++
	}
	t = inOrder(split, width)
	if !named {
		return t, false, nil
	}
	t.column = found
	t.dimension, err = namedDimension(found)
	if err != nil {
		return nil, false, l.fail("%v", err)
	}
	return t, true, nil
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
