package pointcloud

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
