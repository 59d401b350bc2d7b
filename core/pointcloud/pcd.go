package pointcloud

import (
	"bytes"
	"encoding/binary"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// readPCD reads a file of the Point Cloud Library: ascii, binary (which is
// little endian) or binary_compressed. The fields x, y and (for 3-D) z may have any type and place.
func readPCD(s *source) (File, error) {
	l := newLines(s.data, s.start)
	h, err := readPCDHeader(l)
	if err != nil {
		return File{}, err
	}
	layout, err := h.layout()
	if err != nil {
		return File{}, err
	}
	layout.thin = s.reading.thinning
	count, err := h.count()
	if err != nil {
		return File{}, err
	}
	switch kind := h["DATA"].words[0]; string(kind) {
	case "ascii":
		return layout.readText(l, count)
	case "binary":
		return layout.readBinary(s.data, l.pos, count)
	case "binary_compressed":
		return layout.readCompressed(s, l.pos, count)
	default:
		return File{}, l.fail("DATA %s is not known", quote(kind))
	}
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

func (p *pcdLayout) readText(l *lines, count uint64) (File, error) {
	if problem := p.thin.problem(count); problem != "" {
		return File{}, l.fail("the header %s", problem)
	}
	if err := refuseNUL(l.data, l.pos); err != nil {
		return File{}, err
	}
	text, changed, err := usualSigns(l.data)
	if err != nil {
		return File{}, err
	}
	l.data = text
	t := table{grid: &grid{named: true, dimension: p.dimension, column: p.column, width: p.width, thin: p.thin}, split: splitSpace}
	t.reserve(min(count, l.left()))
	for i := range count {
		row, ok := l.content(0)
		if !ok {
			return File{}, l.fail("the file ends after %d of %d points", i, count)
		}
		if err := t.add(l, row); err != nil {
			return File{}, err
		}
	}
	if _, ok := l.content(0); ok {
		return File{}, l.fail("more lines than the header's %d points", count)
	}
	file, err := t.file(l.fail)
	file.Notes = append(file.Notes, changed.notes()...)
	return file, err
}

func (p *pcdLayout) readBinary(data []byte, pos int, count uint64) (File, error) {
	if fit := uint64((len(data) - pos) / p.size); count > fit {
		return File{}, cutOff(data, fit, count, "points")
	}
	if problem := p.thin.problem(count); problem != "" {
		return File{}, atByte(pos, "the header %s", problem)
	}
	s := strided{dimension: p.dimension, kind: p.kind, order: thrice(binary.LittleEndian), thin: p.thin}
	for j := range p.dimension {
		s.start[j], s.step[j] = pos+p.offset[j], p.size
	}
	file, err := s.read(data, int(count))
	if err != nil {
		return File{}, err
	}
	return file, refuseTail(data, pos+int(count)*p.size)
}

// readCompressed reads DATA binary_compressed: the packed and the unpacked
// size, 32 bits each, then the data, packed with LZF. Unpacked it has the
// values field by field: all x, then all y.
func (p *pcdLayout) readCompressed(src *source, pos int, count uint64) (File, error) {
	data := src.data
	if len(data)-pos < 8 {
		return File{}, atByte(len(data), "the file ends within the sizes of its data")
	}
	size, unpacked := binary.LittleEndian.Uint32(data[pos:]), binary.LittleEndian.Uint32(data[pos+4:])
	sizes := pos
	pos += 8
	if uint64(size) > uint64(len(data)-pos) {
		return File{}, atByte(len(data), "the file ends here, with %d of %d bytes of packed data", len(data)-pos, size)
	}
	if problem := p.thin.problem(count); problem != "" {
		return File{}, atByte(sizes, "the header %s", problem)
	}
	want := count * uint64(p.size)
	if uint64(unpacked) != want || want > uint64(src.room) {
		return File{}, atByte(sizes+4, "the data unpacks to %d bytes; %d points need %d, and the limit is %d", unpacked, count, want, src.room)
	}
	content, at, ok := packed.LZF(data[pos:pos+int(size)], int(unpacked))
	if !ok {
		return File{}, atByte(pos+at, "the packed data is damaged: it does not unpack to %d bytes", unpacked)
	}
	s := strided{dimension: p.dimension, kind: p.kind, order: thrice(binary.LittleEndian), thin: p.thin}
	for j := range p.dimension {
		s.start[j], s.step[j] = int(count)*p.offset[j], p.kind[j].size
	}
	file, err := s.read(content, int(count))
	if err != nil {
		return File{}, within("unpacked", err)
	}
	return file, refuseTail(data, pos+int(size))
}
