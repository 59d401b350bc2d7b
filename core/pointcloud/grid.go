package pointcloud

import (
	"bytes"
	"fmt"
	"math"
	"slices"
)

// grid takes the numbers of a table row by row. Its rows are points, or where
// it is transposed coordinates: all x, then all y, then all z.
type grid struct {
	transposed bool
	sure       bool // the name of the file says which columns are coordinates
	told       bool // the reading, the header or the name of the file says what rows and columns are
	named      bool // a header says which columns are coordinates
	dimension  int
	column     [3]int // column[j] holds coordinate j
	width      int    // the number of columns of every row
	carried    []carried

	thin     *thinning
	evidence evidence // of what the columns are

	rows   int
	point  [3]float64   // of the row being read
	points *gathered    // where rows are points
	lines  [3][]float64 // the first rows where rows are coordinates
}

// newGrid is a grid whose first columns are x, y and (from three columns on) z,
// with room for so many rows.
func newGrid(r Reading, width int) *grid {
	g := &grid{
		transposed: r.Transposed != nil && *r.Transposed, told: r.Transposed != nil,
		dimension: min(width, 3), column: [3]int{0, 1, 2}, width: width, evidence: newEvidence(), thin: r.thinning,
	}
	if r.Coordinates != (Columns{}) {
		g.choose(r.Coordinates)
	}
	return g
}

// choose takes the columns that the reading names.
func (g *grid) choose(c Columns) {
	g.named, g.dimension, g.column = true, c.dimension(), c.fromZero()
}

// chosen refuses a choice of columns that the table does not have.
func (g *grid) chosen(c Columns) error {
	if most := slices.Max(c[:]); most > g.width {
		return fmt.Errorf("coordinates: there is no column %d; the table has %d", most, g.width)
	}
	return nil
}

// other returns which of the columns four to six a number is in, or -1 where these do not matter.
func (g *grid) other(column int) int {
	if at := column - g.column[0] - 3; !g.named && !g.transposed && at >= 0 && at < 3 && g.width-g.column[0] >= 6 {
		return at
	}
	return -1
}

// reserve makes room for at most so many rows.
func (g *grid) reserve(rows uint64) {
	if g.transposed {
		return
	}
	g.points = g.thin.gather(rows, g.dimension)
	names := make([]string, len(g.carried))
	for i := range g.carried {
		names[i] = g.carried[i].name
	}
	for i, place := range g.points.carries(names...) {
		g.carried[i].place = place
	}
}

// carried is a column that is an attribute of the points.
type carried struct {
	name   string
	column int
	place  int // among the attributes, -1 for none
	// packed and kind are of a part of a colour in one number; see run.
	packed byte
	kind   scalar
}

// carry makes a column an attribute.
func (g *grid) carry(name string, column int, packed byte) {
	g.carried = append(g.carried, carried{name: name, column: column, place: -1, packed: packed})
}

// carryField takes a number of the row being read where it is an attribute.
func (g *grid) carryField(column int, field []byte) {
	for i := range g.carried {
		c := &g.carried[i]
		if c.column != column || g.points == nil {
			continue
		}
		x := valueOf(c.name, field)
		switch {
		case c.packed != 0 && c.kind.kind == 'f':
			x = float64(colourPart(math.Float32bits(float32(x)), c.packed))
		case c.packed != 0:
			x = float64(colourPart(uint32(int64(x)), c.packed))
		}
		g.points.carry(c.place, x)
	}
}

// coordinate returns which coordinate a number of the present row is, or -1.
func (g *grid) coordinate(column int) int {
	if g.transposed && g.rows < 3 {
		return g.rows
	}
	if g.transposed {
		return -1
	}
	for j, c := range g.column[:g.dimension] {
		if c == column {
			return j
		}
	}
	return -1
}

// set takes a number for which coordinate is not -1.
func (g *grid) set(coordinate int, x float64) {
	if !g.transposed {
		g.point[coordinate] = x
		return
	}
	if g.lines[coordinate] == nil {
		g.lines[coordinate] = make([]float64, 0, min(g.width, maxPoints))
	}
	if line := &g.lines[coordinate]; len(*line) < maxPoints {
		*line = append(*line, x)
	}
}

// end ends a row of so many columns.
func (g *grid) end(columns int) error {
	switch {
	case columns != g.width:
		return fmt.Errorf("has %d columns, want %d", columns, g.width)
	case g.transposed && columns > maxPoints, !g.transposed && g.rows == g.thin.limit():
		return fmt.Errorf("has more than %d points, the limit", g.thin.limit())
	case !g.transposed:
		g.points.add(g.point)
		g.weigh()
	}
	g.rows++
	return nil
}

// weigh looks at what the row tells about its columns.
func (g *grid) weigh() {
	if g.named {
		return
	}
	g.evidence.add(g.point[:g.dimension])
	if g.width-g.column[0] >= 6 {
		g.evidence.addMore()
	}
}

// askOddShape asks about a shape that leaves open what rows are, nil for others.
func (g *grid) askOddShape() error {
	if g.told || g.named || !oddShape(g.rows, g.width) {
		return nil
	}
	return askShape("table", g.rows, g.width)
}

