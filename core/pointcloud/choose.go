package pointcloud

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// origin is what a reader knows of the rows that it read. The chooser decides by it and by the numbers, the same way for every format, which
// columns are coordinates and which rows are one cloud. nil stands for a format that names x, y and z.
type origin struct {
	what    string   // "table", "array" or "list"
	names   [][]byte // of the columns, nil without a header
	column  [3]int   // of the coordinates
	rows    int
	width   int          // the number of columns
	named   bool         // a header names the coordinates
	certain bool         // the name of the file, or its rows as coordinates, leaves no doubt about the columns
	told    bool         // the layout or the reading says that rows are points
	written bool         // by Document, with every question answered
	nested  bool         // each row is one point, by its brackets or by an axis of the array
	worded  bool         // there are words beside the coordinates
	taken   bool         // the coordinates are those of the reading
	settled bool         // the reading names the coordinates, or rows as clouds or coordinates
	more    [][3]float64 // the columns four to six of the first rows, without a header
	weights []float64    // the lowest and highest number in the last of four columns
}

// chosen hands on files after the chooser has looked at their columns and rows.
type chosen struct {
	through
	reading Reading
	table   bool
}

// newChosen returns one for the clouds of a file. Of the format it needs the unit, and whether it is a table.
func newChosen(found parts, reading Reading, f *format) *chosen {
	return &chosen{through{found, func(read func() File) File {
		file := read()
		file.Unit = cmp.Or(file.Unit, f.unit)
		file.choose(reading, f.table)
		return file
	}}, reading, f.table}
}

func (c *chosen) only(read func() File) {
	if c.reading.Rows == rowBlocks {
		c.blocks(Part{}, read)
		return
	}
	c.through.only(read)
}

func (c *chosen) part(p Part, read func() File) {
	if !c.table && c.reading.Coordinates != (Columns{}) {
		p.Dimension = c.reading.Coordinates.dimension()
	}
	if c.reading.Rows == rowBlocks {
		c.blocks(p, read)
		return
	}
	c.through.part(p, read)
}

// choose asks about columns and rows that can be read in two ways. Where the reading names the coordinates, what is left of doubt is noted.
func (f *File) choose(r Reading, table bool) {
	o := f.origin
	f.origin = nil
	if o == nil {
		o = &origin{named: true, column: [3]int{0, 1, 2}}
	}
	f.settleElements()
	o.settled = r.Coordinates != Columns{} || r.Rows == rowClouds || r.Transposed != nil && *r.Transposed
	f.judgeRest(o.asRead(f.Cloud.Dimension), o.settled)
	if !o.written {
		o.doubts(f, r)
	}
	if !table && !o.taken && r.Coordinates != (Columns{}) {
		f.take(r.Coordinates, o)
	}
	f.nameColumns(o)
	f.finiteAttributes()
}

// nameColumns keeps what the columns of the coordinates are called, or their numbers.
func (f *File) nameColumns(o *origin) {
	if o.names == nil && o.width <= f.Cloud.Dimension {
		return
	}
	for _, column := range o.column[:f.Cloud.Dimension] {
		name := "column " + thousands(column+1)
		if column < len(o.names) {
			name = shown(o.names[column])
		}
		f.Columns = append(f.Columns, name)
	}
	unit, mixed := unitOfAll(o.names, o.column[:f.Cloud.Dimension])
	f.Unit, f.mixed = cmp.Or(f.Unit, unit), mixed
}

// doubts goes through what may be wrong with the columns and the rows.
func (o *origin) doubts(f *File, r Reading) {
	if !o.named && !o.certain && !o.settled {
		if !o.told && oddShape(o.rows, o.width) {
			stop(askShape(o.what, o.rows, o.width))
		}
		o.askColumns(f)
	}
	o.askStray(f)
	o.askCount(f)
	o.askValid(f)
	if r.Rows == "" || r.Rows == rowPoints {
		o.askBlocks(f)
	}
}

