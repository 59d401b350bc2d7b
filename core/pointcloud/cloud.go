// Package pointcloud holds a point cloud and reads it from the file formats
// people keep point clouds in. Everything is float64 from the first byte on.
package pointcloud

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Cloud is N points in D dimensions, stored row by row: coordinate j of point
// i is Points[i*Dimension+j]. Lengths are in the unit of the file.
type Cloud struct {
	Points    []float64
	Dimension int
	// Attributes have a number for each point; names differ.
	Attributes Attributes
}

// Count returns N, the number of points.
func (c Cloud) Count() int {
	if c.Dimension == 0 {
		return 0
	}
	return len(c.Points) / c.Dimension
}

// File is what was read from a file.
type File struct {
	// Cloud has the points with coordinates.
	Cloud Cloud
	// Missing counts the points without coordinates; nil if there are none. Use the
	// rest only if the user asked for it.
	Missing *Missing
	// Faces are the triangles of a mesh; the cloud has its vertices.
	Faces Faces
	Notes []Note
	// Columns are the names of those that are the coordinates, nil where the file has no others; Unit is theirs, where the names tell it.
	Columns []string
	Unit    string
	mixed   bool // the names tell several units
	origin  *origin
	rest    []leftover
	cuts    *cuts // nil for none
	// Of is how many points the file has where a sample was drawn while it was read, else 0.
	Of int
}

// Missing says which rows of a file have no coordinates: NaN or infinite, as
// organised clouds have them where the sensor saw nothing.
type Missing struct {
	Rows  int // all of the file's
	Count int // without coordinates
	bits  []uint64
}

// Has tells whether a row has no coordinates.
func (m *Missing) Has(row int) bool {
	return m != nil && m.bits[row/64]>>(row%64)&1 != 0
}

// Rows returns how many points the file has, with and without coordinates.
func (f *File) Rows() int {
	if f.Missing != nil {
		return f.Missing.Rows
	}
	return f.Cloud.Count()
}

// Summary tells in a line what of a file a cloud is: its points, columns, attributes and unit.
func (f *File) Summary(c Cloud) string {
	text := thousands(c.Count()) + " points"
	if n := f.Rows(); n != c.Count() {
		text += " of " + thousands(n)
	}
	text += map[int]string{2: " in the plane", 3: " in space"}[c.Dimension] + "; " + f.Used()
	switch names := c.AttributeNames(); len(names) {
	case 0:
		return text + "; no attributes"
	case 1:
		return text + "; the attribute " + names[0]
	default:
		return text + "; the attributes " + listed(names)
	}
}

// Used tells which columns of a file are the coordinates, and their unit.
func (f *File) Used() string {
	text, unit := axes(f.Cloud.Dimension)+" as the format has them", "the file names no unit"
	if f.Columns != nil {
		text = axes(f.Cloud.Dimension) + " are " + listed(f.Columns)
	}
	if f.Unit != "" {
		unit = "the unit is " + f.Unit
	} else if f.mixed {
		unit = "they have different units"
	}
	return text + "; " + unit
}

// Without returns the points that have coordinates and are not missing from
// another file of as many rows.
func (f *File) Without(other *Missing) Cloud {
	if other == nil {
		return f.Cloud
	}
	var kept []int
	for row, i := 0, 0; row < f.Rows(); row++ {
		if f.Missing.Has(row) {
			continue
		}
		if !other.Has(row) {
			kept = append(kept, i)
		}
		i++
	}
	return Pick(f.Cloud, kept)
}

// Question asks what to do about the points without coordinates. Wrap turns its
// message into an error with a place.
func (m *Missing) Question(wrap func(message string) error) error {
	n := m.Note()
	return ask(wrap(n.Text), n.Remedies...)
}

// Note says how many points have no coordinates, for a file that was read.
func (m *Missing) Note() Note {
	who := "the point"
	if m.Count > 1 {
		who = "the " + thousands(m.Count) + " points"
	}
	return Note{
		Text:     fmt.Sprintf("%s of %s points have no coordinates (empty, NaN or infinite)", thousands(m.Count), thousands(m.Rows)),
		Remedies: []Remedy{{Label: "Drop " + who + " without coordinates", Preparation: &Preparation{DropMissing: true}}},
	}
}

// thousands writes a count with commas: 307,200.
func thousands(n int) string { return grouped(uint64(n)) }

