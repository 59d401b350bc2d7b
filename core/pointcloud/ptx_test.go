package pointcloud

import (
	"strings"
	"testing"
)

// ptx writes a scan of two columns and two rows; its matrix turns by 90° about z and moves.
func ptx(rows string) string {
	return "2\n2\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 1 0 0\n-1 0 0 0\n0 0 1 0\n10 20 30 1\n" + rows
}

const ptxRows = "1 2 3 0.5\n4 5 6 0.5\n7 8 9 0.5\n1 1 1 0\n"

var ptxStill = strings.Replace(ptx(ptxRows), "0 1 0 0\n-1 0 0 0\n0 0 1 0\n10 20 30 1\n", "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n", 1)

var goodPTX = []goodFile{
	{"turned and moved", "a.ptx", ptx(ptxRows), 3, []float64{8, 21, 33, 5, 24, 36, 2, 27, 39, 9, 21, 31}},
	{"no motion, colours", "a.ptx", strings.ReplaceAll(ptxStill, "0.5\n", "0.5 1 2 3\n"), 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1}},
	{"other line ends", "A.PTX", strings.ReplaceAll(ptxStill, "\n", "\r\n"), 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1}},
	{"points not seen", "a.ptx", ptx("0 0 0 0.5\n1 2 3 0.5\n0 0 0 0.5 0 0 0\n0 0 1 0.5\n"), 3, []float64{8, 21, 33, 10, 20, 31}},
}

var badPTX = []badFile{
	{"empty", "a.ptx", "\n", 1, -1, "no points"},
	{"another file", "a.ptx", "1 2 3 4\n", 1, -1, `want the number of columns or rows of a scan: "1 2 3 4" is not a count`},
	{"no rows", "a.ptx", "2\n", 1, -1, "ends within the first ten lines"},
	{"no columns", "a.ptx", "0\n2\n", 1, -1, "has 0 columns or rows"},
	{"claims 2⁶⁰ points", "a.ptx", strings.Replace(ptx(""), "2\n2\n", "1073741824\n1073741824\n", 1), 1, -1, "has 1073741824 columns or rows"},
	{"claims 2⁴⁰ points", "a.ptx", strings.Replace(ptx(""), "2\n2\n", "1048576\n1048576\n", 1), 10, -1, "ends after 0 of 1099511627776"},
	{"header cut", "a.ptx", ptx("")[:30], 7, -1, "number 2 of 4: is empty"},
	{"no affine matrix", "a.ptx", strings.Replace(ptx(ptxRows), "0 1 0 0\n", "0 1 0 7\n", 1), 7, -1, "last column of the matrix"},
	{"a matrix transposed", "a.ptx", strings.Replace(ptx(ptxRows), "10 20 30 1\n", "10 20 30 0\n", 1), 10, -1, "last column of the matrix"},
	{"points cut", "a.ptx", ptx(ptxRows)[:90], 13, -1, "ends after 3 of 4 points"},
	{"a word", "a.ptx", ptx(strings.Replace(ptxRows, "5 6", "five 6", 1)), 12, -1, `"five" is not a number`},
	{"nothing seen", "a.ptx", ptx(strings.Repeat("0 0 0 0.5\n", 4)), 14, -1, "none of the 4 points"},
	{"text behind", "a.ptx", ptx(ptxRows) + "end\n", 15, -1, `"end" is not a count`},
	{"overflow", "a.ptx", strings.Replace(ptx("1e300 1 1\n"+ptxRows[10:]), "0 1 0 0\n-1", "1e300 1 0 0\n-1", 1), 11, -1, "beyond all numbers"},
}

// Each scan is a cloud, and what was done to it is said.
func TestPTX(t *testing.T) {
	both := []byte(ptx(ptxRows) + ptxStill)
	for part, x := range map[string]float64{"1": 8, "2": 1} {
		if file, err := Parse("a.ptx", both, Reading{Part: part}); err != nil || file.Cloud.Points[0] != x {
			t.Errorf("%s: %+v, %v", part, file, err)
		}
	}
	if _, err := Parse("a.ptx", both, Reading{}); err == nil || err.Error() != `a.ptx: has 2 clouds: choose "1" (4 points), "2" (4 points)` {
		t.Error(err)
	}
	file, err := Parse("a.ptx", []byte(goodPTX[3].data), Reading{})
	if err != nil || file.Missing == nil || file.Missing.Count != 2 || !file.Missing.Has(0) || !file.Missing.Has(2) || len(told(file.Notes)) != 2 {
		t.Errorf("%+v, %v", file, err)
	}
	if file, err := Parse("a.ptx", []byte(ptxStill), Reading{}); err != nil || len(file.Notes) > 0 {
		t.Errorf("%q, %v", told(file.Notes), err)
	}
}
