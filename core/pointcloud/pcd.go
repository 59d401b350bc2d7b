package pointcloud

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// readPCD reads a file of the Point Cloud Library: ascii, binary (which is
// little endian) or binary_compressed. The fields x, y and (for 3-D) z may have any type and place.
func readPCD(s *source) File {
	l := newLines(s.data, s.start)
	h := readPCDHeader(l)
	layout := h.layout(s.reading)
	count := h.count()
	var file File
	switch kind := h["DATA"].words[0]; string(kind) {
	case "ascii":
		file = layout.readText(l, count)
	case "binary":
		file = layout.readBinary(s.data, l.pos, count)
	case "binary_compressed":
		file = layout.readCompressed(s, l.pos, count)
	default:
		l.stop("DATA %s is not known", quote(kind))
	}
	file.rest = append(file.rest, layout.rest...)
	if h.hasViewpoint() {
		file.Notes = append(file.Notes, note("VIEWPOINT, the place of the sensor, is not applied: points are read as they are in the file."))
	}
	return file
}

// hasViewpoint tells whether the header has a place of the sensor other than the origin.
func (h pcdHeader) hasViewpoint() bool {
	for i, word := range h["VIEWPOINT"].words {
		still := 0.0
		if i == 3 {
			still = 1
		}
		if x, err := number(word); err != nil || x != still {
			return true
		}
	}
	return false
}

// isPCD looks for the usual comment, or for the first keyword of a header.
func isPCD(content []byte) bool {
	if bytes.HasPrefix(content, []byte("# .PCD")) {
		return true
	}
	line, _ := newLines(beginning(content), 0).content('#')
	keyword, rest, _ := splitSpace(line)
	return len(trim(rest)) > 0 && (string(keyword) == "VERSION" || string(keyword) == "FIELDS")
}

func (p *pcdLayout) readText(l *lines, count uint64) File {
	allow(p.thin.problem(count), l.stop)
	changed := l.plain()
	t := table{grid: &grid{origin: origin{named: true, width: p.width}, dimension: p.dimension, thin: p.thin}, split: splitSpace}
	for j, r := range p.axes[:p.dimension] {
		t.column[j] = r.column
	}
	for _, r := range p.attributes {
		t.carry(r.name, r.column, r.packed)
		t.carried[len(t.carried)-1].kind = r.kind
	}
	t.reserve(min(count, l.left()))
	t.addRows(l, count, 0, 0, "the file ends after %d of %d points", 0, 0)
	if _, ok := l.content(0); ok {
		l.stop("more lines than the header's %d points", count)
	}
	file := p.settle(t.file(l.stop))
	file.Notes = append(file.Notes, changed.notes()...)
	return file
}

func (p *pcdLayout) readBinary(data []byte, pos int, count uint64) File {
	if fit := uint64((len(data) - pos) / p.size); count > fit {
		stop(cutOff(data, fit, count, "points"))
	}
	allow(p.thin.problem(count), onByte(pos))
	file := p.placed(func(offset int, _ scalar) (start, step int) { return pos + offset, p.size }).read(data, int(count))
	stop(refuseTail(data, pos+int(count)*p.size))
	return file
}

// readCompressed reads DATA binary_compressed: the packed and the unpacked
// size, 32 bits each, then the data, packed with LZF. Unpacked it has the
// values field by field: all x, then all y.
func (p *pcdLayout) readCompressed(src *source, pos int, count uint64) (file File) {
	data := src.data
	if len(data)-pos < 8 {
		stop(atByte(len(data), "the file ends within the sizes of its data"))
	}
	size, unpacked := binary.LittleEndian.Uint32(data[pos:]), binary.LittleEndian.Uint32(data[pos+4:])
	sizes := pos
	pos += 8
	if uint64(size) > uint64(len(data)-pos) {
		stop(atByte(len(data), "the file ends here, with %d of %d bytes of packed data", len(data)-pos, size))
	}
	allow(p.thin.problem(count), onByte(sizes))
	want := count * uint64(p.size)
	if uint64(unpacked) != want || want > uint64(src.room) {
		stop(atByte(sizes+4, "the data unpacks to %d bytes; %d points need %d, and the limit is %d", unpacked, count, want, src.room))
	}
	content, bad, ok := packed.LZF(data[pos:pos+int(size)], int(unpacked))
	if !ok {
		stop(atByte(pos+bad, "the packed data is damaged: it does not unpack to %d bytes", unpacked))
	}
	inside("unpacked", func() {
		file = p.placed(func(offset int, kind scalar) (start, step int) { return int(count) * offset, kind.size }).read(content, int(count))
	})
	stop(refuseTail(data, pos+int(size)))
	return file
}

// pcdHeader holds the lines of a header by their keyword.
type pcdHeader map[string]pcdLine

