package pointcloud

import (
	"encoding/binary"
	"math"
)

// scalar is a type of binary number.
type scalar struct {
	kind byte // 'i' signed, 'u' unsigned, 'f' floating point
	size int  // in bytes: 1, 2, 4 or 8
}

// known tells whether the type exists.
func (s scalar) known() bool {
	switch s.kind {
	case 'i', 'u':
		return s.size == 1 || s.size == 2 || s.size == 4 || s.size == 8
	case 'f':
		return s.size == 4 || s.size == 8
	}
	return false
}

// value decodes the first s.size bytes. Integers beyond 2⁵³ are rounded.
func (s scalar) value(b []byte, order binary.ByteOrder) float64 {
	switch s.kind {
	case 'f':
		if s.size == 4 {
			return float64(math.Float32frombits(order.Uint32(b)))
		}
		return math.Float64frombits(order.Uint64(b))
	case 'u':
		return float64(s.bits(b, order))
	}
	return float64(s.signed(b, order))
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

// notFinite reports a binary coordinate that is NaN or infinite.
func notFinite(offset, point, coordinate int, x float64) error {
	return atByte(offset, "points[%d][%d]: %v is not a finite number", point, coordinate, x)
}

// cutOff reports binary data that ends early.
func cutOff(data []byte, have, want uint64, what string) error {
	return atByte(len(data), "the file ends here, with room for %d of %d %s", have, want, what)
}

// refuseTail reports data that no count in the header accounts for. Padding
// with NUL bytes or line ends is let pass: the Point Cloud Library writes it.
func refuseTail(data []byte, pos int) error {
	for i, c := range data[pos:] {
		if c != 0 && c != '\n' && c != '\r' {
			return atByte(pos+i, "%d bytes more than the header announces", len(data)-pos)
		}
	}
	return nil
}
