package pointcloud

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
)

// isMoleculeXYZ tells a molecule from a table of numbers: it starts with a
// count alone on its line, and its third line is an atom. An element may be an
// atomic number when the second line is not a row of a table itself, as it is
// in the PTS files of scanners.
func isMoleculeXYZ(content []byte) bool {
	l := newLines(content[:min(len(content), 1<<16)], 0)
	first, _ := l.next()
	count := words(first, 2)
	if len(count) != 1 || digits(count[0]) != len(count[0]) {
		return false
	}
	remark, _ := l.next()
	third, _ := l.next()
	atom := words(third, 5)
	if len(atom) < 4 || isSDF(content[:min(len(content), 1<<12)]) {
		return false
	}
	if _, declared := propertiesOf(remark); declared {
		return true
	}
	label := atom[0][min(digits(atom[0]), len(atom[0])-1)] // behind the isotope
	return isLetter(label) || label == '@' || digits(atom[0]) == len(atom[0]) && !isRow(remark)
}

// isRow tells whether a line starts with three numbers.
func isRow(line []byte) bool {
	fields := words(line, 3)
	for _, field := range fields {
		if _, err := number(field); err != nil {
			return false
		}
	}
	return len(fields) == 3
}

func isLetter(c byte) bool { c |= 0x20; return 'a' <= c && c <= 'z' }

// readMoleculeXYZ reads a frame of a molecule file: a line with the number of
// atoms, a line of remarks, then a line "element x y z" for every atom, whose
// further columns are ignored. A remark of the extended format says itself which
// columns are which. Frames follow each other. Lengths are in Å.
func readMoleculeXYZ(s *source, found parts) error {
	l := newLines(s.data, s.start)
	for number := 1; ; number++ {
		frame := *l
		p, err := skipFrame(l, number)
		if err != nil {
			return err
		}
		if p == nil && number == 1 {
			return l.fail("has no points")
		}
		if p == nil {
			return nil
		}
		if err := frame.part(found, *p, readFrame); err != nil {
			return err
		}
	}
}

// elementsNote goes with every molecule.
var elementsNote = Note{Text: "Atoms are read as points; their elements are the attribute \"element\".", Routine: true}

// skipFrame moves past the next frame; nil at the end of the file.
func skipFrame(l *lines, number int) (*Part, error) {
	count, ok, err := frameCount(l)
	if err != nil || !ok {
		return nil, err
	}
	remark, _ := l.next()
	for i := range count {
		if _, ok := l.next(); !ok {
			return nil, l.fail("the file ends after %d of %d atoms", i, count)
		}
	}
	skipQM9(l)
	known := int(min(count, uint64(maxPoints)+1))
	return &Part{Name: fmt.Sprint(number), Title: title(remark), Count: known, Dimension: 3}, nil
}

// frameCount reads the number of atoms, which blank lines may precede.
func frameCount(l *lines) (count uint64, ok bool, err error) {
	line, ok := l.content(0)
	if !ok {
		return 0, false, nil
	}
	if count, err = wholeNumber(line); err != nil {
		return 0, false, l.fail("want the number of atoms of the next frame: %v", err)
	}
	return count, true, nil
}

// readFrame reads the frame that skipFrame has gone over before.
func readFrame(l *lines) (File, error) {
	count, _, err := frameCount(l)
	if err != nil {
		return File{}, err
	}
	if problem := countProblem(count); problem != "" {
		return File{}, l.fail("%s", problem)
	}
	remark, _ := l.next()
	c, err := columnsOf(remark)
	if err != nil {
		return File{}, l.fail("%v", err)
	}
	points, sp := gather(count, 3), spelling{}
	places := points.carries(c.names...)
	cells := 0
	for range count {
		row, _ := l.next()
		if len(c.others) > 0 && c.names[0] == Element && isCell(columnOf(row, c.others[0])) {
			cells++
			continue
		}
		point, err := atom(l, &sp, row, c.x)
		if n := columns(splitSpace, row); err == nil && c.width > 0 && n != c.width {
			err = l.fail("has %d columns, but Properties names %d; correct Properties or the row", n, c.width)
		}
		if err != nil {
			return File{}, err
		}
		for k, column := range c.others {
			points.carry(places[k], valueOf(c.names[k], columnOf(row, column)))
		}
		points.add(point)
	}
	file, err := points.spelt(&sp, l.fail)
	file.Notes = append([]Note{elementsNote}, file.Notes...)
	if bytes.Contains(bytes.ToLower(remark), []byte("lattice=")) {
		file.Notes = append(file.Notes, note("The cell that Lattice gives is left out: the atoms are points, without their periodic images."))
	}
	if cells > 0 {
		file.Notes = append(file.Notes, note("The %d rows Tv or VEC are vectors of the lattice and are left out: the atoms are points, without their periodic images.", cells))
	}
	if skipQM9(l) {
		file.Notes = append(file.Notes, note("The lines after the atoms, with frequencies, SMILES and InChI, are left out."))
	}
	return file, err
}

