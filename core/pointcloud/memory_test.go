package pointcloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
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
	used := allocated(func() { _, err = readOnly(name, data) })
	if limit := 8*uint64(len(data)) + 64*uint64(maxPoints) + 1<<20; used > limit {
		t.Errorf("%.40q: %d bytes for a file of %d, limit %d", data[:min(len(data), 40)], used, len(data), limit)
	}
	return err
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
	if testing.Short() {
		t.Skip("slow")
	}
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
	if testing.Short() {
		t.Skip("slow")
	}
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
	if testing.Short() {
		t.Skip("slow")
	}
	limited(t)
	data := []byte("[[0,0]" + strings.Repeat(",[0,0]", maxPoints-1) + "]")
	var c Cloud
	used := allocated(func() {
		if err := c.UnmarshalJSON(data); err != nil {
			t.Error(err)
		}
	})
	if limit := 8*uint64(len(data)) + 64*uint64(maxPoints) + 1<<20; used > limit {
		t.Errorf("reading: %d bytes, limit %d", used, limit)
	}
	var again []byte
	used = allocated(func() {
		var err error
		if again, err = c.MarshalJSON(); err != nil {
			t.Error(err)
		}
	})
	if limit := 8*uint64(len(data)) + 64*uint64(maxPoints) + 1<<20; used > limit {
		t.Errorf("writing: %d bytes, limit %d", used, limit)
	}
	if !bytes.Equal(again, data) {
		t.Error("written otherwise than read")
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
