package pointcloud

import (
	"encoding/binary"
	"math"
	"strings"
)

// What a packed file may unpack to: deflate reaches 1,032:1 on a file of equal
// bytes, while clouds stay below 100:1.
const (
	maxUnpacked   = 256 << 20
	maxRatio      = 1000
	freeUnpacked  = 1 << 20 // may have any ratio
	usualRatio    = 8       // beyond which no room is made before the bytes are there
	gzipSignature = "\x1f\x8b\x08"
)

// unpack reads a file that may be packed with gzip. Lines and bytes in errors
// are those of the unpacked file.
func unpack(name string, data []byte, part string) (File, error) {
	if !isGzip(data) {
		return parse(name, data, part)
	}
	inner := unpackedName(name)
	content, err := gunzip(data)
	if err != nil {
		return File{}, err
	}
	if isGzip(content) {
		return File{}, within(inner, atByte(0, "is packed with gzip once more"))
	}
	file, err := parse(inner, content, part)
	return file, within(inner, err)
}

// isGzip also looks at the reserved flags, so that no scan of floating-point
// numbers is taken for an archive by chance.
func isGzip(data []byte) bool {
	return len(data) > 3 && string(data[:3]) == gzipSignature && data[3]&0xe0 == 0
}

// unpackedName returns the last element of a path without its .gz.
func unpackedName(name string) string {
	name = name[max(strings.LastIndexByte(name, '/'), strings.LastIndexByte(name, '\\'))+1:]
	if n := len(name) - len(".gz"); n > 0 && strings.ToLower(name[n:]) == ".gz" {
		return name[:n]
	}
	return name
}

// gunzip unpacks a gzip file (RFC 1952): members one after another, each with a
// header, deflated data, its checksum and its length. NUL bytes may follow.
func gunzip(data []byte) ([]byte, error) {
	limit := unpackLimit(len(data))
	claimed := min(int(binary.LittleEndian.Uint32(data[len(data)-4:])&math.MaxInt32), limit)
	f := &inflater{data: data, limit: limit, out: make([]byte, 0, room(claimed, len(data)))}
	for f.pos < len(data) {
		if !isGzip(data[f.pos:]) {
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
		return atByte(f.pos, "%v", err)
	}
	if len(f.data)-f.pos < 8 {
		return atByte(len(f.data), "%v", errEnds)
	}
	sum, size := binary.LittleEndian.Uint32(f.data[f.pos:]), binary.LittleEndian.Uint32(f.data[f.pos+4:])
	if content := f.out[start:]; sum != crc32(content) || size != uint32(len(content)) {
		return atByte(f.pos, "the packed data is damaged: its checksum or length is wrong")
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
			pos = find(f.data, pos, 0) + 1
		}
	}
	if flags&checksum != 0 {
		pos += 2
	}
	if pos > len(f.data) {
		return atByte(len(f.data), "%v", errEnds)
	}
	f.pos = pos
	return nil
}

// unpackLimit returns how much so many packed bytes may unpack to.
func unpackLimit(packed int) int {
	return min(maxUnpacked, max(freeUnpacked, maxRatio*min(packed, maxUnpacked)))
}

func tooLarge(at, packed, limit int) error {
	return atByte(at, "unpacks from %d bytes to more than %d; the limits are %d MiB and %d:1", packed, limit, maxUnpacked>>20, maxRatio)
}

// room returns how much room to make for so many packed bytes that are said to
// unpack to claimed.
func room(claimed, packed int) int {
	if claimed/usualRatio > packed {
		return usualRatio * packed
	}
	return claimed
}
