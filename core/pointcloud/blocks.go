package pointcloud

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// blocks are rows that may be clouds of their own.
type blocks struct {
	by   string  // what tells them apart
	rows [][]int // of each
	how  string
	asks bool // its name is one of what tells clouds apart
}

// cuts are rows at which a reader saw something begin, such as a frame; no rows say that all are one cloud.
type cuts struct {
	by, how string
	rows    []int
	asks    bool
}

// Words in the names of columns. cloudWords number clouds, frames or files, pointWords the points of each; they decide between a question and a note.
// Beside the words of plainWords blocks of equal values have another reason.
var (
	cloudWords = []string{"batch", "b", "mol", "molecule", "graph", "frame", "cloud", "scene", "sample", "scan", "shape", "object", "track", "image", "img", "file",
		"filename", "path", "trial", "model", "sequence", "seq", "video", "subject", "session", "run", "episode", "step", "t", "time", "timestep", "timestamp", "conformer",
		"conf", "structure", "mesh", "replicate", "patient", "series", "view", "event"}
	pointWords = []string{"atom", "joint", "keypoint", "landmark", "marker", "bone", "bodypart", "point", "node", "vertex", "part", "name", "serial"}
	timeUnits  = []string{"s", "ms", "us", "ns", "sec", "seconds"}
	plainWords = []string{"class", "classification", "label", "category", "semantic", "ring", "element", "species", "symbol", "intensity", "rgb", "rgba", "normal", "nx", "ny", "nz", "return", "number", "residue", "resid",
		"chain", "laser", "column", "row", "colour", "color", "charge", "valid", "mask", "curvature", "scalar"}
)

// findBlocks returns what tells clouds apart: first what is named so. A column does by a value for each, or by values that begin again.
func (f *File) findBlocks() (found *blocks) {
	n := f.Cloud.Count()
	switch c := f.cuts; {
	case c == nil:
	case c.rows == nil:
		return nil
	case n == f.Rows() && f.Of == 0:
		found = &blocks{by: c.by, how: c.how, asks: c.asks, rows: between(c.rows, n)}
	}
	for _, a := range f.Cloud.Attributes {
		asks, isCounter := isNamedBy(a.Name, slices.Concat(cloudWords, timeUnits)) && hasWordOf(a.Name, cloudWords) && !f.isColour(a.Name), hasWordOf(a.Name, pointWords)
		if found != nil && (found.asks || !asks && !isCounter) || !asks && (hasWordOf(a.Name, plainWords) || f.isColour(a.Name) || slices.ContainsFunc(a.Values, isFraction)) {
			continue
		}
		if b := blocksBy(a, asks); b != nil && (found == nil || b.asks || asks) {
			b.asks = asks || isCounter && b.asks
			found = b
		}
	}
	return found
}

// blocksBy returns the blocks of a column, nil for none; asks where its values begin again.
func blocksBy(a Attribute, named bool) *blocks {
	n := len(a.Values)
	value := func(i int) uint64 { return math.Float64bits(a.Values[i]) }
	most := MaxClouds
	if named {
		most = n - 1
	}
	starts, apart := runsOf(n, value, most)
	b := &blocks{by: a.Name, rows: between(starts, n), how: " values one after another"}
	if apart && named {
		b.how, b.rows = " values that come again", groupsOfRows(n, value)
	}
	if len(b.rows) > 1 && len(b.rows) < n {
		b.how = "has " + thousands(len(b.rows)) + b.how
		return b
	}
	if starts = roundsOf(n, value); starts == nil {
		starts = countsOf(a.Values)
	}
	if starts == nil {
		return nil
	}
	return &blocks{by: a.Name, rows: between(starts, n), how: "begins again: it has the first value " + thousands(len(starts)) + " times", asks: true}
}

// isColour tells whether an attribute is part of a colour; of short names all must be there.
func (f *File) isColour(name string) bool {
	short := func(one string) bool { return f.Cloud.Attribute(one) != nil }
	return hasWordOf(name, colours) || len(name) == 1 && strings.Contains("rgba", name) && short("r") && short("g") && short("b")
}

func isFraction(x float64) bool { return x != math.Trunc(x) && !math.IsNaN(x) }

