package packed

import (
	"bytes"
	"testing"
)

// packLZF packs greedily by a search for the longest copy, with the limits of
// LibLZF: distances to 8,192, lengths to 264, 32 literals in a row.
func packLZF(data []byte) []byte {
	var out, literals []byte
	flush := func() {
		for len(literals) > 0 {
			n := min(32, len(literals))
			out = append(append(out, byte(n-1)), literals[:n]...)
			literals = literals[n:]
		}
	}
	last := map[[3]byte]int{}
	for i := 0; i < len(data); {
		length, from, found := 0, 0, false
		if i+3 <= len(data) {
			from, found = last[[3]byte(data[i:])]
			last[[3]byte(data[i:])] = i
		}
		for found && i-from <= 8192 && length < 264 && i+length < len(data) && data[from+length] == data[i+length] {
			length++
		}
		if length < 3 {
			literals = append(literals, data[i])
			i++
			continue
		}
		flush()
		distance := i - from - 1
		if length < 9 {
			out = append(out, byte((length-2)<<5|distance>>8), byte(distance))
		} else {
			out = append(out, byte(7<<5|distance>>8), byte(length-9), byte(distance))
		}
		i += length
	}
	flush()
	return out
}

func TestLZF(t *testing.T) {
	for i, want := range samples() {
		packed := packLZF(want)
		got, _, ok := LZF(packed, len(want))
		if !ok || !bytes.Equal(got, want) {
			t.Errorf("sample %d: %d bytes, want %d", i, len(got), len(want))
		}
		if _, _, ok := LZF(packed, len(want)+1); ok {
			t.Errorf("sample %d: a size too large is accepted", i)
		}
		if _, _, ok := LZF(packed, max(0, len(want)-1)); ok && len(want) > 0 {
			t.Errorf("sample %d: a size too small is accepted", i)
		}
	}
}
