package pointcloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// glbMagic starts a glTF model in one file.
const glbMagic = "glTF"

// A binary STL file is a remark of 80 bytes, the number of triangles, and 50
// bytes for each: its normal, three corners, two bytes of whatever.
const (
	stlHead   = 84
	stlRecord = 50
)

func isGLB(content []byte) bool {
	return len(content) >= 12 && string(content[:4]) == glbMagic && binary.LittleEndian.Uint32(content[4:]) == 2
}

// isSTL goes by the length for binary files, whose remark may be "solid", too.
func isSTL(content []byte) bool {
	if isBinarySTL(content) {
		return true
	}
	head := content[:min(len(content), 1<<12)]
	return bytes.HasPrefix(trim(head), []byte("solid")) && bytes.Contains(head, []byte("facet"))
}

func isBinarySTL(data []byte) bool {
	return len(data) > stlHead && int64(len(data)-stlHead) == stlRecord*int64(binary.LittleEndian.Uint32(data[80:]))
}

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

// isPDB looks at the first record; a file without a header starts with an atom.
func isPDB(content []byte) bool {
	line, _ := newLines(content, 0).next()
	if bytes.HasPrefix(line, []byte("HEADER    ")) || bytes.HasPrefix(line, []byte("CRYST1 ")) {
		return true
	}
	_, err := pdbPoint(line)
	return err == nil && isPDBAtom(line)
}

func isPDBAtom(line []byte) bool {
	return bytes.HasPrefix(line, []byte("ATOM  ")) || bytes.HasPrefix(line, []byte("HETATM"))
}

// pdbPoint reads the coordinates of an atom.
func pdbPoint(line []byte) (point [3]float64, err error) {
	if len(line) < 54 {
		return point, fmt.Errorf("has %d columns; an atom needs 54", len(line))
	}
	for j := range point {
		field := trim(line[30+8*j : 38+8*j])
		if point[j], err = number(field); err != nil {
			return point, fmt.Errorf("%c: %v", "xyz"[j], err)
		}
	}
	return point, nil
}

// isSDF looks for the version, which ends the fourth line.
func isSDF(content []byte) bool {
	l := newLines(content, 0)
	_, _, err := moleculeHead(l)
	return err == nil && l.number == 4
}

// moleculeHead reads the four lines a molecule starts with: title, program,
// remark, counts.
func moleculeHead(l *lines) (title, counts []byte, err error) {
	title, _ = l.next()
	l.next()
	l.next()
	counts, ok := l.next()
	if !ok {
		return nil, nil, l.fail("the file ends within the first four lines of a molecule")
	}
	if !isV3000(counts) && !bytes.HasSuffix(trim(counts), []byte(" V2000")) {
		return nil, nil, l.fail("the fourth line of a molecule must end with V2000 or V3000")
	}
	return title, counts, nil
}

func isV3000(counts []byte) bool { return bytes.HasSuffix(trim(counts), []byte(" V3000")) }
