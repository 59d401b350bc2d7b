package pointcloud

import (
	"bytes"
	"cmp"
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
	more    [][3]float64 // the columns four to six of the first rows, without a header
}

// chosen hands on files after the chooser has looked at their columns and rows.
type chosen struct {
	through
	reading Reading
}

// newChosen returns one; table says that the reader itself takes the coordinates of the reading.
func newChosen(found parts, reading Reading, table bool) *chosen {
	return &chosen{through{found, func(file File, err error) (File, error) {
		if err == nil {
			err = file.choose(reading, table)
		}
		if err != nil {
			return File{}, err
		}
		return file, nil
	}}, reading}
}

func (c *chosen) only(read func() (File, error)) error {
	if c.reading.Rows == rowBlocks {
		return c.blocks(Part{}, read)
	}
	return c.through.only(read)
}

func (c *chosen) part(p Part, read func() (File, error)) error {
	if c.reading.Rows == rowBlocks {
		return c.blocks(p, read)
	}
	return c.through.part(p, read)
}

// choose asks about columns and rows that can be read in two ways, unless the reading names the coordinates.
func (f *File) choose(r Reading, table bool) error {
	o := f.origin
	f.origin = nil
	if o == nil {
		o = &origin{named: true, column: [3]int{0, 1, 2}}
	}
	settled := o.written || r.Coordinates != Columns{} || r.Rows == rowClouds || r.Transposed != nil && *r.Transposed
	err := f.judgeRest(o.asRead(f.Cloud.Dimension), settled)
	if err == nil && !settled {
		err = o.doubts(f, r)
	}
	if err == nil && !table && r.Coordinates != (Columns{}) {
		err = f.take(r.Coordinates)
	}
	if err == nil {
		f.nameColumns(o)
		f.settleElements()
		f.finiteAttributes()
	}
	return err
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
			f.Unit = cmp.Or(f.Unit, unitOf(o.names[column]))
		}
		f.Columns = append(f.Columns, name)
	}
}

// doubts goes through what may be wrong with the columns and the rows.
func (o *origin) doubts(f *File, r Reading) error {
	if !o.named && !o.certain {
		if !o.told && oddShape(o.rows, o.width) {
			return askShape(o.what, o.rows, o.width)
		}
		if err := o.askColumns(f); err != nil {
			return err
		}
	}
	if err := o.askStray(&f.Cloud); err != nil {
		return err
	}
	if err := o.askValid(f); err != nil || r.Rows == rowBlocks {
		return err
	}
	return o.askBlocks(f)
}

// take makes other columns the coordinates: x, y and z of the file are the first, its attributes follow.
func (f *File) take(c Columns) error {
	d, columns := f.Cloud.Dimension, c.fromZero()
	if most := slices.Max(c[:]); most > d+len(f.Cloud.Attributes) {
		return atLine(0, "coordinates: there is no column %d; the file has %d", most, d+len(f.Cloud.Attributes))
	}
	if c.dimension() == d && columns == ([3]int{0, 1, d - 1}) {
		return nil
	}
	old := f.Cloud
	f.Cloud = Cloud{Dimension: c.dimension(), Points: make([]float64, 0, c.dimension()*old.Count())}
	for i := range old.Count() {
		for _, column := range columns[:c.dimension()] {
			x := 0.0
			if column < d {
				x = old.Points[i*d+column]
			} else if x = old.Attributes[column-d].Values[i]; !finite(x) {
				return atLine(0, "the attribute %s has no number for point %d; choose other coordinates", quote([]byte(old.Attributes[column-d].Name)), i+1)
			}
			f.Cloud.Points = append(f.Cloud.Points, x)
		}
	}
	for k, a := range old.Attributes {
		if !slices.Contains(columns[:], k+d) {
			f.Cloud.Attributes = append(f.Cloud.Attributes, a)
		}
	}
	return nil
}

// asRead answers that the coordinates are as they were read.
func (o *origin) asRead(dimension int) Remedy {
	if o.names == nil && (o.named || o.what == "scan") {
		r := Remedy{Label: "Read " + axes(dimension) + " as they are in the file", Reading: &Reading{}}
		copy(r.Reading.Coordinates[:dimension], []int{1, 2, 3})
		return r
	}
	return columnsRemedy(o.names, o.column[:dimension])
}

// askStray asks about coordinates that perhaps are none: numbers that stand for no data, and degrees without a header.
func (o *origin) askStray(c *Cloud) error {
	asRead := []Remedy{o.asRead(c.Dimension)}
	for j := range c.Dimension {
		if fill, rows := fillOf(c, j); rows > 0 {
			return &Question{
				Err: atLine(0, "%c is %s in %s of %s rows, which often means no data; delete these rows first, or keep the number",
					"xyz"[j], strconv.FormatFloat(fill, 'g', -1, 64), thousands(rows), thousands(c.Count())),
				Remedies: asRead,
			}
		}
	}
	if !o.named && areDegrees(c) {
		return &Question{
			Err: atLine(0, "the first two columns may be latitude and longitude: distances and rotations of degrees mean nothing; project them to metres "+
				"first, with pyproj or QGIS for example"),
			Remedies: asRead,
		}
	}
	return nil
}

// validNames are of columns that tell valid points from others.
var validNames = []string{"valid", "isvalid", "mask"}

// askValid asks about points that a column calls invalid.
func (o *origin) askValid(f *File) error {
	for _, a := range f.Cloud.Attributes {
		if !slices.Contains(validNames, string(bytes.Join(nameWords([]byte(a.Name)), nil))) {
			continue
		}
		invalid := 0
		for _, x := range a.Values {
			if x == 0 || math.Float64bits(x) == math.Float64bits(wordNumber([]byte("false"))) {
				invalid++
			}
		}
		if invalid > 0 && invalid < len(a.Values) {
			return &Question{atLine(0, "%s is 0 or false in %s of %s rows, whose points may not be valid; delete these rows first, or keep all",
				quote([]byte(a.Name)), thousands(invalid), thousands(len(a.Values))), []Remedy{o.asRead(f.Cloud.Dimension)}}
		}
	}
	return nil
}
