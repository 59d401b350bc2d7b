package pointcloud

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// readPLY reads the element "vertex" of a PLY file, ascii or binary. Its
// properties x, y and (for 3-D) z may have any type and place. The lists
// vertex_indices of the element "face" are the faces; all else is read over, so
// that counts that do not fit the data are found, and stays in the remainder.
func readPLY(s *source) File {
	l := newLines(s.data, s.start)
	h := readPLYHeader(l, s.reading)
	b := &plyBody{plyHeader: h}
	var changed signs
	if h.order == nil {
		changed = l.plain()
		b.readText(l)
	} else {
		b.readBinary(s.data, l.pos)
	}
	file := h.settle(b.spelling.file(b.points.file, onLine(b.line)))
	file.rest = append(file.rest, h.rest...)
	if len(b.breaks) > 0 {
		file.Notes = append(file.Notes, note("Each point spans %d lines.", len(b.breaks)+1))
	}
	file.Notes = append(file.Notes, changed.notes()...)
	if b.thin == nil {
		b.mesh.finish(&file)
	}
	return file
}

// plyBody takes what is read behind the header.
type plyBody struct {
	*plyHeader
	points   *gathered // nil before the element vertex
	carried  []int     // the place of each property of the vertices among the attributes, -1 for none
	line     int       // of its declaration
	breaks   []int     // the properties before which a vertex goes on on the next line
	spelling spelling
	mesh     mesh
}

// begin makes room for the rows of an element.
func (b *plyBody) begin(e *plyElement, rows uint64) {
	switch {
	case e.isVertex():
		allow(b.thin.problem(e.count), onLine(e.line))
		b.points, b.line = b.thin.gather(rows, b.dimension), e.line
		b.carried = make([]int, len(e.properties))
		for i := range b.carried {
			b.carried[i] = -1
		}
		for k, place := range b.points.carries(b.attributeNames()...) {
			b.carried[b.attributes[k].column] = place
		}
	case e.hasFaces():
		b.mesh.reserve(rows)
	}
}

func isPLY(content []byte) bool {
	return len(content) > 3 && string(content[:3]) == "ply" &&
		(isSpace(content[3]) || content[3] == '\n' || content[3] == '\r')
}

type plyHeader struct {
	strided
	order    binary.ByteOrder // nil for ascii
	elements []plyElement
	rest     []leftover
}

type plyElement struct {
	name       string
	count      uint64
	line       int // of its declaration
	properties []plyProperty
}

type plyProperty struct {
	name       string
	coordinate int // 0, 1, 2 for x, y, z of the vertices, else -1
	kind       scalar
	isList     bool
	isFace     bool   // a list of the vertices of a face
	length     scalar // type of the list's length
}

var plyTypes = map[string]scalar{
	"char": {'i', 1}, "uchar": {'u', 1}, "short": {'i', 2}, "ushort": {'u', 2},
	"int": {'i', 4}, "uint": {'u', 4}, "float": {'f', 4}, "double": {'f', 8},
	"int8": {'i', 1}, "uint8": {'u', 1}, "int16": {'i', 2}, "uint16": {'u', 2},
	"int32": {'i', 4}, "uint32": {'u', 4}, "int64": {'i', 8}, "uint64": {'u', 8}, "float32": {'f', 4}, "float64": {'f', 8},
}

// readText reads the body of an ascii PLY file: a line for every row of every
// element. Once the points are complete, what is wrong with later elements is no
// more than a note.
func (b *plyBody) readText(l *lines) {
	for i := range b.elements {
		complete := b.points != nil
		err := try(func() {
			b.readElement(l, &b.elements[i])
			if i < len(b.elements)-1 {
				return
			}
			complete = !b.elements[i].isVertex()
			if _, more := l.content(0); more {
				l.stop("more lines than the header announces")
			}
		})
		if err != nil && complete {
			b.mesh.fail("%v", err)
			return
		}
		stop(err)
	}
}

func (b *plyBody) readElement(l *lines, e *plyElement) {
	b.begin(e, min(e.count, l.left()))
	if len(e.properties) == 0 {
		return
	}
	for i := range e.count {
		row, ok := l.content(0)
		if !ok {
			l.stop("the file ends after %d of %d rows of element %s", i, e.count, quote([]byte(e.name)))
		}
		var point [3]float64
		b.readRow(l, e, row, &point, i == 0)
		if e.isVertex() {
			b.points.add(point)
		}
	}
}

