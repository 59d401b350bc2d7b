package pointcloud

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

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
		all, err := ParseAll(name, data, Reading{})
		if err != nil || len(all) < 2 {
			t.Fatalf("%s: %d clouds, %v", name, len(all), err)
		}
		checkShelf(t, name, data, all)
		for _, n := range all {
			want, err := Parse(name, data, Reading{Part: n.Name})
			if err != nil || n.Err != nil {
				t.Fatalf("%s %s: %v, %v", name, n.Name, err, n.Err)
			}
			if n.File.Cloud.Dimension != want.Cloud.Dimension || !slices.Equal(n.File.Cloud.Points, want.Cloud.Points) {
				t.Errorf("%s %s: %v, want %v", name, n.Name, n.File.Cloud, want.Cloud)
			}
		}
	}
}

// checkShelf reads the clouds one by one, the last first, and each twice.
func checkShelf(t *testing.T, name string, data []byte, all []Named) {
	t.Helper()
	shelf, err := OpenAll(name, bytes.NewReader(data), int64(len(data)), Reading{})
	if err != nil || len(shelf.Names()) != len(all) {
		t.Fatalf("%s: %v, %v", name, shelf.Names(), err)
	}
	for i := 2*len(all) - 1; i >= 0; i-- {
		want := all[i/2]
		got, err := shelf.Read(i / 2)
		if shelf.Names()[i/2] != want.Name || fmt.Sprint(err) != fmt.Sprint(want.Err) || !slices.Equal(got.Cloud.Points, want.File.Cloud.Points) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, want)
		}
	}
}

func TestParseAllOfOneCloud(t *testing.T) {
	all, err := ParseAll("a.xyz", []byte("0 0\n1 2\n"), Reading{})
	if err != nil || len(all) != 1 || all[0].Name != "" || all[0].File.Cloud.Count() != 2 {
		t.Errorf("%+v, %v", all, err)
	}
	checkShelf(t, "a.xyz", []byte("0 0\n1 2\n"), all)
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
		all, err := ParseAll("set.npz", set, Reading{})
		if err != nil || len(all) != 3 || all[0].Name != "a[0]" || all[1].Name != "a[1]" || all[2].Name != "bad" || all[2].Err == nil || !strings.Contains(all[2].Err.Error(), damage) {
			t.Errorf("%s: %+v, %v", damage, all, err)
		}
		checkShelf(t, "set.npz", set, all)
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
	if testing.Short() {
		t.Skip("slow")
	}
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
	all, err := ParseAll("shapes.zip", data, Reading{})
	checkShelf(t, "shapes.zip", data, all)
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	if all[0].Name != "shapes/a.xyz" || all[0].Err != nil || all[1].Err == nil || !strings.Contains(all[1].Err.Error(), "line 2") {
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
