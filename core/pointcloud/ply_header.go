package pointcloud

import (
	"encoding/binary"
	"slices"
)

// Bounds on a header, so that it cannot ask for much memory.
const (
	maxHeaderLine   = 1 << 16
	maxDeclarations = 1 << 12
	maxPLYWords     = 5 // "property list TYPE TYPE NAME"
)

// readPLYHeader leaves l behind the line end_header.
func readPLYHeader(l *lines, reading Reading) *plyHeader {
	if line, _ := l.next(); string(trim(line)) != "ply" {
		l.stop(`starts with %s instead of "ply"`, quote(line))
	}
	h := &plyHeader{}
	hasFormat := false
	for range maxDeclarations {
		words := h.declaration(l)
		switch string(words[0]) {
		case "format":
			hasFormat = true
			h.setFormat(l, words)
		case "element":
			h.addElement(l, words)
		case "property":
			h.addProperty(l, words)
		case "end_header":
			if !hasFormat {
				l.stop("the header has no format line")
			}
			h.addRest()
			h.findVertices(l, reading)
			return h
		default:
			l.stop("the header has an unknown line that starts with %s", quote(words[0]))
		}
	}
	l.stop("the header has more than %d declarations, the limit", maxDeclarations)
	return nil
}

// addRest lists what is read over: elements that are neither vertices nor faces, and lists of the vertices.
func (h *plyHeader) addRest() {
	for i := range h.elements {
		e := &h.elements[i]
		if !e.isVertex() && e.count > 0 && len(e.properties) > 0 && !e.hasFaces() {
			h.rest = append(h.rest, leftover{kind: "element", name: e.name, line: e.line, at: -1})
		}
		for _, p := range e.properties {
			if e.isVertex() && p.isList {
				h.rest = append(h.rest, leftover{kind: "list", name: p.name, line: e.line, at: -1})
			}
		}
	}
}

// declaration returns the words of the next header line that is neither
// blank nor a remark.
func (h *plyHeader) declaration(l *lines) [][]byte {
	for {
		line, ok := l.content(0)
		first, _, _ := splitSpace(line)
		switch {
		case !ok:
			l.stop("the file ends within the header: no end_header")
			return nil
		case string(first) == "comment" || string(first) == "obj_info":
			h.rest = append(h.rest, remarkOf(line[len(first):], l.number)...)
			continue
		case len(line) > maxHeaderLine:
			l.stop("the header has a line of %d bytes", len(line))
		}
		return words(line, maxPLYWords+1)
	}
}

func (h *plyHeader) setFormat(l *lines, words [][]byte) {
	if len(words) != 3 || string(words[2]) != "1.0" {
		l.stop(`want "format ascii 1.0", "format binary_little_endian 1.0" or "format binary_big_endian 1.0"`)
	}
	orders := map[string]binary.ByteOrder{"ascii": nil, "binary_little_endian": binary.LittleEndian, "binary_big_endian": binary.BigEndian}
	order, known := orders[string(words[1])]
	if h.order = order; !known {
		l.stop("format %s is not known", quote(words[1]))
	}
}

func (h *plyHeader) addElement(l *lines, words [][]byte) {
	if len(words) != 3 {
		l.stop(`want "element NAME COUNT"`)
	}
	count := l.count(words[2], "element "+quote(words[1]))
	h.elements = append(h.elements, plyElement{name: string(words[1]), count: count, line: l.number})
}

func (h *plyHeader) addProperty(l *lines, words [][]byte) {
	if len(h.elements) == 0 {
		l.stop("property before the first element")
	}
	p := plyProperty{coordinate: -1, name: string(words[len(words)-1])}
	switch {
	case len(words) == 3:
		p.kind = plyTypes[string(words[1])]
	case len(words) == 5 && string(words[1]) == "list":
		p.isList, p.length, p.kind = true, plyTypes[string(words[2])], plyTypes[string(words[3])]
		if !p.length.known() || p.length.kind == 'f' {
			l.stop("the length of a list cannot be of type %s", quote(words[2]))
		}
	default:
		l.stop(`want "property TYPE NAME" or "property list TYPE TYPE NAME"`)
	}
	if !p.kind.known() {
		l.stop("type %s is not known", quote(words[len(words)-2]))
	}
	e := &h.elements[len(h.elements)-1]
	p.isFace = p.isList && p.kind.kind != 'f' && e.name == "face" && (p.name == "vertex_indices" || p.name == "vertex_index")
	e.properties = append(e.properties, p)
}

// findVertices divides the properties of the element "vertex". Lists are no columns.
func (h *plyHeader) findVertices(l *lines, reading Reading) {
	var e *plyElement
	for i := range h.elements {
		switch one := &h.elements[i]; {
		case !one.isVertex():
		case e != nil:
			stop(atLine(one.line, "declares the element vertex twice"))
		default:
			e = one
		}
	}
	if e == nil {
		l.stop("the header has no element vertex")
	}
	var columns []run
	for i, p := range e.properties {
		switch {
		case !p.isList:
			columns = append(columns, run{name: p.name, kind: p.kind, column: i})
		case coordinateName([]byte(p.name)) >= 0:
			stop(atLine(e.line, "element vertex: %s must be one number", p.name))
		}
	}
	h.divide(columns, reading, func(format string, args ...any) error { return atLine(e.line, "element vertex: "+format, args...) })
	for j, r := range h.axes[:h.dimension] {
		e.properties[r.column].coordinate = j
	}
}

// isVertex tells whether the rows of the element are the points.
func (e *plyElement) isVertex() bool { return e.name == "vertex" }

func (e *plyElement) hasFaces() bool {
	return slices.ContainsFunc(e.properties, func(p plyProperty) bool { return p.isFace })
}
