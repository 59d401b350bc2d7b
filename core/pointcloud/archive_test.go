package pointcloud

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// packer is kept: a new one takes a megabyte.
var packer = gzip.NewWriter(nil)

// gz packs a text with gzip.
func gz(text string) []byte {
	var out bytes.Buffer
	packer.Reset(&out)
	if _, err := packer.Write([]byte(text)); err != nil {
		panic(err)
	}
	if err := packer.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// A packed file is a name and its content.
type packedFile struct{ name, data string }

// archive packs files with the standard library's writer.
func archive(method uint16, files ...packedFile) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		entry, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: method})
		if err == nil {
			_, err = entry.Write([]byte(f.data))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.String()
}

// Parts of ZIP archives that the tests damage, and how long they are.
const (
	zipCentral = "PK\x01\x02"
	zipEntry   = 46
	zipEndSize = 22
)

// edit replaces bytes from an offset on, which counts from the end below 0.
func edit(data string, at int, with string) string {
	if at < 0 {
		at += len(data)
	}
	return data[:at] + with + data[at+len(with):]
}

// entry changes the central directory's only entry at an offset within it.
func entry(data string, at int, with string) string {
	return edit(data, strings.Index(data, zipCentral)+at, with)
}

var (
	pair      = string(writeNPY(Cloud{Points: []float64{1, 2}, Dimension: 2}, 1, "<f8", false))
	triple    = string(writeNPY(Cloud{Points: []float64{1, 2, 3, 4, 5, 6}, Dimension: 3}, 1, ">f4", true))
	labels    = string(npyHead(1, "<i8", false, "(2,)")) + strings.Repeat("\x00", 16)
	onePair   = archive(zip.Store, packedFile{"p.npy", pair})
	twoFiles  = archive(zip.Deflate, packedFile{"a.xyz", "1 2\n"}, packedFile{"b/c.npz", twoClouds}, packedFile{"d.csv", "4,5,6\n"})
	twoClouds = archive(zip.Deflate, packedFile{"p.npy", pair}, packedFile{"labels.npy", labels}, packedFile{"q.npy", triple})
)

var goodNPZ = []goodFile{
	{"stored", "a.npz", onePair, 2, []float64{1, 2}},
	{"deflated", "a.npz", archive(zip.Deflate, packedFile{"arr_0.npy", array("<f8", "(4, 2)", counting(1, 8)...)}), 2, counting(1, 8)},
	{"another name", "a", onePair, 2, []float64{1, 2}},
	{"the name of a MATLAB file, which the page has read", "a.mat", onePair, 2, []float64{1, 2}},
	{"other arrays and files", "a.npz", archive(zip.Deflate, packedFile{"labels.npy", labels}, packedFile{"readme.txt", "1 2"}, packedFile{"p.npy", pair}), 2, []float64{1, 2}},
	{"a cloud", "a.zip", archive(zip.Deflate, packedFile{"a.csv", "x,y\n1,2\n"}), 2, []float64{1, 2}},
	{"a cloud among others", "a.zip", archive(zip.Deflate, packedFile{"b/", ""}, packedFile{"__MACOSX/b/._a.xyz", "\x00\x05"}, packedFile{"b/.DS_Store", "\x00"}, packedFile{"README", "1"}, packedFile{"b/a.xyz", "1 2\n"}), 2, []float64{1, 2}},
	{"a name that leads elsewhere", "a.zip", archive(zip.Store, packedFile{"../../etc/a.xyz", "1 2\n"}), 2, []float64{1, 2}},
	{"gzip in it", "a.zip", archive(zip.Store, packedFile{"a.xyz.gz", string(gz("1 2\n"))}), 2, []float64{1, 2}},
	{"arrays in it", "a.zip", archive(zip.Store, packedFile{"a.npz", onePair}), 2, []float64{1, 2}},
	{"a remark", "a.npz", edit(onePair, -2, "\x05\x00") + "hello", 2, []float64{1, 2}},
	{"packed again", "a.npz.gz", string(gz(onePair)), 2, []float64{1, 2}},
}

