package pointcloud

import "math"

// evidence is what the numbers of a table tell about its columns: an index, a label or the row
// and column of a pixel is whole, and so may be taken for a coordinate.
type evidence struct {
	rows     int
	fraction [3]bool // of a coordinate: a number is not whole, or below -1
	pointed  [3]bool // a number is written with a decimal point
	zero     [3]bool // all numbers are 0
	first    float64
	jumps    bool // the first coordinate is not one more in each row
	differs  bool // the second coordinate is not the first
	more     [3]float64
	others   bool // the columns four to six are no numbers, or none that a normal or a colour has
	normal   bool
	colour   bool
	nested   bool // each row is one point: it has brackets, or the reading says so
}

func newEvidence() evidence {
	return evidence{zero: [3]bool{true, true, true}, normal: true, colour: true}
}

// add takes the coordinates of a row.
func (e *evidence) add(point []float64) {
	for j, x := range point {
		if !finite(x) {
			continue
		}
		e.fraction[j] = e.fraction[j] || x != math.Trunc(x) || x < -1
		e.zero[j] = e.zero[j] && x == 0
	}
	switch x := point[0]; {
	case e.rows == 0:
		e.first = x
	case finite(x):
		e.jumps = e.jumps || x != e.first+float64(e.rows)
	}
	e.differs = e.differs || point[1] != point[0]
	e.rows++
}

// addMore takes the numbers in columns four to six of a row: a normal has the length 1, a colour
// whole numbers up to 255 or fractions of 1.
func (e *evidence) addMore() {
	const near = 0.05
	square, whole, part := 0.0, true, true
	for _, x := range e.more {
		square += float64(x * x)
		whole = whole && x == math.Trunc(x) && x >= 0 && x <= 255
		part = part && x >= 0 && x <= 1
	}
	e.normal = e.normal && (square == 0 || math.Abs(square-1) < near)
	e.colour = e.colour && (whole || part)
}

// isCount tells whether the column of a coordinate may be an index or a label.
func (e *evidence) isCount(j int) bool {
	if e.fraction[j] {
		return false
	}
	return !e.pointed[j] || j == 0 && e.isRun()
}

// isRun tells whether the first column counts the rows.
func (e *evidence) isRun() bool {
	return !e.jumps && e.differs && e.rows > 2 && e.first == math.Trunc(e.first) && !e.fraction[0]
}

// isSeveral tells whether so many numbers of a row may be several points.
func (e *evidence) isSeveral(numbers int) bool {
	if e.nested {
		return false
	}
	return numbers >= 6 && numbers%3 == 0 && !e.others && !e.normal && !e.colour || numbers > manyColumns && (numbers%3 == 0 || numbers%2 == 0)
}

// ask asks which columns are coordinates where the numbers leave it open, nil where they do not.
// Column has those that were read.
func (e *evidence) ask(what string, column [3]int, dimension, width int) error {
	const labelled = 6 // rows from which on a third column of whole numbers is more than a short list of corners
	first := column[0]
	if dimension < 3 || e.rows < 2 {
		return nil
	}
	columns := func(from, count int) []int {
		list := make([]int, 0, 3)
		for i := range min(count, 3) {
			list = append(list, from+i)
		}
		return list
	}
	asRead := columnsRemedy(nil, columns(first, 3))
	var remedies []Remedy
	problem := ""
	switch left := width - first; {
	case e.isCount(0) && (e.fraction[2] && (e.fraction[1] || left > 3) || e.isRun()):
		problem = "the first column has whole numbers alone, perhaps an index or a label"
		if e.isCount(1) && left > 3 && e.fraction[2] {
			problem = "the first two columns have whole numbers alone, perhaps the row and column of a pixel"
			remedies = append(remedies, columnsRemedy(nil, columns(first+2, left-2)))
		}
		remedies = append(remedies, columnsRemedy(nil, columns(first+1, left-1)))
	case e.isCount(2) && e.fraction[0] && e.fraction[1] && !e.zero[2] && e.rows >= labelled:
		problem = "the third column has whole numbers alone, perhaps a label"
		remedies = append(remedies, columnsRemedy(nil, columns(first, 2)))
	case e.isSeveral(left):
		problem = "each row has " + thousands(left) + " numbers, perhaps several points"
		if left%3 == 0 {
			remedies = append(remedies, Remedy{Label: "Read each row as a cloud of " + thousands(left/3) + " points in space", Reading: &Reading{Rows: rowClouds, Coordinates: asRead.Reading.Coordinates}})
		}
		if left%2 == 0 {
			flat := Columns{first + 1, first + 2}
			remedies = append(remedies, Remedy{Label: "Read each row as a cloud of " + thousands(left/2) + " points in the plane", Reading: &Reading{Rows: rowClouds, Coordinates: flat}})
		}
	default:
		return nil
	}
	return &Question{
		Err:      atLine(0, "the columns of the %s can be read in two ways: %s; choose the columns of the coordinates", what, problem),
		Remedies: append(remedies, asRead),
	}
}

// askColumns asks about an array whose first column counts its rows, or whose rows may be several
// points; at returns a number of it.
func (h *npyHeader) askColumns(file File, at func(row, column int) float64) error {
	d := file.Cloud.Dimension
	if d < 3 || file.Missing != nil || h.columns < d {
		return nil
	}
	e := newEvidence()
	e.pointed, e.nested = [3]bool{true, true, true}, h.stacked || h.fortran || h.columns < 6
	for i := range file.Cloud.Count() {
		if e.nested && (e.jumps || e.fraction[0]) {
			return nil
		}
		e.add(file.Cloud.Points[3*i : 3*i+3])
		if !e.nested {
			for k := range e.more {
				e.more[k] = at(i, 3+k)
			}
			e.addMore()
		}
	}
	return e.ask("array", [3]int{0, 1, 2}, d, h.columns)
}
