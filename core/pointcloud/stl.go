package pointcloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// A binary STL file is a remark of 80 bytes, the number of triangles, and 50
// bytes for each: its normal, three corners, two bytes of whatever.
const (
	stlHead   = 84
	stlRecord = 50
)

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

// readSTL reads an STL model, binary or text. Corners at the same place are one
// vertex.
func readSTL(s *source) (File, error) {
	data := s.data[s.start:]
	m := &stl{points: gather(uint64(len(data)/stlRecord), 3), seen: map[[3]float64]int64{}}
	m.mesh.reserve(uint64(len(data) / stlRecord))
	var err error
	if l := newLines(s.data, s.start); bytes.HasPrefix(trim(data[:min(len(data), 80)]), []byte("solid")) && !isBinarySTL(data) {
		err = m.readText(l)
	} else {
		err = m.readBinary(data)
	}
	if err != nil {
		return File{}, err
	}
	file, err := m.points.file(func(format string, args ...any) error { return atLine(0, format, args...) })
	m.mesh.finish(&file)
	return file, err
}

// stl gathers vertices and triangles.
type stl struct {
	points *gathered
	seen   map[[3]float64]int64
	mesh   mesh
}

// corner adds a corner to the present triangle.
func (m *stl) corner(at [3]float64) error {
	vertex, known := m.seen[at]
	if !known {
		if m.points.rows == maxPoints {
			return fmt.Errorf("has more than %d vertices, the limit", maxPoints)
		}
		vertex = int64(m.points.rows)
		m.seen[at] = vertex
		m.points.add(at)
	}
	m.mesh.corner(vertex)
	return nil
}

func (m *stl) readBinary(data []byte) error {
	if !isBinarySTL(data) {
		return atByte(min(len(data), 80), "is no STL file: it is no text, and its length is not what its number of triangles needs")
	}
	for pos := stlHead; pos < len(data); pos += stlRecord {
		m.mesh.begin()
		for k := range 3 {
			at := pos + 12 + 12*k
			var point [3]float64
			for j := range 3 {
				point[j] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at+4*j:])))
				if !finite(point[j]) {
					return atByte(at+4*j, "%c is %v, not a finite number", "xyz"[j], point[j])
				}
			}
			if err := m.corner(point); err != nil {
				return atByte(at, "%v", err)
			}
		}
	}
	return nil
}

// readText reads the lines "outer loop" and "vertex x y z" and ignores all others.
func (m *stl) readText(l *lines) error {
	if err := refuseNUL(l.data, 0); err != nil {
		return err
	}
	for {
		line, ok := l.content(0)
		if !ok {
			return nil
		}
		keyword, rest, _ := splitSpace(line)
		switch string(keyword) {
		case "outer":
			m.mesh.begin()
		case "vertex":
			if err := m.readVertex(rest); err != nil {
				return l.fail("%v", err)
			}
		}
	}
}

func (m *stl) readVertex(row []byte) (err error) {
	var point [3]float64
	for j := range point {
		var field []byte
		field, row, _ = splitSpace(row)
		if point[j], err = number(field); err != nil {
			return fmt.Errorf("%c: %w", "xyz"[j], err)
		}
	}
	return m.corner(point)
}
