package packed

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// gz packs pieces as members of one file.
func gz(pieces ...[]byte) []byte {
	var out bytes.Buffer
	for _, piece := range pieces {
		w := gzip.NewWriter(&out)
		_, _ = w.Write(piece)
		_ = w.Close()
	}
	return out.Bytes()
}

// All sizes come out, and nothing above the limit, whether the last length says
// the truth, belongs to the last of several members, or lies.
func TestGunzipLimits(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 1<<20)
	for i := range text {
		text[i] = byte(random.Uint32() & random.Uint32() & 15)
	}
	for _, n := range []int{0, 1, 7, window, 4 * window, 4*window + 1, len(text)} {
		one, two := gz(text[:n]), gz(text[:n/3], text[n/3:n], nil)
		lie := append(bytes.Clone(gz(text[:n])), 0, 0, 0, 0)
		for _, data := range [][]byte{one, two, lie} {
			if got, err := Gunzip(data, 3*n); err != nil || !bytes.Equal(got, text[:n]) {
				t.Errorf("%d bytes: %v, got %d", n, err, len(got))
			}
			if got, err := Gunzip(data, n-1); n > 0 && (err == nil || !strings.Contains(err.Error(), "limit")) {
				t.Errorf("%d bytes, one too many: %v, got %d", n, err, len(got))
			}
		}
	}
}

// Memory never exceeds the allowed unpacked size, however the bytes lie.
func TestGunzipMemory(t *testing.T) {
	const limit = 8 << 20
	zeros := make([]byte, 4*limit)
	for name, data := range map[string][]byte{
		"a bomb":              gz(zeros),
		"a bomb of members":   gz(zeros[:limit/2], zeros[:limit/2], zeros[:limit/2]),
		"a length that fits":  append(gz(zeros), 0, 0, 0x7f, 0),
		"a length of zero":    append(gz(zeros[:limit-1]), 0, 0, 0, 0),
		"just within":         gz(zeros[:limit]),
		"a length beyond all": append(gz([]byte("1 2")), 0xff, 0xff, 0xff, 0xff),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = Gunzip(data, limit)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > limit+1<<20 {
			t.Errorf("%s: %d bytes", name, used)
		}
	}
}
