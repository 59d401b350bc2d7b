package pointcloud

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// told lists the notes of a file, each with its remedies.
func told(notes []Note) (all []string) {
	for _, n := range notes {
		all = append(all, n.Text)
		for _, r := range n.Remedies {
			all = append(all, "→ "+r.String())
		}
	}
	return all
}

const elements = `Atoms are read as points; their elements are the attribute "element".`

const cell = "The cell that Lattice gives is left out: the atoms are points, without their periodic images."

const surface = "The 4 vertices of a mesh are read as points. Most classifiers are trained on points of the surface, which has 4 triangles."

const sampled = `→ Sample the surface: 1,024 points: "preparation": {"points": 1024, "method": "surface"}`

// turned is a table of so many columns in three rows.
func turned(columns int) string {
	return strings.Repeat(strings.TrimSuffix(strings.Repeat("1.5,", columns), ",")+"\n", 3)
}

// The notes say what was decided, and what could be had instead.
func TestNotes(t *testing.T) {
	off := "OFF\n4 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3 255 0 0\n"
	ply := "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n1 2\n3 0 0 0\n"
	for _, f := range []struct {
		file, data string
		notes      []string
	}{
		{"a.xyz", "1 2 3\n", nil},
		{"a.pdb", goodPDB[0].data, []string{elements}},
		{"a.pdb", goodPDB[3].data, []string{elements, "Some residues have alternate locations: the first of each is taken, and 2 atoms in others are left out, the first on line 3."}},
		{"a.xyz", "1\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3\nSi 1 2 3\n", []string{elements, cell}},
		{"a.xyz", "1\nlattice=9\nSi 1 2 3\n", []string{elements, cell}},
		{"a.xyz", "1\na lattice\nSi 1 2 3\n", []string{elements}},
		{"a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nDATA ascii\n1 2 3\n", nil},
		{"a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nVIEWPOINT 5 0 0 0.7071 0.7071 0 0\nDATA ascii\n1 2 3\n", []string{"VIEWPOINT, the place of the sensor, is not applied: points are read as they are in the file."}},
		{"a.mol", v2000("", 1, 2, 0), []string{elements, "All z are 0: the molecule is flat, perhaps a drawing."}},
		{"a.mol.gz", string(gz(v2000("", 1, 2, 3))), []string{elements}},
		{"a.bin", oneScan, []string{
			kittiNote,
			`→ Read 5 columns of float32 (x, y, z and 2 more): "columns": 5, "type": "float32" beside "file"`,
			`→ Read 8 columns of float32 (x, y, z and 5 more): "columns": 8, "type": "float32" beside "file"`,
		}},
		{"a.csv", strings.Repeat("1,2,3,4,5\n", 9), []string{"The first three of 5 columns are read as x, y and z."}},
		{"a.txt", "x y z i\n1 2 3 4\n", nil},
		{"a.csv", "width;height\n1;2\n", []string{`The columns "width" and "height" are read as x and y.`}},
		{"a.csv", ",0,1,2\n0,1.5,2,3\n", []string{
			"The first column, which has no name, numbers the rows and is left out.",
			`The first row, ",0,1,2", is read as the names of columns, as pandas writes them.`,
		}},
		{"a.csv", ",0,1,2,3\n0,1,2,3,4\n", []string{
			"The first column, which has no name, numbers the rows and is left out.",
			`The first row, ",0,1,2,3", is read as the names of columns, as pandas writes them.`,
			"The first three of 4 columns are read as x, y and z.",
		}},
		{"a.csv", "0,1\n1.5,2\n", []string{`The first row, "0,1", is read as the names of columns, as pandas writes them.`}},
		{"a.csv", ",width,height\n0,1,2\n", []string{
			"The first column, which has no name, numbers the rows and is left out.",
			`The columns "width" and "height" are read as x and y.`,
		}},
		{"a.csv", "n,\"Points:2\",\"Points:0\",\"Points:1\"\n0,3,1,2\n", []string{`The columns "Points:0", "Points:1" and "Points:2" are read as x, y and z.`}},
		{"a.txt", "# x y z\n1 2 3\n", nil},
		{"a.txt", "# id, x, y\n1 2 3\n", []string{`The remark "id, x, y" is read as the names of the columns.`}},
		{"a.csv", "1,5;2,5\n", []string{"Commas in numbers are read as decimal points."}},
		{"a.txt", "1D0 2\n", []string{"Exponents as Fortran writes them, such as 1.5D+03, are read as 1.5e+03."}},
		{"a.xyzn", "1 2 3 0 0 1\n", []string{"The first three of 6 columns are read as x, y and z."}},
		{"a.npy", string(npyHead(1, "<f4", false, "(5, 6)")) + strings.Repeat("\x00", 120), []string{"The first three of 6 columns are read as x, y and z."}},
		{"a.off", off, []string{surface, sampled}},
		{"a.stl", writeSTL(tetrahedron, sides, ""), []string{surface, sampled}},
		{"a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n", []string{
			"Facets with more than three vertices, the first on line 2, are read as fans of triangles.",
			strings.Replace(surface, "4 triangles", "2 triangles", 1), sampled,
		}},
		{"a.glb", glbOf(tetrahedron, sides, nil), []string{surface, sampled}},
		{"a.obj", "v 1 2 3\nf 1 1 2\n", []string{"The faces are left out, only the vertices are read: a face has the vertex 1 of 1, counted from 0."}},
		{"a.obj", "v 1 2 3\nf 1 one 1\n", []string{`The faces are left out, only the vertices are read: line 2: "one" is not a number.`}},
		{"a.off", strings.Replace(off, "3 0 2 1", "3 0 2 x", 1), []string{`The faces are left out, only the vertices are read: line 7: "x" is not a count.`}},
		{"a.ply", fmt.Sprintf(ply, 2), []string{`The faces are left out, only the vertices are read: line 10: the file ends after 1 of 2 rows of element "face".`}},
		{"a.ply", fmt.Sprintf(ply, 0), []string{"The faces are left out, only the vertices are read: line 10: more lines than the header announces."}},
		{"a.npz", archive(zip.Store, packedFile{"p.npy", pair}, packedFile{"q.npy", npyMagic}), []string{`The part "q" cannot be read: q.npy: byte 6: the file ends within the header`}},
	} {
		file, err := Parse(f.file, []byte(f.data), Reading{})
		if err != nil || !slices.Equal(told(file.Notes), f.notes) {
			t.Errorf("%s: %q, %v; want %q", f.file, told(file.Notes), err, f.notes)
		}
	}
}