// take makes other columns the coordinates: x, y and z of the file are the first, its attributes follow.
func (f *File) take(c Columns, o *origin) {
	d, columns := f.Cloud.Dimension, c.fromZero()
	if most := slices.Max(c[:]); most > d+len(f.Cloud.Attributes) {
		nowhere("coordinates: there is no column %d; the file has %d", most, d+len(f.Cloud.Attributes))
	}
	if c.dimension() == d && columns == ([3]int{0, 1, d - 1}) {
		return
	}
	old := f.Cloud
	o.column, o.names = columns, [][]byte{[]byte("x"), []byte("y"), []byte("z")}[:d]
	for _, a := range old.Attributes {
		o.names = append(o.names, []byte(a.Name))
	}
	f.Cloud = Cloud{Dimension: c.dimension(), Points: make([]float64, 0, c.dimension()*old.Count())}
	for i := range old.Count() {
		for _, column := range columns[:c.dimension()] {
			x := 0.0
			if column < d {
				x = old.Points[i*d+column]
			} else if x = old.Attributes[column-d].Values[i]; !finite(x) {
				nowhere("the attribute %s has no number for point %d; choose other coordinates", quote([]byte(old.Attributes[column-d].Name)), i+1)
			}
			f.Cloud.Points = append(f.Cloud.Points, x)
		}
	}
	for k, a := range old.Attributes {
		if !slices.Contains(columns[:], k+d) {
			f.Cloud.Attributes = append(f.Cloud.Attributes, a)
		}
	}
}

// asRead answers that the coordinates are as they were read.
func (o *origin) asRead(dimension int) Remedy {
	if o.names == nil && (o.named || o.what == "scan") {
		return Remedy{Label: "Read " + axes(dimension) + " as they are in the file", Reading: &Reading{Coordinates: asNamed(dimension)}}
	}
	return columnsRemedy(o.names, o.column[:dimension])
}

// askStray asks about coordinates that perhaps are none: numbers that stand for no data, and degrees, which are noted where x and y are named.
func (o *origin) askStray(f *File) {
	c := &f.Cloud
	for j := range c.Dimension {
		if fill, rows := fillOf(c, j); rows > 0 {
			o.ask(f, "%c is %s in %s of %s rows, which often means no data; delete these rows first, or keep the number",
				"xyz"[j], strconv.FormatFloat(fill, 'g', -1, 64), thousands(rows), thousands(c.Count()))
		}
	}
	const degrees = "the first two columns may be latitude and longitude: distances and rotations of degrees mean nothing"
	switch isNear := areDegrees(c); {
	case isNear && o.named && !o.settled:
		f.Notes = append(f.Notes, note("T%s.", degrees[1:]))
	case isNear:
		o.ask(f, degrees+"; project them to metres first, with pyproj or QGIS for example")
	}
}

// ask asks about all points, or notes what it says where the reading has answered.
func (o *origin) ask(f *File, format string, args ...any) {
	f.question(o.settled, &FormatError{Byte: -1, Message: fmt.Sprintf(format, args...)}, o.asRead(f.Cloud.Dimension))
}

// askCount asks about a first row such as 4 5 2 before four rows with fractions: its first number may be how many follow.
func (o *origin) askCount(f *File) {
	d, n := f.Cloud.Dimension, f.Cloud.Count()
	if o.named && !o.settled || o.what != "table" || o.nested || n < fewest || f.Cloud.Points[0] != float64(n-1) {
		return
	}
	isNoCount := func(x float64) bool { return x < 0 || isFraction(x) }
	if !slices.ContainsFunc(f.Cloud.Points[:d], isNoCount) && slices.ContainsFunc(f.Cloud.Points[d:], isFraction) {
		o.ask(f, "the first row may count the %s rows behind it; delete it, or keep it as a point", thousands(n-1))
	}
}

// validNames are of columns that tell valid points from others.
var validNames = []string{"valid", "isvalid", "mask"}

// askValid asks about points that a column calls invalid.
func (o *origin) askValid(f *File) {
	for _, a := range f.Cloud.Attributes {
		if !slices.Contains(validNames, nameKey(a.Name)) {
			continue
		}
		invalid := 0
		for _, x := range a.Values {
			if x == 0 || math.Float64bits(x) == math.Float64bits(wordNumber([]byte("false"))) {
				invalid++
			}
		}
		if invalid > 0 && invalid < len(a.Values) {
			o.ask(f, "%s is 0 or false in %s of %s rows, whose points may not be valid; delete these rows first, or keep all",
				quote([]byte(a.Name)), thousands(invalid), thousands(len(a.Values)))
		}
	}
}