func grouped(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// gathered collects the points of a file row by row.
type gathered struct {
	cloud Cloud
	rows  int
	thin  *thinning  // nil where all are kept
	valid int        // points with coordinates, where not
	bits  []uint64   // of the rows without coordinates, nil without any
	next  []float64  // the attributes of the next point
	lost  []leftover // columns that are no attributes
}

// gather makes room for at most MaxPoints rows, so that no count a file claims
// can ask for more than 24 MB.
func gather(rows uint64, dimension int) *gathered {
	return &gathered{cloud: Cloud{Points: newPoints(rows, dimension), Dimension: dimension}}
}

// add takes a row of the cloud's dimension, at most MaxPoints of them.
func (g *gathered) add(point [3]float64) {
	d := g.cloud.Dimension
	for _, x := range point[:d] {
		if !finite(x) {
			g.miss()
			return
		}
	}
	if g.thin != nil {
		g.keep(point[:d])
		return
	}
	g.cloud.Points = append(g.cloud.Points, point[:d]...)
	g.takeAttributes()
	g.rows++
}

func (g *gathered) miss() {
	if g.thin != nil {
		g.rows++
		return
	}
	if g.bits == nil {
		g.bits = make([]uint64, (maxPoints+63)/64)
	}
	g.bits[g.rows/64] |= 1 << (g.rows % 64)
	g.rows++
}

// file returns the cloud; stop has the right place.
func (g *gathered) file(stop stopping) File {
	if g.thin != nil {
		return g.thinnedFile(stop)
	}
	file := File{Cloud: g.cloud, rest: g.lost}
	missing := g.rows - g.cloud.Count()
	switch {
	case g.rows == 0:
		stop("has no points")
	case missing == g.rows:
		stop("none of the %s points has coordinates: all are NaN or infinite", thousands(g.rows))
	case missing > 0:
		file.Missing = &Missing{Rows: g.rows, Count: missing, bits: g.bits}
	}
	return file
}

// newPoints makes room for at most MaxPoints rows.
func newPoints(rows uint64, dimension int) []float64 {
	return make([]float64, 0, int(min(rows, uint64(maxPoints)))*dimension)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// coordinateName returns 0, 1, 2 for the names x, y, z in either case, else -1.
func coordinateName(name []byte) int {
	if len(name) != 1 {
		return -1
	}
	return strings.IndexByte("xyz", name[0]|0x20)
}

// namedDimension returns the dimension of a cloud whose coordinates have the
// given columns, -1 for absent: x and y must be there, z may be.
func namedDimension(column [3]int) (int, error) {
	switch {
	case column[0] < 0:
		return 0, errors.New("has no x")
	case column[1] < 0:
		return 0, errors.New("has no y")
	case column[2] < 0:
		return 2, nil
	}
	return 3, nil
}

// Frame is a place and a length that clouds are normalised by.
type Frame struct {
	place [3]float64
	size  float64
}

// FrameOf returns the mean of a cloud with coordinates of at most 10¹⁰⁰, and a size of it, or 1 where by is "".
func FrameOf(c Cloud, by Size) (Frame, error) {
	exponent := Exponent(c.Points)
	f := Frame{place: mean(Scaled(c.Points, -exponent), c.Dimension), size: 1}
	for i, x := range f.place {
		f.place[i] = math.Ldexp(x, exponent)
	}
	if by == "" {
		return f, nil
	}
	if allEqual(c) {
		return Frame{}, errNoSize
	}
	if f.size = by.of(c.Points, f.place[:c.Dimension]); f.size == 0 {
		return Frame{}, errors.New("pointcloud: the points are too near to one another to be scaled")
	}
	return f, nil
}

// Size returns the length that clouds are divided by.
func (f Frame) Size() float64 { return f.size }

// Enter returns the points less the place and divided by the length.
func (f Frame) Enter(c Cloud) Cloud {
	out := Cloud{Points: make([]float64, len(c.Points)), Dimension: c.Dimension, Attributes: c.Attributes}
	for i, x := range c.Points {
		out.Points[i] = (x - f.place[i%c.Dimension]) / f.size
	}
	return out
}

// gather makes room for so many points in space, or refuses them.
func (l *lines) gather(count uint64, attributes ...string) *gathered {
	allow(countProblem(count), l.stop)
	points := gather(min(count, l.left()), 3)
	points.carries(attributes...)
	return points
}
