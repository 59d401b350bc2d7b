package pointcloud

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
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
	head := bytes.ToLower(content[:min(len(content), 1<<12)])
	return bytes.HasPrefix(trim(head), []byte("solid")) && bytes.Contains(head, []byte("facet"))
}

func isBinarySTL(data []byte) bool {
	return len(data) > stlHead && int64(len(data)-stlHead) == stlRecord*int64(stlCount(data))
}

// mayBeSTL tells whether a file of that name may be a binary one whose length is not that of its
// triangles.
func mayBeSTL(data []byte) bool {
	return len(data) >= stlHead+stlRecord && bytes.IndexByte(data[:stlHead+stlRecord], 0) >= 0
}

func stlCount(data []byte) uint32 { return binary.LittleEndian.Uint32(data[80:]) }

// readSTL reads an STL model, binary or text. Corners at the same place are one
// vertex.
func readSTL(s *source) File {
	data := s.data[s.start:]
	m := &stl{points: gather(uint64(len(data)/stlRecord), 3), seen: map[[3]float64]int64{}}
	m.mesh.reserve(uint64(len(data) / stlRecord))
	if l := newLines(s.data, s.start); bytes.HasPrefix(bytes.ToLower(trim(data[:min(len(data), 80)])), []byte("solid")) && !isBinarySTL(data) && !mayBeSTL(data) {
		m.readText(l)
	} else {
		m.readBinary(data)
	}
	file := m.spelling.file(m.points.file, nowhere)
	file.Notes = append(file.Notes, m.notes...)
	m.mesh.finish(&file)
	return file
}

// stl gathers vertices and triangles.
type stl struct {
	points   *gathered
	seen     map[[3]float64]int64
	mesh     mesh
	spelling spelling
	notes    []Note
	solids   int // of a text

	facet   int     // the line on which the present facet of a text began, 0 outside of one
	corners int     // of it
	open    [3]bool // which of stlWords are to end
	fan     int     // the line of the first facet of more than three vertices, 0 without one
}

// stlWords begin and end a solid, the facets in it and the loop of each.
var stlWords = [3][2]string{{"solid", "endsolid"}, {"facet", "endfacet"}, {"outer", "endloop"}}

// stlLevel returns which of these a keyword begins or ends, -1 for none.
func stlLevel(word string) int {
	return slices.IndexFunc(stlWords[:], func(pair [2]string) bool { return word == pair[0] || word == pair[1] })
}

// corner adds a corner to the present triangle.
func (m *stl) corner(at [3]float64, stop stopping) {
	vertex, known := m.seen[at]
	if !known {
		if m.points.rows == maxPoints {
			stop("has more than %d vertices"+sampling, maxPoints)
		}
		vertex = int64(m.points.rows)
		m.seen[at] = vertex
		m.points.add(at)
	}
	m.mesh.corner(vertex)
}

func (m *stl) readBinary(data []byte) {
	end := m.binaryEnd(data)
	for pos := stlHead; pos < end; pos += stlRecord {
		m.mesh.begin()
		for k := range 3 {
			at := pos + 12 + 12*k
			var point [3]float64
			for j := range 3 {
				point[j] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at+4*j:])))
				if !finite(point[j]) {
					stop(atByte(at+4*j, "%c is %v, not a finite number", "xyz"[j], point[j]))
				}
			}
			m.corner(point, onByte(at))
		}
	}
}

