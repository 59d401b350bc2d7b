package pointcloud

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// stacked is an array of three clouds; its numbers count up from 0.
func stacked(fortran bool) string {
	data := npyHead(1, "<f8", fortran, "(3, 2, 2)")
	for k := range 12 {
		x := k
		if fortran { // k = b + 3i + 6j
			x = k%3*4 + k/3%2*2 + k/6
		}
		data = appendFloat(data, "<f8", float64(x))
	}
	return string(data)
}

// moleculesBy is an archive of four atoms and of a list that says which belong together.
func moleculesBy(name, kind string, fortran bool, list ...float64) string {
	r := npyHead(1, "<f4", fortran, "(4, 3)")
	for i := range 12 {
		x := i
		if fortran {
			x = i%4*3 + i/4
		}
		r = appendFloat(r, "<f4", float64(x))
	}
	return archive(8, packedFile{name + ".npy", array(kind, fmt.Sprintf("(%d,)", len(list)), list...)}, packedFile{"R.npy", string(r)})
}

// padded is a stack of two molecules, of which the first has one atom.
var padded = paddedBy(0)

func paddedBy(padding float64) string {
	return archive(8, packedFile{"R.npy", array("<f4", "(2, 2, 3)", 0, 1, 2, padding, 0, 0, 6, 7, 8, 9, 10, 11)}, packedFile{"N.npy", array("<i4", "(2,)", 1, 2)})
}

// A list that neither counts the rows nor says where clouds begin splits nothing; the whole array
// can be had by its name.
func TestMoleculesWhole(t *testing.T) {
	for _, list := range [][]float64{{1, 2}, {4}, {0, 4}, {0, 3, 3, 4}, {1, 1, 1, 1}, {5, 255}, {0, 1}} {
		expect(t, "a.npz", moleculesBy("z", "<i8", false, list...), Reading{}, 4)
	}
	expect(t, "a.npz", paddedBy(5), Reading{Part: "R[0]"}, "are not 0")
	expect(t, "a.npz", moleculesBy("N", "<i8", false, 1, 3), Reading{Part: "R"}, 4)
	all, err := ParseAll("a.npz", []byte(moleculesBy("N", "<i8", false, 1, 3)), Reading{})
	if err != nil || len(all) != 2 || all[1].Name != "R[1]" || all[1].File.Cloud.Count() != 3 {
		t.Errorf("all: %+v, %v", all, err)
	}
}

// Lists that may say which rows belong together are asked about, and both answers are read.
func TestMoleculesAsk(t *testing.T) {
	for _, f := range []struct {
		name    string
		numbers []float64
		answers []int // points
	}{
		{"N", []float64{1, 2}, []int{4}},
		{"N", []float64{0, 4}, []int{4}},
		{"n_atoms", []float64{2, 9}, []int{4}},
		{"offset", []float64{0, 1}, []int{4, 1}},
		{"last", []float64{1, 4}, []int{4, 1}},
		{"mol_id", []float64{5, 9, 5, 5}, []int{4}},
	} {
		data := []byte(moleculesBy(f.name, "<i8", false, f.numbers...))
		_, err := Parse("a.npz", data, Reading{})
		var counts []int
		for _, r := range Remedies(err) {
			file, err := Parse("a.npz", data, *r.Reading)
			if err != nil {
				t.Errorf("%s: %s: %v", f.name, r, err)
			}
			counts = append(counts, file.Cloud.Count())
		}
		if !slices.Equal(counts, f.answers) {
			t.Errorf("%s %v: answers of %v points, want %v: %v", f.name, f.numbers, counts, f.answers, err)
		}
	}
}

