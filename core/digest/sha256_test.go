package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"testing"
)

// Examples of NIST's Cryptographic Standards and Guidelines for SHA-256.
func TestPublishedExamples(t *testing.T) {
	for message, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	} {
		for _, sum := range [][32]byte{Sum256([]byte(message)), sum256([]byte(message))} {
			if hex.EncodeToString(sum[:]) != want {
				t.Errorf("%q: %x, want %s", message, sum, want)
			}
		}
	}
}

func TestSameAsTheStandardLibrary(t *testing.T) {
	random := rand.NewChaCha8([32]byte{1})
	for length := range 1000 {
		data := make([]byte, length)
		random.Read(data)
		if got, want := sum256(data), sha256.Sum256(data); got != want {
			t.Fatalf("%d bytes: %x, want %x", length, got, want)
		}
	}
}

func FuzzSum256(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, want := sum256(data), sha256.Sum256(data); got != want {
			t.Errorf("%x, want %x", got, want)
		}
	})
}
