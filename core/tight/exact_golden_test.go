package tight

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// The bits of exact values are the same natively, on 386 and in WebAssembly.
func TestExactGolden(t *testing.T) {
	digest, count := sha256.New(), 0
	write := func(numbers ...float64) {
		for _, x := range numbers {
			binary.Write(digest, binary.LittleEndian, math.Float64bits(x))
			count++
		}
	}
	for _, s := range []float64{0, 1e-5, 0.04, 0.7, 3, 11, 107, 2e5} {
		for _, d := range []float64{3e-6, 0.01, 0.6, 2.5} {
			for _, share := range []float64{-1, -0.8, 0, 0.28, 1} {
				along, perp := d*share, d*math.Sqrt(1-float64(share*share))
				p := Planar{Norm: s, Inner: along * s, Perp: perp, Slack: 1e-12}
				v, err := p.Exact(0.85)
				minimum, minimumErr := p.ExactMinimum()
				write(v, err, minimum, minimumErr)
			}
		}
	}
	const want = "6543a2382afeb87f"
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:8]); got != want {
		t.Errorf("the digest of %d values is %s, want %s", count, got, want)
	}
}

func BenchmarkExact(b *testing.B) {
	for _, c := range []struct {
		name string
		p    Planar
	}{
		{"small", turned(0.3, 0.5, 2)},
		{"equal", turned(1, 1, 1)},
		{"large", turned(107, 1, 1)},
		{"thin", turned(1, 0.3, 3.14)},
		{"scaling", scaling(2, 1)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.p.Exact(0.9)
			}
		})
	}
}

func BenchmarkExactMinimum(b *testing.B) {
	p := turned(1, 1, 1)
	for b.Loop() {
		p.ExactMinimum()
	}
}