// Of a file of several clouds, each part can be read and the list names all.
func TestParts(t *testing.T) {
	for _, f := range []struct {
		file, data string
		parts      []Part
		points     [][]float64
	}{
		{"a.npz", twoClouds, []Part{{"p", "", 1, 2}, {"q", "", 2, 3}}, [][]float64{{1, 2}, {1, 2, 3, 4, 5, 6}}},
		{"a.npz.gz", string(gz(twoClouds)), []Part{{"p", "", 1, 2}, {"q", "", 2, 3}}, [][]float64{{1, 2}, {1, 2, 3, 4, 5, 6}}},
		{"a.npy", stacked(false), []Part{{"0", "", 2, 2}, {"1", "", 2, 2}, {"2", "", 2, 2}}, [][]float64{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}},
		{"a.npy", stacked(true), []Part{{"0", "", 2, 2}, {"1", "", 2, 2}, {"2", "", 2, 2}}, [][]float64{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}},
		{"a.npz", archive(8, packedFile{"p.npy", pair}, packedFile{"s.npy", stacked(true)}),
			[]Part{{"p", "", 1, 2}, {"s[0]", "", 2, 2}, {"s[1]", "", 2, 2}, {"s[2]", "", 2, 2}},
			[][]float64{{1, 2}, {0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}},
		{"molecules.npz", moleculesBy("N", "<i8", false, 1, 3), []Part{{"R[0]", "rows by N", 1, 3}, {"R[1]", "rows by N", 3, 3}}, [][]float64{{0, 1, 2}, {3, 4, 5, 6, 7, 8, 9, 10, 11}}},
		{"molecules.npz", moleculesBy("n_atoms", "|u1", true, 2, 2), []Part{{"R[0]", "rows by n_atoms", 2, 3}, {"R[1]", "rows by n_atoms", 2, 3}}, [][]float64{{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}},
		{"graphs.npz", moleculesBy("ptr", ">i4", false, 0, 3, 4), []Part{{"R[0]", "rows by ptr", 3, 3}, {"R[1]", "rows by ptr", 1, 3}}, [][]float64{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11}}},
		{"counts.npz", moleculesBy("n", "<f8", false, 1, 3), []Part{{"R[0]", "rows by n", 1, 3}, {"R[1]", "rows by n", 3, 3}}, [][]float64{{0, 1, 2}, {3, 4, 5, 6, 7, 8, 9, 10, 11}}},
		{"batch.npz", moleculesBy("batch", "<i8", false, 0, 1, 1, 1), []Part{{"R[0]", "rows by batch", 1, 3}, {"R[1]", "rows by batch", 3, 3}}, [][]float64{{0, 1, 2}, {3, 4, 5, 6, 7, 8, 9, 10, 11}}},
		{"ends.npz", moleculesBy("offset", "<i8", false, 1, 4), []Part{{"R[0]", "rows by offset", 1, 3}, {"R[1]", "rows by offset", 3, 3}}, [][]float64{{0, 1, 2}, {3, 4, 5, 6, 7, 8, 9, 10, 11}}},
		{"ids.npz", moleculesBy("mol_id", "<i8", false, 9, 5, 5, 5), []Part{{"R[0]", "rows by mol_id", 1, 3}, {"R[1]", "rows by mol_id", 3, 3}}, [][]float64{{0, 1, 2}, {3, 4, 5, 6, 7, 8, 9, 10, 11}}},
		{"gnuplot.txt", "# two sets\n1 2 3\n4 5 6\n\n\n# another\n7 8 9\n\n1 1 1.5\n\n\n", []Part{{"1", "from line 2", 2, 3}, {"2", "from line 7", 2, 3}}, [][]float64{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 1, 1, 1.5}}},
		{"gnuplot.csv", "1,2\r\n4,5\r\n\r\n\r\n7,8\r\n", []Part{{"1", "from line 1", 2, 2}, {"2", "from line 5", 1, 2}}, [][]float64{{1, 2, 4, 5}, {7, 8}}},
		{"padded.npz", padded, []Part{{"R[0]", "rows by N", 1, 3}, {"R[1]", "rows by N", 2, 3}}, [][]float64{{0, 1, 2}, {6, 7, 8, 9, 10, 11}}},
		{"qm9.xyz", qm9s, []Part{{"1", "gdb 1 1", 1, 3}, {"2", "gdb 1 1", 1, 3}}, [][]float64{{1, 2, 3}, {1, 2, 3}}},
		{"water.xyz", waters, []Part{{"1", "first", 1, 3}, {"2", "", 2, 3}}, [][]float64{{0, 0, 1}, {1, 2, 3, 4, 5, 6}}},
		{"a.pdb", models, []Part{{"1", "", 1, 3}, {"2", "MODEL 7", 2, 3}}, [][]float64{{1, 2, 3}, {4, 5, 6, 7, 8, 9}}},
		{"a.sdf", molecules, []Part{{"1", "water", 1, 3}, {"2", "", 2, 3}}, [][]float64{{1, 2, 3}, {1, 2, 3, -1, -2, -3}}},
	} {
		_, err := Parse(f.file, []byte(f.data), Reading{})
		several, ok := errors.AsType[*PartsError](err)
		if !ok || several.File != f.file || several.Total != len(f.parts) || !slices.Equal(several.Parts, f.parts) {
			t.Errorf("%s: %v (%+v)", f.file, err, several)
			continue
		}
		for i, p := range f.parts {
			reading := Reading{Part: p.Name}
			if strings.Contains(f.file, ".np") {
				reading.Transposed = rowsArePoints
			}
			expect(t, f.file, f.data, reading, f.points[i], p.Count)
		}
		for _, wrong := range []string{"none", "-1", "00", "p[0]", "s[3]", "s[00]", "[0]", "3", "1 ", "+1"} {
			expect(t, f.file, f.data, Reading{Part: wrong}, f.file+`: has no part "`+wrong+`": choose "`+f.parts[0].Name)
		}
	}
}