type pcdLine struct {
	words  [][]byte // behind the keyword
	number int
}

// readPCDHeader leaves l behind the line DATA.
func readPCDHeader(l *lines) pcdHeader {
	h := pcdHeader{}
	for {
		line, ok := l.content('#')
		if !ok {
			l.stop("the file ends within the header: no DATA")
		}
		if len(line) > maxHeaderLine {
			l.stop("the header has a line of %d bytes", len(line))
		}
		words := words(line, maxHeaderLine)
		keyword := string(words[0])
		switch keyword {
		case "VERSION", "FIELDS", "SIZE", "TYPE", "COUNT", "WIDTH", "HEIGHT", "VIEWPOINT", "POINTS", "DATA":
		default:
			l.stop("the header has an unknown line that starts with %s", quote(words[0]))
		}
		if h[keyword].words != nil || len(words) < 2 {
			l.stop("want %s once, with a value", keyword)
		}
		h[keyword] = pcdLine{words: words[1:], number: l.number}
		if keyword == "DATA" {
			return h
		}
	}
}

// line returns the one of a keyword, or the last of the header without it.
func (h pcdHeader) line(keyword string) int { return cmp.Or(h[keyword].number, h["DATA"].number) }

// stop ends reading at the line of a keyword.
func (h pcdHeader) stop(keyword, format string, args ...any) {
	stop(atLine(h.line(keyword), format, args...))
}

func (h pcdHeader) number(keyword string) uint64 {
	words := h[keyword].words
	if len(words) != 1 {
		h.stop(keyword, "the header needs %s with one number", keyword)
	}
	n, err := wholeNumber(words[0])
	if err != nil {
		h.stop(keyword, "%s: %v", keyword, err)
	}
	return n
}

// count returns the number of points, which a header says as WIDTH × HEIGHT
// and, except in old files, as POINTS again.
func (h pcdHeader) count() uint64 {
	width, height := h.number("WIDTH"), h.number("HEIGHT")
	high, product := bits.Mul64(width, height)
	points := product
	if h["POINTS"].words != nil {
		points = h.number("POINTS")
	}
	if high != 0 || product != points {
		h.stop("POINTS", "POINTS is not WIDTH × HEIGHT = %d × %d", width, height)
	}
	return points
}

// pcdLayout says where in a point its numbers are.
type pcdLayout struct {
	strided
	width int // values per point
	size  int // bytes per point
	rest  []leftover
}

// maxPCDSize bounds the bytes of one point.
const maxPCDSize = 1 << 24

// layout divides the fields: a colour in one number is red, green and blue, a field of several numbers is left out.
func (h pcdHeader) layout(reading Reading) *pcdLayout {
	p := &pcdLayout{}
	var columns []run
	for i, name := range h["FIELDS"].words {
		kind, count := h.field(i)
		r := run{name: string(name), kind: kind, column: p.width, start: p.size, order: binary.LittleEndian}
		switch {
		case count != 1 && coordinateName(name) >= 0:
			h.stop("FIELDS", "field %s must have COUNT 1", name)
		case r.name == "_": // padding
		case count != 1:
			p.rest = append(p.rest, leftover{kind: "field", name: r.name, at: -1})
		case (r.name == "rgb" || r.name == "rgba") && kind.size == 4:
			for _, colour := range colours[:3] {
				r.name, r.packed = colour, colour[0]
				columns = append(columns, r)
			}
		default:
			columns = append(columns, r)
		}
		p.width += count
		p.size += count * kind.size
		if p.size > maxPCDSize {
			h.stop("COUNT", "a point has more than %d bytes", maxPCDSize)
		}
	}
	p.divide(columns, reading, func(format string, args ...any) error { return atLine(h.line("FIELDS"), "FIELDS "+format, args...) })
	return p
}

// field returns the type of field i and how many values it has.
func (h pcdHeader) field(i int) (kind scalar, count int) {
	for _, keyword := range []string{"SIZE", "TYPE", "COUNT"} {
		words := h[keyword].words
		if len(words) != len(h["FIELDS"].words) && (words != nil || keyword != "COUNT") {
			h.stop(keyword, "%s and FIELDS have different lengths", keyword)
		}
	}
	letter, size := h["TYPE"].words[i], h["SIZE"].words[i]
	if len(letter) == 1 && len(size) == 1 {
		kind = scalar{kind: letter[0] | 0x20, size: int(size[0]) - '0'}
	}
	if !kind.known() {
		h.stop("TYPE", "TYPE %s of SIZE %s is not known", quote(letter), quote(size))
	}
	if h["COUNT"].words == nil {
		return kind, 1
	}
	n, err := wholeNumber(h["COUNT"].words[i])
	if err != nil {
		h.stop("COUNT", "COUNT: %v", err)
	}
	return kind, int(min(n, maxPCDSize+1))
}
