package haar

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
)

// wantDigest is the same natively on amd64, with GOARCH=386 and in WebAssembly.
// A change of any bit of any value changes it, and with it the bits of
// certificates.
const wantDigest = "6a11870f830b7311157f05e560925b59ca62a9e9f7d82120dfd3d62a3be40c26"

func TestSameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 26))
	hash := sha256.New()
	write := func(values ...float64) {
		for _, x := range values {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
			hash.Write(b[:])
		}
	}
	for k := range 12000 {
		s := anywhereInBits(rng)
		if k%2 == 0 {
			s = [3]float64{40 * rng.Float64(), 40 * rng.Float64(), float64(80*rng.Float64()) - 40}
		}
		write(LogSO3(s), TailSO3(s), LogO3(s), TailO3(s))
		a := matrix{s, {s[1], s[2], s[0]}, {s[2], 1, s[1]}}
		values, _ := invariance.SingularPair(&a, &a)
		values = Proper(values)
		write(values[:]...)
		write(logSO2(s[0], s[1]), tailSO2(s[0], s[1]), LogO2(s[0], s[1]), TailO2(s[0], s[1]))
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != wantDigest {
		t.Errorf("digest %s, want %s", got, wantDigest)
	}
}

// anywhereInBits returns values from 2⁻⁶⁴ to 2⁶³ by bit operations, which are the
// same everywhere.
func anywhereInBits(rng *rand.Rand) (s [3]float64) {
	exponent := rng.IntN(124) - 62
	for i := range s {
		s[i] = math.Ldexp(1+rng.Float64(), exponent-rng.IntN(3)*rng.IntN(10))
	}
	s[2] = math.Copysign(s[2], float64(rng.IntN(2))-0.5)
	return s
}
