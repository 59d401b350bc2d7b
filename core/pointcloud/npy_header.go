package pointcloud

import (
	"bytes"
	"encoding/binary"
)

// maxNPYHeader bounds the text of a header; NumPy itself stops at 10,000.
const maxNPYHeader = 1 << 16

// npyHeader describes the array, which starts at byte end of its file.
type npyHeader struct {
	kind    scalar // of the numbers
	order   binary.ByteOrder
	record  int         // bytes of a record, 0 where there are none
	fields  [3]npyField // x, y and z of a record
	field   string      // that has them together, "" where there are three
	others  []npyNamed  // the fields that are attributes
	fortran bool        // the first index runs fastest, not the last
	// transposed says that the reading swaps rows and columns.
	transposed bool
	// settled says that rows are points even if there are no more rows than coordinates.
	settled bool
	shape   []uint64
	shapeAt int    // where it stands
	written string // and how
	stacked bool   // of several clouds
	clouds  uint64 // B, 1 without that axis
	rows    uint64
	columns int
	skipped int // rows before the first, where only some are read, of so many in all
	all     int
	end     int
}

// npyField is a number in a record.
type npyField struct {
	kind   scalar
	order  binary.ByteOrder
	offset int
}

// readNPYHeader reads the header of a cloud or of several, in a file of a size.
func readNPYHeader(data []byte, start, size int, r Reading) *npyHeader {
	h := parseNPYHeader(data, start)
	h.takeShape()
	h.checkSize(size)
	h.take(r)
	return h
}

// parseNPYHeader reads the magic word, the version, the length of the header
// (two bytes in version 1, four from version 2 on) and the header itself, a
// Python dictionary.
func parseNPYHeader(data []byte, start int) *npyHeader {
	if !isNPY(data[start:]) {
		stop(atByte(start, `does not start with "\x93NUMPY", as numpy.save writes arrays`))
	}
	pos := start + len(npyMagic)
	if len(data)-pos < 6 {
		stop(atByte(len(data), "the file ends within the header"))
	}
	version := data[pos]
	if version < 1 || version > 3 {
		stop(atByte(pos, "version %d is not known, want 1, 2 or 3", version))
	}
	pos += 2
	length := uint32(binary.LittleEndian.Uint16(data[pos:]))
	if pos += 2; version > 1 {
		length = binary.LittleEndian.Uint32(data[pos-2:])
		pos += 2
	}
	if length > maxNPYHeader {
		stop(atByte(pos, "the header claims %d bytes; the limit is %d", length, maxNPYHeader))
	}
	if int(length) > len(data)-pos {
		stop(atByte(len(data), "the file ends within the header of %d bytes", length))
	}
	h := &npyHeader{end: pos + int(length), order: binary.LittleEndian}
	c := &cursor{data: data[:h.end], pos: pos}
	h.readDictionary(c)
	return h
}

// readDictionary reads {'descr': '<f8', 'fortran_order': False, 'shape': (5, 3), }.
func (h *npyHeader) readDictionary(c *cursor) {
	if !c.take('{') {
		stop(atByte(c.pos, `the header does not start with "{"`))
	}
	seen := map[string]bool{}
	for !c.take('}') {
		at := c.pos
		key, ok := pythonString(c)
		if !ok || !c.take(':') {
			stop(atByte(at, "the header is not a Python dictionary"))
		}
		if seen[string(key)] {
			stop(atByte(at, "the header has %s twice", quote(key)))
		}
		seen[string(key)] = true
		h.readEntry(c, string(key), at)
		if c.skipSpace(); !c.take(',') && c.peek() != '}' {
			stop(atByte(c.pos, `the header needs "," or "}" here`))
		}
	}
	if len(seen) != 3 {
		stop(atByte(c.pos, "the header lacks descr, fortran_order or shape"))
	}
	if c.skipSpace(); c.pos != len(c.data) {
		stop(atByte(c.pos, "the header goes on behind its dictionary"))
	}
}

func (h *npyHeader) readEntry(c *cursor, key string, at int) {
	switch key {
	case "descr":
		h.readType(c)
	case "fortran_order":
		c.skipSpace()
		at := c.pos
		value := string(c.word())
		h.fortran = value == "True"
		if value != "True" && value != "False" {
			stop(atByte(at, "fortran_order must be True or False"))
		}
	case "shape":
		h.readShape(c)
	default:
		stop(atByte(at, "the header has an unknown key %s", quote([]byte(key))))
	}
}

