package pointcloud

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// containers write the same rows in formats that do not name their columns.
var containers = map[string]func(rows [][]float64) string{
	"a.txt":  func(rows [][]float64) string { return joined(rows, " ", "\n") },
	"a.csv":  func(rows [][]float64) string { return joined(rows, ",", "\n") },
	"a.json": func(rows [][]float64) string { return `{"points": [[` + joined(rows, ", ", "], [") + "]]}" },
	"list":   func(rows [][]float64) string { return "[[" + joined(rows, ", ", "], [") + "]]" },
	"a.npy":  func(rows [][]float64) string { return arrayOf(rows) },
	"a.npz":  func(rows [][]float64) string { return archive(0, packedFile{"points.npy", arrayOf(rows)}) },
}

func joined(rows [][]float64, cell, row string) string {
	var lines []string
	for _, r := range rows {
		lines = append(lines, strings.ReplaceAll(strings.Trim(fmt.Sprint(r), "[]"), " ", cell))
	}
	return strings.Join(lines, row)
}

func arrayOf(rows [][]float64) string {
	return array("<f8", fmt.Sprintf("(%d, %d)", len(rows), len(rows[0])), slices.Concat(rows...)...)
}

// The chooser asks the same about the same numbers, whatever they are in, and each answer gives the same points.
func TestSameNumbersGetTheSameQuestion(t *testing.T) {
	for want, row := range map[string]func(i int, a, b float64) []float64{
		"":                            func(i int, a, b float64) []float64 { return []float64{a, b, a*b + 0.1} },
		"perhaps an index or a label": func(i int, a, b float64) []float64 { return []float64{float64(i), a, b} },
		"perhaps a label":             func(i int, a, b float64) []float64 { return []float64{a, b, float64(5 * (i % 2))} },
		"perhaps whether a point is": func(i int, a, b float64) []float64 {
			return []float64{float64(3 * i), float64(7 * i % 5), float64(i % 3)}
		},
		"z is -9999 in 4 of 12 rows":       func(i int, a, b float64) []float64 { return []float64{a, b, [3]float64{a, -9999, b}[i%3]} },
		"may be latitude and longitude":    func(i int, a, b float64) []float64 { return []float64{48 + a/100, 11 + b/100, 500.25 + a} },
		"perhaps whether a point is visib": func(i int, a, b float64) []float64 { return []float64{10 * a, 10*b + 0.125, float64(i % 3)} },
	} {
		var rows [][]float64
		for i := range 12 {
			rows = append(rows, row(i, float64(i*37%101)/101+0.5, float64(i*53%89)/89+0.25))
		}
		var first [][]float64
		for name, write := range containers {
			data := []byte(write(rows))
			file, err := Parse(name, data, Reading{})
			_, asks := errors.AsType[*Question](err)
			if asks != (want != "") || asks && !strings.Contains(err.Error(), want) || !asks && (err != nil || file.Cloud.Count() != len(rows)) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
			var answers [][]float64
			for _, r := range Remedies(err) {
				file, err := Parse(name, data, *r.Reading)
				if err != nil {
					t.Errorf("%s: %s: %v", name, r, err)
				}
				answers = append(answers, file.Cloud.Points)
			}
			if first == nil {
				first = answers
			}
			if !slices.EqualFunc(answers, first, slices.Equal) {
				t.Errorf("%s: answers give %v, elsewhere %v", name, answers, first)
			}
		}
	}
}

