package pointcloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// readNPY reads a NumPy array of shape (N, 2), (N, 3) or (N, k), of which the
// first three columns are taken, of floating-point or whole numbers, of either
// byte order and either memory order; or an array of shape (N,) of records with
// the fields x, y (and z). An array of one more axis in front is several clouds.
func readNPY(s *source, found parts) {
	h := readNPYHeader(s.data, s.start, len(s.data), s.reading)
	read := func(i int) File { return h.readSlice(s.data, i, s.reading) }
	if h.stacked {
		found.stack("", int(h.clouds), h.part(s.reading), read)
	} else {
		found.only(func() File { return read(0) })
	}
}

// openStack goes through a file that is an array of several clouds, one after another, of
// which it holds none; nil stands for any other file.
func openStack(name string, file io.ReaderAt, head []byte, size int, reading Reading) *Shelf {
	if !isNPY(head) || reading.Rows != "" {
		return nil
	}
	var s *Shelf
	err := try(func() {
		h := readNPYHeader(head, 0, size, reading)
		if formatNamed("NPY").check(reading); !h.oneAfterAnother() {
			return
		}
		s = &Shelf{source: &source{}, file: name, most: maxShelf}
		newChosen(s, reading, &format{table: true}).stack("", int(h.clouds), Part{}, func(i int) File {
			return h.readAlone(i, reading, func(into []byte, offset int) error {
				if n, err := file.ReadAt(into, int64(offset)); n < len(into) {
					return err
				}
				return nil
			})
		})
	})
	if err != nil {
		return nil
	}
	return s
}

// oneAfterAnother tells whether the array is of clouds that follow each other.
func (h *npyHeader) oneAfterAnother() bool { return h.stacked && !h.fortran }

// readAlone reads the bytes of one cloud of these, and the cloud.
func (h *npyHeader) readAlone(i int, r Reading, read func(into []byte, offset int) error) File {
	data := make([]byte, int(h.rows)*h.size())
	stop(read(data, h.end+i*len(data)))
	one := *h
	one.clouds, one.end = 1, 0
	return one.readSlice(data, 0, r)
}

const npyMagic = "\x93NUMPY"

var isNPY = startsWith(npyMagic)

// checkSize holds the array against the length of its file.
func (h *npyHeader) checkSize(length int) {
	have, size := uint64(length-h.end), uint64(h.size())
	over, rows := bits.Mul64(h.clouds, h.rows)
	if over != 0 {
		rows = math.MaxUint64
	}
	switch fit := have / size; {
	case rows > fit:
		stop(atByte(length, "the file ends after %d of %d rows of the array; copy or save it again", fit, rows))
	case rows == 0:
		stop(atByte(h.end, "%s", countProblem(0)))
	case have != rows*size:
		stop(atByte(h.end+int(rows*size), "%d extra bytes after the array; save it again", have-rows*size))
	}
}

// size returns the bytes of a row.
func (h *npyHeader) size() int {
	if h.record > 0 {
		return h.record
	}
	return h.columns * h.kind.size
}

// plain tells whether the array is a cloud beyond doubt.
func (h *npyHeader) plain() bool {
	return h.record == 0 && h.columns <= 3 && h.kind.kind == 'f' && h.kind.size > 2
}

// part describes each cloud of the array.
func (h *npyHeader) part(r Reading) Part {
	return Part{Count: int(h.rows), Dimension: h.space(r)}
}

// space returns the dimension of the clouds.
func (h *npyHeader) space(r Reading) int {
	if r.Coordinates != (Columns{}) && h.record == 0 {
		return r.Coordinates.dimension()
	}
	return min(h.columns, 3)
}

// asNamed says of coordinates that are found by their names that they are read as they are.
func asNamed(dimension int) (named Columns) {
	copy(named[:dimension], []int{1, 2, 3})
	return named
}

