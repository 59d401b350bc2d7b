package pointcloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// allocated returns all bytes that f asks for, an upper bound on the peak.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// checkMemory holds Parse to 8 times the file plus 64 bytes for each point that a cloud may have, and 1 MiB.
func checkMemory(t *testing.T, name string, data []byte) error {
	t.Helper()
	var err error
	checkAllocated(t, fmt.Sprintf("%.40q", data[:min(len(data), 40)]), 8*len(data)+64*maxPoints+1<<20, func() { _, err = readOnly(name, data) })
	return err
}

// checkAllocated holds a function to so many bytes.
func checkAllocated(t *testing.T, what string, limit int, f func()) {
	t.Helper()
	if used := allocated(f); used > uint64(limit) {
		t.Errorf("%s: %d bytes, limit %d", what, used, limit)
	}
}

// limited lets a cloud have fewer points than elsewhere, so that files at the limit are small. make soundness, which sets
// ORBITCERT_PROBLEMS, leaves the limit as it is, but for WebAssembly, which would take a minute.
func limited(t *testing.T) {
	t.Helper()
	if os.Getenv("ORBITCERT_PROBLEMS") == "" || runtime.GOOS == "js" {
		maxPoints = 50_000
		t.Cleanup(func() { maxPoints = MaxPoints })
	}
}

// As many points as are allowed, and one more, in the shortest spelling.
func TestMemoryOfLargeFiles(t *testing.T) {
	slow.Skip(t)
	limited(t)
	for _, w := range writers {
		for _, n := range []int{maxPoints, maxPoints + 1} {
			c := Cloud{Points: make([]float64, 3*n), Dimension: 3}
			if w.file == "points.json" && n > maxPoints {
				continue // MarshalJSON refuses it, and json_test.go has this case
			}
			err := checkMemory(t, w.file, w.write(c))
			if n == maxPoints && err != nil {
				t.Errorf("%s: %v", w.file, err)
			}
			if n > maxPoints && (err == nil || !strings.Contains(err.Error(), "limit")) {
				t.Errorf("%s: %v", w.file, err)
			}
		}
	}
}

