package pointcloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// numpy runs a program in a new folder with the first Python that has NumPy, or
// skips the test.
func numpy(t *testing.T, program string) (folder string) {
	folder = t.TempDir()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy").Run() != nil {
			continue
		}
		command := exec.Command(python, "-c", program)
		command.Dir = folder
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return folder
	}
	t.Skip("no Python with NumPy")
	return ""
}

// NumPy writes its archives itself; the numbers are read off its binary dump.
func TestNumPyArchives(t *testing.T) {
	folder := numpy(t, `
import numpy as n
r = n.random.default_rng(1)
a, b, s = r.normal(size=(500, 3)), r.normal(size=(70, 2)).astype("f4"), n.asfortranarray(r.normal(size=(4, 9, 3)))
n.savez("plain.npz", a=a, b=b, s=s, labels=n.arange(5), text=n.array("x"))
n.savez_compressed("packed.npz", a=a, b=b, s=s, labels=n.arange(5), text=n.array("x"))
n.savez_compressed("one.npz", a=a, labels=n.arange(5))
n.save("stack.npy", s)
for name, x in [("a", a), ("b", b), ("s0", s[0]), ("s3", s[3])]:
    n.ascontiguousarray(x, "<f8").tofile(name)
`)
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, f := range []struct{ file, part, want string }{
		{"plain.npz", "a", "a"}, {"plain.npz", "b", "b"}, {"plain.npz", "s[0]", "s0"}, {"plain.npz", "s[3]", "s3"},
		{"packed.npz", "a", "a"}, {"packed.npz", "b", "b"}, {"packed.npz", "s[0]", "s0"}, {"packed.npz", "s[3]", "s3"},
		{"one.npz", "", "a"}, {"stack.npy", "0", "s0"}, {"stack.npy", "3", "s3"},
	} {
		file, err := Parse(f.file, read(f.file), f.part)
		if err != nil {
			t.Errorf("%s %s: %v", f.file, f.part, err)
			continue
		}
		var got []byte
		for _, x := range file.Cloud.Points {
			got = appendFloat(got, "<f8", x)
		}
		if !bytes.Equal(got, read(f.want)) {
			t.Errorf("%s %s: other points than NumPy's", f.file, f.part)
		}
	}
	_, err := Parse("packed.npz", read("packed.npz"), "")
	if several, ok := err.(*PartsError); !ok || several.Total != 6 || several.Parts[0] != (Part{"a", "", 500, 3}) || several.Parts[5] != (Part{"s[3]", "", 9, 3}) {
		t.Errorf("got %v", err)
	}
}

// The program gzip writes a header with a name, at every level.
func TestGzipProgram(t *testing.T) {
	c := gaussian(2000, 3, 4)
	path := filepath.Join(t.TempDir(), "cloud.xyz")
	for _, level := range []string{"-1", "-6", "-9"} {
		if err := os.WriteFile(path, rows(c, " ", "\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := exec.Command("gzip", "-f", level, path).Run(); err != nil {
			t.Skip("no gzip: ", err)
		}
		data, err := os.ReadFile(path + ".gz")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := readOnly("cloud.xyz.gz", data); err != nil || !sameBits(got.Points, c.Points) {
			t.Errorf("level %s: %v", level, err)
		}
	}
}

// LibLZF's own compressor, the one the Point Cloud Library has.
func TestLibLZF(t *testing.T) {
	c := gaussian(2000, 3, 6)
	for i := range c.Points {
		c.Points[i] = math.Round(4*c.Points[i]) / 4 // something to repeat
	}
	var columns []byte
	for j := range 3 {
		for i := j; i < len(c.Points); i += 3 {
			columns = appendFloat(columns, "<f4", c.Points[i])
		}
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "in"), columns, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("python3", "-c", `
import ctypes
lzf = ctypes.CDLL("liblzf.so.1")
data = open("in", "rb").read()
out = ctypes.create_string_buffer(len(data))
size = lzf.lzf_compress(data, len(data), out, len(data))
open("out", "wb").write(out.raw[:size])
`)
	command.Dir = folder
	if err := command.Run(); err != nil {
		t.Skip("no Python with LibLZF: ", err)
	}
	packed, err := os.ReadFile(filepath.Join(folder, "out"))
	if err != nil || len(packed) == 0 {
		t.Fatal(err)
	}
	head := fmt.Sprintf("FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH %d\nHEIGHT 1\nDATA binary_compressed\n", c.Count())
	sizes := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32([]byte(head), uint32(len(packed))), uint32(len(columns)))
	got, err := readOnly("a.pcd", append(sizes, packed...))
	if err != nil || !sameBits(got.Points, c.Points) {
		t.Errorf("%d bytes packed: %v", len(packed), err)
	}
}