// The unit is what all names tell; several are asked about, and then none is named.
func TestUnitsOfColumns(t *testing.T) {
	const rows = "\n0.5,1.5,2.5\n1,3,4.25\n7,8.5,9\n"
	for header, want := range map[string]string{
		"x [mm],y [mm],z [inch]": "?", "x (µm),y (µm),z (nm)": "?", "x_in,y_in,z_ft": "?", "x_meter,y_meter,z_feet": "?", "x (pixel),y (pixel),z (slice)": "?", "x_mm,y_mm,z_m": "?",
		"x (µm),y (µm),z (um)": "µm", "x [inch],y (in),z_in": "in", "x,y,z": "", "x (left),y (up),z (front)": "", "x_ft,y_ft,z_ft": "ft", "x [m],y [m],z (what)": "?",
	} {
		file, err := Parse("a.csv", []byte(header+rows), Reading{})
		if (err != nil) != (want == "?") || err == nil && file.Unit != want {
			t.Errorf("%s: %q, %v", header, file.Unit, err)
		}
		if want != "?" {
			continue
		}
		list, _ := asked(t, "a.csv", header+rows, Reading{})
		file, err = Parse("a.csv", []byte(header+rows), *Remedies(err)[0].Reading)
		if len(list) != 1 || err != nil || file.Unit != "" || !strings.Contains(file.Used(), "different units") {
			t.Errorf("%s: %q, answered: %s, %v", header, list, file.Used(), err)
		}
	}
	for remark, want := range map[string]string{"units=bohr": "bohr", "Coordinates in Bohr": "bohr", "hartree/bohr": "", "Angstrom, once bohr": "", "Au20": "", "in Å": "Å"} {
		if file, err := Parse("a.xyz", []byte("1\n"+remark+"\nC 1 2 3\n"), Reading{}); err != nil || file.Unit != want {
			t.Errorf("%s: %q, %v", remark, file.Unit, err)
		}
	}
	if file, err := Parse("a.xyz", []byte("1 au\n\nC 1 2 3\n"), Reading{}); err != nil || file.Unit != "bohr" {
		t.Errorf("au: %q, %v", file.Unit, err)
	}
}

// A height beside x and y may be z, in every container; east is x also where north comes first.
func TestHeightsAreNoAttributes(t *testing.T) {
	rows := [][]float64{{0.5, -1.25, 2}, {1.5, 0.25, -3}, {-2, 4, 0.125}, {7, 8.5, -9.25}}
	for name, write := range tables {
		for _, names := range [][]string{{"X", "Y", "Elevation"}, {"x", "y", "height"}, {"x", "y", "depth_m"}} {
			_, counts := asked(t, name, write(names, rows), Reading{})
			if !slices.Equal(counts, []int{12, 8}) {
				t.Errorf("%s: %q: %v", name, names, counts)
			}
		}
	}
	expect(t, "a.csv", "x,y,width,height\n1,2,3,4\n5,6.5,7,8\n", Reading{}, []float64{1, 2, 5, 6.5})
	_, err := Parse("a.csv", []byte("N,E,Z\n1,2,3.5\n4,5,6\n"), Reading{})
	if r := Remedies(err); len(r) == 0 || r[0].Reading.Coordinates != (Columns{2, 1, 3}) {
		t.Errorf("%v: %v", err, r)
	}
	expect(t, "a.off", "nOFF\n2\n3 1 0\n0.5 1\n2 3\n5 4\n3 0 1 2\n", Reading{}, []float64{0.5, 1, 2, 3, 5, 4}, "has 1 triangles")
}