// readType reads '<f8', or a list of the fields of a record.
func (h *npyHeader) readType(c *cursor) {
	c.skipSpace()
	at := c.pos
	if c.peek() == '[' {
		h.readFields(c)
		return
	}
	descr, _ := pythonString(c)
	kind, order, size := npyType(descr)
	if !kind.known() || size != kind.size {
		stop(noCloud(at, "the array has type %s; want floating-point or whole numbers (<f4, <f8, <i4 and the like)", quote(descr)))
	}
	h.kind, h.order = kind, order
}

// npyType decodes "<f4". The kind of what is no number is unknown; size is what
// it takes all the same, 0 for what cannot be read over.
func npyType(descr []byte) (kind scalar, order binary.ByteOrder, size int) {
	order = binary.LittleEndian
	if len(descr) < 3 {
		return kind, order, 0
	}
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	n, err := wholeNumber(descr[2:])
	if err != nil || n > maxNPYHeader {
		return kind, order, 0
	}
	size = int(n)
	switch descr[1] {
	case 'U':
		size *= 4
	case 'O':
		size = 0
	}
	return scalar{kind: descr[1], size: size}, order, size
}

// npyFields gathers the fields of a record: x, y and z by themselves, or together in a field such as
// ('xyz', '<f4', (3,)) or ('pos', [('x', '<f4'), …]).
type npyFields struct {
	size    int
	named   [3]int // order in which x, y and z came, -1 for none
	single  [3]npyField
	several [3]npyField
	width   int    // of these, 0 where there are none
	name    string // of the field that has these
	twice   bool
	others  []npyNamed // fields that are attributes
}

// npyNamed is a field of a record that is an attribute.
type npyNamed struct {
	name string
	npyField
}

// readFields reads [('x', '<f4'), ('rgb', '|u1', (3,)), …].
func (h *npyHeader) readFields(c *cursor) {
	at := c.pos
	f := npyFields{named: [3]int{-1, -1, -1}}
	f.read(c, 0)
	h.record = f.size
	d, err := namedDimension(f.named)
	switch {
	case f.twice && f.width == 0:
		stop(noCloud(at, "the records have a coordinate twice; give each field a name of its own"))
	case f.twice || err == nil && f.width > 0:
		stop(noCloud(at, "the records have coordinates in several fields; save the array of one, such as a[%q]", f.name))
	case f.width > 0:
		h.columns, h.fields, h.field, h.others = f.width, f.several, f.name, f.others
	case err != nil:
		stop(noCloud(at, "the array has records with other fields: it %v", err))
	default:
		h.columns, h.fields, h.others = d, f.single, f.others
	}
	if h.record > 1<<20 {
		stop(noCloud(at, "the array has records of %d bytes", h.record))
	}
}

// read goes through the fields up to the closing bracket.
func (f *npyFields) read(c *cursor, depth int) {
	c.take('[')
	for i := 0; !c.take(']'); i++ {
		f.readField(c, i, depth)
		if c.skipSpace(); !c.take(',') && c.peek() != ']' {
			stop(atByte(c.pos, `the fields need "," or "]" here`))
		}
	}
}

// readField reads ('x', '<f4'), ('name', '|S4', (2, 3)) or ('pos', [('x', '<f4'), …]).
func (f *npyFields) readField(c *cursor, i, depth int) {
	const deepest = 4
	c.skipSpace()
	at := c.pos
	bad := func() { stop(noCloud(at, "the array has a type that is not supported")) }
	if !c.take('(') {
		bad()
	}
	name, ok := fieldName(c)
	if !ok || !c.take(',') || depth > deepest {
		bad()
	}
	var one npyField
	inner := npyFields{named: [3]int{-1, -1, -1}}
	size := 0
	if c.skipSpace(); c.peek() == '[' {
		inner.read(c, depth+1)
		size = inner.size
	} else {
		descr, _ := pythonString(c)
		one.kind, one.order, size = npyType(descr)
		if size != one.kind.size {
			one.kind = scalar{}
		}
	}
	var shape []uint64
	if c.take(',') && c.peek() != ')' {
		shape = readTuple(c)
	}
	one.offset = f.size
	total := size
	for _, n := range shape {
		total = int(min(uint64(total)*min(n, 1<<20), 1<<21))
	}
	if size == 0 || total == 0 || !c.take(')') {
		bad()
	}
	f.take(name, i, one, &inner, shape)
	f.size = min(f.size+total, 1<<21)
}