// The files of an archive are its clouds; one that holds several is none of them.
func TestPartsOfFiles(t *testing.T) {
	_, err := Parse("a.zip", []byte(twoFiles), Reading{})
	several, ok := errors.AsType[*PartsError](err)
	if !ok || several.File != "a.zip" || !slices.Equal(several.Parts, []Part{{Name: "a.xyz"}, {Name: "b/c.npz"}, {Name: "d.csv"}}) {
		t.Fatalf("%v", err)
	}
	for part, want := range map[string]any{
		"a.xyz": []float64{1, 2}, "d.csv": []float64{4, 5, 6}, "b/c.npz": "a.zip: b/c.npz: has 2 clouds; unpack the archive and open this file alone", "c.npz": `a.zip: has no part "c.npz"`,
	} {
		expect(t, "a.zip", twoFiles, Reading{Part: part}, want)
	}
	expect(t, "a.zip", archive(0, packedFile{"b/w.xyz", waters}), Reading{Part: "2"}, []float64{1, 2, 3, 4, 5, 6}, `"b/w.xyz" is read, the only cloud in the archive.`)
}

// A file of one cloud has no parts, except where its format has frames.
func TestPartOfOne(t *testing.T) {
	for _, list := range goodFiles {
		for _, g := range list {
			if _, err := Parse(g.file, []byte(g.data), Reading{Part: "none"}); err == nil || !strings.Contains(err.Error(), `no "none"`) && !strings.Contains(err.Error(), `no part "none"`) {
				t.Errorf("%s, %s: %v", g.file, g.why, err)
			}
		}
	}
	expect(t, "a.xyz", "1\nHe\nHe 1 2 3\n", Reading{Part: "1"}, []float64{1, 2, 3})
}

// Beyond the parts that are listed, parts can still be read.
func TestManyParts(t *testing.T) {
	const n = 3 * maxParts
	array := npyHead(1, "<f4", false, "(3000, 1, 2)")
	var frames strings.Builder
	for i := range n {
		array = appendFloat(array, "<f4", float64(i), 1)
		frames.WriteString("1\n\nX 2999 1 0\n\n")
	}
	for _, f := range []struct{ file, data, last string }{
		{"a.npy", string(array), "2999"},
		{"a.npz", archive(8, packedFile{"p.npy", pair}, packedFile{"b.npy", string(array)}), "b[2999]"},
		{"a.xyz", frames.String(), "3000"},
	} {
		_, err := Parse(f.file, []byte(f.data), Reading{})
		several, ok := errors.AsType[*PartsError](err)
		if !ok || several.Total < n || several.Total > n+1 || len(several.Parts) != maxParts {
			t.Errorf("%s: %v", f.file, err)
		}
		file, err := Parse(f.file, []byte(f.data), Reading{Part: f.last})
		if err != nil || !sameBits(file.Cloud.Points[:2], []float64{2999, 1}) {
			t.Errorf("%s: %v, %v", f.file, file, err)
		}
	}
}

func TestPartsErrorText(t *testing.T) {
	parts := []Part{{"pts", "", 1024, 3}, {"b", "a long title that has to be cut", 5, 2}, {"c", "", 0, 0}}
	for want, e := range map[string]PartsError{
		`scan.npz: has 3 clouds: choose "pts" (1024 points), "b" (a long title that has to…, 5 points), "c"`:    {"scan.npz", "", parts, 3},
		`scan.npz: has 9 clouds: choose "pts" (1024 points), "b" (a long title that has to…, 5 points), "c", …`: {"scan.npz", "", parts, 9},
		`scan.npz: has no part "d": choose "pts" (1024 points), "b" (a long title that has to…, 5 points), "c"`: {"scan.npz", "d", parts, 3},
		`has no part "` + strings.Repeat("d", 24) + `"…: choose "pts" (1024 points)`:                            {"", strings.Repeat("d", 99), parts[:1], 1},
		`has 2 clouds: choose "` + strings.Repeat("é", 20) + `…", "b"`:                                          {"", "", []Part{{strings.Repeat("é", 99), "", 0, 0}, {"b", "", 0, 0}}, 2},
	} {
		if got := e.Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
