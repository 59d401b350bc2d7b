package pointcloud

import (
	"fmt"
	"strings"
	"testing"
)

// inOrder writes numbers of an array by the order in memory that its strides give.
func inOrder(fortran bool, shape []int, at func(index []int) float64) string {
	text := strings.ReplaceAll(strings.ReplaceAll(fmt.Sprint(shape), " ", ", "), "]", ",)")
	data := npyHead(1, "<f8", fortran, "("+text[1:])
	index, total := make([]int, len(shape)), 1
	for _, n := range shape {
		total *= n
	}
	for k := range total {
		for i := range shape {
			axis := i
			if !fortran {
				axis = len(shape) - 1 - i
			}
			index[axis] = k % shape[axis]
			k /= shape[axis]
		}
		data = appendFloat(data, "<f8", at(index))
	}
	return string(data)
}

// padding is of three clouds with 2, 4 and 1 points in four rows.
var padding = []int{2, 4, 1}

// coordinateAt returns a coordinate of these.
func coordinateAt(cloud, row, column int) float64 {
	if row >= padding[cloud] {
		return 0
	}
	return float64(100*cloud+10*row+column) + 0.5
}

// Padding rows are left out whatever the order of the numbers in memory and of the axes is.
func TestPaddingInEveryOrder(t *testing.T) {
	yes := true
	tables := map[string]func(fortran bool) packedFile{
		"counts": func(bool) packedFile { return packedFile{"N.npy", array("<i8", "(3,)", 2, 4, 1)} },
		"mask": func(fortran bool) packedFile {
			return packedFile{"mask.npy", inOrder(fortran, []int{3, 4}, func(at []int) float64 { return min(1, coordinateAt(at[0], at[1], 0)) })}
		},
		"mask of columns": func(fortran bool) packedFile {
			return packedFile{"node_mask.npy", inOrder(fortran, []int{3, 4, 1}, func(at []int) float64 { return min(1, coordinateAt(at[0], at[1], 0)) })}
		},
		"elements": func(fortran bool) packedFile {
			z := array("|u1", "(3, 4)", 8, 1, 0, 0, 6, 1, 1, 1, 2, 0, 0, 0)
			if fortran {
				z = strings.Replace(array("|u1", "(3, 4)", 8, 6, 2, 1, 1, 0, 0, 1, 0, 0, 1, 0), "False", "True ", 1)
			}
			return packedFile{"z.npy", z}
		},
	}
	for name, table := range tables {
		for _, order := range []struct{ positions, table, transposed bool }{
			{false, false, false}, {false, true, false}, {true, false, false}, {true, true, false}, {false, false, true}, {true, false, true},
		} {
			reading := Reading{}
			shape, at := []int{3, 4, 3}, func(i []int) float64 { return coordinateAt(i[0], i[1], i[2]) }
			if order.transposed {
				reading.Transposed = &yes
				shape, at = []int{3, 3, 4}, func(i []int) float64 { return coordinateAt(i[0], i[2], i[1]) }
			}
			data := archive(8, packedFile{"R.npy", inOrder(order.positions, shape, at)}, table(order.table))
			for cloud, points := range padding {
				reading.Part = sliceName("R", cloud)
				var want []float64
				for i := range 3 * points {
					want = append(want, coordinateAt(cloud, i/3, i%3))
				}
				expect(t, name+".npz", data, reading, want)
			}
		}
	}
}

// Counts split the columns of an array that the reading transposes.
func TestCountsOfTransposedColumns(t *testing.T) {
	yes := true
	data := []byte(archive(8, packedFile{"R.npy", array("<f8", "(3, 5)", counting(0, 15)...)}, packedFile{"N.npy", array("<i8", "(2,)", 2, 3)}))
	expect(t, "a.npz", string(data), Reading{Transposed: &yes, Part: "R[1]"}, []float64{2, 7, 12, 3, 8, 13, 4, 9, 14})
}

