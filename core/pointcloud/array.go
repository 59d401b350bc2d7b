package pointcloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// Array is a NumPy array of numbers, the last index running fastest.
type Array struct {
	Shape  []int
	Values []float64
	// Whole says that its type is one of whole numbers.
	Whole bool
}

// ReadArray reads a NumPy file (.npy) that holds no cloud: floating-point or whole numbers
// of at most four axes.
func ReadArray(data []byte) (Array, error) {
	h, err := parseNPYHeader(data, 0)
	if err != nil {
		return Array{}, err
	}
	if !h.kind.known() || h.record > 0 || h.fortran && len(h.shape) > 1 {
		return Array{}, atByte(h.shapeAt, "want an array of plain numbers in C order (numpy.ascontiguousarray)")
	}
	a := Array{Whole: h.kind.kind != 'f'}
	room := uint64(len(data) - h.end)
	numbers := uint64(1)
	for _, n := range h.shape {
		if n > room || numbers*n > room {
			return Array{}, atByte(len(data), "the file ends here, before an array of shape %s", h.written)
		}
		numbers *= n
		a.Shape = append(a.Shape, int(n))
	}
	if numbers*uint64(h.kind.size) != room {
		return Array{}, atByte(len(data), "an array of shape %s has %d bytes, the file %d", h.written, numbers*uint64(h.kind.size), room)
	}
	a.Values = make([]float64, numbers)
	for i := range a.Values {
		a.Values[i] = h.kind.value(data[h.end+i*h.kind.size:], h.order)
	}
	return a, nil
}

// ReadArrays reads the arrays of numbers of a NumPy archive (.npz) by their names, and lists the others.
func ReadArrays(data []byte) (arrays map[string]Array, others []string, err error) {
	s := &source{data: data, size: len(data), room: roomFor(len(data))}
	entries, err := packed.Directory(bytes.NewReader(data), len(data), s.room)
	if err != nil {
		return nil, nil, unpacking(err)
	}
	arrays = map[string]Array{}
	for i := range entries {
		name, ok := strings.CutSuffix(entries[i].Name, ".npy")
		if !ok {
			continue
		}
		if _, seen := arrays[name]; seen || len(arrays)+len(others) == MaxAttributes {
			return nil, nil, atByte(entries[i].At, "has the array %s twice, or more than %d arrays", quote([]byte(name)), MaxAttributes)
		}
		content, err := s.extract(&entries[i], nil)
		if err != nil {
			return nil, nil, err
		}
		array, err := ReadArray(content)
		if err != nil {
			others = append(others, name)
			continue
		}
		arrays[name] = array
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
			if strings.ContainsAny(name, `'\`) || coordinateField(name, len(fields) >= c.Dimension) || containsControl(name) {
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

// coordinateField reports whether a reader would take an attribute for a coordinate.
func coordinateField(name string, isAttribute bool) bool {
	return isAttribute && coordinateName([]byte(name)) >= 0
}

func containsControl(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) >= 0
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
