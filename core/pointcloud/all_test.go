package pointcloud

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

func TestMarshalJSON(t *testing.T) {
	c := Cloud{Points: []float64{0, negativeZero, 0.1, 1e-7, 1e20, 1e21, -1.5e-9, 1e100, 5e-324, 123456.75}, Dimension: 2}
	want := "[[0,-0],[0.1,1e-7],[100000000000000000000,1e+21],[-1.5e-9,1e+100],[5e-324,123456.75]]"
	got, err := json.Marshal(c)
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// Numbers are spelled as encoding/json spells them.
func TestMarshalJSONNumbers(t *testing.T) {
	c := randomCloud(2000, 3, 7)
	var want [][]float64
	for i := range c.Count() {
		want = append(want, c.Points[3*i:3*i+3])
	}
	a, errA := json.Marshal(c)
	b, errB := json.Marshal(want)
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("differs from encoding/json: %v, %v", errA, errB)
	}
}

func TestMarshalJSONRefuses(t *testing.T) {
	for want, c := range map[string]Cloud{
		"dimension 0":     {},
		"dimension 4":     {Points: make([]float64, 4), Dimension: 4},
		"3 numbers":       {Points: make([]float64, 3), Dimension: 2},
		"no points":       {Dimension: 2},
		"limit":           {Points: make([]float64, 2*MaxPoints+2), Dimension: 2},
		"points[1][0]: N": {Points: []float64{1, 2, math.NaN(), 3}, Dimension: 2},
		"points[0][1]: +": {Points: []float64{1, math.Inf(1), 2, 3}, Dimension: 2},
	} {
		if _, err := c.MarshalJSON(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestUnmarshalJSON(t *testing.T) {
	c := edgeCloud(3)
	data, err := json.Marshal(map[string]Cloud{"a": c})
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ A Cloud }
	if err := json.Unmarshal(data, &got); err != nil || got.A.Dimension != 3 || !sameBits(got.A.Points, c.Points) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestUnmarshalJSONRefuses(t *testing.T) {
	slow.Skip(t)
	limited(t)
	for _, b := range []struct {
		data  string
		place string
		byte  int
		want  string
	}{
		{`[[1,2,3],[1,2,3],[1,2,3], [4,5]]`, "points[3]", 26, "has 2 coordinates, want 3"},
		{`[[1,2],[3,null]]`, "points[1][1]", 10, `want a number, got "null"`},
		{`[[1,2],[3,-1e999]]`, "points[1][1]", 10, "too large"},
		{`[]`, "points", 0, "has no points"},
		{`null`, "points", 0, `want an array of points, got "null"`},
		{`{"points":[[1,2]]}`, "points", 0, `got "{"`},
		{`[[1,2]] 3`, "points", 8, "text follows"},
		{`[[1,2]`, "points", 6, `after points[0], got the end`},
		{``, "points", 0, "got the end"},
		{`[[1,2],` + strings.Repeat(`[1,2],`, maxPoints-1) + `[1,2]]`, "points", 6*maxPoints + 1, "limit"},
	} {
		old := Cloud{Points: []float64{7, 8}, Dimension: 2}
		err := old.UnmarshalJSON([]byte(b.data))
		var bad *PlaceError
		if !errors.As(err, &bad) || bad.Place != b.place || bad.Offset != b.byte || !strings.Contains(bad.Message, b.want) {
			t.Errorf("%.40s: got %v (%+v), want %s at %d: %s", b.data, err, bad, b.place, b.byte, b.want)
		}
		if len(old.Points) != 2 {
			t.Errorf("%.40s: changes the cloud", b.data)
		}
	}
	var c Cloud
	err := json.Unmarshal([]byte(`[[1,2],[3]]`), &c)
	if err == nil || err.Error() != "points[1]: has 1 coordinates, want 2" {
		t.Errorf("through encoding/json: %v", err)
	}
}

// zipped packs files; a name with the ending "/" is a folder.
func zipped(files ...packedFile) []byte { return []byte(archive(zip.Deflate, files...)) }

// stack is an array of shape (clouds, rows, 2) with the numbers 0, 1, 2, …
func stack(clouds, rows int) string {
	return array("<f8", fmt.Sprintf("(%d, %d, 2)", clouds, rows), counting(0, clouds*rows*2)...)
}

// The second algorithm: every part by itself.
func TestParseAllIsEveryPart(t *testing.T) {
	for name, data := range map[string][]byte{
		"stack.npy": []byte(stack(3, 4)),
		"set.npz":   zipped(packedFile{"a.npy", stack(2, 4)}, packedFile{"b.npy", stack(5, 5)}),
		"mols.xyz":  []byte("2\none\nH 0 0 0\nH 1 0 0\n2\ntwo\nH 0 0 0\nH 2 0 0\n"),
	} {
		all := checkShelf(t, name, data)
		if len(all) < 2 {
			t.Fatalf("%s: %d clouds", name, len(all))
		}
		for _, n := range all {
			expect(t, name, string(data), Reading{Part: n.Name}, n.File.Cloud.Points, n.File.Cloud.Count())
		}
	}
}

// checkShelf reads the clouds of a file at once, and one by one, the last first, and each twice.
func checkShelf(t *testing.T, name string, data []byte) []Named {
	t.Helper()
	all, err := ParseAll(name, data, Reading{})
	shelf, bad := OpenAll(name, bytes.NewReader(data), int64(len(data)), Reading{})
	if err != nil || bad != nil || len(shelf.Names()) != len(all) {
		t.Fatalf("%s: %v, %v", name, err, bad)
	}
	for i := 2*len(all) - 1; i >= 0; i-- {
		want := all[i/2]
		got, err := shelf.Read(i / 2)
		if shelf.Names()[i/2] != want.Name || fmt.Sprint(err) != fmt.Sprint(want.Err) || !slices.Equal(got.Cloud.Points, want.File.Cloud.Points) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, want)
		}
	}
	return all
}

// A damaged array does not vanish: it fails by its name. What is no cloud, or
// leaves a doubt where others do not, is left out.
func TestParseAllNamesDamage(t *testing.T) {
	labels := string(npyHead(1, "<i8", false, "(2,)")) + strings.Repeat("\x00", 16)
	classes := string(npyHead(1, "<f4", false, "(2, 40)")) + strings.Repeat("\x00", 320)
	stack := stack(2, 4)
	for damage, data := range map[string]string{
		"the file ends within the header":       stack[:60],
		"file ends after":                       stack[:150],
		"extra bytes after":                     stack + "more",
		"the header is not a Python dictionary": stack[:10] + "{[" + stack[12:],
		"does not start with":                   "x" + stack,
	} {
		set := zipped(packedFile{"a.npy", stack}, packedFile{"bad.npy", data}, packedFile{"labels.npy", labels}, packedFile{"one_hot.npy", classes})
		all := checkShelf(t, "set.npz", set)
		if len(all) != 3 || all[0].Name != "a[0]" || all[1].Name != "a[1]" || all[2].Name != "bad" || all[2].Err == nil || !strings.Contains(all[2].Err.Error(), damage) {
			t.Errorf("%s: %+v", damage, all)
		}
	}
	packed := zipped(packedFile{"a.npy", stack}, packedFile{"b.npy", stack})
	packed[bytes.LastIndex(packed, []byte("b.npy"))-zipEntry+16] ^= 0xff // the checksum
	all, err := ParseAll("set.npz", packed, Reading{})
	if err != nil || len(all) != 4 || all[1].Err != nil || all[2].Err == nil || all[3].Err == nil || all[2].Name != "b[0]" {
		t.Errorf("%+v, %v", all, err)
	}
}

// Every part is read once, so that many take no longer than their file is long: a
// reader that starts again for each part would need hours.
func TestParseAllInOnePass(t *testing.T) {
	slow.Skip(t)
	var frames strings.Builder
	for range MaxClouds {
		frames.WriteString("2\n\nH 0 0 0\nH 1 0 0\n")
	}
	all, err := ParseAll("long.xyz", []byte(frames.String()), Reading{})
	if err != nil || len(all) != MaxClouds || all[MaxClouds-1].Name != fmt.Sprint(MaxClouds) {
		t.Errorf("%d frames, %v", len(all), err)
	}
	frames.WriteString("1\n\nH 0 0 0\n")
	if _, err := ParseAll("long.xyz", []byte(frames.String()), Reading{}); err == nil || !strings.Contains(err.Error(), "more than 20000 clouds") {
		t.Error(err)
	}
	arrays := make([]packedFile, 2000)
	for i := range arrays {
		arrays[i] = packedFile{fmt.Sprintf("a%04d.npy", i), stack(1, 50)}
	}
	all, err = ParseAll("many.npz", zipped(arrays...), Reading{})
	if err != nil || len(all) != 2000 {
		t.Errorf("%d arrays, %v", len(all), err)
	}
}

// A bad file in an archive does not hide the others.
func TestParseAllOfFiles(t *testing.T) {
	data := zipped(packedFile{"shapes/", ""}, packedFile{"shapes/a.xyz", "0 0\n1 1\n"}, packedFile{"shapes/b.xyz", "0 0\n1 x\n"}, packedFile{"__MACOSX/c", "x"}, packedFile{"shapes/.DS_Store", "x"})
	all := checkShelf(t, "shapes.zip", data)
	if len(all) != 2 || all[0].Name != "shapes/a.xyz" || all[0].Err != nil || all[1].Err == nil || !strings.Contains(all[1].Err.Error(), "line 2") {
		t.Errorf("%+v", all)
	}
}

func TestParseAllRefuses(t *testing.T) {
	for name, data := range map[string][]byte{
		"empty.xyz": {}, "none.zip": zipped(), "cut.npy": []byte(stack(2, 3)[:100]), "bad.gz": []byte("\x1f\x8b\x08\x00abcdefgh"),
	} {
		_, err := ParseAll(name, data, Reading{})
		if err == nil || !strings.HasPrefix(err.Error(), strings.TrimSuffix(name, ".gz")) {
			t.Errorf("%s: %v", name, err)
		}
		if _, ok := errors.AsType[*FormatError](err); !ok {
			t.Errorf("%s: %T", name, err)
		}
	}
}
