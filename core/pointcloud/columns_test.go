package pointcloud

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// asked lists the answers to the question that a file asks, each with the points it gives.
func asked(t *testing.T, name, data string, r Reading) (list []string, counts []int) {
	t.Helper()
	_, err := Parse(name, []byte(data), r)
	if _, ok := errors.AsType[*Question](err); !ok {
		t.Fatalf("%s: %q asks nothing: %v", name, data, err)
	}
	for _, remedy := range Remedies(err) {
		text, answer := remedy.String(), *remedy.Reading
		list, answer.Transposed = append(list, text[strings.LastIndex(text, ": \"")+2:]), cmp.Or(answer.Transposed, r.Transposed)
		all, err := ParseAll(name, []byte(data), answer)
		if err != nil || len(all) == 0 {
			t.Errorf("%s: %s: %v", name, text, err)
			continue
		}
		n := 0
		for _, one := range all {
			if one.Err != nil {
				t.Errorf("%s: %s: %v", name, text, one.Err)
			}
			n += len(one.File.Cloud.Points)
		}
		counts = append(counts, n)
	}
	return list, counts
}

const matrix = "0.5 -1.25 2.5\n1.5 0.25 -3.5\n-2.5 4.5 0.125\n7.5 8.5 -9.25\n"

// indexed puts cells before the rows of a matrix.
func indexed(sep string, cells ...string) string {
	var text strings.Builder
	for i, row := range strings.SplitAfter(strings.TrimSuffix(matrix, "\n"), "\n") {
		text.WriteString(cells[i] + " " + strings.TrimSuffix(row, "\n") + "\n")
	}
	return strings.ReplaceAll(text.String(), " ", sep)
}

// Columns that can be read in two ways are asked about, and every answer is honoured.
func TestColumnQuestions(t *testing.T) {
	for _, f := range []struct {
		file, data string
		numbers    []int
	}{
		{"a.txt", indexed(" ", "1", "2", "3", "4"), []int{12, 12}},
		{"a.csv", indexed(",", "0", "1", "2", "3"), []int{12, 12}},
		{"a.tsv", indexed("\t", "100", "101", "102", "103"), []int{12, 12}},
		{"an index written by numpy.savetxt.txt", indexed(" ", "0.0", "1.0", "2.0", "3.0"), []int{12, 12}},
		{"a label written by numpy.savetxt.txt", indexed(" ", "2.0e+00", "0.0e+00", "2.0e+00", "1.0e+00"), []int{12, 12}},
		{"a label with a point.csv", "1.0,0.5,-1.25\n0.0,1.5,.25\n1.0,-2,4.5\n", []int{6, 9}},
		{"a label with a point behind points in the plane.csv", strings.Repeat("0.5,1.5,0.0\n1.5,0.25,1.0\n", 3), []int{12, 18}},
		{"a label.txt", indexed(" ", "3", "3", "1", "3"), []int{12, 12}},
		{"a row and a column.txt", indexed(" ", "0 0", "0 1", "1 0", "1 1"), []int{12, 12, 12}},
		{"an index of whole points in the plane.csv", "1,5,6\n2,8,9\n3,7,7\n", []int{6, 9}},
		{"an index behind a count.pts", "4\n" + indexed(" ", "1", "2", "3", "4"), []int{12, 12}},
		{"several.csv", "x0,y0,z0,x1,y1,z1\n0,10,20,30,40,50\n1,11,21,31,41,51\n", []int{12, 6, 6}},
		{"several in the plane.csv", "x1;y1;x2;y2\n0.5;1;2;3\n", []int{4, 2, 2}},
		{"all x first.csv", "x0,x1,x2,y0,y1,y2\n1,2,3,4,5,6\n", []int{6, 2, 2, 2}},
		{"landmarks.csv", "frame,nose_x,nose_y,ear_x,ear_y\n7,1,2,3,4\n", []int{4, 2, 2}},
		{"capitals.csv", "Point1X,Point1Y,Point2X,Point2Y\n1,2,3,4\n", []int{4, 2, 2}},
		{"pandas.csv", "x,y,z,x.1,y.1,z.1\n1,2,3,4,5,6\n", []int{6, 3, 3}},
		{"names twice.csv", "x,y,x,y\n1,2,3,4\n", []int{4, 2, 2}},
		{"several without a header.txt", strings.Repeat("1.5 2 3.5 400.5 5.5 6\n", 7), []int{42, 42, 21}},
		{"four in the plane.txt", strings.Repeat("1.5 2 3.5 400.5 5.5 6 7 8\n", 7), []int{56, 21}},
		{"five in the plane.csv", strings.Repeat("1.5,2,3.5,400.5,5.5,6,7,8,9,1.25\n", 20), []int{200, 60}},
		{"four in the plane.npy", string(npyHead(1, "<i2", false, "(9, 8)")) + strings.Repeat("\x01\x04\xc8\x05", 36), []int{72, 27}},
		{"hands.txt", strings.Repeat(strings.Repeat("1.5 ", 63)+"\n", 70), []int{63 * 70, 210}},
		{"hands.npy", string(npyHead(1, "|u1", false, "(20, 18)")) + strings.Repeat("\x01\xc8\x07", 120), []int{360, 360, 60}},
		{"six.npy", string(npyHead(1, "<i2", false, "(9, 6)")) + strings.Repeat("\x00\x04\x03\x05", 27), []int{54, 54, 27}},
		{"degrees among others.csv", "id;lon;lat;time\n1;2;3;4\n", []int{2}},
		{"decimal commas between commas.csv", "0,9,2,26\n1,9,1,90\n-2,1,2,11\n1,4,2,39\n", []int{12, 8}},
		{"decimal commas in few rows.csv", "1,9,1,90\n2,1,2,11\n1,4,2,39\n", []int{12, 9, 6}},
		{"decimal commas in space.csv", strings.Repeat("0,9,2,26,1,500\n", 4), []int{12, 12}},
		{"angle last.txt", "r azimuth_deg\n1 90\n", []int{2}},
		{"units.csv", "x [mm],y [mm],z [m]\n1,2,3\n4,5,6\n", []int{6}},
	} {
		if list, counts := asked(t, f.file, f.data, Reading{}); !slices.Equal(counts, f.numbers) {
			t.Errorf("%s: %q give %v numbers, want %v", f.file, list, counts, f.numbers)
		}
	}
}

