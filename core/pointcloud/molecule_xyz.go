package pointcloud

import (
	"bytes"
	"fmt"
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
	if len(atom) < 4 {
		return false
	}
	return isLetter(atom[0][0]) || digits(atom[0]) == len(atom[0]) && !isRow(remark)
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
// further columns are ignored. Frames follow each other. Lengths are in Å.
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
		if err := found.part(*p, func() (File, error) {
			l := frame
			return readFrame(&l)
		}); err != nil {
			return err
		}
	}
}

// elementsNote goes with every molecule.
var elementsNote = Note{Text: "Atoms are read as points; which element they are is left out."}

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
	if !standardProperties(remark) {
		return File{}, l.fail("the columns are not in the usual order (Properties=species:S:1:pos:R:3)")
	}
	cloud := Cloud{Points: newPoints(count, 3), Dimension: 3}
	for range count {
		row, _ := l.next()
		point, err := atom(l, row)
		if err != nil {
			return File{}, err
		}
		cloud.Points = append(cloud.Points, point[:]...)
	}
	return File{Cloud: cloud, Notes: []Note{elementsNote}}, nil
}

// standardProperties tells whether the extended XYZ format, if it is that,
// declares the element and the position as the first columns.
func standardProperties(remark []byte) bool {
	_, columns, declared := bytes.Cut(remark, []byte("Properties="))
	columns = bytes.TrimLeft(columns, `"'`)
	return !declared || bytes.HasPrefix(columns, []byte("species:S:1:pos:R:3"))
}

// atom reads "element x y z".
func atom(l *lines, row []byte) (point [3]float64, err error) {
	_, row, ok := splitSpace(row)
	if !ok {
		return point, l.fail(`want "element x y z", got a blank line`)
	}
	for j := range point {
		var field []byte
		field, row, _ = splitSpace(row)
		if point[j], err = number(field); err != nil {
			return point, l.fail("%c: %v", "xyz"[j], err)
		}
	}
	return point, nil
}