// evidence is what the numbers of a table tell about its columns: an index, a label or the row
// and column of a pixel is whole, and so may be taken for a coordinate.
type evidence struct {
	rows     int
	fraction [3]bool // of a coordinate: a number is not whole, or below -1, and therefore no index or label
	zero     [3]bool // all numbers are 0
	states   bool    // the third numbers are 0, 1 and 2
	wide     [2]bool // the first two coordinates have other numbers
	first    float64
	jumps    bool // the first coordinate is not one more in each row
	differs  bool // the second coordinate is not the first
	time     bool // the first rises, and is of seconds since 1970, or of milliseconds
	steps    int  // how often the first is one more, -1 where it differs otherwise or does not start at 0
	sorted   bool // the rows are, as those of voxels
	before   [3]float64
	normal   bool // the columns four to six have the length 1
	colour   bool // or are colours
}

// weigh looks at all rows.
func (o *origin) weigh(f *File) evidence {
	e := evidence{zero: [3]bool{true, true, true}, states: true, time: true, sorted: true, normal: o.more != nil, colour: o.more != nil}
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
		copy(e.before[:], point)
	}
	e.follow(point)
	e.jumps = e.jumps || point[0] != e.first+float64(e.rows)
	e.differs = e.differs || point[1] != point[0]
	e.rows++
}

// follow compares a row with the one before.
func (e *evidence) follow(point []float64) {
	seconds := point[0]
	if seconds > 1e11 {
		seconds /= 1e3
	}
	e.time = e.time && seconds >= 1e8 && seconds < 1<<32 && point[0] >= e.before[0]
	switch step := point[0] - e.before[0]; {
	case e.first != 0 || step != 0 && step != 1 || e.steps < 0:
		e.steps = -1
	case step == 1:
		e.steps++
	}
	e.sorted = e.sorted && slices.Compare(e.before[:len(point)], point) <= 0
	copy(e.before[:], point)
}

// takeWeight takes the last of four numbers of a row, which may be a weight.
func (o *origin) takeWeight(w float64) {
	if o.weights == nil {
		o.weights = []float64{w, w}
	}
	o.weights = []float64{min(o.weights[0], w), max(o.weights[1], w)}
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

// askColumns asks which columns are coordinates where the numbers leave it open.
func (o *origin) askColumns(f *File) {
	const labelled = 6 // rows from which on a third column of whole numbers is more than a short list of corners
	first, e := o.column[0], o.weigh(f)
	if f.Cloud.Dimension < 3 || e.rows < 2 {
		return
	}
	columns := func(from, count int) []int { return []int{from, from + 1, from + 2}[:min(count, 3)] }
	asRead := columnsRemedy(nil, columns(first, 3))
	var remedies []Remedy
	problem := ""
	left := o.width - first
	batched := e.steps > 0 && 2*e.steps < e.rows && left == 4 && !e.sorted
	if batched {
		remedies = append(remedies, Remedy{Label: "Read " + thousands(e.steps+1) + " clouds by column 1", Reading: &Reading{Rows: rowBlocks, Coordinates: Columns{2, 3, 4}}})
	}
	switch {
	case e.time && left > 3:
		problem = "the first column may be a time, in seconds since 1970"
		remedies = append(remedies, columnsRemedy(nil, columns(first+1, left-1)))
	case batched && !e.fraction[1] && !e.fraction[2]:
		problem = "the first column may be the numbers of clouds"
		remedies = append(remedies, columnsRemedy(nil, columns(first+1, left-1)))
	case !e.fraction[0] && (e.fraction[2] && (e.fraction[1] || left > 3) || e.isRun()):
		problem = "the first column has only whole numbers, perhaps an index or a label"
		if !e.fraction[1] && left > 3 && e.fraction[2] {
			problem = "the first two columns have only whole numbers, perhaps the row and column of a pixel"
			remedies = append(remedies, columnsRemedy(nil, columns(first+2, left-2)))
		}
		remedies = append(remedies, columnsRemedy(nil, columns(first+1, left-1)))
	case e.states && !e.zero[2] && e.wide[0] && e.wide[1] && e.rows > 3:
		problem = "the third column has only the numbers 0, 1 and 2, perhaps whether a point is visible"
		remedies = append(remedies, columnsRemedy(nil, columns(first, 2)))
	case !e.fraction[2] && e.fraction[0] && e.fraction[1] && !e.zero[2] && e.rows >= labelled:
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
	case (o.what == "array" || !o.told) && o.weights != nil && o.weights[0] == o.weights[1] && o.weights[0] != 0 && o.weights[0] != 1:
		problem = "the fourth column has the same number in each row, perhaps the weight by which the others are to be divided"
	default:
		return
	}
	stop(ask(atLine(0, "the columns of the %s can be read in two ways: %s; choose the columns of the coordinates", o.what, problem),
		append(remedies, asRead)...))
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
