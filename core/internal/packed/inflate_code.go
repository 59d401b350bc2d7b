package packed

const (
	maxCode  = 15 // bits of a code
	fastCode = 9  // bits of a code that is looked up at once
)

// huffman is a prefix code in canonical form: codes of one length are
// consecutive numbers in the order of their symbols, and longer codes follow
// shorter ones.
type huffman struct {
	fast    [1 << fastCode]uint16 // by the next bits: the symbol and the length of its code, 0 for longer ones
	count   [maxCode + 1]uint16   // of codes by length
	symbols [288]uint16           // in the order of their codes
}

// set makes the code whose symbol s has lengths[s] bits, 0 for none. All
// numbers must be used, except that there may be one code of one bit or none.
func (h *huffman) set(lengths []uint8) error {
	clear(h.fast[:])
	clear(h.count[:])
	for _, n := range lengths {
		h.count[n]++
	}
	used := len(lengths) - int(h.count[0])
	h.count[0] = 0
	var code, at [maxCode + 2]uint16 // of the next symbol by length: its code and its place
	left := 1
	for n := 1; n <= maxCode; n++ {
		left = 2*left - int(h.count[n])
		if left < 0 {
			return errDamaged
		}
		code[n+1] = (code[n] + h.count[n]) << 1
		at[n+1] = at[n] + h.count[n]
	}
	if left > 0 && used > 0 && (used > 1 || h.count[1] != 1) {
		return errDamaged
	}
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		h.symbols[at[n]] = uint16(symbol)
		if n <= fastCode {
			h.enter(code[n], uint(n), uint16(symbol))
		}
		at[n]++
		code[n]++
	}
	return nil
}

// enter puts a short code into the table, before everything that may follow.
// The first bit of a code is the lowest of the bits read.
func (h *huffman) enter(code uint16, n uint, symbol uint16) {
	reversed := uint16(0)
	for i := range n {
		reversed |= code >> i & 1 << (n - 1 - i)
	}
	for i := int(reversed); i < len(h.fast); i += 1 << n {
		h.fast[i] = symbol<<4 | uint16(n)
	}
}

// next returns the next symbol.
func (h *huffman) next(f *inflater) (int, error) {
	if f.count < maxCode {
		f.fill()
	}
	entry := h.fast[f.bits&(1<<fastCode-1)]
	if n := uint(entry & 15); n > 0 && n <= f.count {
		f.bits >>= n
		f.count -= n
		return int(entry >> 4), nil
	}
	return h.long(f)
}

// long goes through the lengths one after another.
func (h *huffman) long(f *inflater) (int, error) {
	code, first, at := 0, 0, 0
	for n := uint(1); n <= maxCode; n++ {
		if n > f.count {
			return 0, errEnds
		}
		code |= int(f.bits >> (n - 1) & 1)
		count := int(h.count[n])
		if code < first+count {
			f.bits >>= n
			f.count -= n
			return int(h.symbols[at+code-first]), nil
		}
		at += count
		first = (first + count) << 1
		code <<= 1
	}
	return 0, errDamaged
}

// fixedCodes sets the codes of RFC 1951, section 3.2.6, once for many blocks.
func (f *inflater) fixedCodes() {
	if f.fixed {
		return
	}
	f.fixed = true
	var lengths [288]uint8
	for i := range lengths {
		switch {
		case i < 144 || i >= 280:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		default:
			lengths[i] = 7
		}
	}
	_ = f.literals.set(lengths[:]) // all numbers are used
	for i := range 32 {
		lengths[i] = 5
	}
	_ = f.distances.set(lengths[:32])
}

// codeOrder is the order in which the lengths of the codes for lengths come.
var codeOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// readCodes reads the codes of a block, whose lengths are packed themselves
// (section 3.2.7).
func (f *inflater) readCodes() error {
	f.fixed = false
	sizes, err := f.take(14)
	if err != nil {
		return err
	}
	literals, distances := int(sizes&31)+257, int(sizes>>5&31)+1
	if literals > literalCodes || distances > distanceCodes {
		return errDamaged
	}
	var lengths [literalCodes + distanceCodes]uint8
	for _, i := range codeOrder[:sizes>>10+4] {
		n, err := f.take(3)
		if err != nil {
			return err
		}
		lengths[i] = uint8(n)
	}
	if err := f.literals.set(lengths[:len(codeOrder)]); err != nil {
		return err
	}
	if err := f.readLengths(lengths[:literals+distances]); err != nil {
		return err
	}
	if err := f.literals.set(lengths[:literals]); err != nil {
		return err
	}
	return f.distances.set(lengths[literals : literals+distances])
}

// readLengths reads lengths and what stands for runs of equal ones.
func (f *inflater) readLengths(lengths []uint8) error {
	for i := 0; i < len(lengths); {
		symbol, err := f.literals.next(f)
		if err != nil {
			return err
		}
		if symbol < 16 {
			lengths[i] = uint8(symbol)
			i++
			continue
		}
		value, least, more := uint8(0), 3, uint(3)
		switch symbol {
		case 16:
			if i == 0 {
				return errDamaged
			}
			value, more = lengths[i-1], 2
		case 18:
			least, more = 11, 7
		}
		run, err := f.take(more)
		if err != nil {
			return err
		}
		for range least + int(run) {
			if i == len(lengths) {
				return errDamaged
			}
			lengths[i] = value
			i++
		}
	}
	return nil
}
