package pointcloud

import (
	"bytes"
	"encoding/binary"
)

// maxNPYHeader bounds the text of a header; NumPy itself stops at 10,000.
const maxNPYHeader = 1 << 16

// readNPYHeader reads the magic word, the version, the length of the header
// (two bytes in version 1, four from version 2 on) and the header itself, a
// Python dictionary.
func readNPYHeader(data []byte, start int) (*npyHeader, error) {
	if !isNPY(data[start:]) {
		return nil, atByte(start, `does not start with "\x93NUMPY"`)
	}
	pos := start + len(npyMagic)
	if len(data)-pos < 6 {
		return nil, atByte(len(data), "the file ends within the header")
	}
	version := data[pos]
	if version < 1 || version > 3 {
		return nil, atByte(pos, "version %d is not known, want 1, 2 or 3", version)
	}
	pos += 2
	length := uint32(binary.LittleEndian.Uint16(data[pos:]))
	if pos += 2; version > 1 {
		length = binary.LittleEndian.Uint32(data[pos-2:])
		pos += 2
	}
	if length > maxNPYHeader {
		return nil, atByte(pos, "the header claims %d bytes; the limit is %d", length, maxNPYHeader)
	}
	if int(length) > len(data)-pos {
		return nil, atByte(len(data), "the file ends within the header of %d bytes", length)
	}
	h := &npyHeader{end: pos + int(length)}
	return h, h.readDictionary(&cursor{data: data[:h.end], pos: pos})
}

// readDictionary reads {'descr': '<f8', 'fortran_order': False, 'shape': (5, 3), }.
func (h *npyHeader) readDictionary(c *cursor) error {
	if !c.take('{') {
		return atByte(c.pos, `the header does not start with "{"`)
	}
	seen := map[string]bool{}
	for !c.take('}') {
		at := c.pos
		key, ok := pythonString(c)
		if !ok || !c.take(':') {
			return atByte(at, "the header is no dictionary")
		}
		if seen[string(key)] {
			return atByte(at, "the header has %s twice", quote(key))
		}
		seen[string(key)] = true
		if err := h.readEntry(c, string(key), at); err != nil {
			return err
		}
		if c.skipSpace(); !c.take(',') && c.peek() != '}' {
			return atByte(c.pos, `the header needs "," or "}" here`)
		}
	}
	if len(seen) != 3 {
		return atByte(c.pos, "the header lacks descr, fortran_order or shape")
	}
	if c.skipSpace(); c.pos != len(c.data) {
		return atByte(c.pos, "the header goes on behind its dictionary")
	}
	return nil
}

func (h *npyHeader) readEntry(c *cursor, key string, at int) error {
	switch key {
	case "descr":
		return h.readType(c)
	case "fortran_order":
		c.skipSpace()
		at := c.pos
		value := string(c.word())
		h.fortran = value == "True"
		if value != "True" && value != "False" {
			return atByte(at, "fortran_order must be True or False")
		}
		return nil
	case "shape":
		return h.readShape(c)
	}
	return atByte(at, "the header has an unknown key %s", quote([]byte(key)))
}

func (h *npyHeader) readType(c *cursor) error {
	c.skipSpace()
	at := c.pos
	descr, _ := pythonString(c)
	switch string(descr) {
	case "<f4", "<f8":
		h.order = binary.LittleEndian
	case ">f4", ">f8":
		h.order = binary.BigEndian
	case "":
		return atByte(at, "the array has a structured type; want float32 or float64")
	default:
		return atByte(at, "the array has type %s; want float32 or float64 (<f4, <f8, >f4, >f8)", quote(descr))
	}
	h.kind = scalar{kind: 'f', size: int(descr[2] - '0')}
	return nil
}

// readShape reads a tuple of two or three numbers.
func (h *npyHeader) readShape(c *cursor) error {
	c.skipSpace()
	at := c.pos
	shape := [3]uint64{}
	n := 0
	if !c.take('(') {
		return atByte(at, "shape is no tuple")
	}
	for ; !c.take(')'); n++ {
		c.skipSpace()
		x, err := wholeNumber(bytes.TrimSuffix(c.word(), []byte("L"))) // Python 2 wrote 5L
		if err != nil {
			return atByte(at, "shape: %v", err)
		}
		if n < len(shape) {
			shape[n] = x
		}
		if !c.take(',') && c.peek() != ')' {
			return atByte(c.pos, `shape needs "," or ")" here`)
		}
	}
	h.stacked, h.clouds = n == 3, 1
	if h.stacked {
		h.clouds, shape[0], shape[1] = shape[0], shape[1], shape[2]
	}
	if n < 2 || n > 3 || shape[1] != 2 && shape[1] != 3 {
		return atByte(at, "shape must be (N, 2), (N, 3), (B, N, 2) or (B, N, 3), got %s", c.data[at:min(c.pos, at+40)])
	}
	h.rows, h.columns = shape[0], int(shape[1])
	return nil
}

func pythonString(c *cursor) ([]byte, bool) {
	if c.skipSpace(); c.peek() == '"' {
		return c.quoted('"')
	}
	return c.quoted('\'')
}
