package pointcloud

import (
	"bytes"
	"fmt"
)

// readSDF reads a molecule of an MDL molfile or of an SD file, which is several
// of these with data behind each, parted by lines "$$$$". Both versions of the
// connection table are read, V2000 and V3000 (BIOVIA, CTFile Formats, 2020).
// Lengths are in Å.
func readSDF(data []byte, start int, part string) (File, error) {
	c := catalogue{want: part}
	var wanted lines
	l := newLines(data, start)
	for !isBlank(data[l.pos:]) {
		first := *l
		p, err := skipMolecule(l, c.total+1)
		if err != nil {
			return File{}, err
		}
		if c.add(p) {
			wanted = first
		}
	}
	if c.total == 0 {
		return File{}, l.fail("has no points")
	}
	if err := c.err(); err != nil {
		return File{}, err
	}
	return readMolecule(&wanted)
}

// isSDF looks for the version, which ends the fourth line.
func isSDF(content []byte) bool {
	l := newLines(content, 0)
	_, _, err := moleculeHead(l)
	return err == nil && l.number == 4
}

func isBlank(text []byte) bool { return len(bytes.TrimLeft(text, " \t\v\f\r\n")) == 0 }

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

// skipMolecule moves past the next molecule and the data behind it.
func skipMolecule(l *lines, number int) (Part, error) {
	name, counts, err := moleculeHead(l)
	if err != nil {
		return Part{}, err
	}
	p := Part{Name: fmt.Sprint(number), Title: title(name), Dimension: 3}
	if !isV3000(counts) {
		n, err := v2000Count(l, counts)
		if err != nil {
			return Part{}, err
		}
		p.Count = n
	}
	for ended := false; ; {
		line, ok := l.next()
		switch {
		case !ok && !ended:
			return Part{}, l.fail(`the file ends within a molecule: no "M  END"`)
		case !ok || bytes.HasPrefix(line, []byte("$$$$")):
			return p, nil
		case bytes.HasPrefix(line, []byte("M  END")):
			ended = true
		case !ended && p.Count == 0 && bytes.HasPrefix(line, []byte(v30+"COUNTS ")):
			fields := words(line[len(v30):], 2)
			n, _ := wholeNumber(fields[len(fields)-1])
			p.Count = int(min(n, MaxPoints+1))
		}
	}
}

// readMolecule reads the molecule that starts at l.
func readMolecule(l *lines) (File, error) {
	_, counts, err := moleculeHead(l)
	if err != nil {
		return File{}, err
	}
	cloud := Cloud{Dimension: 3}
	if isV3000(counts) {
		cloud.Points, err = readV3000(l)
	} else {
		cloud.Points, err = readV2000(l, counts)
	}
	if err != nil {
		return File{}, err
	}
	notes := []string{elementsNote}
	if isFlat(cloud.Points) {
		notes = append(notes, "All z are 0: the molecule is flat, perhaps a drawing.")
	}
	return File{Cloud: cloud, Notes: notes}, nil
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
func v2000Count(l *lines, counts []byte) (int, error) {
	n, err := wholeNumber(trim(counts[:min(3, len(counts))]))
	if err != nil {
		return 0, l.fail("the number of atoms: %v", err)
	}
	return int(n), nil
}

// readV2000 reads the atoms: x, y and z in columns 1–10, 11–20 and 21–30.
func readV2000(l *lines, counts []byte) ([]float64, error) {
	count, err := v2000Count(l, counts)
	if err != nil {
		return nil, err
	}
	if problem := countProblem(uint64(count)); problem != "" {
		return nil, l.fail("%s", problem)
	}
	points := newPoints(uint64(count), 3)
	for i := range count {
		row, _ := l.next()
		if len(row) < 30 {
			return nil, l.fail("want atom %d of %d, which has x, y and z in columns 1 to 30", i+1, count)
		}
		for j := range 3 {
			x, err := number(trim(row[10*j : 10*j+10]))
			if err != nil {
				return nil, l.fail("%c: %v", "xyz"[j], err)
			}
			points = append(points, x)
		}
	}
	return points, nil
}
