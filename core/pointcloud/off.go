package pointcloud

import (
	"bytes"
	"math"
	"slices"
	"strconv"
)

// readOFF reads the vertices and faces of an OFF model: the keyword, which may be
// missing, the numbers of vertices, faces and edges on the same or the next line
// (ModelNet40 glues them to the keyword, "OFF28048 35408 0"; that of edges may be
// missing), then a line for every vertex and face. C, N and ST before the keyword
// announce colours, normals and texture coordinates after x y z. # starts a
// comment.
func readOFF(s *source) File {
	l := newLines(s.data, s.start)
	vertices, faces, plane := offHeader(l)
	allow(countProblem(vertices), l.stop)
	least, most := 3, maxPoints
	if plane {
		least, most = 2, 2
	}
	var t table
	t.addRows(l, vertices, '#', 0, "the file ends after %d of %d vertices", least, most)
	m := &mesh{}
	offFaces(l, faces, m)
	file := t.file(l.stop)
	file.leaveBehind(t.width)
	m.finish(&file)
	return file
}

// leaveBehind notes that of so many columns the first three are read.
func (f *File) leaveBehind(columns int) {
	if columns > 3 {
		f.Notes = append(f.Notes, firstColumns(columns))
	}
}

// offKeyword returns what follows the keyword of a line, and the letters that
// stand before OFF; false when there is no keyword.
func offKeyword(line []byte) (prefix string, rest []byte, ok bool) {
	before, rest, ok := bytes.Cut(line[:min(len(line), 64)], []byte("OFF"))
	if !ok || len(before) > 6 || len(bytes.Trim(before, "STCN4n")) > 0 {
		return "", nil, false
	}
	if len(rest) > 0 && bytes.IndexByte([]byte(" \t\v\f0123456789"), rest[0]) < 0 {
		return "", nil, false
	}
	return string(before), line[len(before)+3:], true
}

func isOFF(content []byte) bool {
	line, _ := newLines(beginning(content), 0).content('#')
	_, _, ok := offKeyword(line)
	return ok
}

// isOFFCounts tells whether content starts with counts alone, as an OFF file
// without its keyword does.
func isOFFCounts(content []byte) bool {
	line, _ := newLines(beginning(content), 0).content('#')
	fields := words(line, 4)
	return (len(fields) == 2 || len(fields) == 3) && !slices.ContainsFunc(fields, func(field []byte) bool { return digits(field) != len(field) })
}

// offHeader reads the numbers of vertices and faces, and whether the vertices are in the plane.
func offHeader(l *lines) (vertices, faces uint64, plane bool) {
	line, _ := l.content('#')
	prefix, rest, ok := offKeyword(line)
	switch {
	case !ok:
		rest = line // the keyword is missing
	case prefix == "n" && len(trim(rest)) == 0:
		dimension, _ := l.content('#')
		if plane = string(dimension) == "2"; !plane && string(dimension) != "3" {
			l.stop("nOFF of dimension %s is not supported: want 2 or 3 coordinates", quote(dimension))
		}
	case bytes.ContainsAny([]byte(prefix), "4n"):
		l.stop("%sOFF is not supported: want 3 coordinates", prefix)
	}
	if rest = trim(rest); len(rest) == 0 {
		rest, _ = l.content('#')
	}
	if bytes.HasPrefix(rest, []byte("BINARY")) {
		l.stop("binary OFF is not supported")
	}
	var field []byte
	for _, count := range []*uint64{&vertices, &faces} {
		field, rest, _ = splitSpace(rest)
		*count = l.count(field, "want the numbers of vertices, faces and edges")
	}
	if edges := trim(rest); digits(edges) != len(edges) {
		l.stop("want the number of edges, got %s", quote(edges))
	}
	return vertices, faces, plane
}

