package pointcloud

import (
	"bytes"
	"encoding/binary"
)

// The records of a ZIP archive (PKWARE's APPNOTE.TXT 6.3.10, section 4.3) by
// signature, and how long they are without their names and remarks.
const (
	zipLocal     = "PK\x03\x04"
	zipCentral   = "PK\x01\x02"
	zipEnd       = "PK\x05\x06"
	zipLocalSize = 30
	zipEntrySize = 46
	zipEndSize   = 22
	maxZIPRemark = 1<<16 - 1
	maxEntries   = 4096
	maxEntryName = 1000
)

// zipEntry is a file of an archive, as the central directory describes it.
type zipEntry struct {
	name         string
	method       uint16 // 0 stored, 8 deflated
	checksum     uint32
	packed, size int
	at           int // of its local record
}

func isZIP(content []byte) bool {
	return bytes.HasPrefix(content, []byte(zipLocal)) || bytes.HasPrefix(content, []byte(zipEnd))
}

// readDirectory returns the files of an archive. It reads the central
// directory only: what local records say again may be left open there.
func readDirectory(data []byte) ([]zipEntry, error) {
	end, err := findZIPEnd(data)
	if err != nil {
		return nil, err
	}
	record := data[end:]
	disk, count := binary.LittleEndian.Uint32(record[4:]), int(binary.LittleEndian.Uint16(record[10:]))
	size, pos := binary.LittleEndian.Uint32(record[12:]), binary.LittleEndian.Uint32(record[16:])
	switch {
	case count == 1<<16-1 || size == 1<<32-1 || pos == 1<<32-1:
		return nil, atByte(end, "the archive is a ZIP64 archive, which is not read")
	case disk != 0 || binary.LittleEndian.Uint16(record[8:]) != uint16(count):
		return nil, atByte(end, "the archive is one of several volumes, which are not read")
	case count > maxEntries:
		return nil, atByte(end, "the archive has %d files; the limit is %d", count, maxEntries)
	case uint64(pos)+uint64(size) > uint64(end):
		return nil, atByte(end, "the archive's directory of %d bytes at %d does not fit", size, pos)
	}
	entries := make([]zipEntry, count)
	at := int(pos)
	for i := range entries {
		if at, err = entries[i].read(data[:end], at); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// findZIPEnd looks for the last record, which a remark may follow.
func findZIPEnd(data []byte) (int, error) {
	first := max(0, len(data)-zipEndSize-maxZIPRemark)
	i := bytes.LastIndex(data[first:max(first, len(data)-zipEndSize+len(zipEnd))], []byte(zipEnd))
	if i < 0 {
		return 0, atByte(len(data), "the ZIP archive ends early: it has no directory")
	}
	return first + i, nil
}

// read takes the entry at data[at] and returns the offset behind it.
func (e *zipEntry) read(data []byte, at int) (int, error) {
	if len(data)-at < zipEntrySize || string(data[at:at+4]) != zipCentral {
		return 0, atByte(at, "the archive's directory is damaged: there is no entry here")
	}
	record := data[at:]
	half := func(offset int) int { return int(binary.LittleEndian.Uint16(record[offset:])) }
	word := func(offset int) uint32 { return binary.LittleEndian.Uint32(record[offset:]) }
	next := zipEntrySize + half(28) + half(30) + half(32)
	if next > len(record) {
		return 0, atByte(at, "the archive's directory is damaged: an entry does not fit")
	}
	name := record[zipEntrySize : zipEntrySize+half(28)]
	switch {
	case len(name) > maxEntryName:
		return 0, atByte(at, "the archive has a file name of %d bytes; the limit is %d", len(name), maxEntryName)
	case half(8)&1 != 0:
		return 0, atByte(at, "%s is encrypted; unpack the archive first", quote(name))
	case max(word(20), word(24), word(42)) == 1<<32-1:
		return 0, atByte(at, "%s needs ZIP64, which is not read", quote(name))
	case int64(word(42)) > int64(at) || int64(word(20)) > int64(at):
		return 0, atByte(at, "%s lies beyond the archive", quote(name))
	case word(24) > maxUnpacked || int(word(24)) > unpackLimit(int(word(20))):
		return 0, atByte(at, "%s unpacks from %d bytes to %d; the limits are %d MiB and %d:1", quote(name), word(20), word(24), maxUnpacked>>20, maxRatio)
	}
	*e = zipEntry{
		name: string(name), method: uint16(half(10)), checksum: word(16),
		packed: int(word(20)), size: int(word(24)), at: int(word(42)),
	}
	return at + next, nil
}

// unzip appends at most limit bytes of the content of an entry to out.
func unzip(data []byte, e *zipEntry, out []byte, limit int) ([]byte, error) {
	at := e.at
	if len(data)-at < zipLocalSize || string(data[at:at+4]) != zipLocal {
		return nil, atByte(at, "the archive is damaged: %s does not start here", quote([]byte(e.name)))
	}
	at += zipLocalSize + int(binary.LittleEndian.Uint16(data[at+26:])) + int(binary.LittleEndian.Uint16(data[at+28:]))
	if e.packed > len(data)-at {
		return nil, atByte(len(data), "the archive ends within %s", quote([]byte(e.name)))
	}
	packed := data[at : at+e.packed]
	switch {
	case e.method == 0 && e.packed == e.size:
		return append(out, packed[:min(len(packed), limit)]...), nil
	case e.method != 8:
		return nil, atByte(e.at, "%s is packed with method %d; want 0 (stored) or 8 (deflated)", quote([]byte(e.name)), e.method)
	}
	f := inflater{data: packed, out: out, limit: len(out) + limit}
	if err := f.run(); err != nil && err != errLimit {
		return nil, atByte(at+f.pos, "%s: %v", quote([]byte(e.name)), err)
	}
	return f.out, nil
}

// content unpacks an entry and checks its size and checksum.
func (e *zipEntry) content(data []byte) ([]byte, error) {
	content, err := unzip(data, e, make([]byte, 0, room(e.size, e.packed)), e.size+1)
	if err == nil && (len(content) != e.size || crc32(content) != e.checksum) {
		err = atByte(e.at, "the archive is damaged: %s does not have the size and checksum it should", quote([]byte(e.name)))
	}
	return content, err
}
