package packed

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// archived returns an archive of one file, packed by a method at a level.
func archived(t *testing.T, content []byte, method uint16, level int) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, level) })
	w, err := z.CreateHeader(&zip.FileHeader{Name: "a", Method: method})
	if err == nil {
		_, err = w.Write(content)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func mustSlices(t *testing.T, file io.ReaderAt, size int) *Slices {
	t.Helper()
	entries, err := Directory(file, size, MaxUnpacked)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	s, err := entries[0].Slices()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mixed is content that packs badly, well, and not at all by turns.
func mixed(random *rand.Rand, size int) []byte {
	out := make([]byte, size)
	for i := 0; i < size; {
		mask := []byte{0, 1, 15, 255}[random.IntN(4)]
		for end := min(size, i+random.IntN(100_000)); i < end; i++ {
			out[i] = byte(random.Uint32()) & mask
		}
	}
	return out
}

// Pieces of stored and deflated content, in order, from behind and at random.
func TestSlices(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{0, 1, window, 3*markEvery + 12345} {
		content := mixed(random, size)
		for level := range 5 {
			method := []uint16{zip.Store, zip.Deflate}[min(level, 1)]
			packed := archived(t, content, method, []int{0, flate.NoCompression, flate.BestSpeed, flate.BestCompression, flate.HuffmanOnly}[level])
			s := mustSlices(t, bytes.NewReader(packed), len(packed))
			const length = 29_989
			check := func(from int) {
				want := content[from:min(size, from+length)]
				got := make([]byte, len(want))
				if err := s.Read(got, from); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%d bytes at level %d: other bytes from %d on, %v", size, level, from, err)
				}
			}
			for from := 0; from < size; from += length {
				check(from)
			}
			for range 20 {
				check(random.IntN(size + 1))
			}
			if s.Read(make([]byte, 2), size-1) == nil || s.Read(make([]byte, 1), -1) == nil {
				t.Error("read beyond the end")
			}
		}
	}
}

// Slices hold a sixteenth of the content, and the part between two marks.
func TestSlicesHoldLittle(t *testing.T) {
	slow.Skip(t)
	content := mixed(rand.New(rand.NewPCG(5, 6)), 32<<20)
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		file := bytes.NewReader(archived(t, content, method, flate.BestSpeed))
		held := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		before := held()
		s := mustSlices(t, file, int(file.Size()))
		if err := s.Read(make([]byte, 1000), len(content)/2); err != nil {
			t.Fatal(err)
		}
		if grown := held() - before; grown > int64(len(content)/16+4*markEvery) {
			t.Errorf("method %d: %d bytes are held of %d", method, grown, len(content))
		}
		runtime.KeepAlive(s)
		runtime.KeepAlive(file)
	}
}

// fragile is a file that cannot be read from a place on.
type fragile struct {
	*bytes.Reader
	until int64
}

var errDisk = errors.New("the disk")

func (f fragile) ReadAt(into []byte, at int64) (int, error) {
	if at+int64(len(into)) > f.until {
		return 0, errDisk
	}
	return f.Reader.ReadAt(into, at)
}

// A wrong bit anywhere in the content is found before a slice is given; an error of the
// file is told as it is.
func TestSlicesOfBadFiles(t *testing.T) {
	content := mixed(rand.New(rand.NewPCG(7, 8)), 300_000)
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		packed := archived(t, content, method, flate.DefaultCompression)
		entries, err := Directory(bytes.NewReader(packed), len(packed), MaxUnpacked)
		if err != nil {
			t.Fatal(err)
		}
		for at := 100; at < entries[0].packed; at += 4999 {
			damaged := bytes.Clone(packed)
			damaged[at] ^= 4
			e := entries[0]
			e.file = bytes.NewReader(damaged)
			_, err := e.Slices()
			if bad, ok := errors.AsType[*Error](err); !ok || bad.Message == "" {
				t.Errorf("method %d, byte %d: %v", method, at, err)
			}
			e.file = fragile{bytes.NewReader(packed), int64(at)}
			if _, err := e.Slices(); !errors.Is(err, errDisk) {
				t.Errorf("method %d, byte %d: %v", method, at, err)
			}
		}
		s := mustSlices(t, bytes.NewReader(packed), len(packed))
		s.entry.file = fragile{bytes.NewReader(packed), 1000}
		if err := s.Read(make([]byte, 10), len(content)-10); !errors.Is(err, errDisk) {
			t.Errorf("method %d: %v", method, err)
		}
	}
}
