package packed

import "errors"

// Deflated data (RFC 1951) is unpacked by code of our own: the standard
// library's, with all that it imports, adds 30 kB to what a visitor of the page
// loads, and does not say where data is damaged.

var (
	errDamaged = errors.New("the packed data is damaged")
	errEnds    = errors.New("the packed data ends early")
	errLimit   = errors.New("the packed data unpacks to more than the limit")
)

// window is how far back a copy may reach.
const window = 1 << 15

// inflater unpacks data[pos:] and appends it to out, which grows to limit bytes
// and no further. Afterwards pos is behind the last byte read.
type inflater struct {
	data  []byte
	pos   int
	out   []byte
	limit int

	counting bool // out keeps no more than the window and what came since
	dropped  int  // bytes that were in out before
	watch    watcher

	input feed // where data goes on, if anywhere

	bits  uint64 // read but not used, the next lowest
	count uint   // how many
	first int    // where out was when unpacking started

	literals, distances huffman
	fixed               bool // they are those of fixedCodes
}

// watcher sees what a counting inflater forgets, and where blocks start.
type watcher interface {
	forgets(content []byte)
	block(f *inflater)
}

// run unpacks all blocks. What was unpacked before an error is kept.
func (f *inflater) run() error {
	f.bits, f.count, f.first = 0, 0, len(f.out)
	err := f.blocks()
	f.pos -= int(f.count / 8)
	return err
}

func (f *inflater) blocks() error {
	for last := uint64(0); last == 0; {
		f.drop()
		if f.watch != nil {
			f.watch.block(f)
		}
		header, err := f.take(3)
		if err != nil {
			return err
		}
		last = header & 1
		switch header >> 1 {
		case 0:
			err = f.stored()
		case 1:
			f.fixedCodes()
			err = f.block()
		case 2:
			if err = f.readCodes(); err == nil {
				err = f.block()
			}
		default:
			err = errDamaged
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// drop forgets what no copy can reach, when only the size is wanted.
func (f *inflater) drop() {
	if !f.counting || len(f.out) < 4*window {
		return
	}
	n := len(f.out) - window
	if f.watch != nil {
		f.watch.forgets(f.out[:n])
	}
	f.out = append(f.out[:0], f.out[n:]...)
	f.dropped, f.limit, f.first = f.dropped+n, f.limit-n, max(0, f.first-n)
}

// size returns how much was unpacked.
func (f *inflater) size() int { return f.dropped + len(f.out) }

// fill reads bytes while there is room for them.
func (f *inflater) fill() {
	for f.count <= 56 && (f.pos < len(f.data) || f.refill()) {
		f.bits |= uint64(f.data[f.pos]) << f.count
		f.pos++
		f.count += 8
	}
}

// take returns the next n ≤ 32 bits.
func (f *inflater) take(n uint) (uint64, error) {
	if f.count < n {
		if f.fill(); f.count < n {
			return 0, errEnds
		}
	}
	x := f.bits & (1<<n - 1)
	f.bits >>= n
	f.count -= n
	return x, nil
}

// stored copies a block that is not packed: its length and the complement of
// that, then its bytes, from the next full byte on.
func (f *inflater) stored() error {
	f.pos -= int(f.count / 8)
	f.bits, f.count = 0, 0
	size, err := f.take(32)
	if err != nil {
		return err
	}
	f.pos -= int(f.count / 8)
	f.bits, f.count = 0, 0
	if size>>16 != ^size&0xffff {
		return errDamaged
	}
	for n := int(size & 0xffff); n > 0; {
		switch {
		case len(f.out) == f.limit:
			return errLimit
		case f.pos == len(f.data) && !f.refill():
			return errEnds
		}
		fit := min(n, len(f.data)-f.pos, f.limit-len(f.out))
		f.out = append(f.out, f.data[f.pos:f.pos+fit]...)
		f.pos += fit
		n -= fit
	}
	return nil
}

// Lengths and distances of copies: the least of each code, and how many more
// bits there are (RFC 1951, section 3.2.5).
var (
	copyLength   = [...]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthBits   = [...]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	copyDistance = [...]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193,
		12289, 16385, 24577}
)

const (
	endOfBlock    = 256
	firstLength   = 257
	literalCodes  = 286
	distanceCodes = 30
)

// block unpacks literals and copies up to the end of the block.
func (f *inflater) block() error {
	for {
		f.drop()
		symbol, err := f.literals.next(f)
		switch {
		case err != nil:
			return err
		case symbol == endOfBlock:
			return nil
		case symbol >= literalCodes:
			return errDamaged
		case symbol >= firstLength:
			if err := f.copy(symbol - firstLength); err != nil {
				return err
			}
		case len(f.out) == f.limit:
			return errLimit
		default:
			f.out = append(f.out, byte(symbol))
		}
	}
}

// copy repeats what was unpacked before. A copy may overlap itself.
func (f *inflater) copy(symbol int) error {
	more, err := f.take(uint(lengthBits[symbol]))
	if err != nil {
		return err
	}
	length := int(copyLength[symbol]) + int(more)
	if symbol, err = f.distances.next(f); err != nil {
		return err
	}
	if symbol >= distanceCodes {
		return errDamaged
	}
	if more, err = f.take(uint(max(0, symbol/2-1))); err != nil {
		return err
	}
	from := len(f.out) - int(copyDistance[symbol]) - int(more)
	if from < f.first {
		return errDamaged
	}
	fit := min(length, f.limit-len(f.out))
	for left := fit; left > 0; {
		piece := f.out[from:min(len(f.out), from+left)]
		f.out = append(f.out, piece...)
		left -= len(piece)
	}
	if fit < length {
		return errLimit
	}
	return nil
}