// readSlice reads one of the clouds.
func (h *npyHeader) readSlice(data []byte, slice int, r Reading) File {
	if h.record > 0 {
		return h.readRecords(data, slice)
	}
	rows, columns := int(h.rows), h.columns
	chosen := r.Coordinates != Columns{}
	if most := slices.Max(r.Coordinates[:]); most > columns {
		stop(atByte(h.shapeAt, "coordinates: there is no column %d; the array has %d", most, columns))
	}
	if all := max(rows, h.all); (oddShape(rows, columns) || all > 1 && all <= 3 && columns <= 3 && !h.settled) && r.Transposed == nil && !chosen {
		stop(askShape("array", rows, columns))
	}
	var notes []Note
	switch {
	case columns < 2:
		stop(atByte(h.end, "transposed, the array has only x"))
	case h.transposed:
		notes = []Note{rowsAsAxes(columns)}
	case columns > 3 && !chosen:
		notes = []Note{firstColumns(columns)}
	}
	s := strided{dimension: min(columns, 3), thin: r.thinning}
	column := [3]int{0, 1, 2}
	if chosen {
		s.dimension, column = r.Coordinates.dimension(), r.Coordinates.fromZero()
	}
	for j := range s.dimension {
		_, step, _ := h.steps()
		s.axes[j] = run{kind: h.kind, start: h.offset(slice, 0, column[j]), step: step, order: h.order}
	}
	o := &origin{what: "array", column: column, rows: rows, width: columns, told: true, nested: h.stacked || h.fortran || columns < 6 || r.Rows == rowPoints,
		certain: chosen || h.transposed}
	for i := 0; columns >= 6 && i < min(rows, mostMore); i++ {
		o.more = append(o.more, [3]float64{h.value(data, slice, i, 3), h.value(data, slice, i, 4), h.value(data, slice, i, 5)})
	}
	for i := 0; columns == 4 && i < rows; i++ {
		o.takeWeight(h.value(data, slice, i, 3))
	}
	file := s.read(data, rows)
	if r.Rows == rowBlocks && column[0] == 1 && file.Rows() == rows && file.Missing == nil && file.Of == 0 {
		batch := make([]float64, rows)
		for i := range batch {
			batch[i] = h.value(data, slice, i, 0)
		}
		file.Cloud.Attributes = append(file.Cloud.Attributes, Attribute{cloudWords[0], batch})
	}
	file.Notes = append(notes, h.notePadding(&file)...)
	file.origin = o
	return file
}

// notePadding notes points at the end of a cloud of a stack that are all 0, as padding is.
func (h *npyHeader) notePadding(file *File) []Note {
	d, n := file.Cloud.Dimension, len(file.Cloud.Points)
	for n > 0 && file.Cloud.Points[n-1] == 0 {
		n--
	}
	padded := 0
	if d > 0 {
		padded = (len(file.Cloud.Points) - n) / d
	}
	if !h.stacked || h.all > 0 || file.Of > 0 || padded < 2 || n == 0 {
		return nil
	}
	return []Note{note("The last %s points are all 0. If they pad the cloud, save it without them, or in an NPZ beside its number of points or a mask.",
		thousands(padded))}
}

// steps returns the bytes from a cloud, a row and a column to the next.
func (h *npyHeader) steps() (cloud, row, column int) {
	size, columns, clouds, rows := h.kind.size, h.columns, int(h.clouds), max(int(h.rows), h.all)
	if h.record > 0 {
		size, columns = h.record, 1
	}
	switch {
	case h.fortran && h.transposed:
		return size, clouds * columns * size, clouds * size
	case h.fortran:
		return size, clouds * size, clouds * rows * size
	case h.transposed:
		return rows * columns * size, size, rows * size
	}
	return rows * columns * size, columns * size, size
}

// offset returns the byte where a number, or with column 0 a record, begins.
func (h *npyHeader) offset(cloud, row, column int) int {
	perCloud, perRow, perColumn := h.steps()
	return h.end + cloud*perCloud + (h.skipped+row)*perRow + column*perColumn
}

// value returns a number of the array.
func (h *npyHeader) value(data []byte, cloud, row, column int) float64 {
	if h.record > 0 {
		f := h.axes[column]
		return f.kind.value(data[h.offset(cloud, row, 0)+f.start:], f.order)
	}
	return h.kind.value(data[h.offset(cloud, row, column):], h.order)
}

// take swaps rows and columns or takes the rows as clouds, as the reading says.
func (h *npyHeader) take(r Reading) {
	h.takeFields(r)
	h.takeRows(r)
	if h.transposed = r.Transposed != nil && *r.Transposed && h.record == 0; h.transposed {
		rows := h.rows
		h.rows, h.columns = uint64(h.columns), int(rows)
	}
}

// takeRows takes the rows as clouds.
func (h *npyHeader) takeRows(r Reading) {
	switch r.Rows {
	case rowPoints:
		h.join()
		return
	case rowClouds:
	default:
		return
	}
	points := pointsOf(r.Coordinates, h.columns)
	switch {
	case h.record > 0 || h.stacked:
		stop(atByte(h.shapeAt, "an array of shape %s has no rows of several points; leave out rows", h.written))
	case points == nil || points[0][0] != 0:
		stop(atByte(h.shapeAt, "%d columns do not make points; give [1, 2] or [1, 2, 3] as coordinates", h.columns))
	case h.fortran:
		stop(atByte(h.shapeAt, "rows can be clouds in C order only; save the array again: numpy.ascontiguousarray"))
	}
	h.clouds, h.rows, h.columns, h.stacked = h.rows, uint64(len(points)), len(points[0]), true
}

// join takes the rows of all clouds as points of one.
func (h *npyHeader) join() {
	if over, rows := bits.Mul64(h.clouds, h.rows); over == 0 && !h.fortran && rows < math.MaxInt32 {
		h.rows, h.clouds, h.stacked = rows, 1, false
		return
	}
	stop(atByte(h.shapeAt, "rows of an array of shape %s cannot be joined; save the array again: numpy.ascontiguousarray", h.written))
}

