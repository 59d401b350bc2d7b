package pointcloud

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
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
		{table("image_id", "0", "0", "1", "1"), true, 2}, {table("File", "a", "a", "b", "b"), true, 2}, {table("t", "0", "0", "1", "1"), false, 2},
		{table("joint", "hip", "knee", "toe", "hip", "knee", "toe"), true, 2}, {table("k", "0", "1", "0", "1"), false, 2},
		{table("label", "0", "0", "1", "1"), false, 0}, {table("image_id", "0", "1", "2", "3"), false, 0}, {table("image_id", "0", "1", "1", "0"), false, 0},
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

// Names and values of columns get the same question in a table, in a list of objects and in lists of their own, and each answer the same cloud.
func TestNamedColumnsGetTheSameQuestion(t *testing.T) {
	names := []string{"x", "y", "z", "tag", "kind"}
	for _, c := range []struct {
		tags    [4]string
		name    string
		answers int
	}{
		{[4]string{"0", "0", "1", "1"}, "image_id", 2}, {[4]string{`"a"`, `"a"`, `"b"`, `"b"`}, "file", 2}, {[4]string{"0", "0", "1", "1"}, "label", 0},
		{[4]string{"1", "0", "1", "1"}, "valid", 1}, {[4]string{`"C"`, `"O"`, `"H"`, `"H"`}, "symbol", 0},
	} {
		names[3] = c.name
		rows := [4][]string{{"1.5", "0.5", "1.25", c.tags[0], "7"}, {"2.25", "2", "3.5", c.tags[1], "9"}, {"3.5", "7.25", "5.5", c.tags[2], "8"}, {"4.5", "1.5", "7.5", c.tags[3], "7"}}
		table, objects, lists := strings.Join(names, ",")+"\n", "", ""
		for _, row := range rows {
			table += strings.ReplaceAll(strings.Join(row, ","), `"`, "") + "\n"
			var fields []string
			for j, value := range row {
				fields = append(fields, fmt.Sprintf("%q: %s", names[j], value))
			}
			objects += ", {" + strings.Join(fields, ", ") + "}"
		}
		for j, name := range names {
			lists += fmt.Sprintf(", %q: [%s, %s, %s, %s]", name, rows[0][j], rows[1][j], rows[2][j], rows[3][j])
		}
		var first string
		for _, f := range [][2]string{{"a.csv", table}, {"a.json", "[" + objects[2:] + "]"}, {"a.json", `{"points": [` + objects[2:] + "]}"}, {"a.json", "{" + lists[2:] + "}"}} {
			file, err := Parse(f[0], []byte(f[1]), Reading{})
			said := fmt.Sprint(file.Cloud, told(file.Notes))
			for _, r := range Remedies(err) {
				all, err := ParseAll(f[0], []byte(f[1]), *r.Reading)
				said += fmt.Sprint(len(all), all[0].File.Cloud, all[0].Err, err)
			}
			if first == "" {
				first = said
			}
			if said != first || len(Remedies(err)) != c.answers || c.answers == 0 && err != nil {
				t.Errorf("%s: %v, %d answers: %s, in a table %s", f[1], err, len(Remedies(err)), said, first)
			}
		}
		coordinates, err := Parse("a.json", []byte("["+objects[2:]+"]"), Reading{Coordinates: Columns{3, 1}, Rows: ""})
		if err != nil || coordinates.Cloud.Dimension != 2 || coordinates.Cloud.Points[0] != 1.25 || !slices.Equal(coordinates.Columns, []string{`"z"`, `"x"`}) {
			t.Errorf("coordinates of objects: %v, %v, %v", coordinates.Cloud, coordinates.Columns, err)
		}
	}
}

// Blocks are clouds in an array of an archive, too.
func TestBlocksOfArrays(t *testing.T) {
	records := npyHead(1, "", false, "(4,)")
	records = bytes.Replace(records, []byte("''"), []byte("[('x', '<f4'), ('y', '<f4'), ('z', '<f4'), ('image_id', '<f4')]"), 1)
	binary.LittleEndian.PutUint16(records[8:], uint16(len(records)-10))
	records = appendFloat(records, "<f4", 0.5, 1.5, 2, 0, 3.5, 4, 5.5, 0, 6, 1.25, 7, 1, 8, 2.5, 9, 1)
	for name, f := range map[string]struct {
		data    string
		numbers []int // of all clouds of each answer
		first   int   // points of the first block
	}{
		"a.npy": {string(records), []int{12, 12}, 2},
		"a.npz": {archive(0, packedFile{"pos.npy", array("<f8", "(4, 2)", 0.5, 1.5, 2, 3.5, 4, 5.5, 6, 1.25)}, packedFile{"image_id.npy", array("<i8", "(4,)", 0, 0, 0, 1)}), []int{8, 8}, 3},
	} {
		if list, counts := asked(t, name, f.data, Reading{}); !slices.Equal(counts, f.numbers) {
			t.Errorf("%s: %q give %v numbers", name, list, counts)
		}
		all, err := ParseAll(name, []byte(f.data), Reading{Rows: rowBlocks})
		if err != nil || len(all) != 2 || all[0].File.Cloud.Count() != f.first {
			t.Errorf("%s: %v, %v", name, all, err)
		}
	}
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
