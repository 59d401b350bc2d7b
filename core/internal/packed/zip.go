package packed

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
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

	file     io.ReaderAt
	length   int    // of the file
	method   uint16 // 0 stored, 8 deflated
	checksum uint32
	packed   int // size
}

// IsZIP tells whether content starts as ZIP archives do, empty ones too.
func IsZIP(content []byte) bool {
	return bytes.HasPrefix(content, []byte(zipLocal)) || bytes.HasPrefix(content, []byte(zipEnd))
}

// Directory returns the files of an archive of a size, none of which may unpack to more
// than limit. It reads the central directory only: what local records say again
// may be left open there. Errors of the file are returned as they are.
func Directory(file io.ReaderAt, size, limit int) ([]Entry, error) {
	limit = min(limit, MaxUnpacked)
	first := max(0, size-zipEndSize-maxZIPRemark)
	tail, err := readSpan(file, first, size-first)
	if err != nil {
		return nil, err
	}
	i, err := findZIPEnd(tail, size)
	if err != nil {
		return nil, err
	}
	record, end := tail[i:], first+i
	disk, count := binary.LittleEndian.Uint32(record[4:]), int(binary.LittleEndian.Uint16(record[10:]))
	length, pos := binary.LittleEndian.Uint32(record[12:]), binary.LittleEndian.Uint32(record[16:])
	switch {
	case count == 1<<16-1 || length == 1<<32-1 || pos == 1<<32-1:
		return nil, at(end, "the archive is a ZIP64 archive, which is not read")
	case disk != 0 || binary.LittleEndian.Uint16(record[8:]) != uint16(count):
		return nil, at(end, "the archive is one of several volumes, which are not read")
	case count > maxEntries:
		return nil, at(end, "the archive has %d files; the limit is %d", count, maxEntries)
	case uint64(pos)+uint64(length) > uint64(end):
		return nil, at(end, "the archive's directory of %d bytes at %d does not fit", length, pos)
	}
	records, err := readSpan(file, int(pos), int(length))
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, count)
	next := 0
	for i := range entries {
		entries[i].file, entries[i].length = file, size
		if next, err = entries[i].read(records, int(pos), next, limit); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// findZIPEnd looks for the last record, which a remark may follow, in the tail of an
// archive of a size.
func findZIPEnd(tail []byte, size int) (int, error) {
	i := bytes.LastIndex(tail[:max(0, len(tail)-zipEndSize+len(zipEnd))], []byte(zipEnd))
	if i < 0 {
		return 0, at(size, "the ZIP archive ends early: it has no directory")
	}
	return i, nil
}

// read takes the entry at records[next], records being at start of the archive, and returns
// the offset behind it.
func (e *Entry) read(records []byte, start, next, limit int) (int, error) {
	record, pos := records[next:], start+next
	if len(record) < zipEntrySize || string(record[:4]) != zipCentral {
		return 0, at(pos, "the archive's directory is damaged: there is no entry here")
	}
	half := func(offset int) int { return int(binary.LittleEndian.Uint16(record[offset:])) }
	word := func(offset int) uint32 { return binary.LittleEndian.Uint32(record[offset:]) }
	length := zipEntrySize + half(28) + half(30) + half(32)
	if length > len(record) {
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
	e.Name, e.Size, e.At = string(name), int(word(24)), int(word(42))
	e.method, e.checksum, e.packed = uint16(half(10)), word(16), int(word(20))
	return next + length, nil
}

// start returns where the content is, and refuses what cannot be unpacked.
func (e *Entry) start() (int, error) {
	var local [zipLocalSize]byte
	if e.length-e.At < zipLocalSize {
		return 0, e.astray()
	}
	if err := readFull(e.file, local[:], e.At); err != nil {
		return 0, err
	}
	if string(local[:4]) != zipLocal {
		return 0, e.astray()
	}
	start := e.At + zipLocalSize + int(binary.LittleEndian.Uint16(local[26:])) + int(binary.LittleEndian.Uint16(local[28:]))
	switch {
	case e.packed > e.length-start:
		return 0, at(e.length, "the archive ends within %.24q", e.Name)
	case e.method == 8 || e.stored():
		return start, nil
	}
	return 0, at(e.At, "%.24q is packed with method %d; want 0 (stored) or 8 (deflated)", e.Name, e.method)
}

func (e *Entry) astray() error {
	return at(e.At, "the archive is damaged: %.24q does not start here", e.Name)
}

func (e *Entry) stored() bool { return e.method == 0 && e.packed == e.Size }

// Head appends at most limit bytes of the content to out. It checks no more
// than it unpacks.
func (e *Entry) Head(out []byte, limit int) ([]byte, error) {
	start, err := e.start()
	if err != nil {
		return nil, err
	}
	if e.stored() {
		n := len(out)
		out = append(out, make([]byte, min(e.packed, limit))...)
		return out, readFull(e.file, out[n:], start)
	}
	f := inflater{input: from(e.file, start, e.packed, limit), out: out, limit: len(out) + limit}
	if err := f.run(); err != errLimit {
		err = e.failed(&f, start, err)
		return f.out, err
	}
	return f.out, nil
}

// failed returns what was wrong when the content at start was unpacked, nil for nothing.
func (e *Entry) failed(f *inflater, start int, err error) error {
	switch {
	case f.input.err != nil:
		return f.input.err
	case err != nil:
		return at(start+f.offset(), "%.24q: %v", e.Name, err)
	}
	return nil
}

// Content unpacks the entry, into the room of a slice where that is enough, and
// checks its size and checksum.
func (e *Entry) Content(into []byte) ([]byte, error) {
	if cap(into) <= e.Size {
		into = make([]byte, 0, e.Size+1)
	}
	content, err := e.Head(into[:0], e.Size+1)
	if err != nil {
		return nil, err
	}
	return content, e.whole(len(content), crc32.ChecksumIEEE(content))
}

// whole holds what was unpacked against what the directory says.
func (e *Entry) whole(size int, checksum uint32) error {
	if size != e.Size || checksum != e.checksum {
		return at(e.At, "the archive is damaged: %.24q does not have the size and checksum it should", e.Name)
	}
	return nil
}