// A stack of records in Fortran order has the records of a cloud apart from each other.
func TestRecordsInFortranOrder(t *testing.T) {
	data := strings.Replace(string(npyHead(1, "<f8", true, "(2, 3)")), "'<f8'", "[('x', '<f8'), ('y', '<f8'), ('q', '<f8')]", 1)
	data = strings.Replace(data, data[8:10], string([]byte{byte(len(data) - 10), 0}), 1)
	for k := range 6 { // cloud k%2, point k/2
		for j := range 3 {
			data = string(appendFloat([]byte(data), "<f8", float64(100*(k%2)+10*(k/2)+j)))
		}
	}
	expect(t, "a.npy", data, Reading{Part: "1"}, []float64{100, 101, 110, 111, 120, 121}, `{"q":[102,112,122]}`)
}

// The reader asks if arrays contradict each other on which rows are points, or leave it open. The answer reads all rows.
func TestDoubtfulRowsAreAsked(t *testing.T) {
	elements := packedFile{"z.npy", array("|u1", "(3, 3)", 8, 1, 0, 6, 1, 1, 2, 0, 0)}
	single := packedFile{"p.npy", array("<f8", "(4, 3)", counting(1, 12)...)}
	damaged := strings.Replace(string(paddedMolecules(packedFile{"mask.npy", array("<i8", "(3, 3)", 7, 1, 0, 6, 1, 1, 2, 0, 0)})), "\x07\x00\x00\x00\x00\x00\x00\x00\x01", "\x06\x00\x00\x00\x00\x00\x00\x00\x01", 1)
	for want, data := range map[string][]byte{
		`"N" and "z" differ on them`:            paddedMolecules(elements, packedFile{"N.npy", array("<i8", "(3,)", 2, 3, 2)}),
		`"n_atoms" and "z" differ on them`:      paddedMolecules(elements, packedFile{"n_atoms.npy", array("<i8", "(3,)", 3, 3, 3)}),
		`"z" and "mask" differ`:                 paddedMolecules(elements, packedFile{"mask.npy", truths("(3, 3)", 1, 0, 0, 1, 1, 1, 1, 0, 0)}),
		`"z" and "no_mask" differ`:              paddedMolecules(elements, packedFile{"no_mask.npy", truths("(3, 3)", 1, 1, 1, 1, 1, 1, 1, 1, 1)}),
		`"count" counts 0 rows for a cloud`:     paddedMolecules(elements, packedFile{"count.npy", array("<i8", "(3,)", 2, 3, 0)}),
		`"z" is 0 before other numbers`:         paddedMolecules(packedFile{"z.npy", array("|u1", "(3, 3)", 8, 0, 1, 6, 1, 1, 2, 0, 0)}),
		`"mask" is damaged`:                     []byte(damaged),
		`"mask" is 0 or false for some`:         []byte(archive(0, single, packedFile{"mask.npy", truths("(4,)", 1, 1, 1, 0)})),
		`"valid" is 0 before other numbers`:     []byte(archive(0, single, packedFile{"valid.npy", array("|u1", "(4,)", 1, 0, 1, 0)})),
		`"padding_mask" is 0 or false for some`: []byte(archive(0, single, packedFile{"padding_mask.npy", array("<f8", "(4, 1)", 0, 0, 0, 1)})),
	} {
		expect(t, "a.npz", string(data), Reading{}, answers(1), want)
		_, err := Parse("a.npz", data, Reading{})
		answer := *Remedies(err)[0].Reading
		answer.Transposed = rowsArePoints
		if file, err := Parse("a.npz", data, answer); err != nil || file.Cloud.Count() < 3 {
			t.Errorf("%s: %d points, %v", want, file.Cloud.Count(), err)
		}
	}
	for name, mask := range map[string]string{"true": truths("(4,)", 1, 1, 1, 1), "short": truths("(3,)", 1, 0, 1)} {
		if _, err := Parse("a.npz", []byte(archive(0, single, packedFile{"mask.npy", mask})), Reading{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The parts of a table have as many coordinates as are read of them.
func TestPartsHaveTheDimensionThatIsRead(t *testing.T) {
	yes := true
	for data, reading := range map[string]Reading{
		"1,5 2,5\n3,5 4,25\n\n\n5,5 6,5\n7,5 8,75\n":       {},
		"1,5;2,5\n3,5;4,25\n\n\n5,5;6,5\n7,5;8,75\n":       {},
		"0,9,2,26\n1,9,1,90\n\n\n0,5,1,5\n1,5,2,75\n":      {Decimal: ","},
		"1 2 3 4\n5 6 7 8\n\n\n1 2 3 4\n5 6 7 8\n":         {Transposed: &yes},
		"2\n1 2 3\n4 5 6\n2\n1 2 3.5\n4 5 6\n":             {},
		"1\n\nC 1 2 3\n1\n\nH 4 5 6\n":                     {Coordinates: Columns{2, 3}},
		"1 2 3 4\n5 6 7 8\n\n\n1 2 3 4\n5 6 7 8 \n# end\n": {Coordinates: Columns{1, 2}},
	} {
		expect(t, "a.txt", data, reading, clouds(2))
	}
}

// The reader asks about arrays with as few rows as coordinates, unless names or atomic numbers show that rows are points.
func TestSmallArraysAreAsked(t *testing.T) {
	for _, f := range []struct {
		shape   string
		numbers int
		// points and dimensions by columns and by rows
		points, dimension [2]int
	}{
		{"(2, 2)", 4, [2]int{2, 2}, [2]int{2, 2}}, {"(2, 3)", 6, [2]int{3, 2}, [2]int{2, 3}}, {"(3, 2)", 6, [2]int{2, 3}, [2]int{3, 2}}, {"(3, 3)", 9, [2]int{3, 3}, [2]int{3, 3}},
	} {
		positions := array("<f8", f.shape, counting(0.5, f.numbers)...)
		for name, data := range map[string]string{"a.npy": positions, "a.npz": archive(0, packedFile{"p.npy", positions})} {
			_, err := Parse(name, []byte(data), Reading{})
			remedies := Remedies(err)
			if len(remedies) != 2 {
				t.Errorf("%s %s: %v", name, f.shape, err)
				continue
			}
			for i, r := range remedies {
				if file, err := Parse(name, []byte(data), *r.Reading); err != nil || file.Cloud.Count() != f.points[i] || file.Cloud.Dimension != f.dimension[i] {
					t.Errorf("%s %s: %s: %v, %v", name, f.shape, r, file.Cloud, err)
				}
			}
		}
	}
	for name, data := range map[string]string{
		"row.npy":   array("<f8", "(1, 3)", 1, 2, 3),
		"four.npy":  array("<f8", "(4, 3)", counting(0.5, 12)...),
		"water.npz": archive(0, packedFile{"R.npy", array("<f8", "(3, 3)", counting(0.5, 9)...)}, packedFile{"z.npy", array("|u1", "(3,)", 8, 1, 1)}),
		"three.txt": "0.5 1.5 2.5\n1 2 3.5\n4 5 6.5\n",
		"three.csv": "x,y,z\n0.5,1.5,2.5\n1,2,3.5\n4,5,6.5\n",
		"a.json":    `{"points": [[0.5, 1.5, 2.5], [1, 2, 3.5], [4, 5, 6.5]]}`,
	} {
		if _, err := Parse(name, []byte(data), Reading{}); err != nil {
			t.Error(err)
		}
	}
}

// An array that may be the cloud is listed beside one that is a cloud by its type and shape.
func TestArraysNamedAsPointsAreListed(t *testing.T) {
	center := packedFile{"center.npy", array("<f8", "(1, 3)", 1, 2, 3)}
	for name, c := range map[string]struct {
		array string
		want  any // two clouds, or the one of a point
	}{
		"pos":     {array("<i8", "(5, 3)", counting(0, 15)...), clouds(2)},
		"points":  {array("<f8", "(5, 6)", counting(0, 30)...), clouds(2)},
		"a":       {array("<f8", "(3, 9)", counting(0, 27)...), clouds(2)},
		"faces":   {array("<i8", "(5, 3)", counting(0, 15)...), 1},
		"one_hot": {array("<f8", "(5, 6)", counting(0, 30)...), 1},
	} {
		expect(t, "a.npz", archive(0, packedFile{name + ".npy", c.array}, center), Reading{}, c.want)
	}
}