// offFaces reads as many lines as there are faces: where there are fewer or
// more, the number of vertices is wrong, or the file is cut.
func offFaces(l *lines, faces uint64, m *mesh) {
	m.reserve(min(faces, l.left()))
	for i := range faces {
		row, ok := l.content('#')
		if !ok {
			l.stop("the file ends after %d of %d faces", i, faces)
		}
		if err := offFace(row, m); err != nil {
			m.fail("%v", l.fail("%v", err))
		}
	}
	if _, ok := l.content('#'); ok {
		l.stop("more lines than the header's vertices and faces")
	}
}

// offFace reads the number of corners and as many vertices; a colour may follow.
func offFace(row []byte, m *mesh) error {
	field, row, _ := splitSpace(row)
	corners, err := wholeNumber(field)
	m.begin()
	for i := uint64(0); i < corners && err == nil && m.problem == ""; i++ {
		var vertex uint64
		field, row, _ = splitSpace(row)
		vertex, err = wholeNumber(field)
		m.corner(int64(min(vertex, math.MaxInt64)))
	}
	return err
}

// readOBJ reads the vertices and faces of a Wavefront OBJ model: its lines
// "v x y z" and "f a b c". A weight or colour after z is ignored, as are the
// numbers of texture coordinates and normals behind "/" and all other lines. A
// line that ends with a backslash goes on on the next.
func readOBJ(s *source) File {
	l := newLines(s.data, s.start)
	points := gather(uint64(bytes.Count(s.data, []byte("v "))+bytes.Count(s.data, []byte("v\t"))), 3)
	m, sp, width := &mesh{}, &spelling{}, 0
	m.reserve(uint64(bytes.Count(s.data, []byte("f "))))
	objects, named := 0, false
	for {
		line, ok := objLine(l)
		if !ok {
			break
		}
		keyword, rest, _ := splitSpace(line)
		switch string(keyword) {
		case "o":
			named = true
		case "v":
			width = max(width, columns(splitSpace, rest))
			if addVertex(points, sp, l, rest); named {
				objects++
				named = false
			}
		case "f":
			if err := addFace(m, points.rows, rest); err != nil {
				m.fail("%v", l.fail("%v", err))
			}
		}
	}
	if points.rows == 0 {
		l.stop(`has no points (lines "v x y z")`)
	}
	file := sp.file(points.file, l.stop)
	if objects > 1 {
		file.Notes = append(file.Notes, note("The %s objects of the file are read as one cloud.", thousands(objects)))
	}
	file.leaveBehind(width)
	m.finish(&file)
	return file
}

// objLine returns the next line that is not blank, with those it goes on on.
func objLine(l *lines) ([]byte, bool) {
	line, ok := l.content('#')
	head, more := bytes.CutSuffix(line, []byte(`\`))
	if !more {
		return line, ok
	}
	whole := bytes.Clone(head)
	for more {
		var next []byte
		next, _ = l.next()
		next, more = bytes.CutSuffix(trim(next), []byte(`\`))
		whole = append(append(whole, ' '), next...)
	}
	return whole, true
}

func addVertex(points *gathered, sp *spelling, l *lines, row []byte) {
	var point [3]float64
	for j := range point {
		var field []byte
		field, row, _ = splitSpace(row)
		if len(field) == 0 {
			l.stop("has %d coordinates, want 3", j)
		}
		point[j] = parsed(j, field, sp.coordinate, l.stop)
	}
	if points.rows == maxPoints {
		l.stop("has more than %d points"+sampling, maxPoints)
	}
	points.add(point)
}

// addFace reads "1/1/1 2//2 -1": numbers count from 1, or back from the last
// vertex before the face.
func addFace(m *mesh, vertices int, row []byte) error {
	m.begin()
	for {
		field, rest, ok := splitSpace(row)
		if !ok || m.problem != "" {
			return nil
		}
		number, _, _ := bytes.Cut(field, []byte{'/'})
		vertex, err := strconv.ParseInt(string(number), 10, 64)
		if err != nil || vertex == 0 {
			return notNumber(field)
		}
		if vertex < 0 {
			vertex += int64(vertices) + 1
		}
		m.corner(vertex - 1)
		row = rest
	}
}
