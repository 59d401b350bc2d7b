package packed

import (
	"bytes"
	"encoding/binary"
	"math"
)

const gzipSignature = "\x1f\x8b\x08"

// IsGzip tells whether data starts as gzip files do. It also looks at the reserved flags, so that no scan of floating-point
// numbers is taken for an archive by chance.
func IsGzip(data []byte) bool {
	return len(data) > 3 && string(data[:3]) == gzipSignature && data[3]&0xe0 == 0
}

// Gunzip unpacks a gzip file (RFC 1952): members one after another, each with a
// header, deflated data, its checksum and its length. NUL bytes may follow.
func Gunzip(data []byte) ([]byte, error) {
	limit := unpackLimit(len(data))
	claimed := min(int(binary.LittleEndian.Uint32(data[len(data)-4:])&math.MaxInt32), limit)
	f := &inflater{data: data, limit: limit, out: make([]byte, 0, room(claimed, len(data)))}
	for f.pos < len(data) {
		if !IsGzip(data[f.pos:]) {
			return f.out, refuseTail(data, f.pos)
		}
		if err := gunzipMember(f); err != nil {
			return nil, err
		}
	}
	return f.out, nil
}

func gunzipMember(f *inflater) error {
	if err := skipGzipHeader(f); err != nil {
		return err
	}
	start := len(f.out)
	switch err := f.run(); {
	case err == errLimit:
		return tooLarge(f.pos, len(f.data), f.limit)
	case err != nil:
		return at(f.pos, "%v", err)
	}
	if len(f.data)-f.pos < 8 {
		return at(len(f.data), "%v", errEnds)
	}
	sum, size := binary.LittleEndian.Uint32(f.data[f.pos:]), binary.LittleEndian.Uint32(f.data[f.pos+4:])
	if content := f.out[start:]; sum != crc32(content) || size != uint32(len(content)) {
		return at(f.pos, "the packed data is damaged: its checksum or length is wrong")
	}
	f.pos += 8
	return nil
}

// skipGzipHeader moves past the header: ten bytes, then by its flags a field
// with a length, two strings that end with NUL, and a checksum.
func skipGzipHeader(f *inflater) error {
	const fixed, extra, name, remark, checksum = 10, 1 << 2, 1 << 3, 1 << 4, 1 << 1
	flags := f.data[f.pos+3]
	pos := f.pos + fixed
	if flags&extra != 0 && pos+2 <= len(f.data) {
		pos += 2 + int(binary.LittleEndian.Uint16(f.data[pos:]))
	}
	for _, flag := range []byte{name, remark} {
		if flags&flag != 0 && pos < len(f.data) {
			pos = behindText(f.data, pos)
		}
	}
	if flags&checksum != 0 {
		pos += 2
	}
	if pos > len(f.data) {
		return at(len(f.data), "%v", errEnds)
	}
	f.pos = pos
	return nil
}

// unpackLimit returns how much so many packed bytes may unpack to.
func unpackLimit(packed int) int {
	return min(MaxUnpacked, max(freeUnpacked, maxRatio*min(packed, MaxUnpacked)))
}

func tooLarge(pos, packed, limit int) error {
	return at(pos, "unpacks from %d bytes to more than %d; the limits are %d MiB and %d:1", packed, limit, MaxUnpacked>>20, maxRatio)
}

// room returns how much room to make for so many packed bytes that are said to
// unpack to claimed.
func room(claimed, packed int) int {
	if claimed/usualRatio > packed {
		return usualRatio * packed
	}
	return claimed
}

// behindText returns the offset behind a string that ends with NUL.
func behindText(data []byte, pos int) int {
	if i := bytes.IndexByte(data[pos:], 0); i >= 0 {
		return pos + i + 1
	}
	return len(data) + 1
}

// refuseTail reports what follows the last member, padding aside.
func refuseTail(data []byte, pos int) error {
	if tail := bytes.TrimLeft(data[pos:], "\x00\r\n"); len(tail) > 0 {
		return at(len(data)-len(tail), "%d bytes follow the packed data", len(tail))
	}
	return nil
}
