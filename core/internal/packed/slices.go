package packed

import (
	"hash/crc32"
	"sort"
)

// Slices reads pieces of an entry, in any order, of which it holds little. It is not for
// several goroutines at once.
type Slices struct {
	entry *Entry
	start int // of the content in the archive
	// Marks from which the deflated content can be unpacked.
	marks []mark
	room  []byte
	piece []byte // the content between two marks, unpacked last
	which int    // of the marks it starts at
}

// mark is where a block starts.
type mark struct {
	out    int    // how much is unpacked before it
	in     int    // where the packed data goes on
	bits   uint64 // of the byte before
	count  uint
	window []byte
}

// markEvery is about how much lies between marks: the memory for them is a sixteenth of
// the content, and what is unpacked for one slice twice as long as their distance at most.
const markEvery = 1 << 19

// Slices reads all of the entry once, to check its size and checksum.
func (e *Entry) Slices() (*Slices, error) {
	start, err := e.start()
	if err != nil {
		return nil, err
	}
	s := &Slices{entry: e, start: start, which: -1}
	if e.stored() {
		return s, s.check()
	}
	w := &marker{slices: s}
	f := &inflater{input: from(e.file, start, e.packed, e.Size), limit: e.Size + 1, counting: true, watch: w}
	if err := f.run(); err != errLimit {
		if err = e.failed(f, start, err); err != nil {
			return nil, err
		}
	}
	w.forgets(f.out)
	return s, e.whole(f.size(), w.checksum)
}

// check reads what is stored.
func (s *Slices) check() error {
	piece, checksum := make([]byte, feedPiece), uint32(0)
	for at := 0; at < s.entry.Size; at += len(piece) {
		piece = piece[:min(len(piece), s.entry.Size-at)]
		if err := readFull(s.entry.file, piece, s.start+at); err != nil {
			return err
		}
		checksum = crc32.Update(checksum, crc32.IEEETable, piece)
	}
	return s.entry.whole(s.entry.Size, checksum)
}

// marker sets the marks.
type marker struct {
	slices   *Slices
	checksum uint32
}

func (w *marker) forgets(content []byte) {
	w.checksum = crc32.Update(w.checksum, crc32.IEEETable, content)
}

func (w *marker) block(f *inflater) {
	s := w.slices
	if n := len(s.marks); n > 0 && f.size()-s.marks[n-1].out < markEvery {
		return
	}
	whole := f.count / 8
	s.marks = append(s.marks, mark{
		out: f.size(), in: f.offset() - int(whole), bits: f.bits & (1<<(f.count%8) - 1), count: f.count % 8,
		window: append([]byte(nil), f.out[max(0, len(f.out)-window):]...),
	})
}

// Read fills a slice with the content from an offset on.
func (s *Slices) Read(into []byte, offset int) error {
	if offset < 0 || len(into) > s.entry.Size-offset {
		return at(s.entry.At, "%.24q has %d bytes", s.entry.Name, s.entry.Size)
	}
	if s.entry.stored() {
		return readFull(s.entry.file, into, s.start+offset)
	}
	for len(into) > 0 {
		i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].out > offset }) - 1
		if err := s.unpack(i); err != nil {
			return err
		}
		n := copy(into, s.piece[offset-s.marks[i].out:])
		into, offset = into[n:], offset+n
	}
	return nil
}

// unpack unpacks what lies between a mark and the next.
func (s *Slices) unpack(i int) error {
	if i == s.which {
		return nil
	}
	m, end, e := s.marks[i], s.entry.Size, s.entry
	if i+1 < len(s.marks) {
		end = s.marks[i+1].out
	}
	s.which = -1
	f := inflater{
		input: from(e.file, s.start+m.in, e.packed-m.in, end-m.out),
		bits:  m.bits, count: m.count,
		out: append(s.room[:0], m.window...), limit: len(m.window) + end - m.out,
	}
	if err := f.blocks(); err != errLimit {
		if err = e.failed(&f, s.start+m.in, err); err != nil {
			return err
		}
	}
	s.room, s.piece = f.out, f.out[len(m.window):]
	if len(s.piece) != end-m.out {
		return e.whole(-1, 0) // the file is another one now
	}
	s.which = i
	return nil
}
