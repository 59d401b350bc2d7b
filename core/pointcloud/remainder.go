package pointcloud

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// leftover is a field, an array, an extension, a remark or a flag of a file that its reader did not use.
type leftover struct {
	kind    string // "field", "array", "extension", "remark"
	name    string
	line    int    // 0 where unknown
	at      int    // byte, -1 where unknown
	count   uint64 // of its numbers, 0 where unknown
	neutral bool   // its numbers change nothing
	each    bool   // it has an entry for each point or cloud
	doubt   string // why the points may be others than those read, "" where only the name tells
}

// mostMatrix is how many numbers move all points at most.
const mostMatrix = 16

var (
	// movers are words in the names of what moves or scales the points beside it, as transform of CityJSON does.
	movers = []string{"scale", "scaling", "transform", "transformation", "translate", "translation", "trans", "offset", "shift", "rotation", "quaternion",
		"matrix", "quantization", "spacing", "loc", "pose", "extrinsic", "affine", "resolution", "origin", "center", "centre", "centroid", "mean", "std"}
	// letters are names of rotations and translations, if they have as many numbers as one of matrixSizes.
	letters     = []string{"r", "t", "rt"}
	matrixSizes = []uint64{3, 4, 9, 12, mostMatrix}
	statistics  = []string{"mean", "std"}
	factors     = []string{"scale", "scaling", "spacing", "resolution", "std"}
	// harmless are words in the names of what never moves, scales or drops points, by kind. What stands in none of these lists is noted.
	harmless = map[string][]string{
		"array": {"face", "triangle", "cell", "edge", "normal", "label", "class", "classes", "category", "target", "y", "e", "energy", "energies", "name", "type",
			"theory", "md5", "f", "force", "dipole", "split"},
		"extension": {"material", "texture", "light", "xmp", "quantization", "unlit", "audio", "metadata"},
		"element":   {"edge", "material", "camera", "range", "tristrip", "texture"},
	}
	// selectors may choose points: they are harmless with an entry for each.
	selectors = append([]string{"id", "idx", "index", "indices"}, maskWords...)
)

// isMover tells whether a name has a word of what moves points: scale, offsetx.
func isMover(name string) bool {
	return hasWordOf(name, movers) || len(name) > 5 && hasWordOf(strings.TrimRight(strings.ToLower(name), "xyz"), movers)
}

// named tells whether the name is one of what moves points. A harmless word beside it says nothing but in extensions, all of whose names are known.
func (l *leftover) named() bool {
	return isMover(l.name) || slices.Contains(letters, strings.ToLower(l.name)) && slices.Contains(matrixSizes, l.count) && !l.each
}

func (l *leftover) moves() bool { return l.doubt != "" || l.named() && !l.neutral }

func (l *leftover) isHarmless() bool {
	known := hasWordOf(l.name, harmless[l.kind])
	return known && (l.kind == "extension" || !l.named()) || !known && l.each && !l.named() && hasWordOf(l.name, selectors)
}

// judgeRest asks about the first thing that may change the points, and names the others that are not harmless in one note for each kind.
func (f *File) judgeRest(asRead Remedy, settled bool) {
	var kinds []string
	names := map[string][]string{}
	for _, l := range f.rest {
		switch {
		case l.isHarmless():
			continue
		case l.moves() && (!settled || l.doubt != ""):
			message := l.doubt
			if message == "" {
				message = fmt.Sprintf("the %s %s may change the points; apply it to them and leave it out, or leave it out where it does not", l.kind, quote([]byte(l.name)))
			}
			f.question(settled, &FormatError{Line: l.line, Byte: int64(l.at), Message: message}, asRead)
			continue
		case names[l.kind] == nil:
			kinds = append(kinds, l.kind)
		}
		names[l.kind] = append(names[l.kind], quote([]byte(l.name)))
	}
	f.rest = nil
	for _, kind := range kinds {
		f.Notes = append(f.Notes, leftOut(kind, names[kind]))
	}
}

