package packed

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/mutants"
)

// deflated packs with the standard library at a level.
func deflated(data []byte, level int) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, level)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

// numbers is a table of coordinates.
func numbers(rows int, seed uint64) (text []byte) {
	random := rand.New(rand.NewPCG(seed, 0))
	for range rows {
		text = fmt.Appendln(text, random.NormFloat64(), random.NormFloat64(), random.NormFloat64())
	}
	return text
}

// samples are texts that give every kind of block, code and copy.
func samples() [][]byte {
	random := rand.New(rand.NewPCG(5, 6))
	noise := make([]byte, 100_000)
	skew := make([]byte, 100_000) // symbols of very different frequency have long codes
	for i := range noise {
		noise[i] = byte(random.Uint32())
		skew[i] = byte(min(random.ExpFloat64()*4, 255))
	}
	return [][]byte{
		{}, {7}, noise, skew, bytes.Repeat([]byte{0}, 70_000), bytes.Repeat([]byte("ab"), 999),
		numbers(2000, 1), append(append(bytes.Clone(noise[:40_000]), skew[:9]...), noise[:40_000]...),
	}
}

func TestInflate(t *testing.T) {
	for i, want := range samples() {
		for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
			packed := deflated(want, level)
			f := inflater{data: append(packed, "behind"...), limit: len(want)}
			if err := f.run(); err != nil || !bytes.Equal(f.out, want) || f.pos != len(packed) {
				t.Fatalf("sample %d, level %d: %v, %d of %d bytes, read %d of %d", i, level, err, len(f.out), len(want), f.pos, len(packed))
			}
			for _, limit := range []int{0, 1, len(want) / 2, len(want) - 1} {
				if limit < 0 || limit >= len(want) {
					continue
				}
				f := inflater{data: packed, limit: limit}
				if err := f.run(); err != errLimit || !bytes.Equal(f.out, want[:limit]) {
					t.Errorf("sample %d, level %d, limit %d: %v, %d bytes", i, level, limit, err, len(f.out))
				}
			}
		}
	}
}

// sameAsFlate compares with the standard library: the same data is refused, and
// the rest unpacks to the same bytes.
func sameAsFlate(t *testing.T, packed []byte) {
	const limit = 1 << 20
	f := inflater{data: packed, limit: limit}
	err := f.run()
	want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), limit+1))
	if err == errLimit && len(want) > limit {
		return
	}
	if (err == nil) != (wantErr == nil) || err == nil && !bytes.Equal(f.out, want) {
		t.Fatalf("%x: %v, %d bytes; want %v, %d bytes", packed[:min(len(packed), 64)], err, len(f.out), wantErr, len(want))
	}
	if f.pos > len(packed) || len(f.out) > limit {
		t.Fatalf("read %d of %d bytes, unpacked %d", f.pos, len(packed), len(f.out))
	}
}

// packedTexts are small texts, packed in every way.
func packedTexts() (all [][]byte) {
	for _, text := range []string{"", "a", "abcabcabcabc", strings.Repeat("1.25 -3.5\n", 40), string(numbers(30, 2))} {
		for _, level := range []int{flate.HuffmanOnly, 0, 1, 9} {
			all = append(all, deflated([]byte(text), level))
		}
	}
	return all
}

func TestInflateMutants(t *testing.T) {
	mutants.Each(t, packedTexts(), func(data []byte) { sameAsFlate(t, data) })
}

func FuzzInflate(f *testing.F) {
	for _, data := range packedTexts() {
		f.Add(data)
	}
	f.Fuzz(sameAsFlate)
}

func BenchmarkInflate(b *testing.B) {
	text := numbers(100_000, 3)
	packed := deflated(text, 6)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		f := inflater{data: packed, limit: len(text), out: make([]byte, 0, len(text))}
		if err := f.run(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFlate(b *testing.B) {
	text := numbers(100_000, 3)
	packed := deflated(text, 6)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := io.Copy(io.Discard, flate.NewReader(bytes.NewReader(packed))); err != nil {
			b.Fatal(err)
		}
	}
}