// rowsFrom is the array of some rows of this one.
func (h *npyHeader) rowsFrom(first, count int) *npyHeader {
	part := *h
	part.skipped, part.all, part.rows = first, int(h.rows), uint64(count)
	return &part
}

// readRecords reads the fields of an array of records.
func (h *npyHeader) readRecords(data []byte, slice int) File {
	_, step, _ := h.steps()
	return h.placed(func(offset int, _ scalar) (int, int) { return h.offset(slice, 0, 0) + offset, step }).read(data, int(h.rows))
}

// Array is a NumPy array of numbers, the last index running fastest.
type Array struct {
	Shape  []int
	Values []float64
	// Whole says that its type is one of whole numbers.
	Whole bool
}

// ReadArray reads a NumPy file (.npy) that holds no cloud: floating-point or whole numbers
// of at most four axes.
func ReadArray(data []byte) (a Array, err error) {
	err = try(func() { a = readArray(data) })
	return a, err
}

func readArray(data []byte) Array {
	h := parseNPYHeader(data, 0)
	if !h.kind.known() || h.record > 0 || h.fortran && len(h.shape) > 1 {
		stop(atByte(h.shapeAt, "want an array of plain numbers in C order (numpy.ascontiguousarray)"))
	}
	a := Array{Whole: h.kind.kind != 'f'}
	room := uint64(len(data) - h.end)
	numbers := uint64(1)
	for _, n := range h.shape {
		if n > room || numbers*n > room {
			stop(atByte(len(data), "the file ends here, before an array of shape %s", h.written))
		}
		numbers *= n
		a.Shape = append(a.Shape, int(n))
	}
	if numbers*uint64(h.kind.size) != room {
		stop(atByte(len(data), "an array of shape %s has %d bytes, the file %d", h.written, numbers*uint64(h.kind.size), room))
	}
	a.Values = make([]float64, numbers)
	for i := range a.Values {
		a.Values[i] = h.kind.value(data[h.end+i*h.kind.size:], h.order)
	}
	return a
}

// ReadArrays reads the arrays of numbers of a NumPy archive (.npz) by their names, and lists the others.
func ReadArrays(data []byte) (arrays map[string]Array, others []string, err error) {
	s := &source{data: data, size: len(data), room: roomFor(len(data))}
	arrays = map[string]Array{}
	err = try(func() {
		for _, e := range s.directory(bytes.NewReader(data)) {
			name, ok := strings.CutSuffix(e.Name, ".npy")
			if !ok {
				continue
			}
			if _, seen := arrays[name]; seen || len(arrays)+len(others) == MaxAttributes {
				stop(atByte(e.At, "has the array %s twice, or more than %d arrays", quote([]byte(name)), MaxAttributes))
			}
			content := s.extract(&e, nil)
			if try(func() { arrays[name] = readArray(content) }) != nil {
				others = append(others, name)
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	return arrays, others, nil
}

// NPY returns c as a NumPy array of float64: N×D numbers, or N records with the fields x, y (and z) and the attributes.
// Parse reads the same cloud from it; without attributes it asks what rows are if there are two or three.
func (c Cloud) NPY() ([]byte, error) {
	descr, shape, version := "'<f8'", fmt.Sprintf("(%d, %d)", c.Count(), c.Dimension), byte(1)
	if len(c.Attributes) > 0 {
		var fields []string
		for _, name := range append([]string{"x", "y", "z"}[:c.Dimension:c.Dimension], c.AttributeNames()...) {
			field := "('" + name + "', '<f8')"
			if strings.ContainsAny(name, `'\`) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) || len(fields) >= c.Dimension && coordinateName([]byte(name)) >= 0 {
				return nil, fmt.Errorf("the attribute %s cannot be the name of a field; write JSON", quote([]byte(name)))
			}
			if strings.IndexFunc(name, func(r rune) bool { return r > '~' }) >= 0 {
				version = 3 // UTF-8
			}
			fields = append(fields, field)
		}
		descr, shape = "["+strings.Join(fields, ", ")+"]", fmt.Sprintf("(%d,)", c.Count())
	}
	out := npyPreamble(version, fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr, shape), int(c.size()))
	for i := range c.Count() {
		for _, x := range c.Points[i*c.Dimension : (i+1)*c.Dimension] {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
		}
		for _, a := range c.Attributes {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(a.Values[i]))
		}
	}
	return out, nil
}

// npyPreamble returns the header of an array, aligned, with room for so many bytes behind it.
func npyPreamble(version byte, dictionary string, room int) []byte {
	const unit = 64
	start := len(npyMagic) + 2 + 2
	if version > 1 {
		start += 2
	}
	dictionary += strings.Repeat(" ", unit-1-(start+len(dictionary))%unit) + "\n"
	out := append(make([]byte, 0, start+len(dictionary)+room), npyMagic...)
	out = append(out, version, 0)
	if version > 1 {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(dictionary)))
	} else {
		out = binary.LittleEndian.AppendUint16(out, uint16(len(dictionary)))
	}
	return append(out, dictionary...)
}