// question asks, or notes what it says where the reading has answered.
func (f *File) question(settled bool, problem *FormatError, answers ...Remedy) {
	if !settled {
		stop(ask(problem, answers...))
	}
	text, _, _ := strings.Cut(problem.Message, ";")
	if rest, isSentence := strings.CutPrefix(text, "the "); isSentence {
		text = "The " + rest
	}
	f.Notes = append(f.Notes, note("%s. This is read as it is.", text))
}

// leftOut names things that are not read.
func leftOut(kind string, names []string) Note {
	const most = 3
	if len(names) == 1 {
		return note("The %s %s is left out.", kind, names[0])
	}
	if n := len(names); n > most {
		names = append(names[:most:most], fmt.Sprintf("%d more", n-most))
	}
	return note("The %ss %s are left out.", kind, listed(names))
}

// isNeutral tells whether numbers change nothing: none, a unit matrix, perhaps without its last row, factors that are 1 or movements that are 0.
func isNeutral(name string, values []float64) bool {
	side := int(math.Sqrt(float64(len(values))))
	isMatrix := side > 1 && side*side == len(values)
	if len(values) == 12 {
		side, isMatrix = 4, true
	}
	for i, x := range values {
		want := 0.0
		if isMatrix && i%(side+1) == 0 || !isMatrix && hasWordOf(name, factors) {
			want = 1
		}
		if x != want {
			return false
		}
	}
	return true
}

// lengthUnits are the words of units of length in metres.
var lengthUnits = map[string]float64{"m": 1, "metre": 1, "meter": 1, "metres": 1, "meters": 1, "cm": 0.01, "centimetre": 0.01, "centimeter": 0.01, "mm": 0.001,
	"millimetre": 0.001, "millimeter": 0.001, "millimetres": 0.001, "millimeters": 0.001, "um": 1e-6, "nm": 1e-9, "km": 1e3, "inch": 0.0254,
	"inches": 0.0254, "ft": 0.3048, "foot": 0.3048, "feet": 0.3048, "angstrom": 1e-10, "bohr": 0.529e-10}

// mostWorded is how much of a text is looked at.
const mostWorded = 1 << 12

// worded fills in what a text tells: the value of a field, or a remark such as "offset 5 0 1", whose name is its first word of what moves points, a
// unit, or a coordinate system. Nothing is told of any other remark, and false returned.
func (l *leftover) worded(text string) bool {
	var numbers []float64
	units, remark, last := map[float64]bool{}, l.name == "", strings.ToLower(l.name)
	for _, word := range strings.FieldsFunc(text[:min(len(text), mostWorded)], func(r rune) bool { return strings.ContainsRune(" \t\r\n=:,;[](){}\"'<>", r) }) {
		lower := strings.ToLower(word)
		x, err := plainNumber([]byte(strings.ReplaceAll(lower, "\u2212", "-")))
		switch {
		case err == nil && (last == "epsg" || last == "wkid" || strings.HasSuffix(last, "crs")):
			l.name, remark = cmp.Or(l.name, "EPSG:"+word), false
			if isGeographic(x) {
				l.doubt = inDegrees
			}
		case remark && err != nil && last == strings.ToLower(l.name) && hasWordOf(last, statistics): // as "mean track length: 5"
			l.name = ""
		case err == nil:
			numbers = append(numbers, x)
		case l.name == "" && isMover(word):
			l.name, numbers = word, nil
		case remark && (lower == "unit" || lower == "units"):
			l.name, remark = cmp.Or(l.name, lower), false
		}
		if metres := lengthUnits[lower]; metres != 0 {
			units[metres] = true
		}
		last = lower
	}
	l.count = uint64(len(numbers))
	isLong := l.kind == "field" && l.count > mostMatrix // numbers of each point
	l.neutral = isLong || len(text) <= mostWorded && len(units) == 0 && isNeutral(l.name, numbers)
	if len(units) > 1 && hasWordOf(l.name, []string{"unit"}) {
		l.doubt = inTwoUnits
	}
	return l.name != "" && (l.count > 0 || !remark)
}