// The reader never guesses about an ambiguous file: the answers come with the
// error, and each of them gives what its label says.
func TestQuestions(t *testing.T) {
	for _, f := range []struct {
		file, data string
		labels     []string
		counts     []int
	}{
		{"scene.bin", bareRows(40, 6, "<f4"), []string{"Read 6 columns of float32 (x, y, z and 3 more)", "Read 12 columns of float32 (x, y, z and 9 more)"}, []int{40, 20}},
		{"sweep.pcd.bin", bareRows(41, 5, "<f4"), []string{"Read 5 columns of float32 (x, y, z and 2 more)"}, []int{41}},
		{"lidar__LIDAR_TOP__1.pcd.bin", looksLikeFour, []string{"Read 5 columns of float32 (x, y, z and 2 more)", "Read 4 columns of float32 (x, y, z and 1 more)"}, []int{40, 50}},
		{"a.csv", turned(100), []string{"Read the rows as x, y and z: 100 points", "Read the rows as 3 points"}, []int{100, 3}},
		{"a.txt", strings.Repeat(strings.Repeat("1 ", 40)+"\n", 20), []string{"Read the rows as x, y and z: 40 points", "Read the rows as 20 points"}, []int{40, 20}},
		{"a", "[[1,2,3,4],[5,6,7,8]]", []string{"Read the rows as x and y: 4 points", "Read the rows as 2 points"}, []int{4, 2}},
		{"a.csv", "1,2,3,4,5\n", []string{"Read the row as one point"}, []int{1}},
		{"a.npy", string(npyHead(1, "<f4", false, "(1, 5)")) + strings.Repeat("\x00", 20), []string{"Read the row as one point"}, []int{1}},
		{"a.bin", bareRows(41, 3, "<f8"), []string{"Read 3 columns of float64 (x, y and z)"}, []int{41}},
		{"a.npy", string(npyHead(1, "<f4", false, "(3, 5)")) + strings.Repeat("\x00", 60), []string{"Read the rows as x, y and z: 5 points", "Read the rows as 3 points"}, []int{5, 3}},
		{"a.npy", string(npyHead(1, "<f2", true, "(2, 4)")) + strings.Repeat("\x00", 16), []string{"Read the rows as x and y: 4 points", "Read the rows as 2 points"}, []int{4, 2}},
		{"a.npz", archive(zip.Deflate, packedFile{"p.npy", string(npyHead(1, ">i2", false, "(20, 1024)")) + strings.Repeat("\x00", 40960)}), []string{"Read the rows as x, y and z: 1,024 points", "Read the rows as 20 points"}, []int{1024, 20}},
	} {
		_, err := Parse(f.file, []byte(f.data), Reading{})
		remedies := Remedies(err)
		var labels []string
		for _, r := range remedies {
			labels = append(labels, r.Label)
		}
		if len(labels) < len(f.labels) || !slices.Equal(labels[:len(f.labels)], f.labels) {
			t.Errorf("%s: %v offers %q, want %q", f.file, err, labels, f.labels)
			continue
		}
		for i, want := range f.counts {
			file, err := Parse(f.file, []byte(f.data), *remedies[i].Reading)
			if next := Remedies(err); len(next) > 0 { // which columns of the points are meant
				file, err = Parse(f.file, []byte(f.data), *next[len(next)-1].Reading)
			}
			if err != nil || file.Cloud.Count() != want {
				t.Errorf("%s, %s: %d points, %v; want %d", f.file, labels[i], file.Cloud.Count(), err, want)
			}
		}
	}
}

// A scan named as those of nuScenes, whose numbers are more alike in columns of four.
var looksLikeFour = bareRows(50, 4, "<f4")

