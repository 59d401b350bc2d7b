package pointcloud

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A badFile must be refused at the place given: Line 0 or Byte -1 for none,
// Byte anyByte for a byte that depends on the packing.
type badFile struct {
	why     string
	file    string
	data    string
	line    int
	byte    int64
	message string // a part of it
}

const anyByte = -2

const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01"

const plyXYZ = "property float x\nproperty float y\nproperty float z\nend_header\n"

// badEverywhere has what is refused in the same words wherever it stands: numbers that are none, as y of a text, and another file.
func badEverywhere() (all []badFile) {
	for _, t := range []struct {
		file, text string
		line       int
	}{
		{"a.ply", "ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "1 ? 3\n", 8}, {"a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nDATA ascii\n1 ? 3\n", 9}, {"a.xyz", "1 2 3\n1 ? 3\n", 2},
		{"a.csv", "1,2,3\n1,?,3\n", 2}, {"a.off", "OFF\n1 0 0\n1 ? 3\n", 3}, {"a.obj", "v 1 ? 3\n", 1}, {"a.stl", "solid\nfacet\nvertex 1 ? 3\n", 3}, {"b.xyz", "1\n\nC 1 ? 3\n", 3},
	} {
		all = append(all, badFile{"NUL", t.file, strings.Replace(t.text, "?", "2\x00", 1), t.line, -1, "NUL"})
		for number, says := range map[string]string{"two": "is not a number", "0x1p3": "is not a number", "1_000": "is not a number", "-1e400": "is too large"} {
			all = append(all, badFile{number, t.file, strings.Replace(t.text, "?", number, 1), t.line, -1, fmt.Sprintf("y: %q %s", number, says)})
		}
	}
	for _, ending := range []string{"ply", "pcd", "xyz", "csv", "off", "obj", "npy", "json", "pdb", "sdf"} {
		all = append(all, badFile{"png renamed", "a." + ending, png, 0, -1, "not a " + strings.ToUpper(ending) + " file: it looks like a PNG image"})
	}
	return all
}

var badPLY = []badFile{
	{"wrong magic", "a.ply", "plywood\n", 0, -1, `does not start with "ply"`},
	{"empty or a folder", "a.ply", "", 0, -1, "the file is empty, or a folder"},
	{"header cut", "a.ply", "ply\nformat ascii 1.0\n", 2, -1, "no end_header"},
	{"no format", "a.ply", "ply\nelement vertex 1\n" + plyXYZ, 6, -1, "no format"},
	{"unknown format", "a.ply", "ply\nformat ebcdic 1.0\n", 2, -1, `"ebcdic"`},
	{"unknown version", "a.ply", "ply\nformat ascii 2.0\n", 2, -1, "want"},
	{"unknown keyword", "a.ply", "ply\nformat ascii 1.0\nelephant\n", 3, -1, `"elephant"`},
	{"unknown type", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\n", 4, -1, `"quad"`},
	{"float list length", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty list float int a\n", 4, -1, "length"},
	{"stray property", "a.ply", "ply\nformat ascii 1.0\nproperty float x\n", 3, -1, "before"},
	{"bad count", "a.ply", "ply\nformat ascii 1.0\nelement vertex -1\n", 3, -1, `"-1" is not a count`},
	{"count with underscore", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1_0\n", 3, -1, `"1_0"`},
	{"no vertices", "a.ply", "ply\nformat ascii 1.0\nend_header\n", 3, -1, "no element vertex"},
	{"vertices twice", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nelement vertex 1\nend_header\n", 5, -1, "twice"},
	{"no y", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nend_header\n1\n", 3, -1, "has no y"},
	{"x is a list", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty list int int x\nend_header\n1 1\n", 3, -1, "one number"},
	{"zero points", "a.ply", "ply\nformat ascii 1.0\nelement vertex 0\n" + plyXYZ, 3, -1, "no points"},
	{"too many points", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1000001\n" + plyXYZ, 3, -1, "limit is 1000000"},
	{"truncated text", "a.ply", "ply\nformat ascii 1.0\nelement vertex 3\n" + plyXYZ + "1 2 3\n4 5 6\n", 9, -1, "ends after 2 of 3"},
	{"truncated row", "a.ply", "ply\nformat ascii 1.0\nelement vertex 2\n" + plyXYZ + "1 2 3\n4 5", 9, -1, `property "z"`},
	{"a point that breaks elsewhere", "a.ply", "ply\nformat ascii 1.0\nelement vertex 2\n" + plyXYZ + "1 2\n3\n4 5 6\n", 10, -1, "more values than the same line"},
	{"a point of one line after one of two", "a.ply", "ply\nformat ascii 1.0\nelement vertex 2\n" + plyXYZ + "1 2\n3\n4\n5 6\n", 10, -1, `property "y"`},
	{"commas that may separate thousands", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "1,500 2 3\n", 0, -1, "may separate decimals or thousands"},
	{"long row", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "1 2 3 4\n", 8, -1, "more values"},
	{"more rows than announced", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "1 2 3\n4 5 6\n", 9, -1, "more lines"},
	{"nan", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "1 nan 3\n", 3, -1, "none of the 1 points has coordinates"},
	{"truncated binary", "a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 2\n" + plyXYZ + strings.Repeat("\x00", 23), 0, 138, "ends after 1 of 2 rows"},
	{"claims 48 GB", "a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 4294967295\n" + plyXYZ + strings.Repeat("\x00", 24), 0, 148, "ends after 2 of 4294967295"},
	{"claims 2⁶⁴-1 rows", "a.ply", "ply\nformat binary_big_endian 1.0\nelement vertex 18446744073709551615\n" + plyXYZ, 0, 131, "ends after 0 of 18446744073709551615"},
	{"binary nan", "a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + plyXYZ + "\x00\x00\x00\x00\x00\x00\xc0\x7f\x00\x00\x00\x00", 3, -1, "none of the 1 points"},
	{"binary infinity", "a.ply", "ply\nformat binary_big_endian 1.0\nelement vertex 1\n" + plyXYZ + "\x00\x00\x00\x00\x00\x00\x00\x00\xff\x80\x00\x00", 3, -1, "none of the 1 points"},
	{"bytes left over", "a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + plyXYZ + strings.Repeat("\x00", 12) + "more", 0, 127, "4 extra bytes"},
	{"zero points in binary", "a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 0\n" + plyXYZ, 3, -1, "no points"},
	{"list length is a word", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar int a\n" + plyXYZ + "two 1 2 3\n", 9, -1, `a: "two" is not a count`},
	{"point cut behind a list", "a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty list uchar int a\n" + plyXYZ + "\x01" + strings.Repeat("\x00", 13), 0, 155, "ends after 0 of 1"},
	{"cut before a list", "a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + strings.Replace(plyXYZ, "end", "property list uchar char a\nproperty list uchar char b\nend", 1) + strings.Repeat("\x00", 12) + "\x01a", 0, 183, "ends within a list"},
	{"negative list", "a.ply", "ply\nformat binary_little_endian 1.0\nelement face 1\nproperty list char int v\nelement vertex 1\n" + plyXYZ + "\xff" + strings.Repeat("\x00", 12), 0, 155, "has -1 items"},
	{"list of 2³² items", "a.ply", "ply\nformat binary_little_endian 1.0\nelement face 1\nproperty list uint double v\nelement vertex 1\n" + plyXYZ + "\xff\xff\xff\xff" + strings.Repeat("\x00", 12), 0, 174, "list of 4294967295"},
}

const pcdXYZ = "VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n"

var badPCD = []badFile{
	{"wrong magic", "a.pcd", "hello\n", 0, -1, "not a PCD file: it looks like text"},
	{"header cut", "a.pcd", "# .PCD v0.7\nVERSION 0.7\n", 2, -1, "no DATA"},
	{"unknown keyword", "a.pcd", "# .PCD v0.7\nFILEDS x y\n", 2, -1, `"FILEDS"`},
	{"keyword twice", "a.pcd", pcdXYZ + "SIZE 4 4 4\n", 6, -1, "SIZE once"},
	{"no y", "a.pcd", "FIELDS x z\nSIZE 4 4\nTYPE F F\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2\n", 1, -1, "has no y"},
	{"no FIELDS", "a.pcd", "VERSION 0.7\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2\n", 4, -1, "has no x"},
	{"x twice", "a.pcd", "FIELDS x x\nSIZE 4 4\nTYPE F F\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2\n", 1, -1, "names x twice"},
	{"different lengths", "a.pcd", "FIELDS x y\nSIZE 4\nTYPE F F\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2\n", 2, -1, "SIZE and FIELDS"},
	{"unknown type", "a.pcd", "FIELDS x y\nSIZE 1 4\nTYPE F F\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2\n", 3, -1, `TYPE "F" of SIZE "1"`},
	{"COUNT of x", "a.pcd", "FIELDS x y\nSIZE 4 4\nTYPE F F\nCOUNT 3 1\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2\n", 1, -1, "COUNT 1"},
	{"COUNT of 2⁶⁴-1", "a.pcd", "FIELDS x y h\nSIZE 4 4 8\nTYPE F F F\nCOUNT 1 1 18446744073709551615\nWIDTH 1\nHEIGHT 1\nDATA binary\n1 2\n", 4, -1, "more than 16777216 bytes"},
	{"no WIDTH", "a.pcd", pcdXYZ + "POINTS 1\nDATA ascii\n1 2 3\n", 7, -1, "needs WIDTH"},
	{"bad HEIGHT", "a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT one\nDATA ascii\n1 2 3\n", 7, -1, `HEIGHT: "one" is not a count`},
	{"bad POINTS", "a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nPOINTS 1 1\nDATA ascii\n1 2 3\n", 8, -1, "POINTS with one number"},
	{"bad COUNT", "a.pcd", "FIELDS x y\nSIZE 4 4\nTYPE F F\nCOUNT 1 -1\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2\n", 4, -1, `COUNT: "-1"`},
	{"POINTS do not match", "a.pcd", pcdXYZ + "WIDTH 2\nHEIGHT 2\nPOINTS 5\nDATA ascii\n1 2 3\n", 8, -1, "2 × 2"},
	{"product overflows", "a.pcd", pcdXYZ + "WIDTH 4294967296\nHEIGHT 4294967296\nPOINTS 0\nDATA ascii\n1 2 3\n", 8, -1, "4294967296 × 4294967296"},
	{"unknown data", "a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nDATA morse\n", 8, -1, `"morse"`},
	{"zero points", "a.pcd", pcdXYZ + "WIDTH 0\nHEIGHT 1\nDATA ascii\n", 8, -1, "has no points"},
	{"too many points", "a.pcd", pcdXYZ + "WIDTH 1000001\nHEIGHT 1\nDATA ascii\n1 2 3\n", 8, -1, "limit is 1000000"},
	{"truncated text", "a.pcd", pcdXYZ + "WIDTH 2\nHEIGHT 1\nDATA ascii\n1 2 3\n", 9, -1, "ends after 1 of 2"},
	{"more rows than announced", "a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nDATA ascii\n1 2 3\n4 5 6\n", 10, -1, "more lines"},
	{"ragged", "a.pcd", pcdXYZ + "WIDTH 2\nHEIGHT 1\nDATA ascii\n1 2 3\n4 5\n", 10, -1, "has 2 columns, want 3"},
	{"nan", "a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nDATA ascii\nnan nan nan\n", 9, -1, "none of the 1 points"},
	{"truncated binary", "a.pcd", pcdXYZ + "WIDTH 2\nHEIGHT 1\nDATA binary\n" + strings.Repeat("\x00", 20), 0, 108, "ends after 1 of 2 points"},
	{"claims 51 GB", "a.pcd", pcdXYZ + "WIDTH 4294967295\nHEIGHT 1\nDATA binary\n" + strings.Repeat("\x00", 20), 0, 117, "ends after 1 of 4294967295"},
	{"binary nan", "a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nDATA binary\n\x00\x00\x00\x00\x00\x00\xc0\x7f\x00\x00\x00\x00", 0, 88, "none of the 1 points"},
	{"bytes left over", "a.pcd", pcdXYZ + "WIDTH 1\nHEIGHT 1\nDATA binary\n" + strings.Repeat("\x00", 14) + "more", 0, 102, "6 extra bytes"},
}

var badXYZ = []badFile{
	{"a whole number that would be rounded", "a.xyz", "1 2\n3 -9007199254740993\n", 2, -1, "beyond 2⁵³"},
	{"a number in each line", "a.txt", "1\n2\n3\n4\n5\n6\n", 1, -1, "has 1 column"},
	{"a control character", "a.txt", "22.3 38.1 3 185 187 185\n22.3 38.1 3 185\x10187 185 1\n", 2, -1, `"185\x10187" has the control character 0x10`},
	{"binary data", "a.xyz", "\x01\x02\x03", 0, -1, "looks like binary data"},
	{"UTF-16 with a bad line", "a.txt", "\xff\xfe1\x00 \x002\x00\n\x003\x00", 2, -1, "has 1 columns, want 2"},
	{"UTF-16 that ends within a character", "a.txt", "\xff\xfe1\x00 \x00x", 1, -1, "has 1 column"},
	{"two tables under one header", "a.txt", "x y\n1 2\n\n\n3 4\n", 5, -1, "may begin another cloud"},
	{"UTF-32", "a.txt", "\xff\xfe\x00\x001\x00\x00\x00 \x00\x00\x002\x00\x00\x00", 0, -1, "looks like UTF-32 text (save it as UTF-8)"},
	{"UTF-16 of no text", "a.ply", "\xff\xfe1\x00", 0, -1, "not a PLY file: it looks like text"},
	{"numbers that look like UTF-16", "a.bin", "1\x00 \x002\x00\n\x00", 0, -1, "the file holds only numbers"},
	{"NUL", "a.xyz", strings.Repeat("1 2 3\n", 100) + "1 2\x00 3\n", 101, -1, "NUL"},
	{"empty", "a.xyz", "", 0, -1, "the file is empty"},
	{"only a mark", "a.xyz", byteOrderMark, 0, -1, "no points"},
	{"only comments", "a.xyz", "# nothing\n\n# here\n", 3, -1, "no points"},
	{"one column", "a.xyz", "1\n2\n", 1, -1, "has 1 column"},
	{"short row", "a.xyz", "1 2 3\n# remark\n4 5\n", 3, -1, "has 2 columns, want 3"},
	{"long row", "a.xyz", "1 2\r\n4 5 6\r\n", 2, -1, "has 3 columns, want 2"},
	{"ragged extras", "a.xyz", "1 2 3 4\r5 6 7 8\r9 1 2\r", 3, -1, "has 3 columns, want 4"},
	{"decimal commas and points", "a.txt", "1,5 2,5\n1.5 2\n", 0, -1, "write all decimals with a point"},
	{"a decimal comma after points", "a.txt", "1.5 2.5\n1,5 2\n", 0, -1, "write all decimals with a point"},
	{"commas that may separate thousands", "a.txt", "1,500 2\n-12,250 999,001\n", 0, -1, "may separate decimals or thousands"},
	{"points that may separate thousands", "a.txt", "x;y\n1.234,5;2.5\n", 0, -1, "write all decimals with a point"},
	{"two commas", "a.txt", "1,23,567 2\n", 1, -1, "is not a number"},
	{"two exponents", "a.txt", "1D2D3 2\n", 1, -1, `x: "1D2D3" is not a number`},
	{"a difference", "a.txt", "1-100 2\n", 1, -1, `x: "1-100" is not a number`},
	{"an exponent beyond all", "a.txt", "1.5+999 2\n", 1, -1, `"1.5+999" is not a number`},
	{"nan", "a.xyz", "1 2 NaN\n", 1, -1, "none of the 1 points"},
	{"Microsoft's nan", "a.xyz", "-1.#IND 2 3\n", 1, -1, "none of the 1 points"},
	{"minus infinity", "a.xyz", "1 2 -inf\n", 1, -1, "none of the 1 points"},
	{"Microsoft's nan after numbers", "a.xyz", "1 2 1.#IND\n", 1, -1, "none of the 1 points"},
	{"sign only", "a.xyz", "+ 2\n", 1, -1, `x: "+" is not a number`},
	{"two points", "a.xyz", "1.2.3 4\n", 1, -1, `x: "1.2.3" is not a number`},
	{"a no-break space that may separate thousands", "a.xyz", "1 2\n1\u00a0234 3\n", 2, -1, "may separate thousands"},
	{"a narrow space that may separate thousands", "a.csv", "x;y\n1\u202f234,5;3\n", 2, -1, "may separate thousands"},
	{"very long field", "a.xyz", "1 2\n" + strings.Repeat("z", 1<<20) + " 2\n", 2, -1, `x: "zzzzzzzzzzzzzzzzzzzzzzzz"… is not a number`},
	{"unknown extension", "a.3ds", "MM\n\x00", 0, -1, "looks like text; want a .ply"},
	{"unknown extension", "points.stl2", "1 2\n", 0, -1, "looks like text; want a .ply"},
}

var badCSV = []badFile{
	{"a row or a comment", "a.csv", "1, 2, 3\n#4, 5, 6\n", 2, -1, "may be a row or a comment"},
	{"numbers of rows with a number sign", "a.csv", "id,x,y,z\n#1,1,2,3\n2,4,5,6\n", 2, -1, "may be a row or a comment"},
	{"a first row or a comment", "a.csv", "#1,1,2,3\n2,4,5,6\n", 1, -1, "may be a row or a comment"},
	{"blanks and a row or a comment", "a.txt", "7 1 2 3\n# remark\n#8 1 2 3\n", 3, -1, "may be a row or a comment"},
	{"blank", "a.csv", "\n\n", 2, -1, "no points"},
	{"header only", "a.csv", "x,y\n", 1, -1, "no points"},
	{"too many unknown names", "a.csv", "id,lon,lat,height\n1,2,3,4\n", 1, -1, "angles in degrees"},
	{"unnamed columns", "a.csv", "a,b,c,d\n1,2,3,4\n", 1, -1, "not x, y and z"},
	{"x twice", "a.csv", "x,y,X\n1,2,3\n", 1, -1, "names x twice"},
	{"no y", "a.csv", "x,z,w\n1,2,3\n", 1, -1, "has no y"},
	{"short row", "a.csv", "x,y,z\n1,2,3\n1,2\n", 3, -1, "has 2 columns, want 3"},
	{"long row", "a.csv", "1,2\n1,2,3\n", 2, -1, "has 3 columns, want 2"},
	{"empty fields", "a.csv", "1,\n1,\n", 2, -1, "none of the 2 points"},
	{"decimal commas and commas", "a.csv", "1,25,2,5\n3,50,4,05\n", 2, -1, "decimal commas; write decimals with a point"},
	{"a first column without a name and without numbers", "a.csv", ",0,1,2\n,3.5,4,5\n", 2, -1, "none of the 2 points has coordinates"},
	{"an index and four unknown names", "a.csv", ",a,b,c,d\n0,1,2,3,4\n", 1, -1, "not x, y and z"},
	{"names of normals alone", "a.csv", "nx,ny,nz,w\n0,0,1,5\n", 1, -1, "not x, y and z"},
	{"one column of points", "a.csv", "Points:0,Normals:0,Normals:1,Normals:2\n0,0,1,5\n", 1, -1, "not x, y and z"},
	{"columns of points twice", "a.csv", "Points:0,Points_0,Points:1,Points:2\n0,0,1,5\n", 1, -1, "not x, y and z"},
	{"more rows than counted", "a.pts", "1\n1 2 3\n4 5 6\n", 3, -1, "has 2 rows; its first line counts 1"},
	{"open quote", "a.csv", "x,y,name\n1,2,\"a\n3,\"4,b\n", 3, -1, `y: "\"4,b" is not a number`},
	{"nan is no header", "a.csv", "nan,1,2\n", 1, -1, "none of the 1 points"},
	{"mixed first row", "a.csv", "one,2,3\n", 1, -1, `x: "one" is not a number`},
}

// Files of other programs, with what makes a cloud of them.
var badForeign = []badFile{
	{"a pickle", "a/b.pkl", "\x80\x04\x95\x01\x00\x00\x00\x00\x00\x00\x00].", 0, -1, `pickle.load(open("b.pkl", "rb"))`},
	{"a pickle of protocol 0", "b.pickle", "(lp0\n.", 0, -1, `pickle.load(open("b.pickle", "rb"))`},
	{"a pickle by another name", "b", "\x80\x02].", 0, -1, `pickle.load(open("b", "rb"))`},
	{"a name that needs care", "b\".pkl", "\x80\x02].", 0, -1, `pickle.load(open("file.pkl", "rb"))`},
	{"an old tensor", "a.tar", "\x80\x02" + torchPickle[:10] + "\x50\x19.", 0, -1, `torch.load("a.tar", map_location="cpu")`},
	{"a tensor by name", "a.pth", "\x80\x02].", 0, -1, `torch.load("a.pth", map_location="cpu")`},
	{"a crystal", "a.cif", "data_made\n", 0, -1, "obabel file.cif -O file.xyz"},
	{"GROMACS", "a.GRO", "made\n 1\n", 0, -1, "gmx editconf"},
	{"VASP", "b/POSCAR", "made\n1.0\n", 0, -1, "obabel -iPOSCAR"},
	{"an E57 scan by name", "a.e57", "x", 0, -1, "pdal translate"},
	{"MATLAB 5", "a", "MATLAB 5.0 MAT-file, Platform: GLNXA64", 0, -1, `scipy.io.loadmat("a")`},
	{"MATLAB 4", "a.mat", "\x00\x00\x00\x00\x03\x00\x00\x00", 0, -1, `scipy.io.loadmat("a.mat")`},
	{"MATLAB 7.3", "a.mat", "MATLAB 7.3 MAT-file" + strings.Repeat(" ", 493) + "\x89HDF\r\n\x1a\n", 0, -1, `v[()].T for k, v in h5py.File("a.mat")`},
	{"HDF5", "a.h5", "\x89HDF\r\n\x1a\n", 0, -1, `v[()] for k, v in h5py.File("a.h5")`},
	{"Parquet", "a.parquet", "PAR1\x15", 0, -1, `pandas.read_parquet("a.parquet").to_csv("cloud.csv")`},
	{"Feather", "a.feather", "ARROW1\x00\x00", 0, -1, `pandas.read_feather("a.feather").to_csv("cloud.csv")`},
	{"Zstandard, which begins with a bracket", "a.xyz.zst", "\x28\xb5\x2f\xfd\x00\x00", 0, -1, "Zstandard archive"},
	{"an ESRI grid", "dem.asc", "ncols 2\nnrows 1\nNODATA_value -9999\n1 2\n", 0, -1, "is an ESRI grid; convert it first: gdal_translate -of XYZ"},
	{"VTK", "a.vtk", "# vtk DataFile Version 3.0\n", 0, -1, "save it from ParaView as .ply"},
}

var badOFF = []badFile{
	{"wrong magic", "a.off", "FOO\n1 0 0\n1 2 3\n", 0, -1, "does not start with"},
	{"no counts", "a.off", "OFF\n", 1, -1, "want the numbers"},
	{"bad counts", "a.off", "OFF\n1 -2 0\n", 2, -1, `"-2" is not a count`},
	{"zero points", "a.off", "OFF\n0 0 0\n", 2, -1, "no points"},
	{"too many points", "a.off", "OFF1000001 0 0\n1 2 3\n", 1, -1, "limit is 1000000"},
	{"truncated", "a.off", "OFF\n3 0 0\n1 2 3\n4 5 6\n", 4, -1, "ends after 2 of 3 vertices"},
	{"faces missing", "a.off", "OFF\n1 2 0\n1 2 3\n3 0 0 0\n", 4, -1, "ends after 1 of 2 faces"},
	{"more rows than announced", "a.off", "OFF\n1 0 0\n1 2 3\n4 5 6\n", 4, -1, "more lines"},
	{"2-D", "a.off", "OFF\n1 0 0\n1 2\n", 3, -1, "has 2 columns, want 3"},
	{"ragged", "a.off", "OFF\n2 0 0\n1 2 3\n4 5\n", 4, -1, "has 2 columns, want 3"},
	{"nan", "a.off", "OFF\n1 0 0\n1 2 nan\n", 3, -1, "none of the 1 points"},
	{"4-D", "a.off", "4OFF\n1 0 0\n1 2 3 4\n", 1, -1, "4OFF is not supported"},
	{"n-D", "a.off", "nOFF\n4\n1 0 0\n1 2 3 4\n", 2, -1, "nOFF of dimension"},
	{"binary", "a.off", "OFF BINARY\n\x01", 1, -1, "binary OFF is not supported"},
}

var badOBJ = []badFile{
	{"zero points", "a.obj", "# cube\nvn 0 0 1\nf 1 2 3\n", 3, -1, "no points"},
	{"2-D", "a.obj", "o a\nv 1 2\n", 2, -1, "has 2 coordinates, want 3"},
	{"short", "a.obj", "v 1 2 3\nv 1 2\n", 2, -1, "has 2 coordinates, want 3"},
	{"nan", "a.obj", "v 1 nan 3\n", 1, -1, "none of the 1 points"},
}

var badNPY = []badFile{
	{"a whole number that would be rounded", "a.npy", string(npyHead(1, ">u8", true, "(1, 2)")) + "\x00\x00\x00\x00\x00\x00\x00\x07\xff\xff\xff\xff\xff\xff\xff\xff", 0, 136, "beyond 2⁵³"},
	{"a whole number below 0 that would be rounded", "a.npy", string(npyHead(1, ">i8", true, "(1, 2)")) + "\x00\x00\x00\x00\x00\x00\x00\x07\xff\xdf\xff\xff\xff\xff\xff\xff", 0, 136, "beyond 2⁵³"},
	{"wrong magic", "a.npy", "\x93NUMPTY", 0, -1, "does not start with"},
	{"magic only", "a.npy", npyMagic, 0, 6, "within the header"},
	{"header cut", "a.npy", npyMagic + "\x01\x00\x76\x00{'descr'", 0, 18, "within the header of 118"},
	{"version 4", "a.npy", npyMagic + "\x04\x00\x00\x00\x00\x00", 0, 6, "version 4"},
	{"header of 4 GiB", "a.npy", npyMagic + "\x02\x00\xff\xff\xff\xff{", 0, 12, "claims 4294967295 bytes"},
	{"not a Python dictionary", "a.npy", npyMagic + "\x01\x00\x04\x00abc\n", 0, 10, "does not start with"},
	{"key missing", "a.npy", npyMagic + "\x01\x00\x10\x00{'descr':'<f8'}\n", 0, 25, "lacks"},
	{"key twice", "a.npy", npyMagic + "\x01\x00\x1e\x00{'descr':'<f8','descr':'<f8'}\n", 0, 25, "twice"},
	{"unknown key", "a.npy", npyMagic + "\x01\x00\x08\x00{'a':1}\n", 0, 11, `"a"`},
	{"structured type", "a.npy", records1("[('x', '<f8')]", "(1,)") + "12345678", 0, 20, "the records: has no y"},
	{"memory order", "a.npy", npyMagic + "\x01\x00\x15\x00{'fortran_order':None}", 0, 27, "True or False"},
	{"shape is a list", "a.npy", npyMagic + "\x01\x00\x0f\x00{'shape':[1,2]}", 0, 19, "must be a tuple"},
	{"no comma", "a.npy", npyMagic + "\x01\x00\x1c\x00{'fortran_order':True 'a':1}", 0, 32, "needs"},
	{"text behind", "a.npy", npyMagic + "\x01\x00\x36\x00{'descr':'<f8','fortran_order':False,'shape':(1,2)} x\n", 0, 62, "goes on"},
	{"open string", "a.npy", npyMagic + "\x01\x00\x08\x00{'descr\n", 0, 11, "not a Python dictionary"},
	{"truths", "a.npy", string(npyHead(1, "|b1", false, "(1, 2)")) + "\x00\x00", 0, 20, `type "|b1"`},
	{"text", "a.npy", string(npyHead(1, "<U1", false, "(1, 2)")) + strings.Repeat("\x00", 8), 0, 20, `type "<U1"`},
	{"one axis", "a.npy", string(npyHead(1, "<f8", false, "(2,)")) + strings.Repeat("\x00", 16), 0, 60, "got (2,)"},
	{"four axes", "a.npy", string(npyHead(1, "<f8", false, "(1, 1, 2, 3)")) + strings.Repeat("\x00", 48), 0, 60, "got (1, 1, 2, 3)"},
	{"a stack of nothing", "a.npy", string(npyHead(1, "<f8", false, "(0, 2, 3)")), 0, 128, "no points"},
	{"a stack of 2⁶⁴ clouds of 2³² points", "a.npy", string(npyHead(1, "<f8", false, "(18446744073709551615, 4294967296, 3)")), 0, 128, "ends after 0 of 18446744073709551615"},
	{"a stack cut off", "a.npy", string(npyHead(1, "<f8", false, "(2, 2, 2)")) + strings.Repeat("\x00", 63), 0, 191, "ends after 3 of 4"},
	{"one column", "a.npy", string(npyHead(1, "<f8", false, "(4, 1)")) + strings.Repeat("\x00", 32), 0, 60, "got (4, 1)"},
	{"negative shape", "a.npy", string(npyHead(1, "<f8", false, "(-1, 2)")), 0, 61, `"-1" is not a count`},
	{"records with a shape of two axes", "a.npy", records1("[('x', '<f4'), ('y', '<f4')]", "(1, 1, 1)") + strings.Repeat("\x00", 8), 0, 83, "(N,) or (B, N)"},
	{"records with objects", "a.npy", records1("[('x', '<f4'), ('y', '<f4'), ('o', '|O')]", "(1,)") + strings.Repeat("\x00", 8), 0, 49, "a type that is not supported"},
	{"coordinates in two fields", "a.npy", records1("[('pos', '|u1', (2,)), ('x', '|u1'), ('y', '|u1')]", "(1,)") + "abcd", 0, 20, "of several points in a row"},
	{"records in records in records", "a.npy", records1("[('a', "+strings.Repeat("[('a', ", 9)+"'<f8')]", "(1,)"), 0, anyByte, "not supported"},
	{"records cut off", "a.npy", records1("[('x', '<f4'), ('y', '<f4')]", "(2,)") + strings.Repeat("\x00", 12), 0, 102, "ends after 1 of 2"},
	{"zero points", "a.npy", string(npyHead(1, "<f8", false, "(0, 2)")), 0, 128, "no points"},
	{"claims 32 GiB", "a.npy", npyMagic + "\x01\x00\x46\x00{'descr':'<f8','fortran_order':False,'shape':(2147483648, 2)}        \n", 0, 80, "ends after 0 of 2147483648"},
	{"claims 2⁶⁴ points", "a.npy", string(npyHead(3, "<f4", true, "(18446744073709551615, 3)")), 0, 128, "ends after 0 of"},
	{"truncated", "a.npy", string(npyHead(1, "<f8", false, "(2, 2)")) + strings.Repeat("\x00", 31), 0, 159, "ends after 1 of 2"},
	{"bytes left over", "a.npy", string(npyHead(1, "<f8", false, "(1, 2)")) + strings.Repeat("\x00", 17), 0, 144, "1 extra bytes"},
	{"nan", "a.npy", string(npyHead(1, "<f8", false, "(1, 2)")) + strings.Repeat("\x00", 8) + "\x00\x00\x00\x00\x00\x00\xf8\x7f", 0, 128, "none of the 1 points"},
}

var badJSON = []badFile{
	{"flat", "a.json", `{"vertices": [0.5, 1, -2, 3]}`, 1, 13, `"vertices" is a flat list`},
	{"CityJSON", "a.json", "{\"type\":\"CityJSON\",\n\"transform\":{\"scale\":[0.001,0.001,0.001],\"translate\":[1000,2000,0]},\"vertices\":[[0,0,0],[1000,0,0]]}", 2, 32, `the field "transform" may change the points`},
	{"a scale", "a.json", "{\n\"points\": [[1,2],[3,4]],\n\"scale\": 1000}", 3, 36, `"scale" may change`},
	{"an offset around the points", "a.json", "{\"offset\":[1,2],\"cloud\":{\"points\": [[1,2],[3,4]]}}", 1, 10, `"offset" may change`},
	{"a matrix beside columns", "a.json", "{\"x\":[1,2],\"y\":[1,2],\"viewMatrix\":[[2,0],[0,2]]}", 1, 34, `"viewMatrix" may change`},
	{"text", "a.json", "one\n", 0, -1, `does not start with "{"`},
	{"NUL", "a.json", "{\n\"points\": [[1,2\x00]]}", 2, -1, "NUL"},
	{"no field", "a.json", "{}", 1, 1, `want the field "points"`},
	{"other field", "a.json", `{"clouds": [[1,2]]}`, 1, 9, `unknown field "clouds"`},
	{"two fields of points", "a.json", `{"points": [[1,2]], "pos": [[1,2]]}`, 1, 27, "leave out one"},
	{"GeoJSON", "a.json", `{"type": "MultiPoint", "coordinates": [[1,2]]}`, 0, -1, "are degrees"},
	{"columns of two lengths", "a.json", `{"x": [1, 2], "y": [3]}`, 1, 22, "has 1 numbers, want 2"},
	{"a column of words", "a.json", `{"x": [1, 2], "y": [3, "a"]}`, 1, 26, "number 2: want a number"},
	{"a field cut", "a.json", `{"points": [[1,2]], "id": `, 1, 18, "or \",\" here"},
	{"no colon", "a.json", `{"points" [[1,2]]}`, 1, 10, `want ":"`},
	{"null", "a.json", `{"points": null}`, 1, 11, `want an array of points, got "null"`},
	{"zero points", "a.json", "{\"points\":\n []}", 2, 12, "points: has no points"},
	{"truncated", "a.json", `{"points": [[1,2],[3,4`, 1, 22, `points[1]: want "," or "]", got the end`},
	{"ragged", "a.json", "{\"points\": [[1,2,3],\r\n[4,5]]}", 2, 22, "points[1]: has 2 coordinates, want 3"},
	{"one coordinate", "a.json", `{"points": [[1]]}`, 1, 12, "points[0]: has 1 coordinates, want 2 or 3"},
	{"four coordinates", "a.json", `{"points": [[1,2,3,4]]}`, 1, 12, "points[0]: has 4 coordinates"},
	{"no coordinates", "a.json", `{"points": [[1,2],[]]}`, 1, 18, "points[1]: has 0 coordinates, want 2"},
	{"number for a point", "a.json", `{"points": [1,2]}`, 1, 12, `points[0]: want an array of coordinates, got "1"`},
	{"text for a number", "a.json", `{"points": [[1,"2"]]}`, 1, 15, `points[0][1]: want a number, got "\"2\""`},
	{"NaN", "a.json", `{"points": [[1,NaN]]}`, 1, 20, "none of the 1 points"},
	{"too large", "a.json", `{"points": [[1,2],[1e400,2]]}`, 1, 19, `points[1][0]: "1e400" is too large`},
	{"leading zero", "a.json", `{"points": [[01,2]]}`, 1, 13, "points[0][0]"},
	{"plus sign", "a.json", `{"points": [[+1,2]]}`, 1, 13, "points[0][0]"},
	{"no digit before the point", "a.json", `{"points": [[.5,2]]}`, 1, 13, "points[0][0]"},
	{"no digit after the point", "a.json", `{"points": [[1.,2]]}`, 1, 13, "points[0][0]"},
	{"hexadecimal float", "a.json", `{"points": [[0x1p3,2]]}`, 1, 13, "points[0][0]"},
	{"underscore", "a.json", `{"points": [[1_000,2]]}`, 1, 13, "points[0][0]"},
	{"comma too many", "a.json", `{"points": [[1,2],]}`, 1, 18, `points[1]: want an array of coordinates, got "]"`},
	{"coordinate missing", "a.json", `{"points": [[1,,2]]}`, 1, 15, `points[0][1]: want a number, got ","`},
	{"brace missing", "a.json", `{"points": [[1,2]]`, 1, 18, `want "}"`},
	{"text behind", "a.json", "{\"points\": [[1,2]]}\n{", 2, 20, "text follows"},
}

var badFiles = [][]badFile{
	badPLY, badPCD, badXYZ, badCSV, badOFF, badOBJ, badNPY, badJSON,
	badEverywhere(), badGzip, badForeign, badLists, badSTL, badGLB, badNPZ, badMoleculeXYZ, badPDB, badSDF, badMatrices, badAirfoils, badLandmarks, badBare, badLAS, badPCDCompressed, badPTX,
}

func TestBadFiles(t *testing.T) {
	for _, list := range badFiles {
		for _, b := range list {
			t.Run(b.file+" "+b.why, func(t *testing.T) { checkBad(t, b) })
		}
	}
}

func checkBad(t *testing.T, b badFile) {
	cloud, err := readOnly(b.file, []byte(b.data))
	var bad *FormatError
	if !errors.As(err, &bad) {
		t.Fatalf("got %v, %v", cloud, err)
	}
	if b.byte == anyByte && bad.Byte >= 0 && bad.Byte <= int64(len(b.data)) {
		b.byte = bad.Byte
	}
	if bad.File != b.file || bad.Line != b.line || bad.Byte != b.byte {
		t.Errorf("at line %d, byte %d; want line %d, byte %d (%v)", bad.Line, bad.Byte, b.line, b.byte, err)
	}
	if !strings.Contains(bad.Message, b.message) {
		t.Errorf("message %q, want %q", bad.Message, b.message)
	}
	if cloud.Points != nil {
		t.Error("returns points beside the error")
	}
}
