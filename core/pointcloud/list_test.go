package pointcloud

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
	{"no y", "a", `[{"x": 1}]`, 1, 1, "want the fields x and y"},
	{"another dimension", "a", `[{"x": 1, "y": 2}, {"x": 1, "y": 2, "z": 3}]`, 1, 19, "points[1]: want the fields x, y and z"},
	{"x twice", "a.json", `[{"x":1,"y":2,"X":5},{"x":1,"y":2,"X":6}]`, 1, 18, "points[0]: has x twice"},
	{"x beside a position", "a.json", `[{"position":[1,2],"x":5},{"position":[1,2],"x":5}]`, 1, 23, "points[0]: has x twice"},
	{"nested objects", "a", `[{"x": 1, "q": [1]}]`, 1, 1, "want the fields x and y"},
}