var badNPZ = []badFile{
	{"renamed text", "a.npz", "1 2\n", 0, -1, "does not start with"},
	{"empty archive", "a.npz", archive(zip.Store), 0, -1, "has the ending of a cloud"},
	{"no names of clouds", "a.zip", archive(zip.Store, packedFile{"a.png", png}, packedFile{"LICENSE", "1 2"}, packedFile{".a.xyz", "1 2"}), 0, -1, "has the ending of a cloud"},
	{"a file twice", "a.zip", archive(zip.Store, packedFile{"a.xyz", "1 2\n"}, packedFile{"a.xyz", "1 3\n"}), 0, 55, `has the file "a.xyz" twice`},
	{"a bad line inside", "a.zip", archive(zip.Store, packedFile{"b/a.xyz", "1 2\n3 x\n"}), 2, -1, `y: "x" is not a number`},
	{"an archive inside", "a.zip", archive(zip.Store, packedFile{"b.zip", archive(zip.Store, packedFile{"a.xyz", "1 2\n"})}), 0, -1, "a ZIP archive within an archive"},
	{"an archive inside gzip inside", "a.zip", archive(zip.Store, packedFile{"b.zip.gz", string(gz(twoFiles))}), 0, -1, "a ZIP archive within an archive"},
	{"a bomb inside", "a.zip", archive(zip.Deflate, packedFile{"a.xyz", strings.Repeat("0", 41<<20)}), 0, anyByte, "unpacks to more than 40 MB"},
	{"a bomb in gzip inside", "a.zip", archive(zip.Store, packedFile{"a.xyz.gz", string(gz(strings.Repeat("0", 41<<20)))}), 0, anyByte, "unpacks to more than 40 MB"},
	{"a model", "a.pt", archive(zip.Store, packedFile{"archive/data.pkl", "\x80\x02}."}), 0, -1, `torch.load("a.pt", map_location="cpu")`},
	{"a tensor by another name", "a.npz", archive(zip.Store, packedFile{"data.pkl", "\x80\x02}."}), 0, -1, `torch.load("a.npz", map_location="cpu")`},
	{"no cloud", "a.npz", archive(zip.Store, packedFile{"labels.npy", labels}), 0, -1, `"labels.npy": shape must be`},
	{"a spreadsheet", "a.xlsx", archive(zip.Deflate, packedFile{"[Content_Types].xml", "<x/>"}), 0, -1, "save the table in it as CSV"},
	{"truncated", "a.npz", onePair[:len(onePair)-23], 0, int64(len(onePair) - 23), "has no directory"},
	{"signature only", "a.npz", "PK\x03\x04", 0, 4, "has no directory"},
	{"encrypted", "a.npz", entry(onePair, 8, "\x01"), 0, int64(strings.Index(onePair, zipCentral)), `"p.npy" is encrypted`},
	{"another method", "a.npz", entry(onePair, 10, "\x0e"), 0, -1, "method 14"},
	{"a size of ZIP64", "a.npz", entry(onePair, 24, "\xff\xff\xff\xff"), 0, int64(strings.Index(onePair, zipCentral)), "ZIP64"},
	{"a ZIP64 archive", "a.npz", edit(onePair, -12, "\xff\xff"), 0, int64(len(onePair) - 22), "ZIP64 archive"},
	{"several volumes", "a.npz", edit(onePair, -18, "\x01"), 0, int64(len(onePair) - 22), "several volumes"},
	{"more entries than there are", "a.npz", edit(onePair, -14, "\x02\x00\x02\x00"), 0, int64(len(onePair) - 22), "no entry here"},
	{"directory elsewhere", "a.npz", edit(onePair, -6, "\x00\x00"), 0, 0, "no entry here"},
	{"directory beyond the end", "a.npz", edit(onePair, -6, "\xff\xff"), 0, int64(len(onePair) - 22), "does not fit"},
	{"name beyond the end", "a.npz", entry(onePair, 28, "\xff\x01"), 0, int64(strings.Index(onePair, zipCentral)), "does not fit"},
	{"file beyond the end", "a.npz", entry(onePair, 42, "\xff\xff"), 0, int64(strings.Index(onePair, zipCentral)), "lies beyond"},
	{"file elsewhere", "a.npz", entry(onePair, 42, "\x01"), 0, -1, `"p.npy": the archive is damaged: "p.npy" does not start here`},
	{"wrong checksum", "a.npz", entry(onePair, 16, "\x00\x00\x00\x00"), 0, 0, "checksum"},
	{"an array twice", "a.npz", archive(zip.Store, packedFile{"p.npy", pair}, packedFile{"p.npy", pair}), 0, int64(len(pair) + 30 + 5 + 16), `"p" twice`},
	{"nan", "a.npz", archive(zip.Store, packedFile{"p.npy", string(npyHead(1, "<f8", false, "(1, 2)")) + "\x00\x00\x00\x00\x00\x00\xf8\x7f" + strings.Repeat("\x00", 8)}), 0, 128, "none of the 1 points"},
	{"bomb by ratio", "a.npz", entry(archive(zip.Deflate, packedFile{"p.npy", pair}), 24, "\x00\x00\x10\x00"), 0, anyByte, "cannot unpack from"},
	{"bomb by size", "a.npz", archive(zip.Deflate, packedFile{"p.npy", strings.Repeat("\x00", 41<<20)}), 0, anyByte, "unpacks to more than 40 MB"},
}