// The same numbers, turned.
func TestTransposed(t *testing.T) {
	yes, want := true, []float64{1, 4, 2, 5, 3, 6}
	plain, stack := array("<f8", "(2, 3)", counting(1, 6)...), array("<f8", "(2, 2, 3)", append(make([]float64, 6), counting(1, 6)...)...)
	fortran := string(appendFloat(npyHead(1, ">f4", true, "(2, 3)"), ">f4", want...))
	for _, f := range []struct{ file, data, part string }{
		{"a.csv", "1,2,3\n4,5,6\n", ""}, {"a.xyz", "1 2 3\n4 5 6\n", ""}, {"a", "[[1,2,3],[4,5,6]]", ""},
		{"a.npy", plain, ""}, {"a.npy", fortran, ""}, {"a.npy", stack, "1"},
		{"a.npz", archive(zip.Store, packedFile{"p.npy", plain}), ""},
	} {
		expect(t, f.file, f.data, Reading{Transposed: &yes, Part: f.part}, want, 3, "The rows are read as x and y.")
	}
}

// Rows without coordinates are counted in every format that may have them, and
// the rest is read.
func TestMissing(t *testing.T) {
	numbers := []float64{1, 2, 3, math.NaN(), 0, 0, 4, 5, 6, math.Inf(1), math.NaN(), 0}
	pcd := string(float32s(numbers...))
	for _, f := range []struct{ file, data string }{
		{"a.pcd", pcdXYZ + "WIDTH 2\nHEIGHT 2\nDATA binary\n" + pcd},
		{"a.pcd", pcdXYZ + "WIDTH 2\nHEIGHT 2\nDATA ascii\n1 2 3\nnan 0 0\n4 5 6\ninf nan 0\n"},
		{"a.npy", array("<f8", "(4, 3)", numbers...)},
		{"a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 4\n" + plyXYZ + pcd},
		{"a.ply", "ply\nformat ascii 1.0\nelement vertex 4\n" + plyXYZ + "1 2 3\nnan 0 0\n4 5 6\ninf nan 0\n"},
		{"a.xyz", "1 2 3\n-nan(ind) 0 0\n4 5 6\nInfinity -1.#IND 0\n"},
		{"a.csv", "x,y,z\n1,2,3\nNaN,0,0\n4,5,6\ninf,nan,0\n"},
		{"a", "[[1,2,3],[nan,0,0],[4,5,6],[null,None,0]]"},
		{"a.bin", pcd},
	} {
		r := Reading{}
		if f.file == "a.bin" {
			r.Columns = 3
		}
		file, err := Parse(f.file, []byte(f.data), r)
		m := file.Missing
		if err != nil || !sameBits(file.Cloud.Points, []float64{1, 2, 3, 4, 5, 6}) || m == nil || m.Rows != 4 || m.Count != 2 || m.Has(0) || !m.Has(1) || m.Has(2) || !m.Has(3) {
			t.Errorf("%s: %+v, %v", f.file, file, err)
		}
	}
}

// Questions about points without coordinates.
func TestMissingQuestion(t *testing.T) {
	for want, m := range map[string]Missing{
		`1 of 2 points have no coordinates (empty, NaN or infinite)|Drop the point without coordinates: "preparation": {"drop_missing": true}`:                  {Rows: 2, Count: 1},
		`1,234 of 307,200 points have no coordinates (empty, NaN or infinite)|Drop the 1,234 points without coordinates: "preparation": {"drop_missing": true}`: {Rows: 307200, Count: 1234},
	} {
		err := m.Question(func(message string) error { return atLine(0, "%s", message) })
		if got := err.Error() + "|" + Remedies(err)[0].String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// A remedy crosses to JavaScript as JSON, with nothing that is not set.
func TestRemedyJSON(t *testing.T) {
	no := false
	text, err := json.Marshal([]Remedy{
		{Label: "a", Reading: &Reading{Columns: 6, Type: "float32"}},
		{Label: "b", Reading: &Reading{Transposed: &no}, Preparation: &Preparation{DropMissing: true}},
	})
	want := `[{"label":"a","reading":{"columns":6,"type":"float32"}},{"label":"b","reading":{"transposed":false},"preparation":{"drop_missing":true}}]`
	if err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
}

// Half precision: its limits, and all of its numbers in order.
func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float64{
		0: 0, 0x8000: negativeZero, 1: 1.0 / (1 << 24), 0x03ff: 1023.0 / (1 << 24), 0x0400: 1.0 / (1 << 14), 0x3555: 0.333251953125,
		0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1),
	} {
		if got := Half(bits); math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%#x: got %v, want %v", bits, got, want)
		}
	}
	for b := uint16(1); b <= 0x7c00; b++ {
		if Half(b) <= Half(b-1) {
			t.Fatalf("%#x: %v after %v", b, Half(b), Half(b-1))
		}
	}
	for b := uint16(0x7c01); b < 0x8000; b++ {
		if !math.IsNaN(Half(b)) || !math.IsNaN(Half(b|0x8000)) {
			t.Fatalf("%#x is no NaN", b)
		}
	}
}