// binaryEnd returns where the triangles of a binary file end. A count of 0 was never filled in; bytes behind
// the triangles are left out, unless they may be more triangles.
func (m *stl) binaryEnd(data []byte) int {
	if len(data) < stlHead {
		stop(atByte(len(data), "the file ends within the header of %d bytes", stlHead))
	}
	count, fit := uint64(stlCount(data)), uint64(len(data)-stlHead)/stlRecord
	over := len(data) - stlHead - int(min(count, fit))*stlRecord
	switch {
	case count > fit:
		stop(atByte(80, "the header counts %d triangles, the file has room for %d; export it again", count, fit))
	case count == 0 && over%stlRecord == 0 && fit > 0:
		m.notes = append(m.notes, note("The header counts no triangles; the length of the file implies %s.", thousands(int(fit))))
		return len(data)
	case count > 0 && over > 0 && over%stlRecord == 0:
		stop(atByte(80, "the header counts %d triangles, the length of the file is that of %d; correct the count or cut off the rest", count, fit))
	case over > 0:
		m.notes = append(m.notes, note("%s bytes after the last triangle are left out.", thousands(over)))
	}
	return len(data) - over
}

// readText reads the lines "vertex x y z" of every facet, in letters of either case. What
// stands behind the last solid is left out.
func (m *stl) readText(l *lines) {
	changed := l.plain()
	m.notes = append(m.notes, changed.notes()...)
	for tail := 0; ; {
		line, ok := l.content(0)
		if !ok {
			if tail > 0 && m.points.rows > 0 {
				m.notes = append(m.notes, note("The text after the solid, from line %d on, is left out.", tail))
			}
			if m.solids > 1 {
				m.notes = append(m.notes, note("The %s solids of the file are read as one cloud.", thousands(m.solids)))
			}
			if m.fan > 0 {
				m.notes = append(m.notes, note("Facets with more than three vertices, the first on line %d, are read as fans of triangles.", m.fan))
			}
			m.structure("", l)
			return
		}
		keyword, rest, _ := splitSpace(line)
		word := string(bytes.ToLower(keyword))
		switch {
		case word == "vertex" && tail > 0:
			l.stop("a vertex is outside a solid; remove it or the endsolid before it")
		case word == "vertex" && m.facet == 0:
			l.stop("a vertex is outside a facet; remove it or export the model again")
		case word == "vertex":
			if m.corners++; m.corners == 4 && m.fan == 0 {
				m.fan = m.facet
			}
			m.readVertex(rest, l.stop)
		case stlLevel(word) >= 0:
			m.structure(word, l)
			if word == "solid" || word == "facet" {
				tail = 0
			}
			if word == "endsolid" {
				tail = l.number + 1
			}
		case tail == 0 && word != "color":
			l.stop("want facet, outer loop, vertex, endloop, endfacet or endsolid, got %s", quote(keyword))
		}
		if word == "endsolid" && isBlank(l.data[l.pos:]) {
			tail = 0
		}
	}
}

// structure takes a line that is no vertex, or the end of the text, where word is "".
func (m *stl) structure(word string, l *lines) {
	if word == "outer" && m.facet > 0 && m.corners == 0 && !m.open[2] {
		m.open[2] = true
		return
	}
	m.endFacet()
	level := stlLevel(word)
	begins := level >= 0 && word == stlWords[level][0]
	for k := 2; k > level || k == level && begins; k-- {
		switch end := stlWords[k][1]; {
		case !m.open[k]:
		case word == "":
			l.stop("the file ends before %s; it may be cut: export the model again", end)
		default:
			l.stop("%s is missing before %s; export the model again", end, word)
		}
	}
	if level >= 0 {
		m.open[level] = begins
	}
	switch word {
	case "solid":
		m.solids++
	case "facet", "outer":
		m.facet = l.number
		m.mesh.begin()
	}
}

// endFacet refuses a facet of fewer than three vertices.
func (m *stl) endFacet() {
	if m.facet > 0 && m.corners < 3 {
		stop(atLine(m.facet, "the facet has %d vertices, want 3; export the model again", m.corners))
	}
	m.facet, m.corners = 0, 0
}

func (m *stl) readVertex(row []byte, stop stopping) {
	point, row := readPoint(row, m.spelling.number, stop)
	if field, _, more := splitSpace(row); more {
		stop("a vertex has three coordinates, but %s follows; export the model again", quote(field))
	}
	m.corner(point, stop)
}