// Of four columns the first may be a time or the number of a cloud, and the last a weight.
func TestFourColumns(t *testing.T) {
	for _, c := range []struct {
		rows    []float64
		answers []int // coordinates; nil for no question
		says    string
	}{
		{[]float64{0, 3, 5, 7, 0, 4, 1, 2, 1, 9, 9, 4, 1, 3, 2, 8, 1, 5, 6, 6}, []int{15, 15, 15}, "numbers of clouds"},
		{[]float64{0, 0, 0, 7, 0, 0, 1, 2, 1, 0, 0, 4, 1, 1, 0, 8, 1, 1, 1, 6}, nil, ""}, // voxels
		{[]float64{0, 3.5, 5.5, 7, 0, 4, 1, 2.5, 1, 9, 9, 4, 1, 3, 2, 8, 1, 5, 6, 6}, []int{15, 15, 15}, "only whole numbers"},
		{[]float64{1305031090.11, 0.5, 1, 2, 1305031090.14, 1.5, 3, 3, 1305031090.17, 2, 5, 1, 1305031090.2, 4, 4, 4}, []int{12, 12}, "may be a time"},
		{[]float64{1305031090.11, 0.5, 1, 2, 1305031090.14, 1.5, 3, 3, 1305031090.1, 2, 5, 1, 1305031090.2, 4, 4, 4}, nil, ""},
		{[]float64{0.5, 1, 3, 2, 1.5, 3, 4, 2, 7, 8.5, 9, 2, 1, 2.5, 4.5, 2}, []int{12}, "weight"},
		{[]float64{0.5, 1, 3, 1, 1.5, 3, 4, 1, 7, 8.5, 9, 1, 1, 2.5, 4.5, 1}, nil, ""},
	} {
		text := ""
		for i, x := range c.rows {
			text += strconv.FormatFloat(x, 'f', -1, 64) + " \n"[i%4/3:i%4/3+1]
		}
		for name, data := range map[string]string{"a.txt": text, "a.npy": array("<f8", fmt.Sprintf("(%d, 4)", len(c.rows)/4), c.rows...)} {
			if c.answers == nil {
				expect(t, name, data, Reading{}, len(c.rows)/4)
				continue
			}
			_, err := Parse(name, []byte(data), Reading{})
			if _, counts := asked(t, name, data, Reading{}); !slices.Equal(counts, c.answers) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %q: %v, %v", name, text, counts, err)
			}
			if len(c.answers) == 3 {
				expect(t, name, data, *Remedies(err)[0].Reading, clouds(2))
			}
		}
	}
}

// Frames that only the rows tell, and more frames than one file may be read as.
func TestFramesWithoutNames(t *testing.T) {
	atom := func(serial int, residue string) string {
		return fmt.Sprintf("ATOM  %5d  CA  GLY A%4s       1.000%8.3f   3.000  1.00  0.00           C\n", serial, residue, float64(serial))
	}
	first, second := atom(1, "1")+atom(2, "2")+atom(3, "3"), atom(4, "1")+atom(5, "2")+atom(6, "3")
	expect(t, "a.pdb", first+"TER\n"+first+"END\n", Reading{}, answers(2), "begin again")
	expect(t, "a.pdb", first+"TER\n"+first+"END\n", Reading{Rows: rowBlocks}, clouds(2))
	expect(t, "a.pdb", first+"TER\n"+second, Reading{}, 6, notes(2), "begin again")
	expect(t, "a.pdb", first+"TER\n"+atom(4, "1")+atom(5, "2"), Reading{}, 5, notes(1))
	expect(t, "a.obj", "o a\nv 1 2 3\no b\nv 4 5 6\no c\n", Reading{}, 2, "The 2 objects")
	var text strings.Builder
	text.WriteString("x,y,frame\n")
	for i := range 2 * (MaxClouds + 1) {
		fmt.Fprintf(&text, "%d.5,%d.25,%d\n", i%7, i%11, i/2)
	}
	expect(t, "a.csv", text.String(), Reading{}, answers(1), "20,001 values")
}

