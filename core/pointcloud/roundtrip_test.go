package pointcloud

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// randomCloud has coordinates of every size: any finite bit pattern.
func randomCloud(n, dimension int, seed uint64) Cloud {
	random := rand.New(rand.NewPCG(seed, 0))
	c := Cloud{Dimension: dimension}
	for len(c.Points) < n*dimension {
		if x := math.Float64frombits(random.Uint64()); finite(x) {
			c.Points = append(c.Points, x)
		}
	}
	return c
}

// edgeCloud has the numbers that formats and parsers get wrong first.
func edgeCloud(dimension int) Cloud {
	points := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.1, 1.0 / 3, math.Pi, 1e21, 1e-7, 123456789,
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
		0x1p-1022, 1<<53 + 2, 9007199254740993, 5e-324, 2.2250738585072011e-308,
	}
	return Cloud{Points: points, Dimension: dimension}
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

func TestRoundTrip(t *testing.T) {
	for _, w := range writers {
		for _, c := range []Cloud{
			edgeCloud(2), edgeCloud(3), randomCloud(1, 2, 1), randomCloud(1, 3, 2), randomCloud(500, 2, 3), randomCloud(500, 3, 4),
		} {
			if w.only3 && c.Dimension == 2 {
				continue
			}
			data := w.write(c)
			got, err := readOnly(w.file, data)
			if err != nil {
				t.Errorf("%s: %v", w.file, err)
				continue
			}
			if got.Dimension != c.Dimension || !sameBits(got.Points, c.Points) {
				t.Errorf("%s: D = %d: other points than written", w.file, c.Dimension)
			}
		}
	}
}

// Text means the same however its lines end, with a byte order mark before it,
// and without an end to its last line.
func TestLineEnds(t *testing.T) {
	c := randomCloud(7, 3, 5)
	for _, w := range writers {
		data := w.write(c)
		if bytes.Contains(data, []byte("binary")) || bytes.HasPrefix(data, []byte(npyMagic)) {
			continue
		}
		plain := bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
		for name, variant := range map[string][]byte{
			"CRLF":    bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n")),
			"CR":      bytes.ReplaceAll(plain, []byte("\n"), []byte("\r")),
			"BOM":     append([]byte(byteOrderMark), data...),
			"no end":  bytes.TrimRight(data, "\r\n"),
			"blank":   append(bytes.Clone(data), "\n \r\n\t\r"...),
			"indents": bytes.ReplaceAll(plain, []byte("\n"), []byte(" \n ")),
		} {
			got, err := readOnly(w.file, variant)
			if err != nil {
				t.Errorf("%s with %s: %v", w.file, name, err)
			} else if !sameBits(got.Points, c.Points) {
				t.Errorf("%s with %s: other points than written", w.file, name)
			}
		}
	}
}

// The line end of a header decides where binary data starts, even when the
// data starts with a byte that could be part of a line end.
func TestBinaryAfterHeader(t *testing.T) {
	for _, first := range []byte{'\n', '\r'} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			head := bytes.ReplaceAll(plyHead(Cloud{Points: []float64{0, 0}, Dimension: 2}, "binary_little_endian"), []byte("\n"), []byte(end))
			data := append(head, first, 0, 0, 0, 0, 0, 0, 0, first, 0, 0, 0, 0, 0, 0, 0)
			want := math.Float64frombits(uint64(first))
			got, err := readOnly("a.ply", data)
			if err != nil || !slices.Equal(got.Points, []float64{want, want}) {
				t.Errorf("line end %q, first byte %q: %v, %v", end, first, got.Points, err)
			}
		}
	}
}

// NPY of every version, type and memory order.
func TestNPYVariants(t *testing.T) {
	c := Cloud{Points: []float64{0.5, -1, 2, 3.25, 1e10, -0.125, 4, 5, 6, 7, 8, 9.5}, Dimension: 3}
	for version := 1; version <= 3; version++ {
		for _, descr := range []string{"<f4", ">f4", "<f8", ">f8"} {
			for _, fortran := range []bool{false, true} {
				got, err := readOnly("a.npy", writeNPY(c, version, descr, fortran))
				if err != nil || got.Dimension != 3 || !sameBits(got.Points, c.Points) {
					t.Errorf("version %d, %s, fortran %v: %v, %v", version, descr, fortran, got, err)
				}
			}
		}
	}
}