// Rows that are points, by the reading, may be several points each all the same.
func TestSeveralPointsInFewRows(t *testing.T) {
	no := false
	for file, data := range map[string]string{
		"six.txt":   "0.5 -1.25 2 1.5 0.25 -3\n-2 4 0.125 7 8.5 -9.25\n",
		"poses.txt": "1 0 0 5 0 1 0 6 0 0 1 7\n1 0 0 8 0 1 0 9 0 0 1 10\n",
		"poses.npy": string(npyHead(1, "|u1", false, "(2, 12)")) + "\x01\x00\x00\x05\x00\x01\x00\x06\x00\x00\x01\x07\x01\x00\x00\x08\x00\x01\x00\x09\x00\x00\x01\x0a",
	} {
		if list, _ := asked(t, file, data, Reading{Transposed: &no}); len(list) != 3 {
			t.Errorf("%s: %d answers: %q", file, len(list), list)
		}
	}
}

// Columns of which the meaning is certain are read.
func TestCertainColumns(t *testing.T) {
	for file, data := range map[string]string{
		"a.txt":                    matrix,
		"normals.txt":              strings.Repeat("1.5 2 3.5 0 0.6 -0.8\n", 9),
		"colours.txt":              strings.Repeat("1.5 2 3.5 255 0 17\n", 9),
		"fractions.txt":            strings.Repeat("1.5 2 3.5 0.5 0 1\n", 9),
		"words.txt":                strings.Repeat("1.5 2 3.5 a b c\n", 9),
		"flat.txt":                 "0.5 1.5 0\n2.5 0.5 0\n0.25 1 0\n",
		"corners.txt":              "0.4 0.1 0\n-0.3 0.5 0\n-0.1 -0.6 1\n",
		"whole decimals.txt":       "1.0 2.0 3.0\n4.0 5.0 6.0\n9.0 8.0 7.0\n",
		"whole exponents.csv":      strings.Repeat("1e+00,2e+00,5e+00\n3e+00,1e+00,0e+00\n", 4),
		"whole.npy":                string(npyHead(1, "<f4", false, "(4, 3)")) + strings.Repeat("\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40", 4),
		"negative.txt":             "-7 0.5 1.5\n3 0.25 2.5\n",
		"velocities.csv":           "pos_x,pos_y,vel_x,vel_y\n1,2,3,4\n",
		"one point's.csv":          "x1,x2,x3\n1,2,3\n",
		"east.csv":                 "Easting,Northing,Elevation\n1,2,3\n",
		"printed by R.txt":         "  x y z\n1 1 2 3\n2 4 5 6\n",
		"colours of Open3D.xyzrgb": "1 2.5 3.5 0.5 0 1\n2 5.5 6.5 0 0 1\n",
		// others are as large, or they are no whole degrees apart
		"large.xyz":    with(tableOf("", "%[2]g %[3]g X\n", 12), "2.5") + "1.5 2.5 -9999\n0.5 1.5 8000\n1 2 -4000.5\n",
		"far.xyz":      degrees("%.2f %.2f %.1f\n", 48, 11),
		"around.xyz":   tableOf("", "%[2]g %[3]g 0.5\n", 12),
		"metres.xyz":   degrees("%.5f %.5f %.1f\n", 4800, 1100),
		"one name.csv": "frame,x,y,z\n" + framed(12, 12),
		"each.csv":     "sample,x,y,z\n" + framed(12, 1),
		"all.csv":      "valid,x,y,z\n" + strings.ReplaceAll("\n"+framed(12, 12), "\n0,", "\n1,")[1:],
	} {
		if _, err := Parse(file, []byte(data), Reading{}); err != nil {
			t.Errorf("%v", err)
		}
	}
}