var badGzip = []badFile{
	{"signature only", "a.ply.gz", "\x1f\x8b\x08\x00", 0, 4, "ends early"},
	{"nothing inside", "a.ply.gz", string(gz("")), 0, -1, "the file is empty"},
	{"truncated", "a.xyz.gz", string(gz("1 2\n")[:20]), 0, 20, "ends early"},
	{"wrong checksum", "a.xyz.gz", edit(string(gz("1 2\n")), -8, "\x00\x00\x00\x00"), 0, int64(len(gz("1 2\n")) - 8), "checksum"},
	{"not deflated", "a.xyz.gz", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff", 0, 11, "damaged"},
	{"bad line inside", "a.xyz.gz", string(gz("1 2\n3 b\n")), 2, -1, `y: "b" is not a number`},
	{"an image inside", "a.ply.gz", string(gz(png)), 0, -1, "looks like a PNG image"},
	{"a tar archive", "a.tar.gz", string(gz(strings.Repeat("a", 257) + "ustar\x0000" + strings.Repeat("\x00", 248))), 0, -1, "looks like a tar archive (unpack it), a format that is not supported"},
	{"twice", "a.xyz.gz.gz", string(gz(string(gz("1 2\n")))), 0, -1, "twice; unpack it once"},
	{"bomb", "a.xyz.gz", strings.Repeat(string(gz(strings.Repeat("0", 4<<20))), 11), 0, anyByte, "more than 40 MB"},
	{"a name without gzip", "a.xyz.gz", "1 2\n", 0, -1, "looks like text"},
}

func TestGzip(t *testing.T) {
	for _, list := range goodFiles {
		for _, g := range list {
			if g.file != "a.npz.gz" { // which is packed already
				expect(t, "dir.x/"+g.file+".gz", string(gz(g.data)), Reading{}, g.points, len(g.points)/g.dimension)
			}
		}
	}
	expect(t, "a.xyz", string(gz("1 2\n"))+string(gz("3 4\n")), Reading{}, []float64{1, 2, 3, 4})
	expect(t, "a.npz.gz", string(gz(stored(packedFile{"p.npy", npyMagic}))), Reading{}, `a.npz.gz: a.npz: none of 1 arrays is a cloud; the first, "p.npy": the file ends within the header`)
}

// zeros packs so many MB of "0 0\n" a line.
func zeros(megabytes int) string { return string(gz(strings.Repeat("0 0\n", megabytes<<18))) }

// The unpacked size of a file counts as its memory, as it grows: 100 kB never
// take 100 MB. A lie about the size costs nothing.
func TestMemoryOfBombs(t *testing.T) {
	slow.Skip(t)
	columns, members := strings.Repeat("0 ", 30)+"0\n", strings.Repeat(zeros(4), 12)
	for _, f := range []struct {
		file, data string
		bad        bool
	}{
		{"a.xyz.gz", members, true},
		{"a.xyz.gz", edit(members, -4, "\xff\xff\xff\x7f"), true},
		{"a.xyz.gz", zeros(48), true},
		{"a.xyz.gz", string(gz(strings.Repeat(columns, 38<<14))), false},
		{"a.xyz.gz", edit(string(gz("0 a")), -4, "\xff\xff\xff\x7f"), true},
		{"a.npz", entry(archive(zip.Deflate, packedFile{"p.npy", pair}), 24, "\x00\x00\x10\x00"), true},
		{"a.npz.gz", string(gz(archive(zip.Deflate, packedFile{"p.npy", strings.Repeat("\x00", 42<<20)}))), true},
	} {
		if err := checkMemory(t, f.file, []byte(f.data)); (err != nil) != f.bad {
			t.Errorf("%s of %d bytes: %v", f.file, len(f.data), err)
		}
	}
}

// The same of all clouds of a file: an archive of archives, and clouds that take
// more as numbers than as bytes.
func TestMemoryOfAllClouds(t *testing.T) {
	slow.Skip(t)
	bytes3 := string(npyHead(1, "|i1", false, "(4, 1000000, 3)"))
	zeros := zeros(48)
	for _, f := range []struct{ file, data string }{
		{"a.zip", archive(zip.Deflate, packedFile{"a.xyz.gz", zeros}, packedFile{"b.xyz.gz", zeros})},
		{"a.npz", archive(zip.Deflate, packedFile{"p.npy", bytes3 + strings.Repeat("\x00", 12_000_000)})},
		{"a.npy.gz", string(gz(bytes3 + strings.Repeat("\x00", 12_000_000)))},
	} {
		var err error
		var all []Named
		checkAllocated(t, f.file, 8*len(f.data)+64<<20, func() { all, err = ParseAll(f.file, []byte(f.data), Reading{}) })
		for _, n := range all {
			err = cmp.Or(err, n.Err)
		}
		if err == nil {
			t.Errorf("%s: no error", f.file)
		}
	}
}

// Overlapping entries that each claim much cost no more than one.
func TestMemoryOfEntries(t *testing.T) {
	slow.Skip(t)
	const n = 1000
	stack := string(npyHead(1, "<f4", false, "(30000, 1, 2)")) + strings.Repeat("\x00", 8*30000)
	one := archive(zip.Deflate, packedFile{"0000.npy", stack})
	at := strings.Index(one, zipCentral)
	entry := one[at : at+zipEntry+8]
	data := []byte(one[:at])
	for i := range n {
		data = append(data, edit(entry, zipEntry, fmt.Sprintf("%04d", i))...)
	}
	end := []byte(one[len(one)-zipEndSize:])
	binary.LittleEndian.PutUint16(end[8:], n)
	binary.LittleEndian.PutUint16(end[10:], n)
	binary.LittleEndian.PutUint32(end[12:], uint32(n*len(entry)))
	data = append(data, end...)
	err := checkMemory(t, "a.npz", data)
	several, ok := err.(*PartsError)
	if !ok || several.Total != 30000*n || len(several.Parts) != maxParts {
		t.Errorf("got %v", err)
	}
	checkAllocated(t, "all", 8*len(data)+64<<20, func() { _, err = ParseAll("a.npz", data, Reading{}) })
	if err == nil || !strings.Contains(err.Error(), "more than 20000 clouds") {
		t.Error(err)
	}
}
