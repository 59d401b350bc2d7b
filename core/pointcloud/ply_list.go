package pointcloud

import (
	"encoding/binary"
	"fmt"
)

// skipList returns what follows a list on a line of text, given the field that
// says how many items it has.
func skipList(length, row []byte) (rest []byte, err error) {
	n, err := wholeNumber(length)
	if err != nil {
		return nil, err
	}
	for i := range n {
		_, rest, ok := splitSpace(row)
		if !ok {
			return nil, fmt.Errorf("has %d of %d list items", i, n)
		}
		row = rest
	}
	return row, nil
}

// skipBinaryList returns the offset behind the list at data[pos].
func (p *plyProperty) skipBinaryList(data []byte, pos int, order binary.ByteOrder) (int, error) {
	if len(data)-pos < p.length.size {
		return 0, atByte(len(data), "the file ends within a list")
	}
	n := p.length.signed(data[pos:], order)
	if n < 0 {
		return 0, atByte(pos, "a list has %d items", n)
	}
	pos += p.length.size
	if n > int64((len(data)-pos)/p.kind.size) {
		return 0, atByte(len(data), "the file ends within a list of %d items", n)
	}
	return pos + int(n)*p.kind.size, nil
}
