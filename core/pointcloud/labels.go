package pointcloud

// takeRowNames moves the columns that a header names by one where rows have one more column,
// the names of rows, as R and pandas print a table.
func (t *table) takeRowNames(r *rowReader) []Note {
	next := r.ahead()
	if r.delimiter != 0 || next == nil || columns(t.split, next) != t.width+1 || t.column[0] != 0 && !t.named {
		return nil
	}
	t.width++
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