// Files made to need much memory or time. None holds a cloud.
func TestMemoryOfNastyFiles(t *testing.T) {
	slow.Skip(t)
	limited(t)
	size, many := 8*maxPoints, fmt.Sprint(maxPoints)
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	ply := "ply\nformat ascii 1.0\n"
	for _, f := range []struct{ file, data string }{
		{"a.npy", npyMagic + "\x01\x00\x46\x00{'descr':'<f8','fortran_order':False,'shape':(2147483648, 2)}        \n"},
		{"a.npy", npyMagic + "\x02\x00\xff\xff\xff\x7f" + fill("{")},
		{"a.npy", npyMagic + "\x02\x00\xff\xff\x00\x00{'shape':(" + fill("1,")},
		{"a.ply", ply + fill("element a 1\n")},
		{"a.ply", ply + "element a 1\n" + fill("property int a\n")},
		{"a.ply", ply + "element " + fill("a ")},
		{"a.ply", ply + "comment " + fill("a ")},
		{"a.ply", ply + fill("comment\n")},
		{"a.ply", ply + fill("\n")},
		{"a.ply", ply + "element a 18446744073709551615\nelement b 18446744073709551615\nproperty list int int i\nelement vertex " + many + "\n" + plyXYZ + fill("0\n")},
		{"a.ply", ply + "element vertex " + many + "\n" + plyXYZ + fill("\n") + "0"},
		{"a.ply", "ply\nformat binary_little_endian 1.0\nelement b 18446744073709551615\nproperty list uchar int i\nelement vertex 1\n" + plyXYZ + fill("\x00")},
		{"a.ply", "ply\nformat binary_little_endian 1.0\nelement b " + fmt.Sprint(size-600) + "\nproperty list uchar int i\nelement vertex " + many + "\n" + plyXYZ + fill("\x00")},
		{"a.pcd", "FIELDS " + fill("x ") + "\n"},
		{"a.pcd", pcdXYZ + "WIDTH 18446744073709551615\nHEIGHT 1\nDATA binary\n" + fill("\x00")},
		{"a.pcd", pcdXYZ + "WIDTH " + many + "\nHEIGHT 1\nDATA ascii\n" + fill("#\n")},
		{"a.xyz", fill("\n") + "0"},
		{"a.xyz", fill("#\r")},
		{"a.xyz", "0 0\n" + fill("#\r") + "1"},
		{"a.xyz", "0 0\n" + fill("\n") + "1"},
		{"a.xyz", fill("1")},
		{"a.xyz", fill("1 ") + "a\n1"},
		{"a.xyz", "0 0\n" + fill("1 ")},
		{"a.xyz", "0 1" + fill("#")},
		{"a.csv", fill(",")},
		{"a.csv", "x,y" + fill(",") + "\n1"},
		{"a.csv", fill(`"`)},
		{"a.csv", fill(`",`)},
		{"a.csv", "1,2\n" + fill("\"\n")},
		{"a.off", "OFF " + fill("1")},
		{"a.off", "OFF " + many + " 18446744073709551615 0\n" + fill("0 0 0\n")},
		{"a.obj", fill("v ")},
		{"a.obj", "v 1 2 3\n" + fill("v \n")},
		{"a.obj", fill("v\n")},
		{"a.json", `{"points": ` + fill("[")},
		{"a.json", `{"points": [[0,0],` + fill("[")},
		{"a.json", `{"points": [[` + fill("0,")},
		{"a.json", `{"points": [[` + fill("1")},
		{"a.json", `{"` + fill(`\"`)},
		{"a.json", fill(" ") + "{"},
		{"a", fill("#\r")},
		{"a.xyz", "1\n\nC 1 2 3\n" + fill("\n") + "x"},
		{"a.xyz", many + "\n\nC 1 2 3\n" + fill("\n")},
		{"a.xyz", "0\n\nC 1 2 3\n" + fill("0\n\n")},
		{"a.xyz", "1\n" + fill("Properties=") + "\nC 1 2 3\n"},
		{"a.xyz", "1\n\nC" + fill(" ") + "\n"},
		{"a.pdb", "MODEL 1\nENDMDL\n" + fill("MODEL \nENDMDL\n")},
		{"a.pdb", "HEADER    \n" + fill("\n")},
		{"a.pdb", fill(strings.Repeat(" ", 80))},
		{"a.sdf", fill("\n")},
		{"a.sdf", strings.Replace(v2000("", 1, 2, 3), "\n  1", "\n999", 1) + fill("\n")},
		{"a.sdf", v2000("") + fill("> <A>\n\n")},
		{"a.sdf", strings.Replace(v3000("", 1, 2, 3), "COUNTS 1", "COUNTS "+many, 1) + fill("M  V30 -\n")},
		{"a.sdf", v3000Head + fill("M  V30 -\n") + "M  END\n"},
		{"a.sdf", v3000Head + fill("M  V30 BEGIN CTAB\n") + "M  END\n"},
		{"a.npz", fill("PK\x03\x04")},
		{"a.npz", "PK\x03\x04" + fill("PK\x05\x06")},
		{"a.gz", "\x1f\x8b\x08\x08" + fill("name")},
		{"a.gz", fill(string(gz("")))},
		{"a.gz", fill(string(gz("0")))},
		{"a.las", edit(las12, lasCount32, string(binary.LittleEndian.AppendUint32(nil, uint32(maxPoints-1)))) + fill("\x01")},
		{"a.las", edit(las14, lasCount64, "\xff\xff\xff\xff\xff\xff\xff\x7f") + fill("\x00")},
		{"a.bin", fill("\xff")},
		{"a.pcd", pcdCompressed + fill("\xff")},
	} {
		if err := checkMemory(t, f.file, []byte(f.data)); err == nil {
			t.Errorf("%s: %.40q: no error", f.file, f.data)
		}
	}
}

// The array of a request may be as large as a file.
func TestMemoryOfArrays(t *testing.T) {
	slow.Skip(t)
	limited(t)
	data := []byte("[[0,0]" + strings.Repeat(",[0,0]", maxPoints-1) + "]")
	var c Cloud
	var again []byte
	var bad, err error
	limit := 8*len(data) + 64*maxPoints + 1<<20
	checkAllocated(t, "reading", limit, func() { bad = c.UnmarshalJSON(data) })
	checkAllocated(t, "writing", limit, func() { again, err = c.MarshalJSON() })
	if bad != nil || err != nil || !bytes.Equal(again, data) {
		t.Errorf("written otherwise than read: %v, %v", bad, err)
	}
}

