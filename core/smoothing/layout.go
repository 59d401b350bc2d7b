package smoothing

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Layout is how a model takes clouds: the axes of its input from the slowest to the
// fastest, B clouds, P poses, D coordinates, N points; 1 is an axis of one, and flat is one
// axis for the two behind B.
type Layout string

// layouts lists every layout.
var layouts = []Layout{"BDN", "BND", "BDN1", "BND1", "flat BDN", "flat BND", "BPDN"}

// together tells whether the model takes all poses of a cloud at once.
func (l Layout) together() bool { return l == "BPDN" }

// pointsFirst tells whether the coordinates of a point stand side by side.
func (l Layout) pointsFirst() bool { return strings.Contains(string(l), "BND") }

// shape returns the lengths of the axes behind B.
func (l Layout) shape(poses, points, dimension int) []int {
	shape := []int{dimension, points}
	if l.pointsFirst() {
		slices.Reverse(shape)
	}
	switch {
	case l.together():
		return append([]int{poses}, shape...)
	case strings.HasPrefix(string(l), "flat"):
		return []int{points * dimension}
	case strings.HasSuffix(string(l), "1"):
		return append(shape, 1)
	}
	return shape
}

// The kinds of numbers that models take and return.
const (
	Float32 = "float32"
	Float16 = "float16"
)

// numberSize returns the bytes of a number of this kind.
func numberSize(kind string) int {
	if kind == Float16 {
		return 2
	}
	return 4
}

// readNumbers reads the numbers of this kind.
func readNumbers(data []byte, kind string) []float64 {
	size := numberSize(kind)
	numbers := make([]float64, len(data)/size)
	for i := range numbers {
		if at := data[i*size:]; kind == Float16 {
			numbers[i] = pointcloud.Half(binary.LittleEndian.Uint16(at))
		} else {
			numbers[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(at)))
		}
	}
	return numbers
}

// appendPose appends a pose, its whole numbers times q, in the order of the layout, little
// endian. Every grid point is a float32; a float16 rounds it, which is part of the model then.
func (l Layout) appendPose(out []byte, kind string, pose []float64, q float64, dimension int) []byte {
	rows, step := [][]float64{pose}, 1
	if !l.pointsFirst() {
		rows, step = rows[:0], dimension
		for i := range dimension {
			rows = append(rows, pose[i:])
		}
	}
	size := numberSize(kind)
	out = slices.Grow(out, size*len(pose))
	next := out[len(out) : len(out)+size*len(pose)]
	for _, row := range rows {
		for n := 0; n < len(row); n += step {
			if x := float64(row[n] * q); size == 2 {
				binary.LittleEndian.PutUint16(next, half(x))
			} else {
				binary.LittleEndian.PutUint32(next, math.Float32bits(float32(x)))
			}
			next = next[size:]
		}
	}
	return out[:len(out)+size*len(pose)]
}

// half returns the float16 (IEEE 754 binary16) nearest to x, ties to even.
func half(x float64) uint16 {
	sign := uint16(0)
	if math.Signbit(x) {
		sign = 0x8000
	}
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return 0x7e00
	case size >= 65520:
		return sign | 0x7c00
	case size < 0x1p-14:
		return sign | uint16(math.RoundToEven(size*0x1p24))
	}
	fraction, exponent := math.Frexp(size) // size = fraction·2^exponent, ½ ≤ fraction < 1
	// Ten bits behind the leading one; a carry goes into the exponent as it should.
	return sign | (uint16(exponent+13)<<10 + uint16(math.RoundToEven(fraction*0x1p11)))
}

// npyHeader is the header of a NumPy file (format 1.0) of little-endian numbers.
func npyHeader(kind string, shape []int) []byte {
	axes := make([]string, len(shape))
	for i, n := range shape {
		axes[i] = fmt.Sprint(n)
	}
	descr := fmt.Sprintf("<f%d", numberSize(kind))
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s,), }", descr, strings.Join(axes, ", "))
	const preamble, unit = 10, 64
	text += strings.Repeat(" ", unit-(preamble+len(text)+1)%unit) + "\n"
	return append([]byte("\x93NUMPY\x01\x00"), append(binary.LittleEndian.AppendUint16(nil, uint16(len(text))), text...)...)
}