// The reader asks whether a comma separates decimals or thousands.
func TestDecimalQuestion(t *testing.T) {
	for data, want := range map[string][2][]float64{
		"0,5,1,2500\n-2,75,3,5\n1,5,2,25\n4,5,6,7\n": {{0.5, 1.25, -2.75, 3.5, 1.5, 2.25, 4.5, 6.7}, {0, 5, 1, -2, 75, 3, 1, 5, 2, 4, 5, 6}},
		"1,500 2\n-12,250 999,001\n":                 {{1.5, 2, -12.25, 999.001}, {1500, 2, -12250, 999001}},
		"1,500;2.5\n":                                {nil, {1500, 2.5}},
	} {
		for i, sign := range []string{",", "."} {
			file, err := Parse("a.txt", []byte(data), Reading{Decimal: sign})
			if want[i] == nil && err == nil || want[i] != nil && (err != nil || !sameBits(file.Cloud.Points, want[i])) {
				t.Errorf("%q by %s: %v, %v", data, sign, file.Cloud.Points, err)
			}
		}
		if _, counts := asked(t, "a.txt", strings.Replace(data, "2.5", "2,500", 1), Reading{}); len(counts) != 2 {
			t.Errorf("%q: %d answers", data, len(counts))
		}
	}
}

func TestBadColumns(t *testing.T) {
	yes := true
	for _, f := range []struct {
		want, file, data string
		reading          Reading
	}{
		{"coordinates must be the numbers", "a.csv", "1,2\n", Reading{Coordinates: Columns{1, 1}}},
		{"there is no column 3", "a.csv", "1,2\n", Reading{Coordinates: Columns{1, 3}}},
		{"there is no column 4", "a", "[[1,2,3],[1,2,3]]", Reading{Coordinates: Columns{1, 2, 4}}},
		{"rows must be", "a.csv", "1,2\n", Reading{Rows: "rows"}},
		{"decimal must be", "a.csv", "1,2\n", Reading{Decimal: "'"}},
		{"3 columns and no column 4", "a.ply", goodPLY[0].data, Reading{Coordinates: Columns{1, 4}}},
		{"leave out rows", "a", "[[1,2],[1,2]]", Reading{Rows: rowClouds}},
		{"rows can be clouds in C order", "a.npy", string(npyHead(1, "|u1", true, "(2, 6)")) + "abcdefghijkl", Reading{Rows: rowClouds}},
		{"no rows of several points", "a.npy", string(npyHead(1, "|u1", false, "(1, 2, 6)")) + "abcdefghijkl", Reading{Rows: rowClouds}},
		{"8 columns do not make points", "a.npy", string(npyHead(1, "|u1", false, "(1, 8)")) + "abcdefgh", Reading{Rows: rowClouds}},
		{"leave out decimal", "a.npy", goodNPY[0].data, Reading{Decimal: ","}},
		{"5 columns do not make points", "a.csv", "1,2,3,4,5\n", Reading{Rows: rowClouds}},
		{"has 2 columns, want 3", "a.csv", "1,2,3,4\n1,2\n", Reading{Rows: rowClouds, Coordinates: Columns{1, 2}, Part: "2"}},
		{"a.bin: columns must be a whole number from 2 to 64, got 1", "a.bin", oneScan, Reading{Columns: 1}},
		{"a.bin: columns must be a whole number from 2 to 64, got 65", "a.bin", oneScan, Reading{Columns: 65}},
		{`a.bin: type must be float32 or float64, got "int8"`, "a.bin", oneScan, Reading{Columns: 3, Type: "int8"}},
		{"a.bin: columns is missing beside type", "a.bin", oneScan, Reading{Type: "float32"}},
		{"a.bin: byte 768: 32 bytes are left over, as 6 columns of float64 (x, y, z and 3 more) make 48 bytes a point; choose other columns", "a.bin", oneScan, Reading{Columns: 6, Type: "float64"}},
		{"a.ply: a PLY file says how many columns it has; leave out columns and type", "a.ply", goodPLY[0].data, Reading{Columns: 3}},
		{"a.ply: points of a PLY file are never transposed; leave out transposed", "a.ply", goodPLY[0].data, Reading{Transposed: &yes}},
		{"a.csv: line 1: has 1 rows; transposed it needs at least 2, all x and all y", "a.csv", "1,2\n", Reading{Transposed: &yes}},
	} {
		if _, err := Parse(f.file, []byte(f.data), f.reading); err == nil || !strings.Contains(err.Error(), f.want) {
			t.Errorf("got %v, want %s", err, f.want)
		}
	}
}

