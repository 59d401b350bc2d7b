package pointcloud

import (
	"bytes"
	"fmt"
)

// isSDF looks for the version, which ends the fourth line.
func isSDF(content []byte) bool {
	l := newLines(content, 0)
	var counts []byte
	return try(func() { _, counts = moleculeHead(l) }) == nil && !isOldCounts(counts)
}

// moleculeHead reads the four lines a molecule starts with: title, program, remark, counts.
func moleculeHead(l *lines) (title, counts []byte) {
	title, _ = l.next()
	l.next()
	l.next()
	counts, ok := l.next()
	if !ok {
		l.stop("the file ends within the first four lines of a molecule")
	}
	if !isV3000(counts) && !bytes.HasSuffix(trim(counts), []byte(" V2000")) && !isOldCounts(counts) {
		l.stop("the fourth line of a molecule must end with V2000 or V3000")
	}
	return title, counts
}

// isOldCounts tells whether a line has the counts of a molecule without a version, as programs wrote them before V2000.
func isOldCounts(counts []byte) bool {
	fields := words(counts, 4)
	return len(counts) >= 6 && len(fields) > 2 && !bytes.ContainsFunc(counts, func(c rune) bool { return c != ' ' && (c < '0' || c > '9') })
}

func isV3000(counts []byte) bool { return bytes.HasSuffix(trim(counts), []byte(" V3000")) }

func isBlank(text []byte) bool { return len(bytes.TrimLeft(text, " \t\v\f\r\n")) == 0 }

// skipMolecule moves past the next molecule and the data behind it; nil at the end of the file.
func skipMolecule(l *lines, number int) *Part {
	if isBlank(l.data[l.pos:]) {
		return nil
	}
	name, counts := moleculeHead(l)
	p := &Part{Name: fmt.Sprint(number), Title: title(name), Dimension: 3}
	if !isV3000(counts) {
		p.Count = v2000Count(l, counts)
	}
	for ended := false; ; {
		line, ok := l.next()
		switch {
		case !ok && !ended:
			l.stop(`the file ends within a molecule: no "M  END"`)
		case !ok || bytes.HasPrefix(line, []byte("$$$$")):
			return p
		case bytes.HasPrefix(line, []byte("M  END")):
			ended = true
		case !ended && p.Count == 0 && bytes.HasPrefix(line, []byte(v30+"COUNTS ")):
			fields := words(line[len(v30):], 2)
			n, _ := wholeNumber(fields[len(fields)-1])
			p.Count = int(min(n, uint64(maxPoints)+1))
		}
	}
}

// readMolecule reads a molecule of an MDL molfile or of an SD file, which is several of these with data behind each, parted by lines "$$$$".
// Both versions of the connection table are read, V2000 and V3000 (BIOVIA, CTFile Formats, 2020). Lengths are in Å.
func readMolecule(l *lines) File {
	read := readV2000
	_, counts := moleculeHead(l)
	if isV3000(counts) {
		read = readV3000
	}
	file := File{Cloud: read(l, counts).cloud, Notes: []Note{elementsNote}}
	if file.Cloud.Count() > 1 && allEqual(file.Cloud) {
		file.Notes = append(file.Notes, Note{Text: "All points are equal: the molecule has no conformer."})
	} else if isFlat(file.Cloud.Points) {
		file.Notes = append(file.Notes, Note{Text: "All z are 0: the molecule is flat, perhaps a drawing."})
	}
	return file
}

func isFlat(points []float64) bool {
	for i := 2; i < len(points); i += 3 {
		if points[i] != 0 {
			return false
		}
	}
	return true
}

// v2000Count reads the number of atoms, columns 1–3 of the counts.
func v2000Count(l *lines, counts []byte) int {
	return int(l.count(trim(counts[:min(3, len(counts))]), "the number of atoms"))
}

// readV2000 reads the atoms: x, y and z in columns 1–10, 11–20 and 21–30, the element in 32–34.
func readV2000(l *lines, counts []byte) *gathered {
	count := v2000Count(l, counts)
	points := l.gather(uint64(count), Element)
	for i := range count {
		row, _ := l.next()
		if len(row) < 30 {
			l.stop("want atom %d of %d, which has x, y and z in columns 1 to 30", i+1, count)
		}
		points.carry(0, elementOf(columnOf(row[30:], 0)))
		points.add(fixedPoint(row, 10, l.stop))
	}
	return points
}

// v30 starts every line of a V3000 connection table.
const v30 = "M  V30 "

// readV3000 reads the atoms of a V3000 table, "M  V30 number element x y z …".
func readV3000(l *lines, _ []byte) *gathered {
	count := v3000Count(l)
	points := l.gather(count, Element)
	if row := v3000Line(l); !bytes.HasPrefix(row, []byte("BEGIN ATOM")) {
		l.stop("want BEGIN ATOM, got %s", quote(row))
	}
	for i := uint64(0); i < count; i++ {
		_, row, _ := splitSpace(v3000Line(l)) // without its number
		element, row, _ := splitSpace(row)
		point, _ := readPoint(row, number, func(format string, args ...any) {
			l.stop("atom %d of %d: "+format, append([]any{i + 1, count}, args...)...)
		})
		points.carry(0, elementOf(element))
		points.add(point)
	}
	if !bytes.HasPrefix(v3000Line(l), []byte("END ATOM")) {
		l.stop("has more than the %d atoms counted, or no END ATOM", count)
	}
	return points
}

// v3000Line returns the next line of the table without its start. A line that
// ends with "-" goes on on the next.
func v3000Line(l *lines) (whole []byte) {
	for {
		line, ok := l.next()
		if !ok || !bytes.HasPrefix(line, []byte(v30)) {
			l.stop("want a line that starts with %q", v30)
			return nil
		}
		line = line[len(v30):]
		head, more := bytes.CutSuffix(trim(line), []byte("-"))
		if !more && whole == nil {
			return line
		}
		if !more {
			return append(whole, line...)
		}
		whole = append(whole, head...)
	}
}

// v3000Count reads the table up to its number of atoms.
func v3000Count(l *lines) uint64 {
	for {
		row := v3000Line(l)
		fields := words(row, 2)
		switch {
		case len(fields) == 2 && string(fields[0]) == "COUNTS":
			return l.count(fields[1], "the number of atoms")
		case len(fields) == 2 && string(fields[0]) == "BEGIN" && string(fields[1]) == "CTAB":
		default:
			l.stop("want the counts of the table, got %s", quote(row))
			return 0
		}
	}
}
