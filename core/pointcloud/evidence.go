package pointcloud

import (
	"fmt"
	"math"
)

// evidence is what the numbers of a table tell about its columns: an index, a label or the row
// and column of a pixel is whole, and so may be taken for a coordinate.
type evidence struct {
	rows     int
	fraction [3]bool // of a coordinate: a number is not whole, or below -1
	zero     [3]bool // all numbers are 0
	states   bool    // the third numbers are 0, 1 and 2
	wide     [2]bool // the first two coordinates have other numbers
	first    float64
	jumps    bool // the first coordinate is not one more in each row
	differs  bool // the second coordinate is not the first
	normal   bool // the columns four to six have the length 1
	colour   bool // or are colours
}

// weigh looks at all rows.
func (o *origin) weigh(f *File) evidence {
	e := evidence{zero: [3]bool{true, true, true}, states: true, normal: o.more != nil, colour: o.more != nil}
	d := f.Cloud.Dimension
	for i := range f.Cloud.Count() {
		e.add(f.Cloud.Points[d*i : d*i+d])
	}
	for _, more := range o.more {
		e.addMore(more)
	}
	return e
}

// add takes the coordinates of a row.
func (e *evidence) add(point []float64) {
	for j, x := range point {
		e.fraction[j] = e.fraction[j] || x != math.Trunc(x) || x < -1
		e.zero[j] = e.zero[j] && x == 0
		if state := x == 0 || x == 1 || x == 2; j == 2 {
			e.states = e.states && state
		} else {
			e.wide[j] = e.wide[j] || !state
		}
	}
	if e.rows == 0 {
		e.first = point[0]
	}
	e.jumps = e.jumps || point[0] != e.first+float64(e.rows)
	e.differs = e.differs || point[1] != point[0]
	e.rows++
}

// mostMore is of how many rows these are kept.
const mostMore = 4096

// addMore takes the numbers in columns four to six of a row: a normal has the length 1, a colour
// whole numbers up to 255 or fractions of 1.
func (e *evidence) addMore(more [3]float64) {
	const near = 0.05
	square, whole, part := 0.0, true, true
	for _, x := range more {
		square += float64(x * x)
		whole = whole && x == math.Trunc(x) && x >= 0 && x <= 255
		part = part && x >= 0 && x <= 1
	}
	e.normal = e.normal && (square == 0 || math.Abs(square-1) < near)
	e.colour = e.colour && (whole || part)
}

// isCount tells whether the column of a coordinate may be an index or a label. NumPy writes these
// as 1.0 and 1.000000e+00, too.
func (e *evidence) isCount(j int) bool { return !e.fraction[j] }

// isRun tells whether the first column counts the rows.
func (e *evidence) isRun() bool {
	return !e.jumps && e.differs && e.rows > 2 && e.first == math.Trunc(e.first) && !e.fraction[0]
}

// isSeveral tells whether so many numbers of a row may be several points. Normals and colours tell
// that they are not, but not those of a few rows.
func (o *origin) isSeveral(e *evidence, numbers int) bool {
	const inPlane = 8 // columns from which on points in the plane are likely
	if o.nested || numbers < 6 || numbers%3 != 0 && (numbers%2 != 0 || numbers < inPlane) {
		return false
	}
	return numbers > manyColumns || !o.worded && (oddShape(o.rows, o.width) || !e.normal && !e.colour)
}

// isImage tells whether rows and columns are those of an image: more columns than points have, and about as many rows.
func (o *origin) isImage(numbers int) bool {
	const usual, alike = 6, 4
	return o.what == "array" && numbers > usual && o.rows > 3 && o.rows < alike*numbers
}

// askColumns asks which columns are coordinates where the numbers leave it open, nil where they do not.
func (o *origin) askColumns(f *File) error {
	const labelled = 6 // rows from which on a third column of whole numbers is more than a short list of corners
	first, e := o.column[0], o.weigh(f)
	if f.Cloud.Dimension < 3 || e.rows < 2 {
		return nil
	}
	columns := func(from, count int) []int { return []int{from, from + 1, from + 2}[:min(count, 3)] }
	asRead := columnsRemedy(nil, columns(first, 3))
	var remedies []Remedy
	problem := ""
	switch left := o.width - first; {
	case e.isCount(0) && (e.fraction[2] && (e.fraction[1] || left > 3) || e.isRun()):
		problem = "the first column has only whole numbers, perhaps an index or a label"
		if e.isCount(1) && left > 3 && e.fraction[2] {
			problem = "the first two columns have only whole numbers, perhaps the row and column of a pixel"
			remedies = append(remedies, columnsRemedy(nil, columns(first+2, left-2)))
		}
		remedies = append(remedies, columnsRemedy(nil, columns(first+1, left-1)))
	case e.states && !e.zero[2] && e.wide[0] && e.wide[1] && e.rows > 3:
		problem = "the third column has only the numbers 0, 1 and 2, perhaps whether a point is visible"
		remedies = append(remedies, columnsRemedy(nil, columns(first, 2)))
	case e.isCount(2) && e.fraction[0] && e.fraction[1] && !e.zero[2] && e.rows >= labelled:
		problem = "the third column has only whole numbers, perhaps a label"
		remedies = append(remedies, columnsRemedy(nil, columns(first, 2)))
	case o.isSeveral(&e, left):
		problem = "each row has " + thousands(left) + " numbers, perhaps several points"
		remedies = severalRemedies(first, left)
	case o.isImage(left):
		problem = fmt.Sprintf("%d rows of %d numbers may be an image or a map of depths, whose points no column has", o.rows, left)
		if !o.nested {
			remedies = severalRemedies(first, left)
		}
	default:
		return nil
	}
	return &Question{
		Err:      atLine(0, "the columns of the %s can be read in two ways: %s; choose the columns of the coordinates", o.what, problem),
		Remedies: append(remedies, asRead),
	}
}

// severalRemedies reads rows of so many numbers as clouds.
func severalRemedies(first, numbers int) (remedies []Remedy) {
	for _, d := range []int{3, 2} {
		r := Reading{Rows: rowClouds}
		copy(r.Coordinates[:d], []int{first + 1, first + 2, first + 3})
		if numbers%d == 0 {
			where := map[int]string{2: "in the plane", 3: "in space"}[d]
			remedies = append(remedies, Remedy{Label: "Read each row as a cloud of " + thousands(numbers/d) + " points " + where, Reading: &r})
		}
	}
	return remedies
}