// tableOf writes rows by a format with the number of the row and two fractions that follow from it.
func tableOf(header, format string, rows int) string {
	var text strings.Builder
	text.WriteString(header)
	for i := range rows {
		a, b := float64(i*37%101)/101-0.5, float64(i*53%89)/89-0.5
		fmt.Fprintf(&text, format, i, a, b)
	}
	return text.String()
}

// with replaces every third number X of a text by another one and the others by 0.25.
func with(text, number string) string {
	for i := 0; strings.Contains(text, "X"); i++ {
		value := "0.25"
		if i%3 == 1 {
			value = number
		}
		text = strings.Replace(text, "X", value, 1)
	}
	return text
}

// The reader asks about no-data numbers, degrees without a header, and rows of several clouds. The answer reads all rows.
func TestStrayNumbersAreAsked(t *testing.T) {
	for _, f := range []struct {
		name, data, want string
		numbers          int
	}{
		{"no data.csv", with(tableOf("x,y,z\n", "%d,%[2]g,X\n", 12), "-32768"), "z is -32768 in 4 of 12 rows", 36},
		{"no data of a raster.csv", with(tableOf("x,y,z\n", "%[2]g,%[3]g,X\n", 12), "-3.4028234663852886e+38"), "z is -3.4028234663852886e+38 in 4 of 12 rows", 36},
		{"no data of NetCDF.txt", with(tableOf("", "X %[2]g %[3]g\n", 12), "9.96921e+36"), "x is 9.96921e+36 in 4 of 12 rows", 36},
		{"no data in the plane.csv", with(tableOf("x;y\n", "%[2]g;X\n", 12), "-99999.0"), "y is -99999 in 4 of 12 rows", 24},
		{"lonlat.txt", degrees("%.6f %.6f\n", -122, 37), "the first two columns may be latitude and longitude", 24},
		{"clouds.csv", "cloud_id,x,y,z\n" + framed(12, 6), `"cloud_id" has 2 values one after another`, 36},
	} {
		expect(t, f.name, f.data, Reading{}, f.want)
		if _, counts := asked(t, f.name, f.data, Reading{}); len(counts) > 2 || slices.Min(counts) != f.numbers || slices.Max(counts) != f.numbers {
			t.Errorf("%s: answers with %v numbers, want %d", f.name, counts, f.numbers)
		}
	}
}

// degrees writes twelve places near one, with a third number where the format has one.
func degrees(format string, a, b float64) string {
	var text strings.Builder
	for i := range 12 {
		values := []any{a + float64(i*37%101)/10007, b + float64(i*53%89)/10009, 500.25 + float64(i)}
		fmt.Fprintf(&text, format, values[:strings.Count(format, "%")]...)
	}
	return text.String()
}

// framed writes rows that begin with a number which grows by one every so many rows.
func framed(rows, every int) string {
	var text strings.Builder
	for i := range rows {
		fmt.Fprintf(&text, "%d,%g,%g,%g\n", i/every, float64(i*37%101)/101, float64(i*53%89)/89, float64(i*29%97)/97)
	}
	return text.String()
}
