package pointcloud

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// blocks is a column with one value for each block of rows, or with the same values again in each block.
type blocks struct {
	name   string
	starts []int
	again  bool // the same values come again in each
	asks   bool // its name is one of what tells clouds apart
}

// Words in the names of columns. cloudWords number clouds, frames or files, pointWords the points of each; beside the words of
// plainWords blocks of equal values have another reason.
var (
	cloudWords = []string{"batch", "mol", "molecule", "graph", "frame", "cloud", "scene", "sample", "scan", "shape", "object", "track", "image", "img", "file",
		"filename", "path", "trial", "model", "sequence", "seq", "video", "subject", "session", "run", "episode", "step", "time", "timestep", "timestamp", "conformer",
		"conf", "structure", "mesh", "replicate", "patient", "series", "view", "event"}
	pointWords = []string{"atom", "joint", "keypoint", "landmark", "marker", "bone", "bodypart", "point", "node", "vertex", "part", "name", "serial"}
	plainWords = []string{"class", "classification", "label", "category", "semantic", "segment", "segmentation", "ring", "element", "intensity", "rgb", "rgba",
		"r", "g", "b", "a", "normal", "nx", "ny", "nz", "return", "number", "residue", "resid", "chain", "channel", "laser", "line", "column", "row", "layer",
		"colour", "color", "charge", "valid", "mask", "curvature", "scalar"}
)

// findBlocks returns the column whose rows may be of several clouds: first one that is named so.
func (f *File) findBlocks() (found *blocks) {
	for _, a := range f.Cloud.Attributes {
		b := &blocks{name: a.Name, asks: isNamedBy(a.Name, cloudWords)}
		if b.starts = runsOf(a.Values); b.starts == nil {
			b.starts = roundsOf(a.Values)
			b.again, b.asks = true, b.asks || hasWordOf(a.Name, pointWords)
		}
		if b.starts == nil || !b.asks && (found != nil || hasWordOf(a.Name, plainWords) || hasWordOf(a.Name, colours) || slices.ContainsFunc(a.Values, isFraction)) {
			continue
		}
		if b.asks {
			return b
		}
		found = b
	}
	return found
}

func isFraction(x float64) bool { return x != math.Trunc(x) && !math.IsNaN(x) }

// runsOf returns where a value begins that no row before has, nil unless all rows of each value follow each other and some value has several.
func runsOf(values []float64) (starts []int) {
	seen := map[uint64]bool{}
	for i, x := range values {
		bits := math.Float64bits(x)
		switch {
		case i > 0 && bits == math.Float64bits(values[i-1]):
		case seen[bits] || len(starts) == MaxClouds:
			return nil
		default:
			seen[bits] = true
			starts = append(starts, i)
		}
	}
	if len(starts) < 2 || len(starts) == len(values) {
		return nil
	}
	return starts
}

// roundsOf returns where the first value comes again, nil unless all rounds have the same different values in the same order.
func roundsOf(values []float64) (starts []int) {
	bits := func(i int) uint64 { return math.Float64bits(values[i]) }
	period := 1
	for period <= len(values)/2 && bits(period) != bits(0) {
		period++
	}
	if period < 2 || period > len(values)/2 || len(values)%period != 0 || len(values)/period > MaxClouds {
		return nil
	}
	seen := map[uint64]bool{}
	for i := range values {
		switch {
		case bits(i) != bits(i%period), i < period && seen[bits(i)]:
			return nil
		case i < period:
			seen[bits(i)] = true
		}
		if i%period == 0 {
			starts = append(starts, i)
		}
	}
	return starts
}

// askBlocks asks whether the rows are of several clouds where the name of a column says so, and otherwise notes it.
func (o *origin) askBlocks(f *File) error {
	b := f.findBlocks()
	if b == nil {
		return nil
	}
	asRead := o.asRead(f.Cloud.Dimension)
	apart := Remedy{Label: fmt.Sprintf("Read %s clouds by %s", thousands(len(b.starts)), short(b.name, 24)),
		Reading: &Reading{Rows: rowBlocks, Coordinates: asRead.Reading.Coordinates}}
	asRead.Label = "Read all rows as one cloud"
	how := "has " + thousands(len(b.starts)) + " values one after another"
	if b.again {
		how = "has the same values " + thousands(len(b.starts)) + " times"
	}
	text := quote([]byte(b.name)) + " " + how + ": the rows may be of several clouds"
	if !b.asks {
		f.Notes = append(f.Notes, Note{Text: text + ". They are read as one.", Remedies: []Remedy{apart}})
		return nil
	}
	return &Question{atLine(0, "%s; read each as a cloud, or all rows as one", text), []Remedy{apart, asRead}}
}

// blocks tells of each block of rows of a file, or of a part of it, as a cloud.
func (c *chosen) blocks(whole Part, read func() (File, error)) error {
	file, err := read()
	if err != nil {
		return err
	}
	b := file.findBlocks()
	switch {
	case b == nil:
		return atLine(0, "no column has a value for each block of rows; leave out rows")
	case file.Missing != nil:
		return atLine(0, "%s of %s points have no coordinates; leave them out before the rows are read in blocks", thousands(file.Missing.Count), thousands(file.Rows()))
	}
	file.Faces = nil
	starts := append(b.starts, file.Cloud.Count())
	for i := range b.starts {
		first, end := starts[i], starts[i+1]
		p := Part{Name: cmp.Or(whole.Name, "block") + "[" + strconv.Itoa(i) + "]", Title: "rows by " + short(b.name, 24), Count: end - first, Dimension: file.Cloud.Dimension}
		err := c.through.part(p, func() (File, error) {
			rows := make([]int, end-first)
			for k := range rows {
				rows[k] = first + k
			}
			one := file
			one.Cloud, one.Notes = Pick(file.Cloud, rows), slices.Clone(file.Notes)
			return one, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
