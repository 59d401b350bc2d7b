package pointcloud

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// NPY returns c as a NumPy array of float64: N×D numbers, or N records with the fields x, y (and z) and the attributes.
// Parse reads the same cloud from it.
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