// file returns what was read; fail makes an error at the end of the table.
func (g *grid) file(fail func(format string, args ...any) error) (File, error) {
	if err := g.askOddShape(); err != nil {
		return File{}, err
	}
	if !g.sure && !g.named && !g.transposed {
		g.evidence.odd = oddShape(g.rows, g.width)
		if err := g.evidence.ask("table", g.column, g.dimension, g.width); err != nil {
			return File{}, err
		}
	}
	if !g.transposed {
		file, err := g.points.file(fail)
		if others := g.width - g.column[0]; !g.named && others > 3 {
			file.Notes = []Note{firstColumns(others)}
		}
		return file, err
	}
	d := min(g.rows, 3)
	if d < 2 {
		return File{}, fail("has %d rows; transposed it needs at least 2, all x and all y", g.rows)
	}
	points := gather(uint64(g.width), d)
	for i := range g.width {
		var point [3]float64
		for j := range d {
			point[j] = g.lines[j][i]
		}
		points.add(point)
	}
	file, err := points.file(fail)
	file.Notes = []Note{note("The rows are read as %s.", axes(d))}
	if g.rows > d {
		file.Notes = []Note{note("The first three of %s rows are read as %s.", thousands(g.rows), axes(d))}
	}
	return file, err
}

// axes names so many coordinates.
func axes(dimension int) string {
	if dimension == 2 {
		return "x and y"
	}
	return "x, y and z"
}

func firstColumns(columns int) Note {
	return note("The first three of %d columns are read as x, y and z.", columns)
}

var nan = math.NaN()

// isMissing recognises the cells that programs write where there is no number: nothing, NaN,
// infinity, NA of R, NULL of databases, None of Python, a dash.
func isMissing(field []byte) bool {
	switch {
	case len(field) == 0 || isNonFinite(field):
		return true
	case len(field) > 7 || digits(field[:1]) == 1:
		return false // most numbers
	}
	for _, word := range []string{"-", "--", "—", "na", "n/a", "#n/a", "<na>", "null", "none", "nil", "nat", "missing", "?", "\\n", "#num!", "#ref!",
		"#value!", "#div/0!", "#name?", "#null!"} {
		if bytes.EqualFold(field, []byte(word)) {
			return true
		}
	}
	return false
}

// evidence is what the numbers of a table tell about its columns: an index, a label or the row
// and column of a pixel is whole, and so may be taken for a coordinate.
type evidence struct {
	rows     int
	fraction [3]bool // of a coordinate: a number is not whole, or below -1
	zero     [3]bool // all numbers are 0
	first    float64
	jumps    bool // the first coordinate is not one more in each row
	differs  bool // the second coordinate is not the first
	more     [3]float64
	others   bool // the columns four to six are no numbers, or none that a normal or a colour has
	normal   bool
	colour   bool
	nested   bool // each row is one point, because it has brackets
	odd      bool // the shape is odd
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

// isCount tells whether the column of a coordinate may be an index or a label. NumPy writes these
// as 1.0 and 1.000000e+00, too.
func (e *evidence) isCount(j int) bool { return !e.fraction[j] }

// isRun tells whether the first column counts the rows.
func (e *evidence) isRun() bool {
	return !e.jumps && e.differs && e.rows > 2 && e.first == math.Trunc(e.first) && !e.fraction[0]
}

// isSeveral tells whether so many numbers of a row may be several points. Normals and colours tell
// that they are not, but not those of a few rows.
func (e *evidence) isSeveral(numbers int) bool {
	const inPlane = 8 // columns from which on points in the plane are likely
	if e.nested || numbers < 6 || numbers%3 != 0 && (numbers%2 != 0 || numbers < inPlane) {
		return false
	}
	return numbers > manyColumns || !e.others && (e.odd || !e.normal && !e.colour)
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
		problem = "the first column has only whole numbers, perhaps an index or a label"
		if e.isCount(1) && left > 3 && e.fraction[2] {
			problem = "the first two columns have only whole numbers, perhaps the row and column of a pixel"
			remedies = append(remedies, columnsRemedy(nil, columns(first+2, left-2)))
		}
		remedies = append(remedies, columnsRemedy(nil, columns(first+1, left-1)))
	case e.isCount(2) && e.fraction[0] && e.fraction[1] && !e.zero[2] && e.rows >= labelled:
		problem = "the third column has only whole numbers, perhaps a label"
		remedies = append(remedies, columnsRemedy(nil, columns(first, 2)))
	case e.isSeveral(left):
		problem = "each row has " + thousands(left) + " numbers, perhaps several points"
		if left%3 == 0 {
			remedies = append(remedies, Remedy{Label: "Read each row as a cloud of " + thousands(left/3) + " points in space",
				Reading: &Reading{Rows: rowClouds, Coordinates: asRead.Reading.Coordinates}})
		}
		if left%2 == 0 {
			flat := Columns{first + 1, first + 2}
			remedies = append(remedies,
				Remedy{Label: "Read each row as a cloud of " + thousands(left/2) + " points in the plane", Reading: &Reading{Rows: rowClouds, Coordinates: flat}})
		}
	default:
		return nil
	}
	return &Question{
		Err:      atLine(0, "the columns of the %s can be read in two ways: %s; choose the columns of the coordinates", what, problem),
		Remedies: append(remedies, asRead),
	}
}