// skipQM9 moves past what files of the data set QM9 have behind the atoms (Ramakrishnan et al.,
// Sci. Data 1, 2014): a line of frequencies, one of SMILES, one of InChI.
func skipQM9(l *lines) bool {
	const most = 3
	at := *l
	for range most {
		line, ok := at.next()
		if !ok {
			return false
		}
		if bytes.HasPrefix(trim(line), []byte("InChI=")) {
			*l = at
			return true
		}
	}
	return false
}

// propertiesOf returns how a remark of the extended XYZ format declares the columns:
// Properties=species:S:1:pos:R:3, perhaps in quotes.
func propertiesOf(remark []byte) (declaration []byte, declared bool) {
	const key = "properties="
	i := bytes.Index(bytes.ToLower(remark), []byte(key))
	if i < 0 {
		return nil, false
	}
	value := remark[i+len(key):]
	if len(value) > 0 && (value[0] == '"' || value[0] == '\'') {
		quoted, _, _ := bytes.Cut(value[1:], value[:1])
		return trim(quoted), true
	}
	word, _, _ := splitSpace(value)
	return word, true
}

// xyzColumns are the columns of a molecule file, counted from 0.
type xyzColumns struct {
	x      int
	width  int      // the number of columns, 0 for any
	names  []string // of attributes
	others []int    // their columns
}

// columnsOf returns the columns that the remark declares, or else the element and then x.
func columnsOf(remark []byte) (c xyzColumns, err error) {
	declaration, declared := propertiesOf(remark)
	if !declared {
		return xyzColumns{x: 1, names: []string{Element}, others: []int{0}}, nil
	}
	const most = 1 << 10
	c.x = -1
	var names []string
	parts := bytes.Split(declaration, []byte{':'})
	for ; len(parts) >= 3; parts = parts[3:] {
		count, err := wholeNumber(parts[2])
		if err != nil || count == 0 || count > most {
			return c, fmt.Errorf("Properties: %s needs a number of columns, got %s", quote(parts[0]), quote(parts[2]))
		}
		name := string(bytes.ToLower(parts[0]))
		if name == "positions" || name == "position" {
			name = "pos"
		}
		if slices.Contains(names, name) {
			return c, fmt.Errorf("Properties names %s twice; give each column a name of its own", quote(parts[0]))
		}
		names = append(names, name)
		if name == "pos" && count == 3 && bytes.EqualFold(parts[1], []byte("R")) {
			c.x = c.width
		}
		switch kind := bytes.ToUpper(parts[1]); {
		case count != 1:
		case (name == "species" || name == "z" || name == "numbers") && !slices.Contains(c.names, Element):
			c.names, c.others = append(c.names, Element), append(c.others, c.width)
		case string(kind) == "R" || string(kind) == "I":
			c.names, c.others = append(c.names, string(parts[0])), append(c.others, c.width)
		}
		c.width += int(count)
	}
	if c.x >= 0 {
		return c, nil
	}
	return c, errors.New("Properties names no column pos:R:3; add it, or leave Properties out where the columns are element, x, y and z")
}

// valueOf reads an attribute: an element by its symbol, or a number, NaN for none.
func valueOf(name string, field []byte) float64 {
	if x := numberOr(field); name != Element || !math.IsNaN(x) {
		return x
	}
	return elementOf(field)
}

// columnOf returns a column of a row, counted from 0; nil for one that it does not have.
func columnOf(row []byte, column int) (field []byte) {
	for range column + 1 {
		field, row, _ = splitSpace(row)
	}
	return field
}

// atom reads x, y and z from the columns at first, counted from 0.
func atom(l *lines, sp *spelling, row []byte, first int) (point [3]float64, err error) {
	if isBlank(row) {
		return point, l.fail(`want "element x y z", got a blank line`)
	}
	for range first {
		_, row, _ = splitSpace(row)
	}
	if point, _, err = readPoint(row, sp.number); err != nil {
		err = l.fail("%v", err)
	}
	return point, err
}
