package pointcloud

import (
	"bytes"
	"encoding/binary"
)

// parsePCD reads a file of the Point Cloud Library, ascii or binary (which is
// little endian). The fields x, y and (for 3-D) z may have any type and place.
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
		return Cloud{}, l.fail("DATA binary_compressed is not supported yet; save the cloud as binary or ascii")
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
	cloud := Cloud{Points: newPoints(count, p.dimension), Dimension: p.dimension}
	for i := range int(count) {
		for j := range p.dimension {
			at := pos + p.offset[j]
			x := p.kind[j].value(data[at:], binary.LittleEndian)
			if !finite(x) {
				return Cloud{}, notFinite(at, i, j, x)
			}
			cloud.Points = append(cloud.Points, x)
		}
		pos += p.size
	}
	return cloud, refuseTail(data, pos)
}
