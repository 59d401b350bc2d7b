// Package mutants makes damaged inputs for tests of parsers: what a fuzzer does,
// without its instruments, the same in every run. Only tests import it.
package mutants

import (
	"math/rand/v2"
	"os"
	"testing"
)

// Mutants of each format in a test, and in make soundness, which sets ORBITCERT_PROBLEMS.
const few, whole = 10_000, 30_000

// largest keeps mutants from growing beyond what a test has time for.
const largest = 1 << 13

// words are pieces that parsers stumble on: limits of numbers as text and in
// binary, what is no number, ends of lines and of lists.
var words = []string{
	"0", "-1", "1", "255", "256", "65535", "2147483647", "2147483648", "4294967295", "4294967296",
	"9223372036854775807", "9223372036854775808", "18446744073709551615", "1e400", "-0", "1e-400", "0x1p3", "1_0",
	"nan", "inf", "-nan(ind)", "null", "", " ", "\n", "\r", "\r\n", "\x00", ",", ";", "\t", "\"", "'", "#", "\\",
	"(", ")", "[", "]", "{", "}", "[[", "\xff\xfe", "\xef\xbb\xbf",
	"\x00\x00\x00\x00", "\xff\xff\xff\xff", "\xff\xff\xff\x7f", "\x00\x00\x00\x80", "\x00\x00\xc0\x7f", "\x00\x00\x80\x7f",
	"\xff\xff\xff\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\x7f", "\x00\x00\x00\x00\x00\x00\xf8\x7f",
}

// Each calls check with mutants of the seeds, a tenth of the few where tests
// are to be short. Seeds that are too large are left out.
func Each(t testing.TB, seeds [][]byte, check func(data []byte)) {
	t.Helper()
	var small [][]byte
	for _, s := range seeds {
		if len(s) <= largest {
			small = append(small, s)
		}
	}
	if len(small) == 0 {
		t.Fatal("no seeds")
	}
	n := few
	switch {
	case os.Getenv("ORBITCERT_PROBLEMS") != "":
		n = whole
	case testing.Short():
		n /= 10
	}
	random := rand.New(rand.NewPCG(uint64(len(small)), uint64(len(small[0]))))
	var data []byte
	for range n {
		data = append(data[:0], small[random.IntN(len(small))]...)
		other := small[random.IntN(len(small))]
		for range 1 + random.IntN(4) {
			data = mutate(random, data, other)
		}
		check(data)
	}
}

// mutate makes one change.
func mutate(random *rand.Rand, data, other []byte) []byte {
	from, to := span(random, len(data))
	switch random.IntN(8) {
	case 0: // a bit
		if from < len(data) {
			data[from] ^= 1 << random.IntN(8)
		}
		return data
	case 1: // a byte
		if from < len(data) {
			data[from] = byte(random.Uint32())
		}
		return data
	case 2: // the end missing
		return data[:from]
	case 3: // a piece missing
		return splice(data, from, to, nil)
	case 4: // a piece twice
		return splice(data, to, to, data[from:to])
	case 5: // a piece of another file
		i, k := span(random, len(other))
		return splice(data, from, to, other[i:k])
	case 6: // a digit more
		return splice(data, from, from, []byte{'0' + byte(random.IntN(10))})
	}
	word := words[random.IntN(len(words))]
	if random.IntN(2) == 0 {
		to = min(len(data), from+len(word)) // in the place of as much
	}
	return splice(data, from, to, []byte(word))
}

// span returns a piece, mostly a short one.
func span(random *rand.Rand, n int) (from, to int) {
	from = random.IntN(n + 1)
	most := n - from
	if random.IntN(4) > 0 {
		most = min(most, 8)
	}
	return from, from + random.IntN(most+1)
}

// splice replaces data[from:to] by a piece, which may be one of data.
func splice(data []byte, from, to int, piece []byte) []byte {
	if len(data)-(to-from)+len(piece) > largest {
		return data
	}
	tail := append(append([]byte(nil), piece...), data[to:]...)
	return append(data[:from], tail...)
}
