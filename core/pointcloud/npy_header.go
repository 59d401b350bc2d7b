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
	record  int       // bytes of a record, 0 where there are none
	fields  npyFields // of a record
	strided           // what they are
	fortran bool      // the first index runs fastest, not the last
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
		if len(data) > 0 && looksLike(data) == plainText {
			nowhere("is text; save its numbers with Python: numpy.save(\"array.npy\", numpy.loadtxt(\"file.csv\", delimiter=\",\")), without the delimiter for blanks")
		}
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

// npyFields gathers the fields of a record. A field such as ('xyz', '<f4', (3,)) or ('pos', [('x', '<f4'), …]) has several columns.
type npyFields struct {
	at, size int
	columns  []run
	name     string // of the field that has x, y and z together, "" for none
}

// readFields reads [('x', '<f4'), ('rgb', '|u1', (3,)), …].
func (h *npyHeader) readFields(c *cursor) {
	h.fields.at = c.pos
	h.fields.read(c, 0)
	if h.record = h.fields.size; h.record > 1<<20 {
		stop(noCloud(h.fields.at, "the array has records of %d bytes", h.record))
	}
}

// takeFields divides the fields of a record.
func (h *npyHeader) takeFields(r Reading) {
	if h.record == 0 {
		return
	}
	h.divide(h.fields.columns, r, func(format string, args ...any) error {
		return noCloud(h.fields.at, "the records: "+format, args...)
	})
	h.columns = h.dimension
	if h.fields.name != "" {
		h.notes = append(h.notes, note("The field %s of the records is read as %s.", quote([]byte(h.fields.name)), axes(h.dimension)))
	}
}

// read goes through the fields up to the closing bracket.
func (f *npyFields) read(c *cursor, depth int) {
	c.take('[')
	for !c.take(']') {
		f.readField(c, depth)
		if c.skipSpace(); !c.take(',') && c.peek() != ']' {
			stop(atByte(c.pos, `the fields need "," or "]" here`))
		}
	}
}

// readField reads ('x', '<f4'), ('name', '|S4', (2, 3)) or ('pos', [('x', '<f4'), …]).
func (f *npyFields) readField(c *cursor, depth int) {
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
	one, inner, size := run{name: string(name)}, npyFields{}, 0
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
	one.start = f.size
	total := size
	for _, n := range shape {
		total = int(min(uint64(total)*min(n, 1<<20), 1<<21))
	}
	if size == 0 || total == 0 || !c.take(')') {
		bad()
	}
	f.take(one, &inner, shape)
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

// take keeps a field of numbers. Of several numbers it keeps colours and positions.
func (f *npyFields) take(one run, inner *npyFields, shape []uint64) {
	name := []byte(one.name)
	switch {
	case len(shape) == 0 && one.kind.known():
		f.columns = append(f.columns, one)
	case len(shape) == 1 && shape[0] == 3 && one.kind.known() && isColour(name):
		f.several(one, colours[:3])
	case len(shape) == 1 && (shape[0] == 2 || shape[0] == 3) && one.kind.known() && isPosition(name):
		f.name = one.name
		f.several(one, []string{"x", "y", "z"}[:shape[0]])
	case len(shape) == 0 && isPosition(name):
		for _, part := range inner.columns {
			if coordinateName([]byte(part.name)) >= 0 {
				part.start += one.start
				f.columns, f.name = append(f.columns, part), one.name
			}
		}
	}
}

// several makes numbers one after another columns.
func (f *npyFields) several(one run, names []string) {
	for _, name := range names {
		one.name = name
		f.columns = append(f.columns, one)
		one.start += one.kind.size
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
