// Package digest holds SHA-256 (FIPS 180-4), which names certificates and seeds
// their draws. The standard library's brings a module with self-tests of many
// algorithms along, 37 kB of what a visitor loads, so WebAssembly has one of its own,
// which is tested against it. It is for public data: it makes no attempt to run in
// constant time.
package digest

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// IsText tells whether a text is a digest as documents have it: 64 hexadecimal digits.
func IsText(text string) bool { return len(text) == 64 && strings.Trim(text, "0123456789abcdef") == "" }

const blockSize = 64

// round holds the first 32 bits of the fractional parts of the cube roots of the
// first 64 primes (FIPS 180-4, 4.2.2).
var round = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// sum256 returns the SHA-256 of data.
func sum256(data []byte) (sum [32]byte) {
	// Square roots of the first eight primes (5.3.3).
	state := [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	}
	whole := len(data) / blockSize * blockSize
	for n := 0; n < whole; n += blockSize {
		compress(&state, data[n:n+blockSize])
	}
	for tail := padded(data[whole:], len(data)); len(tail) > 0; tail = tail[blockSize:] {
		compress(&state, tail[:blockSize])
	}
	for i, word := range state {
		binary.BigEndian.PutUint32(sum[4*i:], word)
	}
	return sum
}

// padded completes the rest of a message of length bytes (5.1.1): a one bit,
// zeros, and the length in bits.
func padded(rest []byte, length int) []byte {
	size := blockSize
	if len(rest)+9 > blockSize {
		size = 2 * blockSize
	}
	tail := make([]byte, size)
	tail[copy(tail, rest)] = 0x80
	binary.BigEndian.PutUint64(tail[size-8:], 8*uint64(length))
	return tail
}

// compress takes one block into the state (6.2.2).
func compress(state *[8]uint32, block []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < 64; i++ {
		x, y := w[i-15], w[i-2]
		near := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		far := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[i] = far + w[i-7] + near + w[i-16]
	}
	a, b, c, d, e, f, g, h := state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
	for i, word := range w {
		sum := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		first := h + sum + (e&f ^ ^e&g) + round[i] + word
		sum = bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		second := sum + (a&b ^ a&c ^ b&c)
		h, g, f, e, d, c, b, a = g, f, e, d+first, c, b, a, first+second
	}
	for i, word := range [8]uint32{a, b, c, d, e, f, g, h} {
		state[i] += word
	}
}
