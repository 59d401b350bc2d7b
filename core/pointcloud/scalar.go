package pointcloud

import (
	"encoding/binary"
	"math"
)

// scalar is a type of binary number.
type scalar struct {
	kind byte // 'i' signed, 'u' unsigned, 'f' floating point
	size int  // in bytes: 1, 2, 4 or 8; 2, 4 or 8 of floating point
}

// known tells whether the type exists.
func (s scalar) known() bool {
	switch s.kind {
	case 'i', 'u':
		return s.size == 1 || s.size == 2 || s.size == 4 || s.size == 8
	case 'f':
		return s.size == 2 || s.size == 4 || s.size == 8
	}
	return false
}

// value decodes the first s.size bytes. Integers beyond 2⁵³ are rounded.
func (s scalar) value(b []byte, order binary.ByteOrder) float64 {
	switch s.kind {
	case 'f':
		switch s.size {
		case 2:
			return Half(order.Uint16(b))
		case 4:
			return float64(math.Float32frombits(order.Uint32(b)))
		}
		return math.Float64frombits(order.Uint64(b))
	case 'u':
		return float64(s.bits(b, order))
	}
	return float64(s.signed(b, order))
}

// Half decodes a number of 16 bits: sign, five bits of exponent, ten of fraction
// (IEEE 754-2019, binary16).
func Half(b uint16) float64 {
	fraction, exponent := float64(b&0x3ff), int(b>>10&0x1f)
	x := math.Ldexp(fraction, -24) // 2⁻¹⁴ · fraction/2¹⁰
	switch {
	case exponent == 0x1f && fraction > 0:
		return math.NaN()
	case exponent == 0x1f:
		x = math.Inf(1)
	case exponent > 0:
		x = math.Ldexp(1024+fraction, exponent-25)
	}
	if b>>15 != 0 {
		return -x
	}
	return x
}

// bits returns the number as it is stored, without its sign.
func (s scalar) bits(b []byte, order binary.ByteOrder) uint64 {
	switch s.size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(order.Uint16(b))
	case 4:
		return uint64(order.Uint32(b))
	}
	return order.Uint64(b)
}

// signed returns an integer of either kind, in two's complement.
func (s scalar) signed(b []byte, order binary.ByteOrder) int64 {
	unused := 64 - 8*s.size
	x := s.bits(b, order) << unused
	if s.kind == 'u' {
		return int64(x >> unused)
	}
	return int64(x) >> unused
}

// cutOff reports binary data that ends early.
func cutOff(data []byte, have, want uint64, what string) error {
	return atByte(len(data), "the file ends after %d of %d %s; copy or export it again", have, want, what)
}

// refuseTail reports data that no count in the header accounts for. Padding
// with NUL bytes or line ends is let pass: the Point Cloud Library writes it.
func refuseTail(data []byte, pos int) error {
	for i, c := range data[pos:] {
		if c != 0 && c != '\n' && c != '\r' {
			return atByte(pos+i, "%d extra bytes after the data that the header counts; correct the counts, or cut the bytes off", len(data)-pos)
		}
	}
	return nil
}

// strided says where binary data has the numbers of a cloud: coordinate j of
// point i is the number of type kind[j] at byte start[j] + i·step[j].
type strided struct {
	dimension   int
	kind        [3]scalar
	start, step [3]int
	order       [3]binary.ByteOrder
	thin        *thinning
}

// read takes so many points, for which there must be enough data.
func (s *strided) read(data []byte, count int) (File, error) {
	fail := func(format string, args ...any) error { return atByte(min(s.start[0], len(data)), format, args...) }
	if problem := s.thin.problem(uint64(count)); problem != "" {
		return File{}, fail("%s", problem)
	}
	points := s.thin.gather(uint64(count), s.dimension)
	for i := range count {
		var point [3]float64
		for j := range s.dimension {
			point[j] = s.kind[j].value(data[s.start[j]+i*s.step[j]:], s.order[j])
		}
		points.add(point)
	}
	return points.file(fail)
}

// thrice is the byte order of three coordinates.
func thrice(order binary.ByteOrder) [3]binary.ByteOrder {
	return [3]binary.ByteOrder{order, order, order}
}

// records is the layout of points of the same type one after another.
func records(kind scalar, start, size int) *strided {
	s := &strided{dimension: 3, order: thrice(binary.LittleEndian)}
	for j := range 3 {
		s.kind[j], s.start[j], s.step[j] = kind, start+j*kind.size, size
	}
	return s
}
