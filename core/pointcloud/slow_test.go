package pointcloud

import (
	"strings"
	"testing"
)

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
	if testing.Short() {
		t.Skip("slow")
	}
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