// Columns that tell clouds apart are found by their values; names decide between question and note.
func TestRowsOfSeveralClouds(t *testing.T) {
	table := func(name string, values ...string) string {
		text := "x,y," + name + "\n"
		for i, value := range values {
			text += fmt.Sprintf("%d.5,%d.25,%s\n", i, i*i, value)
		}
		return text
	}
	ply := "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty int frame_id\nend_header\n1 2 0\n3 4 0\n5 6 1\n7 8.5 1\n"
	for _, c := range []struct {
		data   string
		asks   bool
		clouds int // of the answer, 0 for no word
	}{
		{table("image_id", "0", "0", "1", "1"), true, 2}, {table("File", "a", "a", "b", "b"), true, 2}, {table("t", "0", "0", "0.5", "0.5"), true, 2},
		{table("joint", "hip", "knee", "toe", "hip", "knee", "toe"), true, 2}, {table("k", "0", "1", "0", "1"), false, 2},
		{table("label", "0", "0", "1", "1"), false, 0}, {table("image_id", "0", "1", "2", "3"), false, 0}, {table("image_id", "0", "1", "1", "0"), true, 2}, {table("label", "0", "1", "1", "0"), false, 0},
		{table("time_s", "0", "0", "0.1", "0.1"), true, 2}, {table("b", "0", "0", "1", "1"), true, 2}, {"x,y,r,g,b\n1,2,0,1,0\n1,3,0,2,0\n2,5,1,1,1\n3,3,0,2,1\n", false, 0},
		{table("layer", "0", "0", "1", "1"), false, 2}, {table("segment_id", "0", "0", "1", "1"), false, 2},
		{table("point_id", "1", "2", "3", "1", "2", "1"), true, 3}, {table("id", "0", "1", "2", "0", "1"), false, 2}, {table("id", "0", "1", "3", "0", "1"), false, 0},
		{"x,y\n# frame 0\n1,2\n3,4\n# frame 1\n5,6\n7,8.5\n", true, 2}, {"x,y\n1,2\n3,4\n# the other hand\n5,6\n7,8.5\n", false, 2},
		{"x,y\n1,2\n# 3 4 5\n5,6\n7,8.5\n# end\n", false, 0},
		{table("h", "0.5", "0.5", "1", "1"), false, 0}, {ply, true, 2}, {strings.Replace(ply, "frame_id", "label", 1), false, 0},
	} {
		name := "a.csv"
		if c.data == ply || strings.HasPrefix(c.data, "ply") {
			name = "a.ply"
		}
		file, err := Parse(name, []byte(c.data), Reading{})
		remedies := Remedies(err)
		if c.asks != (len(remedies) == 2) || !c.asks && err != nil {
			t.Errorf("%q: %v", c.data, err)
			continue
		}
		for _, n := range file.Notes {
			remedies = append(remedies, n.Remedies...)
		}
		if (len(remedies) > 0) != (c.clouds > 0) {
			t.Errorf("%q: %v", c.data, told(file.Notes))
		}
		for i, r := range remedies {
			all, err := ParseAll(name, []byte(c.data), *r.Reading)
			if want := []int{c.clouds, 1}[i]; err != nil || len(all) != want || all[0].Err != nil {
				t.Errorf("%q: %s: %v, %v", c.data, r, all, err)
			}
		}
	}
}

