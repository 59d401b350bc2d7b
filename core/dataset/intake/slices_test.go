package intake

import (
	"archive/zip"
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// watched tells how much is read at once, past the head of a file.
type watched struct {
	Source
	most *int
}

func (w watched) ReadAt(data []byte, offset int64) (int, error) {
	if offset > 0 {
		*w.most = max(*w.most, len(data))
	}
	return w.Source.ReadAt(data, offset)
}

// npzOf packs arrays, in turn stored and deflated.
func npzOf(t *testing.T, arrays ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i, array := range arrays {
		w, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("%c.npy", 'a'+i), Method: []uint16{zip.Store, zip.Deflate}[i%2]})
		if err == nil {
			_, err = w.Write([]byte(array))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Clouds of a NumPy archive are those of its arrays, stored or deflated, whole or in
// slices, and neither the archive nor an array is held.
func TestArchiveIsReadInSlices(t *testing.T) {
	slow.Skip(t)
	const clouds = 3000
	archive := npzOf(t, largeNPY(clouds), largeNPY(clouds), npyOf(3))
	all, err := pointcloud.ParseAll("a.npz", archive, pointcloud.Reading{})
	if err != nil || len(all) != 2*clouds+3 {
		t.Fatal(len(all), err)
	}
	most := 0
	open := func(string) (Source, error) { return watched{Memory(archive), &most}, nil }
	c := &Collection{open: open, openFiles: &openFiles{}}
	if err := c.addSource("a.npz", pointcloud.Reading{}); err != nil || len(c.entries) != len(all) {
		t.Fatal(len(c.entries), err)
	}
	before := heldMemory()
	for i := 0; i < len(all); i += 7 {
		e, err := c.load(c.entries[i])
		if err != nil || e.Failure != "" || e.Name != all[i].Name || !slices.Equal(e.Cloud.Points, all[i].File.Cloud.Points) {
			t.Fatalf("%+v, %v; want %+v", e, err, all[i])
		}
	}
	if grown := heldMemory() - before; grown > 4<<20 {
		t.Errorf("%d bytes are held of an archive of %d", grown, len(archive))
	}
	if most > 1<<17 {
		t.Errorf("%d bytes were read at once of an archive of %d", most, len(archive))
	}
	runtime.KeepAlive(c)
}
