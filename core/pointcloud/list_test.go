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

var badLists = []badFile{
	{"abridged", "a", "[[1, 2],\n ...,\n [3, 4]]", 2, 10, "next point"},
	{"abridged within", "a", "[[1, ..., 2]]", 1, 5, "abridged"},
	{"flat", "a", "[1, 2, 3, 4, 5, 6]", 1, 18, "flat list of 6 numbers"},
	{"deep", "a", "[[[1, 2], [3, 4]]]", 1, 0, "nested 3 deep"},
	{"ragged", "a", "[[1, 2], [3]]", 1, 9, "1 numbers"},
	{"longer", "a", "[[1, 2], [3, 4, 5]]", 1, 9, "has 3 columns, want 2"},
	{"a word", "a", "[[1, two]]", 1, 5, `points[0]: "two" is not a number`},
	{"text behind", "a", "[[1, 2]] and more", 1, 9, "text follows"},
	{"open", "a", "[[1, 2], [3, 4]", 1, 15, "want the next point, got the end"},
	{"no number", "a", "[[1,,2]]", 1, 4, `want a number, got ","`},
	{"nan", "a", "[[1, nan]]", 1, 10, "none of the 1 points has coordinates"},
	{"no y", "a", `[{"x": 1}]`, 1, 1, "want the fields x and y"},
	{"another dimension", "a", `[{"x": 1, "y": 2}, {"x": 1, "y": 2, "z": 3}]`, 1, 19, "points[1]: want the fields x, y and z"},
	{"nested objects", "a", `[{"x": 1, "p": [1]}]`, 1, 15, `want "," or "}"`},
}