// readRow reads the values of a row. A vertex may go over several lines, as librealsense writes
// them; then all break where the first does.
func (b *plyBody) readRow(l *lines, e *plyElement, row []byte, point *[3]float64, first bool) {
	for i := range e.properties {
		p := &e.properties[i]
		if i > 0 && e.isVertex() {
			breaks := first && isBlank(row)
			if breaks {
				b.breaks = append(b.breaks, i)
			}
			if slices.Contains(b.breaks, i) && isBlank(row) {
				row, _ = l.content(0)
			} else if slices.Contains(b.breaks, i) {
				l.stop("has more values than the same line of the first point")
			}
		}
		field, rest, ok := splitSpace(row)
		if !ok {
			l.stop("has no value for property %s", quote([]byte(p.name)))
		}
		row = rest
		var err error
		switch {
		case p.isList:
			row, err = b.readList(p, field, row)
		case p.coordinate >= 0:
			point[p.coordinate], err = b.spelling.coordinate(field)
		case e.isVertex():
			b.points.carry(b.carried[i], numberOr(field))
		}
		if err != nil {
			l.stop("%.24s: %v", p.name, err)
		}
	}
	if _, _, more := splitSpace(row); more {
		l.stop("has more values than the header's properties")
	}
}

// readList returns what follows a list on a line of text, given the field that
// says how many items it has, and takes the items of a face.
func (b *plyBody) readList(p *plyProperty, length, row []byte) (rest []byte, err error) {
	n, err := wholeNumber(length)
	if err != nil {
		return nil, err
	}
	b.mesh.begin()
	for i := range n {
		item, rest, ok := splitSpace(row)
		if !ok {
			return nil, fmt.Errorf("has %d of %d list items", i, n)
		}
		if row = rest; !p.isFace || b.mesh.problem != "" {
			continue
		}
		vertex, err := wholeNumber(item)
		if err != nil {
			return nil, err
		}
		b.mesh.corner(int64(min(vertex, math.MaxInt64)))
	}
	return row, nil
}

// readBinary reads the body of a binary PLY file, from data[pos] on.
func (b *plyBody) readBinary(data []byte, pos int) {
	for i := range b.elements {
		pos = b.readBinaryElement(data, pos, &b.elements[i])
	}
	stop(refuseTail(data, pos))
}

func (b *plyBody) readBinaryElement(data []byte, pos int, e *plyElement) int {
	size, fixed := e.rowSize()
	if size == 0 {
		return pos
	}
	if fit := uint64((len(data) - pos) / size); e.count > fit {
		stop(cutOff(data, fit, e.count, "rows of element "+quote([]byte(e.name))))
	}
	b.begin(e, e.count)
	if fixed && !e.isVertex() {
		return pos + int(e.count)*size
	}
	for i := range int(e.count) {
		var point [3]float64
		pos = b.readBinaryRow(data, pos, e, i, &point)
		if e.isVertex() {
			b.points.add(point)
		}
	}
	return pos
}

// rowSize returns the least number of bytes of a row; fixed when all rows have
// it, that is, when there are no lists.
func (e *plyElement) rowSize() (size int, fixed bool) {
	fixed = true
	for _, p := range e.properties {
		if p.isList {
			size += p.length.size
			fixed = false
		} else {
			size += p.kind.size
		}
	}
	return size, fixed
}

// readBinaryRow reads row i at data[pos] and returns the offset behind it.
func (b *plyBody) readBinaryRow(data []byte, pos int, e *plyElement, i int, point *[3]float64) int {
	for k := range e.properties {
		p := &e.properties[k]
		if p.isList {
			pos = b.readBinaryList(data, pos, p)
			continue
		}
		if len(data)-pos < p.kind.size {
			stop(cutOff(data, uint64(i), e.count, "rows of element "+quote([]byte(e.name))))
		}
		if p.coordinate >= 0 {
			point[p.coordinate] = p.kind.value(data[pos:], b.order)
		} else if e.isVertex() {
			b.points.carry(b.carried[k], p.kind.value(data[pos:], b.order))
		}
		pos += p.kind.size
	}
	return pos
}

// readBinaryList returns the offset behind the list at data[pos], and takes the
// items of a face.
func (b *plyBody) readBinaryList(data []byte, pos int, p *plyProperty) int {
	if len(data)-pos < p.length.size {
		stop(atByte(len(data), "the file ends within a list"))
	}
	n := p.length.signed(data[pos:], b.order)
	if n < 0 {
		stop(atByte(pos, "a list has %d items", n))
	}
	pos += p.length.size
	if n > int64((len(data)-pos)/p.kind.size) {
		stop(atByte(len(data), "the file ends within a list of %d items", n))
	}
	end := pos + int(n)*p.kind.size
	if !p.isFace {
		return end
	}
	b.mesh.begin()
	for ; pos < end; pos += p.kind.size {
		b.mesh.corner(p.kind.signed(data[pos:], b.order))
	}
	return end
}
