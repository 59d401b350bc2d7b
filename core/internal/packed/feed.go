package packed

import "io"

// feed is packed data in a file, read piece by piece.
type feed struct {
	file     io.ReaderAt
	at, left int    // of what is not read yet
	before   int    // bytes of the packed data ahead of the piece in hand
	room     []byte // for pieces
	err      error  // of the file
}

const (
	// feedPiece is how much is read at once.
	feedPiece = 1 << 15
	// givenBack is how much of a piece may be given back: what fits into 64 bits.
	givenBack = 8
)

// from returns a feed of the bytes from at on, in pieces for so much unpacked data.
func from(file io.ReaderAt, at, length, unpacked int) feed {
	return feed{file: file, at: at, left: length, room: make([]byte, givenBack+min(length, max(256, min(unpacked, feedPiece))))}
}

// refill reads the next piece, behind the end of the one before.
func (f *inflater) refill() bool {
	in := &f.input
	if in.left == 0 || in.err != nil {
		return false
	}
	kept := copy(in.room, f.data[max(0, len(f.data)-givenBack):])
	in.before += len(f.data) - kept
	f.data, f.pos = in.room[:min(len(in.room), kept+in.left)], kept
	in.err = readFull(in.file, f.data[kept:], in.at)
	if in.err != nil {
		f.data = f.data[:kept]
		return false
	}
	in.at += len(f.data) - kept
	in.left -= len(f.data) - kept
	return true
}

// offset returns how much of the packed data was taken.
func (f *inflater) offset() int { return f.input.before + f.pos }

// readFull reads as much as there is room for.
func readFull(file io.ReaderAt, into []byte, at int) error {
	if n, err := file.ReadAt(into, int64(at)); n < len(into) {
		return err
	}
	return nil
}

// readSpan reads a piece of a file.
func readSpan(file io.ReaderAt, at, length int) ([]byte, error) {
	data := make([]byte, length)
	return data, readFull(file, data, at)
}
