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

// Each scan is a cloud, with a note on what was done to it.
func TestPTX(t *testing.T) {
	both := ptx(ptxRows) + ptxStill
	expect(t, "a.ptx", both, Reading{Part: "1"}, goodPTX[0].points)
	expect(t, "a.ptx", both, Reading{Part: "2"}, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1})
	expect(t, "a.ptx", both, Reading{}, `a.ptx: has 2 clouds: choose "1" (4 points), "2" (4 points)`)
	expect(t, "a.ptx", ptxStill, Reading{}, "")
	expect(t, "a.ptx", goodPTX[3].data, Reading{}, missing(2), notes(2))
}

const selig = "NACA 9999\n 1.0 0.0\n 0.5 0.06\n 0.0 0.0\n 0.5 -0.03\n 1.0 0.0\n"

var seligPoints = []float64{1, 0, 0.5, 0.06, 0, 0, 0.5, -0.03, 1, 0}

var goodAirfoils = []goodFile{
	{"Selig", "a.dat", selig, 2, seligPoints},
	{"a title that names y", "clarky.txt", "CLARK Y\r\n" + selig[10:], 2, seligPoints},
	{"a longer title, another name", "a", "E387 (9.1%) SMOOTHED AIRFOIL\n" + selig[10:], 2, seligPoints},
	{"Lednicer", "a.dat", "A title\n       3.       2.\n\n 0.0 0.0\n 0.5 0.06\n 1.0 0.001\n\n 0.0 0.0\n 1.0 -0.001\n", 2, []float64{0, 0, 0.5, 0.06, 1, 0.001, 0, 0, 1, -0.001}},
}

var badAirfoils = []badFile{
	{"a title before other rows", "a.dat", "NACA 9999\n1 2\n3 4\n", 1, -1, `x: "NACA" is not a number`},
	{"fewer points than counted", "a.dat", "A title\n3. 3.\n\n0 0\n1 0\n\n0 0\n1 0\n", 8, -1, "has 4 points; its second line counts 3 and 3"},
}

const landmarks = "version: 1\nn_points: 3\n{\n0.5 -1.25\n1.5 0.25\n-2 4\n}\n"

var goodLandmarks = []goodFile{
	{"iBUG", "a.pts", landmarks, 2, []float64{0.5, -1.25, 1.5, 0.25, -2, 4}},
	{"other blanks", "a", "version:1\r\nN_POINTS:  1\r\n\r\n{\r\n 1 2 3 \r\n}", 3, []float64{1, 2, 3}},
}

var badLandmarks = []badFile{
	{"fewer points", "a.pts", "version: 1\nn_points: 3\n{\n0.5 -1.25\n}\n", 5, -1, "ends after 1 of 3 points"},
	{"more points", "a.pts", "version: 1\nn_points: 1\n{\n0.5 -1.25\n1 2\n}\n", 5, -1, "want } behind the 1 points"},
	{"text behind", "a.pts", landmarks + "more\n", 8, -1, "text follows"},
	{"no count", "a.pts", "version: 1\nn_points: x\n{\n", 2, -1, "n_points"},
	{"no points", "a.pts", "version: 1\nn_points: 0\n{\n}\n", 3, -1, "no points"},
	{"one column", "a.pts", "n_points: 1\n{\n1\n}\n", 3, -1, "has 1 columns"},
	{"no brace", "a.pts", "n_points: 1\n1 2\n", 2, -1, "ends before its points"},
}

var goodLists = []goodFile{
	{"Python", "a", "[[1, 2, 3], [4, 5, 6]]", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"tuples", "pasted.csv", "[(1., .5), (-2e1, 0.),]", 2, []float64{1, 0.5, -20, 0}},
	{"an assignment", "a.txt", "points = ((1,2),(3,4))\n", 2, []float64{1, 2, 3, 4}},
	{"NumPy prints", "pasted.xyz", "[[ 0.5  -0.25]\n [ 1.   2. ]]\n", 2, []float64{0.5, -0.25, 1, 2}},
	{"NumPy's repr", "a", "array([[1., 2., 3.],\n       [4., 5., 6.]], dtype=float32)", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"a tensor within a call", "a", "x=torch.tensor(np.array([[1, 2], [3, 4]]), device='cuda:0')", 2, []float64{1, 2, 3, 4}},
	{"rows alone", "a", "[1, 2],\n[3, 4]\n", 2, []float64{1, 2, 3, 4}},
	{"more columns", "a.json", "[[1,2,3,9],[4,5,6,9],[7,8,9,9],[1,1,1,9]]", 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1}},
	{"objects", "a.json", `[{"x": 1, "y": 2, "z": 3, "name": "a", "id": 7}, {"z": 6, "y": 5, "x": 4}]`, 3, []float64{1, 2, 3, 4, 5, 6}},
	{"Python's objects", "a", "[{'x': 1, 'y': 2}]", 2, []float64{1, 2}},
}

