package pointcloud

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// zipped packs files; a name with the ending "/" is a folder.
func zipped(t *testing.T, files ...[2]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		entry, err := w.Create(f[0])
		if err == nil {
			_, err = entry.Write([]byte(f[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// stack is an NPY array of shape (clouds, rows, 2) with the numbers 0, 1, 2, …
func stack(clouds, rows int) []byte {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d, 2), }\n", clouds, rows)
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	out = append(out, header...)
	for i := range clouds * rows * 2 {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(float64(i)))
	}
	return out
}

// The second algorithm: every part by itself.
func TestParseAllIsEveryPart(t *testing.T) {
	for name, data := range map[string][]byte{
		"stack.npy": stack(3, 4),
		"set.npz":   zipped(t, [2]string{"a.npy", string(stack(2, 3))}, [2]string{"b.npy", string(stack(5, 2))}),
		"mols.xyz":  []byte("2\none\nH 0 0 0\nH 1 0 0\n2\ntwo\nH 0 0 0\nH 2 0 0\n"),
	} {
		all, err := ParseAll(name, data)
		if err != nil || len(all) < 2 {
			t.Fatalf("%s: %d clouds, %v", name, len(all), err)
		}
		for _, n := range all {
			want, err := Parse(name, data, n.Name)
			if err != nil || n.Err != nil {
				t.Fatalf("%s %s: %v, %v", name, n.Name, err, n.Err)
			}
			if n.Cloud.Dimension != want.Cloud.Dimension || !slices.Equal(n.Cloud.Points, want.Cloud.Points) {
				t.Errorf("%s %s: %v, want %v", name, n.Name, n.Cloud, want.Cloud)
			}
		}
	}
}

func TestParseAllOfOneCloud(t *testing.T) {
	all, err := ParseAll("a.xyz", []byte("0 0\n1 2\n"))
	if err != nil || len(all) != 1 || all[0].Name != "" || all[0].Cloud.Count() != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}

// A bad file in an archive does not hide the others.
func TestParseAllOfFiles(t *testing.T) {
	data := zipped(t, [2]string{"shapes/", ""}, [2]string{"shapes/a.xyz", "0 0\n1 1\n"}, [2]string{"shapes/b.xyz", "0 0\n1 x\n"}, [2]string{"__MACOSX/c", "x"})
	all, err := ParseAll("shapes.zip", data)
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	if all[0].Name != "shapes/a.xyz" || all[0].Err != nil || all[1].Err == nil || !strings.Contains(all[1].Err.Error(), "line 2") {
		t.Errorf("%+v", all)
	}
}

func TestParseAllRefuses(t *testing.T) {
	for name, data := range map[string][]byte{
		"empty.xyz": {}, "none.zip": zipped(t), "cut.npy": stack(2, 3)[:100], "bad.gz": []byte("\x1f\x8b\x08\x00abcdefgh"),
	} {
		_, err := ParseAll(name, data)
		if err == nil || !strings.HasPrefix(err.Error(), strings.TrimSuffix(name, ".gz")) {
			t.Errorf("%s: %v", name, err)
		}
		if _, ok := errors.AsType[*FormatError](err); !ok {
			t.Errorf("%s: %T", name, err)
		}
	}
}
