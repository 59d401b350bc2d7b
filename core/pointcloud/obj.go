package pointcloud

import (
	"bytes"
	"strconv"
)

// readOBJ reads the vertices and faces of a Wavefront OBJ model: its lines
// "v x y z" and "f a b c". A weight or colour after z is ignored, as are the
// numbers of texture coordinates and normals behind "/" and all other lines. A
// line that ends with a backslash goes on on the next.
func readOBJ(s *source) (File, error) {
	l := newLines(s.data, s.start)
	points := gather(uint64(bytes.Count(s.data, []byte("v "))+bytes.Count(s.data, []byte("v\t"))), 3)
	m, sp := &mesh{}, &spelling{}
	m.reserve(uint64(bytes.Count(s.data, []byte("f "))))
	for {
		line, ok := objLine(l)
		if !ok {
			break
		}
		keyword, rest, _ := splitSpace(line)
		switch string(keyword) {
		case "v":
			if err := addVertex(points, sp, l, rest); err != nil {
				return File{}, err
			}
		case "f":
			if err := addFace(m, points.rows, rest); err != nil {
				m.fail("%v", l.fail("%v", err))
			}
		}
	}
	if points.rows == 0 {
		return File{}, l.fail(`has no points (lines "v x y z")`)
	}
	file, err := points.spelt(sp, l.fail)
	m.finish(&file)
	return file, err
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

func addVertex(points *gathered, sp *spelling, l *lines, row []byte) (err error) {
	var point [3]float64
	for j := range point {
		var field []byte
		field, row, _ = splitSpace(row)
		if len(field) == 0 {
			return l.fail("has %d coordinates, want 3", j)
		}
		if point[j], err = sp.coordinate(field); err != nil {
			return l.fail("%c: %v", "xyz"[j], err)
		}
	}
	if points.rows == maxPoints {
		return l.fail("has more than %d points, the limit", maxPoints)
	}
	points.add(point)
	return nil
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