func BenchmarkParse(b *testing.B) {
	c := randomCloud(100_000, 3, 8)
	for i := range c.Points {
		c.Points[i] = float64(float32(i%2003)/2003 - 0.5) // numbers of usual length
	}
	for _, w := range writers {
		data := w.write(c)
		b.Run(fmt.Sprint(w.file), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := readOnly(w.file, data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A hostileText is a part that is repeated, between a start and an end.
type hostileText struct{ why, ending, start, part, end string }

// hostile are texts that keep a reader busy.
var hostile = []hostileText{
	{"blank lines", "", "", "\n", "1 2\n"},
	{"blank lines of Windows", "", "", "\r\n", "1 2\r\n"},
	{"carriage returns", "", "", "\r", "1 2\r"},
	{"blanks", "", "", " ", "1 2\n"},
	{"lines of a blank", "", "", " \n", "1 2\n"},
	{"remarks", "", "", "#\n", "1 2\n"},
	{"brackets", "", "", "[", ""},
	{"lists", "", "[", "[1,2],", "[1,2]]"},
	{"braces", "", "", "{", ""},
	{"objects", "", "[", `{"x":1,"y":2},`, `{"x":1,"y":2}]`},
	{"a long row", "", "", "1 ", "\n"},
	{"a long row of cells", "", "", "1,", "1\n"},
	{"empty cells", ".csv", "", ",", "\n"},
	{"quotes", ".csv", "", `"`, "\n"},
	{"quoted cells", ".csv", "", `"",`, "1\n"},
	{"digits", "", "", "1", " 2\n"},
	{"digits in groups", "", "", ",111", " 2\n"},
	{"numbers", "", "", "1.5 2.5 3.5\n", ""},
	{"commas", "", "", "1,5 2,5 3,5\n", ""},
	{"Fortran", "", "", "1.5D+00 2.5D+00 3.5D+00\n", ""},
	{"missing", "", "", "NA NA\n", "1 2\n"},
	{"dashes", "", "", "−1 −2\n", ""},
	{"no-break spaces", "", "", "\u00a0", "1 2\n"},
	{"counts", "", "", "1\n1 2\n", ""},
	{"frames", "", "", "1\n\nC 1 2 3\n", ""},
	{"frames of QM9", "", "", "1\n\nC 1 2 3\n1\nC\nInChI=\n", ""},
	{"a polygon", "", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n30000000", " 0", "\n"},
	{"polygons", "", "OFF\n3 10000000 0\n0 0 0\n1 0 0\n0 1 0\n", "3 0 1 2\n", ""},
	{"a polygon of OBJ", ".obj", "v 0 0 0\nf", " 1", "\n"},
	{"vertices", ".obj", "", "v 0 0 0\n", "f 1 1 1\n"},
	{"lines that go on", ".obj", "", "v 1 \\\n", "2 3\n"},
	{"a face of PLY", "", "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nelement face 1\nproperty list uint int vertex_index\nend_header\n0 0\n30000000", " 0", "\n"},
	{"a facet", "", "solid\nfacet\nouter loop\n", "vertex 0 0 0\n", "endloop\nendfacet\nendsolid\n"},
	{"solids", "", "", "solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n", ""},
	{"a matrix", "", "[", "1 2;", "]"},
	{"a flat matrix", "", "[", "1;", "]"},
	{"continued lines", "", "[1 ", "...\n", "]"},
	{"Mathematica", "", "{", "{1.5*^1,2},", "{1,2}}"},
	{"fields", "", "{", `"a":1,`, `"points":[[1,2]]}`},
	{"a field of brackets", "", `{"a":`, "[", ""},
	{"a field of numbers", "", `{"a":[`, "1,", `1],"points":[[1,2]]}`},
	{"columns of JSON", "", `{"x":[`, "1,", `1],"y":[1]}`},
	{"atoms", "", "HEADER    A\n", "ATOM      1  CA  GLY A   1       1.000   2.000   3.000\n", ""},
	{"atoms in other places", "", "HEADER    A\n", "ATOM      1  CA AGLY A   1       1.000   2.000   3.000\n", ""},
	{"titles", "", "a title\n", "1 2\n", ""},
	{"an airfoil", "", "a title\n", "1 0\n", ""},
	{"R", "", "     [,1] [,2]\n", "[1,] 1 2\n", ""},
	{"a header", ".csv", "", "x1,y1,", "\n1,2\n"},
	{"names", "", "", "a b c ", "\n1 2\n"},
}

// text is a hostile text of about so many bytes.
func (h hostileText) text(size int) []byte {
	return []byte(h.start + strings.Repeat(h.part, size/len(h.part)) + h.end)
}

// Texts made to be slow are read, or refused at a place within them.
func TestHostile(t *testing.T) {
	slow.Skip(t)
	for _, h := range hostile {
		data := h.text(1 << 15)
		for _, name := range []string{"a", "a.csv", "a.xyz", "a.obj", "a.off", "a.ptx", "a.json", "a.pdb", "a.sdf"} {
			if _, err := Parse(name, data, Reading{}); err != nil {
				checkError(t, data, err)
			}
		}
	}
}

// BenchmarkHostile tells how long a megabyte of each takes.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile {
		b.Run(h.why, func(b *testing.B) {
			data := h.text(4 << 20)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				_, _ = Parse("a"+h.ending, data, Reading{})
			}
		})
	}
}
