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
func readPLYHeader(l *lines) (*plyHeader, error) {
	if line, _ := l.next(); string(trim(line)) != "ply" {
		return nil, l.fail(`starts with %s instead of "ply"`, quote(line))
	}
	h := &plyHeader{}
	hasFormat := false
	for range maxDeclarations {
		words, err := h.declaration(l)
		if err != nil {
			return nil, err
		}
		switch string(words[0]) {
		case "format":
			hasFormat = true
			err = h.setFormat(l, words)
		case "element":
			err = h.addElement(l, words)
		case "property":
			err = h.addProperty(l, words)
		case "end_header":
			if !hasFormat {
				return nil, l.fail("the header has no format line")
			}
			h.addRest()
			return h, h.findVertices(l)
		default:
			err = l.fail("the header has an unknown line that starts with %s", quote(words[0]))
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, l.fail("the header has more than %d declarations, the limit", maxDeclarations)
}

// addRest lists what is read over: elements that are neither vertices nor faces, and lists of the vertices.
func (h *plyHeader) addRest() {
	for i := range h.elements {
		e := &h.elements[i]
		if !e.isVertex() {
			if e.count > 0 && len(e.properties) > 0 && !slices.ContainsFunc(e.properties, func(p plyProperty) bool { return p.isFace }) {
				h.rest = append(h.rest, leftover{kind: "element", name: e.name, line: e.line, at: -1})
			}
			continue
		}
		for _, p := range e.properties {
			if p.isList {
				h.rest = append(h.rest, leftover{kind: "list", name: p.name, line: e.line, at: -1})
			}
		}
	}
}

// addRemark keeps a remark that gives numbers under a name of what moves points: "comment offset 5 0 1".
func (h *plyHeader) addRemark(line []byte, number int) {
	name := words(line, 2)
	if len(name) < 2 || !hasWordOf(string(name[1]), movers) {
		return
	}
	var values []float64
	for _, word := range words(line, 32)[2:] {
		x, err := plainNumber(word)
		if err != nil {
			return
		}
		values = append(values, x)
	}
	if len(values) > 0 {
		h.rest = append(h.rest, leftover{kind: "remark", name: string(name[1]), line: number, at: -1, neutral: isNeutral(string(name[1]), values)})
	}
}

// declaration returns the words of the next header line that is neither
// blank nor a remark.
func (h *plyHeader) declaration(l *lines) ([][]byte, error) {
	for {
		line, ok := l.content(0)
		if !ok {
			return nil, l.fail("the file ends within the header: no end_header")
		}
		first, _, _ := splitSpace(line)
		if string(first) == "comment" || string(first) == "obj_info" {
			h.addRemark(line, l.number)
			continue
		}
		if len(line) > maxHeaderLine {
			return nil, l.fail("the header has a line of %d bytes", len(line))
		}
		return words(line, maxPLYWords+1), nil
	}
}

func (h *plyHeader) setFormat(l *lines, words [][]byte) error {
	if len(words) != 3 || string(words[2]) != "1.0" {
		return l.fail(`want "format ascii 1.0", "format binary_little_endian 1.0" or "format binary_big_endian 1.0"`)
	}
	switch string(words[1]) {
	case "ascii":
		h.order = nil
	case "binary_little_endian":
		h.order = binary.LittleEndian
	case "binary_big_endian":
		h.order = binary.BigEndian
	default:
		return l.fail("format %s is not known", quote(words[1]))
	}
	return nil
}

func (h *plyHeader) addElement(l *lines, words [][]byte) error {
	if len(words) != 3 {
		return l.fail(`want "element NAME COUNT"`)
	}
	count, err := wholeNumber(words[2])
	if err != nil {
		return l.fail("element %s: %v", quote(words[1]), err)
	}
	h.elements = append(h.elements, plyElement{name: string(words[1]), count: count, line: l.number})
	return nil
}

func (h *plyHeader) addProperty(l *lines, words [][]byte) error {
	if len(h.elements) == 0 {
		return l.fail("property before the first element")
	}
	p := plyProperty{coordinate: -1}
	switch {
	case len(words) == 3:
		p.kind = plyTypes[string(words[1])]
	case len(words) == 5 && string(words[1]) == "list":
		p.isList, p.length, p.kind = true, plyTypes[string(words[2])], plyTypes[string(words[3])]
		if !p.length.known() || p.length.kind == 'f' {
			return l.fail("the length of a list cannot be of type %s", quote(words[2]))
		}
	default:
		return l.fail(`want "property TYPE NAME" or "property list TYPE TYPE NAME"`)
	}
	if !p.kind.known() {
		return l.fail("type %s is not known", quote(words[len(words)-2]))
	}
	p.name = string(words[len(words)-1])
	e := &h.elements[len(h.elements)-1]
	p.isFace = p.isList && p.kind.kind != 'f' && e.name == "face" && (p.name == "vertex_indices" || p.name == "vertex_index")
	e.properties = append(e.properties, p)
	return nil
}

// findVertices marks the coordinates of the element "vertex".
func (h *plyHeader) findVertices(l *lines) error {
	var vertices *plyElement
	for i := range h.elements {
		if h.elements[i].name != "vertex" {
			continue
		}
		if vertices != nil {
			return atLine(h.elements[i].line, "declares the element vertex twice")
		}
		vertices = &h.elements[i]
	}
	if vertices == nil {
		return l.fail("the header has no element vertex")
	}
	var err error
	h.dimension, err = vertices.findCoordinates()
	return err
}

func (e *plyElement) findCoordinates() (dimension int, err error) {
	found := [3]int{-1, -1, -1}
	for i := range e.properties {
		p := &e.properties[i]
		j := coordinateName([]byte(p.name))
		if j < 0 {
			continue
		}
		if found[j] >= 0 || p.isList {
			return 0, atLine(e.line, "element vertex: %s must be one number", p.name)
		}
		found[j], p.coordinate = i, j
	}
	dimension, err = namedDimension(found)
	if err != nil {
		return 0, atLine(e.line, "element vertex: %v", err)
	}
	return dimension, nil
}

// attributeNames returns the names of the properties that are attributes of the points, "" for the others.
func (e *plyElement) attributeNames() []string {
	names := make([]string, len(e.properties))
	for i, p := range e.properties {
		if p.coordinate < 0 && !p.isList {
			names[i] = p.name
		}
	}
	return names
}

// isVertex tells whether the rows of the element are the points.
func (e *plyElement) isVertex() bool { return e.name == "vertex" }

func (e *plyElement) hasFaces() bool {
	return slices.ContainsFunc(e.properties, func(p plyProperty) bool { return p.isFace })
}