// ofFolder reads a file of a folder of testdata.
func ofFolder(t *testing.T, folder, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// block is the L-shaped block, vertex by vertex.
var block = func() (points []float64) {
	base := [][2]float64{{0, 0}, {2, 0}, {2, 1}, {0.875, 1}, {0.875, 1.5}, {0, 1.5}}
	for _, z := range []float64{0, 0.625} {
		for _, p := range base {
			points = append(points, p[0], p[1], z)
		}
	}
	return points
}()

// renumbered is the block in the order in which Assimp writes vertices.
var renumbered = func() []float64 {
	c := Cloud{Points: block, Dimension: 3}
	return Pick(c, []int{0, 2, 1, 3, 5, 4, 6, 7, 8, 9, 11, 10}).Points
}()

// grid43 are the places of the grid that have coordinates.
var grid43 = func() (points []float64) {
	for i := range 3 {
		for j := range 4 {
			if k := 4*i + j; k != 1 && k != 11 {
				points = append(points, 0.25*float64(j), 0.5*float64(i), 1+0.125*float64(i*j))
			}
		}
	}
	return points
}()

// methanol has its atoms as Open Babel gives them, with five decimals.
var methanol = []float64{
	1.0951, 0.02919, 0.04565, 2.51083, 0.02004, 0.04009, 0.73359, 0.93142, -0.45376,
	0.73359, 0.0006, 1.07649, 0.73201, -0.85122, -0.48988, 2.80374, 0.81216, 0.52191,
}

func shifted(points []float64, by float64) []float64 {
	moved := slices.Clone(points)
	for i := range moved {
		moved[i] += by
	}
	return moved
}

// flat is the block without z.
func flat() (points []float64) {
	for i := 0; i < len(block); i += 3 {
		points = append(points, block[i], block[i+1])
	}
	return points
}

// truncated is the block in whole numbers.
func truncated() (points []float64) {
	for _, x := range block {
		points = append(points, math.Trunc(x))
	}
	return points
}

// The files that other programs wrote; see the README beside them.
func TestWritten(t *testing.T) {
	for _, f := range []struct {
		file, part string
		points     []float64
		within     float64 // 0: the same bits
		missing    int
		faces      int
	}{
		{"assimp.glb", "", renumbered, 0, 0, 20},
		{"assimp.obj", "", renumbered, 0, 0, 20},
		{"assimp.stl", "", renumbered, 0, 0, 20},
		{"assimp-binary.stl", "", renumbered, 0, 0, 20},
		{"pcl-ascii.pcd", "", grid43, 0, 2, 0},
		{"pcl-binary.pcd", "", grid43, 0, 2, 0},
		{"pcl-compressed.pcd", "", grid43, 0, 2, 0},
		{"pcl.ply", "", grid43, 0, 2, 0},
		{"pcl-binary.ply", "", grid43, 0, 2, 0},
		{"openbabel.xyz", "", methanol, 0, 0, 0},
		{"openbabel.pdb", "", methanol, 5.1e-4, 0, 0},
		{"openbabel.sdf", "", methanol, 5.1e-5, 0, 0},
		{"openbabel-v3000.mol", "", methanol, 0, 0, 0},
		{"plain.npz", "a", block, 0, 0, 0}, {"packed.npz", "a", block, 0, 0, 0},
		{"plain.npz", "b", flat(), 0, 0, 0}, {"packed.npz", "b", flat(), 0, 0, 0},
		{"plain.npz", "s[0]", block, 0, 0, 0}, {"packed.npz", "s[1]", shifted(block, 1), 0, 0, 0},
		{"half.npy", "", block, 0, 0, 0},
		{"records.npy", "", block, 0, 0, 0},
		{"columns.npy", "", truncated(), 0, 0, 0},
		{"savetxt.csv", "", block, 0, 0, 0},
		{"repr", "", block[:12], 0, 0, 0},
		{"print", "", block[:12], 0, 0, 0},
		{"block.xyz.gz", "", block, 0, 0, 0},
	} {
		file, err := Parse(f.file, ofFolder(t, "written", f.file), Reading{Part: f.part})
		if err != nil || len(file.Cloud.Points) != len(f.points) || file.Faces.Count() != f.faces || file.Rows()-file.Cloud.Count() != f.missing {
			t.Errorf("%s %s: %+v, %v", f.file, f.part, file, err)
			continue
		}
		for i, x := range file.Cloud.Points {
			if !(math.Abs(x-f.points[i]) <= f.within) {
				t.Errorf("%s %s: number %d is %v, want %v", f.file, f.part, i, x, f.points[i])
			}
		}
	}
}

// Assimp gives every face of a PLY file vertices of its own.
func TestWrittenPLY(t *testing.T) {
	for _, name := range []string{"assimp.ply", "assimp-binary.ply"} {
		file, err := Parse(name, ofFolder(t, "written", name), Reading{})
		if err != nil || file.Cloud.Count() != 60 || file.Faces.Count() != 20 {
			t.Fatalf("%s: %+v, %v", name, file, err)
		}
		for i, v := range file.Faces {
			if int(v) != i {
				t.Fatalf("%s: corner %d is vertex %d", name, i, v)
			}
		}
		other, err := Parse("assimp.obj", ofFolder(t, "written", "assimp.obj"), Reading{})
		if err != nil || !sameBits(file.Cloud.Points, corners(other)) {
			t.Errorf("%s: other corners than in OBJ: %v", name, err)
		}
	}
}

// corners returns the corners of all faces, one after another.
func corners(f File) (points []float64) {
	for _, v := range f.Faces {
		points = append(points, f.Cloud.Points[3*v:3*v+3]...)
	}
	return points
}