var goodMatrices = []goodFile{
	{"MATLAB", "a.txt", "P = [0.5 -1.25 2; 1.5 .25 -3;\n -2, 4, 1e-3];\n", 3, []float64{0.5, -1.25, 2, 1.5, 0.25, -3, -2, 4, 0.001}},
	{"MATLAB over lines", "a.m.txt", "P = [ ...\r\n 0.5 -1.25 ...\r\n 2\r\n 1.5 .25 -3\r\n];", 3, []float64{0.5, -1.25, 2, 1.5, 0.25, -3}},
	{"Julia", "a", "[0.5 -1.25; 1.5 0.25]", 2, []float64{0.5, -1.25, 1.5, 0.25}},
	{"MATLAB prints", "a.txt", "P =\n\n    0.5000   -1.2500    2.0000\n    1.5000    0.2500   -3.0000\n\n", 3, []float64{0.5, -1.25, 2, 1.5, 0.25, -3}},
	{"Julia prints", "a.txt", "2×3 Matrix{Float64}:\n 0.5  -1.25   2.0\n 1.5   0.25  -3.0\n", 3, []float64{0.5, -1.25, 2, 1.5, 0.25, -3}},
	{"Mathematica", "a.txt", "P = {{0.5, -1.25, 2}, {1.5*^-1, .25`, 0.5`15.95*^1}};\n", 3, []float64{0.5, -1.25, 2, 0.15, 0.25, 5}},
	{"Mathematica, rows alone", "a", "{1, 2},\n{-3.5, 4}\n", 2, []float64{1, 2, -3.5, 4}},
	{"C", "a.json", "{\n {1, 2.5},\n {3, 4},\n}\n", 2, []float64{1, 2.5, 3, 4}},
	{"fractions of Mathematica", "a.txt", "{{1/2, -5/4}, {3, 7/3}}", 2, []float64{0.5, -1.25, 3, 7.0 / 3}},
	{"R prints", "a.txt", "     [,1]  [,2]   [,3]\n[1,]  0.5 -1.25  2.000\n[2,]  1.5  0.25 -3.000\n", 3, []float64{0.5, -1.25, 2, 1.5, 0.25, -3}},
	{"a data frame of R", "a.txt", "          x     y\nfirst   0.5 -1.25\nsecond  1.5  0.25\n", 2, []float64{0.5, -1.25, 1.5, 0.25}},
	{"pandas prints", "-", "     0    1    2\n0  0.5  1.5  2.5\n1  0.5  3.5  1.5\n", 3, []float64{0.5, 1.5, 2.5, 0.5, 3.5, 1.5}},
}

var badMatrices = []badFile{
	{"ragged", "a", "[1 2 3; 4 5]", 1, 7, "has 2 columns, want 3"},
	{"a word", "a", "[1 2; 3 x]", 1, 5, `"x" is not a number`},
	{"transposed", "a", "[1 2; 3 4]'", 1, 10, "text follows"},
	{"one column", "a", "[1; 2; 3]", 1, 1, "want at least 2"},
	{"nothing", "a", "[;]", 1, 3, "has no points"},
	{"a factor", "a.txt", "P =\n\n   1.0e+03 *\n\n    0.5 1.5\n", 1, -1, "print them again"},
	{"another row of R", "a.txt", "     [,1]  [,2]\n[1,]  0.5 -1.25\nmore\n", 3, -1, "starts like [1,]"},
}

var badLists = []badFile{
	{"abridged", "a", "[[1, 2],\n ...,\n [3, 4]]", 2, 10, "next point"},
	{"abridged within", "a", "[[1, ..., 2]]", 1, 5, "abridged"},
	{"flat", "a", "[1, 2, 3, 4, 5, 6]", 1, 18, "flat list of 6 numbers"},
	{"deep", "a", "[[[[1, 2], [3, 4]]]]", 1, 0, "nested 4 deep"},
	{"ragged", "a", "[[1, 2], [3]]", 1, 9, "1 numbers"},
	{"longer", "a", "[[1, 2], [3, 4, 5]]", 1, 9, "has 3 columns, want 2"},
	{"a word", "a", "[[1, two]]", 1, 5, `points[0]: "two" is not a number`},
	{"text behind", "a", "[[1, 2]] and more", 1, 9, "text follows"},
	{"open", "a", "[[1, 2], [3, 4]", 1, 15, "want the next point, got the end"},
	{"no number", "a", "[[1,,2]]", 1, 4, `want a number, got ","`},
	{"nan", "a", "[[1, nan]]", 1, 10, "none of the 1 points has coordinates"},
	{"no y", "a", `[{"x": 1}]`, 1, 1, "has no y"},
	{"another dimension", "a", `[{"x": 1, "y": 2}, {"x": 1, "y": 2, "z": 3}]`, 1, 41, "points[1]: has its coordinates twice, or others"},
	{"x twice", "a.json", `[{"x":1,"y":2,"X":5},{"x":1,"y":2,"X":6}]`, 1, 1, "points[0]: names x twice"},
	{"x beside a position", "a.json", `[{"position":[1,2],"x":5},{"position":[1,2],"x":5}]`, 1, 1, "points[0]: names x twice"},
	{"nested objects", "a", `[{"x": 1, "q": [1]}]`, 1, 1, "has no y"},
}