// between returns the rows from each start to the next.
func between(starts []int, n int) (rows [][]int) {
	if starts == nil {
		return nil
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for i, first := range starts {
		end := n
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		rows = append(rows, all[first:end])
	}
	return rows
}

// groupsOfRows gathers rows of equal values.
func groupsOfRows(n int, value func(i int) uint64) (rows [][]int) {
	at := map[uint64]int{}
	for i := range n {
		k, known := at[value(i)]
		if !known {
			k = len(rows)
			at[value(i)] = k
			rows = append(rows, nil)
		}
		rows[k] = append(rows[k], i)
	}
	return rows
}

// runsOf returns where one of n values begins that none before is, nil where equal values are apart or values differ more often.
func runsOf(n int, value func(i int) uint64, most int) (starts []int, apart bool) {
	seen := map[uint64]bool{}
	for i := range n {
		switch x := value(i); {
		case i > 0 && x == value(i-1):
		case seen[x] || len(starts) == most:
			return nil, seen[x]
		default:
			seen[x] = true
			starts = append(starts, i)
		}
	}
	return starts, false
}

// roundsOf returns where the first value comes again, nil unless all rounds have the same different values in the same order.
func roundsOf(n int, value func(i int) uint64) (starts []int) {
	period := 1
	for period <= n/2 && value(period) != value(0) {
		period++
	}
	if period < 2 || period > n/2 || n%period != 0 {
		return nil
	}
	if round, _ := runsOf(period, value, period); len(round) < period {
		return nil
	}
	for i := range n {
		if value(i) != value(i%period) {
			return nil
		}
		if i%period == 0 {
			starts = append(starts, i)
		}
	}
	return starts
}

// countsOf returns where numbers that count from the first begin again, nil where they do not count, or seldom further than one.
func countsOf(values []float64) (starts []int) {
	for i, x := range values {
		switch {
		case i == 0 || x == values[0]:
			starts = append(starts, i)
		case x != values[i-1]+1:
			return nil
		}
	}
	if len(starts) < 2 || len(starts) > len(values)/2 {
		return nil
	}
	return starts
}

// askBlocks asks whether the rows are of several clouds where a name says so, and otherwise notes it.
func (o *origin) askBlocks(f *File) {
	b := f.findBlocks()
	if b == nil {
		return
	}
	asRead := o.asRead(f.Cloud.Dimension)
	answers := []Remedy{{Label: fmt.Sprintf("Read %s clouds by %s", thousands(len(b.rows)), short(b.by, 24)),
		Reading: &Reading{Rows: rowBlocks, Coordinates: asRead.Reading.Coordinates}}}
	if len(b.rows) > MaxClouds {
		answers = nil
	}
	asRead.Label = "Read all rows as one cloud"
	text := quote([]byte(b.by)) + " " + b.how + ": the rows may be of several clouds"
	if !b.asks || o.settled {
		f.Notes = append(f.Notes, Note{Text: text + ". They are read as one.", Remedies: answers})
		return
	}
	stop(ask(atLine(0, "%s; read each as a cloud, or all rows as one", text), append(answers, asRead)...))
}

// blocks tells of each block of rows of a file, or of a part of it, as a cloud.
func (c *chosen) blocks(whole Part, read func() File) {
	file := read()
	file.settleElements() // by all of them
	b := file.findBlocks()
	switch {
	case b == nil:
		nowhere("no column has a value for each block of rows; leave out rows")
	case file.Missing != nil:
		nowhere("%s of %s points have no coordinates; leave them out before the rows are read in blocks", thousands(file.Missing.Count), thousands(file.Rows()))
	}
	file.Faces, file.cuts = nil, nil
	for i, rows := range b.rows {
		p := Part{Name: cmp.Or(whole.Name, "block") + "[" + strconv.Itoa(i) + "]", Title: "rows by " + short(b.by, 24), Count: len(rows), Dimension: file.Cloud.Dimension}
		c.through.part(p, func() File {
			one := file
			one.Cloud, one.Notes = Pick(file.Cloud, rows), slices.Clone(file.Notes)
			return one
		})
	}
}
