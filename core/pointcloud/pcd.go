package pointcloud

import (
	"bytes"
	"encoding/binary"
)

// parsePCD reads a file of the Point Cloud Library: ascii, binary (which is
// little endian) or binary_compressed. The fields x, y and (for 3-D) z may have any type and place.
func parsePCD(data []byte, start int) (Cloud, error) {
	l := newLines(data, start)
	h, err := readPCDHeader(l)
	if err != nil {
		return Cloud{}, err
	}
	layout, err := h.layout()
	if err != nil {
		return Cloud{}, err
	}
	count, err := h.count()
	if err != nil {
		return Cloud{}, err
	}
	switch kind := h["DATA"].words[0]; string(kind) {
	case "ascii":
		return layout.readText(l, count)
	case "binary":
		return layout.readBinary(data, l.pos, count)
	case "binary_compressed":
		return layout.readCompressed(data, l.pos, count)
	default:
		return Cloud{}, l.fail("DATA %s is not known", quote(kind))
	}
}

// isPCD looks for the usual comment, or for the first keyword of a header.
func isPCD(content []byte) bool {
	if bytes.HasPrefix(content, []byte("# .PCD")) {
		return true
	}
	line, _ := newLines(content, 0).content('#')
	keyword, rest, _ := splitSpace(line)
	return len(trim(rest)) > 0 && (string(keyword) == "VERSION" || string(keyword) == "FIELDS")
}

func (p *pcdLayout) readText(l *lines, count uint64) (Cloud, error) {
	if problem := countProblem(count); problem != "" {
		return Cloud{}, l.fail("the header %s", problem)
	}
	if err := refuseNUL(l.data, l.pos); err != nil {
		return Cloud{}, err
	}
	t := &table{split: splitSpace, dimension: p.dimension, column: p.column, width: p.width}
	t.points = newPoints(min(count, l.left()), p.dimension)
	for i := range count {
		row, ok := l.content(0)
		if !ok {
			return Cloud{}, l.fail("the file ends after %d of %d points", i, count)
		}
		if err := t.add(l, row); err != nil {
			return Cloud{}, err
		}
	}
	if _, ok := l.content(0); ok {
		return Cloud{}, l.fail("more lines than the header's %d points", count)
	}
	return t.cloud(l)
}

func (p *pcdLayout) readBinary(data []byte, pos int, count uint64) (Cloud, error) {
	if fit := uint64((len(data) - pos) / p.size); count > fit {
		return Cloud{}, cutOff(data, fit, count, "points")
	}
	if problem := countProblem(count); problem != "" {
		return Cloud{}, atByte(pos, "the header %s", problem)
	}
	s := strided{dimension: p.dimension, kind: p.kind, order: binary.LittleEndian}
	for j := range p.dimension {
		s.start[j], s.step[j] = pos+p.offset[j], p.size
	}
	cloud, err := s.read(data, int(count))
	if err != nil {
		return Cloud{}, err
	}
	return cloud, refuseTail(data, pos+int(count)*p.size)
}
