package packed

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

// Entry is a file of an archive, as the central directory describes it.
type Entry struct {
	Name string
	Size int // unpacked
	At   int // offset of its local record

	method   uint16 // 0 stored, 8 deflated
	checksum uint32
	packed   int // size
}

// IsZIP tells whether content starts as ZIP archives do, empty ones too.
func IsZIP(content []byte) bool {
	return bytes.HasPrefix(content, []byte(zipLocal)) || bytes.HasPrefix(content, []byte(zipEnd))
}

// Directory returns the files of an archive, none of which may unpack to more
// than limit. It reads the central directory only: what local records say again
// may be left open there.
func Directory(data []byte, limit int) ([]Entry, error) {
	limit = min(limit, MaxUnpacked)
	end, err := findZIPEnd(data)
	if err != nil {
		return nil, err
	}
	record := data[end:]
	disk, count := binary.LittleEndian.Uint32(record[4:]), int(binary.LittleEndian.Uint16(record[10:]))
	size, pos := binary.LittleEndian.Uint32(record[12:]), binary.LittleEndian.Uint32(record[16:])
	switch {
	case count == 1<<16-1 || size == 1<<32-1 || pos == 1<<32-1:
		return nil, at(end, "the archive is a ZIP64 archive, which is not read")
	case disk != 0 || binary.LittleEndian.Uint16(record[8:]) != uint16(count):
		return nil, at(end, "the archive is one of several volumes, which are not read")
	case count > maxEntries:
		return nil, at(end, "the archive has %d files; the limit is %d", count, maxEntries)
	case uint64(pos)+uint64(size) > uint64(end):
		return nil, at(end, "the archive's directory of %d bytes at %d does not fit", size, pos)
	}
	entries := make([]Entry, count)
	next := int(pos)
	for i := range entries {
		if next, err = entries[i].read(data[:end], next, limit); err != nil {
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
		return 0, at(len(data), "the ZIP archive ends early: it has no directory")
	}
	return first + i, nil
}

// read takes the entry at data[pos] and returns the offset behind it.
func (e *Entry) read(data []byte, pos, limit int) (int, error) {
	if len(data)-pos < zipEntrySize || string(data[pos:pos+4]) != zipCentral {
		return 0, at(pos, "the archive's directory is damaged: there is no entry here")
	}
	record := data[pos:]
	half := func(offset int) int { return int(binary.LittleEndian.Uint16(record[offset:])) }
	word := func(offset int) uint32 { return binary.LittleEndian.Uint32(record[offset:]) }
	next := zipEntrySize + half(28) + half(30) + half(32)
	if next > len(record) {
		return 0, at(pos, "the archive's directory is damaged: an entry does not fit")
	}
	name := record[zipEntrySize : zipEntrySize+half(28)]
	switch {
	case len(name) > maxEntryName:
		return 0, at(pos, "the archive has a file name of %d bytes; the limit is %d", len(name), maxEntryName)
	case half(8)&1 != 0:
		return 0, at(pos, "%.24q is encrypted; unpack the archive first", name)
	case max(word(20), word(24), word(42)) == 1<<32-1:
		return 0, at(pos, "%.24q needs ZIP64, which is not read", name)
	case int64(word(42)) > int64(pos) || int64(word(20)) > int64(pos):
		return 0, at(pos, "%.24q lies beyond the archive", name)
	case int64(word(24)) > maxRatio*int64(word(20)):
		return 0, at(pos, "%.24q cannot unpack from %d bytes to %d", name, word(20), word(24))
	case int64(word(24)) > int64(limit):
		return 0, at(pos, "%.24q %v", name, tooLarge(pos, limit).(*Error).Message)
	}
	*e = Entry{
		Name: string(name), Size: int(word(24)), At: int(word(42)),
		method: uint16(half(10)), checksum: word(16), packed: int(word(20)),
	}
	return pos + next, nil
}

// Head appends at most limit bytes of the content to out. It checks no more
// than it unpacks.
func (e *Entry) Head(data, out []byte, limit int) ([]byte, error) {
	start := e.At
	if len(data)-start < zipLocalSize || string(data[start:start+4]) != zipLocal {
		return nil, at(start, "the archive is damaged: %.24q does not start here", e.Name)
	}
	start += zipLocalSize + int(binary.LittleEndian.Uint16(data[start+26:])) + int(binary.LittleEndian.Uint16(data[start+28:]))
	if e.packed > len(data)-start {
		return nil, at(len(data), "the archive ends within %.24q", e.Name)
	}
	content := data[start : start+e.packed]
	switch {
	case e.method == 0 && e.packed == e.Size:
		return append(out, content[:min(len(content), limit)]...), nil
	case e.method != 8:
		return nil, at(e.At, "%.24q is packed with method %d; want 0 (stored) or 8 (deflated)", e.Name, e.method)
	}
	f := inflater{data: content, out: out, limit: len(out) + limit}
	if err := f.run(); err != nil && err != errLimit {
		return nil, at(start+f.pos, "%.24q: %v", e.Name, err)
	}
	return f.out, nil
}

// Content unpacks the entry, into the room of a slice where that is enough, and
// checks its size and checksum.
func (e *Entry) Content(data, into []byte) ([]byte, error) {
	if cap(into) <= e.Size {
		into = make([]byte, 0, e.Size+1)
	}
	content, err := e.Head(data, into[:0], e.Size+1)
	if err == nil && (len(content) != e.Size || crc32(content) != e.checksum) {
		err = at(e.At, "the archive is damaged: %.24q does not have the size and checksum it should", e.Name)
	}
	return content, err
}
