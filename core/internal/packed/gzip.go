package packed

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

const gzipSignature = "\x1f\x8b\x08"

// IsGzip tells whether data starts as gzip files do. It also looks at the
// reserved flags, so that no scan of floating-point numbers is taken for an
// archive by chance.
func IsGzip(data []byte) bool {
	return len(data) > 3 && string(data[:3]) == gzipSignature && data[3]&0xe0 == 0
}

// Gunzip unpacks a gzip file (RFC 1952) to at most limit bytes: members one
// after another, each with a header, deflated data, its checksum and its length.
// NUL bytes may follow. It asks for no more memory than limit: for as much as the
// last length says, and where that is not enough, for as much as a pass counts.
func Gunzip(data []byte, limit int) ([]byte, error) {
	limit = min(limit, MaxUnpacked)
	claimed := int64(binary.LittleEndian.Uint32(data[len(data)-4:]))
	if claimed > int64(limit) || claimed > maxRatio*int64(len(data)) {
		claimed = 0 // not the length of the only member
	}
	f := &inflater{data: data, limit: int(claimed), out: make([]byte, 0, claimed)}
	if err := gunzipMembers(f); err != errLimit {
		return f.out, err
	}
	count := &inflater{data: data, limit: limit - int(claimed), counting: true}
	if err := gunzipMembers(count); err != nil {
		if err == errLimit {
			err = tooLarge(count.pos, limit)
		}
		return nil, err
	}
	f = &inflater{data: data, limit: count.size(), out: make([]byte, 0, count.size())}
	err := gunzipMembers(f)
	return f.out, err
}

func gunzipMembers(f *inflater) error {
	for f.pos < len(f.data) {
		if !IsGzip(f.data[f.pos:]) {
			return refuseTail(f.data, f.pos)
		}
		if err := gunzipMember(f); err != nil {
			return err
		}
	}
	return nil
}

func gunzipMember(f *inflater) error {
	if err := skipGzipHeader(f); err != nil {
		return err
	}
	start := len(f.out)
	switch err := f.run(); {
	case err == errLimit:
		return err
	case err != nil:
		return at(f.pos, "%v", err)
	}
	if len(f.data)-f.pos < 8 {
		return at(len(f.data), "%v", errEnds)
	}
	if !f.counting && !isWhole(f.out[start:], f.data[f.pos:]) {
		return at(f.pos, "the packed data is damaged: its checksum or length is wrong")
	}
	f.pos += 8
	return nil
}

// isWhole holds content against the checksum and length at the start of tail.
func isWhole(content, tail []byte) bool {
	sum, size := binary.LittleEndian.Uint32(tail), binary.LittleEndian.Uint32(tail[4:])
	return sum == crc32.ChecksumIEEE(content) && size == uint32(len(content))
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