// tables write the same named columns. The last two are lists that need not belong together, so that names alone do not make them a cloud.
var tables = map[string]func(names []string, rows [][]float64) string{
	"a.csv": func(names []string, rows [][]float64) string {
		return strings.Join(names, ",") + "\n" + joined(rows, ",", "\n")
	},
	"a.txt": func(names []string, rows [][]float64) string {
		return "# " + strings.Join(names, ",") + "\n" + strings.Join(names, " ") + "\n" + joined(rows, " ", "\n")
	},
	"a.ply": func(names []string, rows [][]float64) string {
		return plyHeadOf(names, len(rows), "ascii") + joined(rows, " ", "\n") + "\n"
	},
	"binary.ply": func(names []string, rows [][]float64) string {
		return plyHeadOf(names, len(rows), "binary_little_endian") + string(appendFloat(nil, "<f8", slices.Concat(rows...)...))
	},
	"a.pcd": func(names []string, rows [][]float64) string {
		return pcdHeadOf(names, len(rows), "ascii") + joined(rows, " ", "\n")
	},
	"binary.pcd": func(names []string, rows [][]float64) string {
		return pcdHeadOf(names, len(rows), "binary") + string(appendFloat(nil, "<f8", slices.Concat(rows...)...))
	},
	"a.npy": recordsOf,
	"a.npz": func(names []string, rows [][]float64) string {
		return archive(0, packedFile{"a.npy", recordsOf(names, rows)})
	},
	"list": objectsOf,
	"a.json": func(names []string, rows [][]float64) string {
		return `{"points": ` + objectsOf(names, rows) + "}"
	},
	"lists.json": func(names []string, rows [][]float64) string {
		var fields []string
		for j, name := range names {
			fields = append(fields, fmt.Sprintf("%q: [%s]", name, joined(columnOfRows(rows, j), "", ", ")))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	},
	"lists.npz": func(names []string, rows [][]float64) string {
		var files []packedFile
		for j, name := range names {
			files = append(files, packedFile{name + ".npy", array("<f8", fmt.Sprintf("(%d,)", len(rows)), slices.Concat(columnOfRows(rows, j)...)...)})
		}
		return archive(0, files...)
	},
}

func columnOfRows(rows [][]float64, j int) (column [][]float64) {
	for _, row := range rows {
		column = append(column, row[j:j+1])
	}
	return column
}

func objectsOf(names []string, rows [][]float64) string {
	var objects []string
	for _, row := range rows {
		var fields []string
		for j, name := range names {
			fields = append(fields, fmt.Sprintf("%q: %v", name, row[j]))
		}
		objects = append(objects, "{"+strings.Join(fields, ", ")+"}")
	}
	return "[" + strings.Join(objects, ", ") + "]"
}

func recordsOf(names []string, rows [][]float64) string {
	return string(appendFloat([]byte(records1("[('"+strings.Join(names, "', '<f8'), ('")+"', '<f8')]", fmt.Sprintf("(%d,)", len(rows)))), "<f8", slices.Concat(rows...)...))
}

// Names of columns get the same question in every container, each answer the same points, and what is read has the same points, attributes and notes.
func TestNamedColumnsGetTheSameQuestion(t *testing.T) {
	for names, c := range map[string]struct {
		want    string // of the question or the notes, "" for none
		answers int
		lists   bool // lists of their own are no table
	}{
		"x y z":                {"", 0, true},
		"x y z nx ny nz":       {"", 0, true},
		"Y X q":                {"", 0, true},
		"pos_x pos_y pos_z":    {`"pos_x", "pos_y" and "pos_z" are read as x, y and z`, 0, true},
		"t p_R_x p_R_y p_R_z":  {`"p_R_x", "p_R_y" and "p_R_z" are read as x, y and z`, 0, true},
		"x y z image_id":       {`"image_id" has 2 values`, 2, true},
		"x y z label":          {"", 0, true},
		"x y scalar_Intensity": {"", 0, false},
		"x y z valid":          {`"valid" is 0 or false`, 1, true},
		"x_m y_mm":             {"different units", 1, true},
		"Lat Lon":              {"angles in degrees", 1, true},
		"a_x a_y b_x b_y":      {"of several points in a row", 2, false},
		"theta rho":            {"not x, y and z", 1, false},
		"u v w k":              {"not x, y and z", 2, false},
		"u v":                  {`"u" and "v" are read as x and y`, 0, false},
		"V1 V2 V3":             {`"V1", "V2" and "V3" are read as x, y and z`, 0, false},
	} {
		columns := strings.Fields(names)
		var rows [][]float64
		for i := range 4 {
			row := make([]float64, len(columns))
			for j := range row {
				row[j] = float64((i*7+j*3)%5) + 0.25*float64(j+1)
				if j == 3 {
					row[j] = float64(i / 2)
				}
			}
			rows = append(rows, row)
		}
		said := map[string]string{}
		for name, write := range tables {
			if !c.lists && strings.HasPrefix(name, "lists") {
				continue
			}
			data := []byte(write(columns, rows))
			file, err := Parse(name, data, Reading{})
			answers := 0
			outcome := fmt.Sprint(file.Cloud, told(file.Notes))
			for _, r := range Remedies(err) {
				if r.Reading.Rows == rowClouds {
					continue // of tables of text alone
				}
				answers++
				all, err := ParseAll(name, data, *r.Reading)
				if outcome += "answer "; err != nil {
					t.Errorf("%s: %s: %s: %v", names, name, r, err)
				}
				for _, one := range all {
					outcome += fmt.Sprint(one.File.Cloud, one.Err)
				}
			}
			if strings.HasPrefix(names, "x y z") {
				other, bad := Parse(name, data, Reading{Coordinates: Columns{3, 2, len(columns)}})
				outcome += fmt.Sprint(other.Cloud.Points, bad == nil)
			}
			words := strings.Join(told(file.Notes), " ")
			if err != nil {
				words = err.Error()
			}
			if answers != c.answers || !strings.Contains(words, c.want) || c.want == "" && words != "" {
				t.Errorf("%s: %s: %d answers, %q; want %d, %q", names, name, answers, words, c.answers, c.want)
			}
			said[outcome] = name
		}
		if len(said) > 1 {
			t.Errorf("%s: %v", names, said)
		}
	}
}

// Words stand in tables, in objects and in lists.
func TestWordsBesidePoints(t *testing.T) {
	for name, data := range map[string]string{
		"a.csv":      "x,y,tag\n1.5,0.5,C\n2.5,2,C\n3.5,7.5,O\n4.5,1.5,O\n",
		"a.json":     `[{"x": 1.5, "y": 0.5, "tag": "C"}, {"x": 2.5, "y": 2, "tag": "C"}, {"x": 3.5, "y": 7.5, "tag": "O"}, {"x": 4.5, "y": 1.5, "tag": "O"}]`,
		"lists.json": `{"x": [1.5, 2.5, 3.5, 4.5], "y": [0.5, 2, 7.5, 1.5], "tag": ["C", "C", "O", "O"]}`,
	} {
		expect(t, name, strings.Replace(data, "tag", "file", -1), Reading{}, answers(2), `"file" has 2 values`)
		expect(t, name, strings.Replace(data, "tag", "symbol", -1), Reading{}, `{"element":[6,6,8,8]}`, notes(0))
		expect(t, name, data, Reading{}, 4, notes(2), `"tag" has no number`)
		expect(t, name, data, Reading{Coordinates: Columns{2, 1}}, []float64{0.5, 1.5, 2, 2.5, 7.5, 3.5, 1.5, 4.5})
	}
}

// Blocks are clouds in an array of an archive, too.
func TestBlocksOfArrays(t *testing.T) {
	data := archive(0, packedFile{"pos.npy", array("<f8", "(4, 2)", 0.5, 1.5, 2, 3.5, 4, 5.5, 6, 1.25)}, packedFile{"image_id.npy", array("<i8", "(4,)", 0, 0, 0, 1)})
	if list, counts := asked(t, "a.npz", data, Reading{}); !slices.Equal(counts, []int{8, 8}) {
		t.Errorf("%q give %v numbers", list, counts)
	}
	expect(t, "a.npz", data, Reading{Rows: rowBlocks, Part: "pos[0]"}, 3)
}

// The answer to a question that follows another keeps the answer to that one.
func TestAnswersAreKept(t *testing.T) {
	const indexed = "1;0.5;2.5\n2;1.5;0.25\n3;2.25;7.5\n4;3.5;1.25\n5;0.125;9.5\n6;3.25;8.5\n"
	expect(t, "a.csv", indexed, Reading{Sample: 5, Decimal: "."}, answers(2))
	_, err := Parse("a.csv", []byte(indexed), Reading{Sample: 5, Decimal: "."})
	for _, r := range Remedies(err) {
		if expect(t, "a.csv", indexed, *r.Reading, 5); r.Reading.Decimal != "." {
			t.Error(r)
		}
	}
}

// An answer with which the file cannot be read is not offered.
func TestOnlyAnswersThatWorkAreOffered(t *testing.T) {
	for text, labels := range map[string][]string{
		"time,u,v,tag\n1,2.5,3.5,a\n2,3.5,4.25,b\n3,1.5,0.5,c\n": {`Read "time", "u" and "v" as x, y and z`},
		"kind,u,v,w\na,2.5,3.5,1\nb,3.5,4.25,2\nc,1.5,0.5,3\n":   {`Read "u", "v" and "w" as x, y and z`},
		"a,b,c,d\nk,l,m,n\no,p,q,r\n":                            nil,
	} {
		var got []string
		_, err := Parse("a.csv", []byte(text), Reading{})
		for _, r := range Remedies(err) {
			got = append(got, r.Label)
		}
		if err == nil || !slices.Equal(got, labels) {
			t.Errorf("%q: %v, answers %q, want %q", text, err, got, labels)
		}
	}
}