// remarkOf returns what a remark tells, if anything.
func remarkOf(text []byte, line int) []leftover {
	if l := (leftover{kind: "remark", line: line, at: -1}); l.worded(string(text[:min(len(text), mostWorded)])) {
		return []leftover{l}
	}
	return nil
}

// remarks returns what the remarks of a text tell, which start a line with # or //.
func remarks(data []byte) (left []leftover) {
	const most = 100
	l := newLines(data, 0)
	for row, ok := l.next(); ok && len(left) < most && !bytes.HasPrefix(row, []byte("DATA ")); row, ok = l.next() { // up to what a PCD file has in binary
		if row = trim(row); len(row) > 1 && (row[0] == '#' || row[0] == '/' && row[1] == '/') {
			left = append(left, remarkOf(bytes.TrimLeft(row, "#/"), l.number)...)
		}
	}
	return left
}

// isGeographic tells whether a number of EPSG is of a coordinate system in degrees.
func isGeographic(code float64) bool {
	const first, last, geocentric = 4001, 4999, 4978
	return code >= first && code <= last && code != geocentric || slices.Contains([]float64{6318, 6668, 7844, 9057}, code)
}

// unlisted returns the arrays that are no part of the archive and tell nothing about its parts: the first, and all that may change points.
func (z *npzArchive) unlisted() (left []leftover) {
	const most = 100
	var parts []*npyHeader
	listed := map[string]bool{}
	for i := range z.arrays {
		if a := &z.arrays[i]; a.listed {
			if listed[a.name] = true; a.err == nil {
				parts = append(parts, a.header)
			}
		}
	}
	for _, other := range z.others {
		l := leftover{kind: "array", name: other.name, at: -1}
		if other.header != nil {
			l.count = 1
			for _, n := range other.header.shape {
				l.count = min(l.count*min(n, 1<<31), 1<<31)
			}
		}
		l.each = slices.ContainsFunc(parts, func(p *npyHeader) bool {
			return l.count == p.rows || p.stacked && (l.count == p.clouds || l.count == p.clouds*p.rows)
		})
		if listed[l.name] || slices.Contains(elementLists, strings.ToLower(l.name)) || len(left) >= most && !l.moves() {
			continue
		}
		l.neutral = other.header != nil && l.named() && z.isNeutral(other, l.count, parts)
		left = append(left, l)
	}
	return left
}

// isNeutral tells whether an array named as what moves points does not: it has numbers of each point, says where clouds begin or end, or is neutral.
func (z *npzArchive) isNeutral(list *npzList, count uint64, parts []*npyHeader) bool {
	const small = 64
	h := list.header
	for _, p := range parts {
		first := []uint64{p.rows}
		if p.stacked {
			first = []uint64{p.clouds, p.rows}
		}
		if p.rows > mostMatrix && len(h.shape) >= len(first) && slices.Equal(h.shape[:len(first)], first) {
			return true
		}
	}
	if count > small || !z.unpackList(list) {
		return false
	}
	if h.isList() && h.shape[0] > 1 && hasWordOf(list.name, boundWords) {
		numbers := list.wholes()
		if numbers != nil && slices.ContainsFunc(parts, func(p *npyHeader) bool {
			starts, _ := startsOf(list.name, numbers, int(min(p.rows*p.clouds, 1<<31)))
			return starts != nil
		}) {
			return true
		}
	}
	array, err := ReadArray(list.content)
	return err == nil && isNeutral(list.name, array.Values)
}

// rest returns what a part has not used, whose rows a list tells.
func (z *npzArchive) rest(file *File, by string) []leftover {
	return pruned(slices.Clone(z.left), func(l leftover) bool { return l.name == by || file.Cloud.Attribute(l.name) != nil })
}

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