// fieldName reads a name, or a title and a name.
func fieldName(c *cursor) ([]byte, bool) {
	if !c.take('(') {
		return pythonString(c)
	}
	if _, ok := pythonString(c); !ok || !c.take(',') {
		return nil, false
	}
	name, ok := pythonString(c)
	return name, ok && c.take(')')
}

// take keeps a field that has coordinates.
func (f *npyFields) take(name []byte, i int, one npyField, inner *npyFields, shape []uint64) {
	j := coordinateName(name)
	switch {
	case len(shape) == 0 && one.kind.known() && j >= 0:
		f.twice = f.twice || f.named[j] >= 0
		f.named[j], f.single[j] = i, one
	case len(shape) == 0 && one.kind.known():
		f.others = append(f.others, npyNamed{string(name), one})
	case len(shape) == 1 && shape[0] == 3 && one.kind.known() && isColour(name):
		for k, part := range []string{"red", "green", "blue"} {
			colour := npyNamed{part, one}
			colour.offset += k * one.kind.size
			f.others = append(f.others, colour)
		}
	case len(shape) == 1 && (shape[0] == 2 || shape[0] == 3) && one.kind.known() && isPosition(name):
		f.twice = f.twice || f.width > 0
		f.width, f.name = int(shape[0]), string(name)
		for k := range f.width {
			f.several[k] = one
			f.several[k].offset += k * one.kind.size
		}
	case len(shape) == 0 && inner.size > 0 && isPosition(name):
		d, err := namedDimension(inner.named)
		if err != nil {
			return
		}
		f.twice = f.twice || f.width > 0
		f.width, f.name = d, string(name)
		for k := range d {
			f.several[k] = inner.single[k]
			f.several[k].offset += one.offset
		}
	}
}

func (h *npyHeader) readShape(c *cursor) {
	c.skipSpace()
	h.shapeAt = c.pos
	h.shape = readTuple(c)
	h.written = string(c.data[h.shapeAt:min(c.pos, h.shapeAt+40)])
}

// readTuple reads the numbers of a tuple; of more than four it keeps four.
func readTuple(c *cursor) []uint64 {
	c.skipSpace()
	if !c.take('(') {
		stop(atByte(c.pos, "shape: must be a tuple"))
	}
	var shape []uint64
	for !c.take(')') {
		c.skipSpace()
		at := c.pos
		x, err := wholeNumber(bytes.TrimSuffix(c.word(), []byte("L"))) // Python 2 wrote 5L
		if err != nil {
			stop(atByte(at, "shape: %v", err))
		}
		if len(shape) < 4 {
			shape = append(shape, x)
		}
		if !c.take(',') && c.peek() != ')' {
			stop(atByte(c.pos, `shape needs "," or ")" here`))
		}
	}
	return shape
}

// takeShape finds the axes of clouds, rows and columns.
func (h *npyHeader) takeShape() {
	const most = 1 << 40
	shape := h.shape
	axes := 2
	if h.record > 0 {
		axes = 1
	}
	h.clouds = 1
	if h.stacked = len(shape) == axes+1; h.stacked {
		h.clouds, shape = shape[0], shape[1:]
	}
	if len(shape) != axes || axes == 2 && (shape[1] < 2 || shape[1] > most) {
		if axes == 1 {
			stop(noCloud(h.shapeAt, "shape must be (N,) or (B, N) for an array of records, got %s", h.written))
		}
		stop(noCloud(h.shapeAt, "shape must be (N, 2), (N, 3) or with more columns, or one of these with an axis in front, got %s", h.written))
	}
	h.rows = shape[0]
	if axes == 2 {
		h.columns = int(shape[1])
	}
}

func pythonString(c *cursor) ([]byte, bool) {
	if c.skipSpace(); c.peek() == '"' {
		return c.quoted('"')
	}
	return c.quoted('\'')
}
