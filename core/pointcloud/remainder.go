package pointcloud

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// leftover is a field, an array, an extension or a flag of a file that its reader did not use.
type leftover struct {
	kind    string // "field", "array", "extension"
	name    string
	line    int // 0 where unknown
	at      int // byte, -1 where unknown
	neutral bool
	doubt   string // why the points may be others than those read, "" where only the name tells
}

// movers are words in the names of what moves or scales the points beside it, as transform of CityJSON does.
var movers = []string{"scale", "scaling", "transform", "transformation", "translate", "translation", "offset", "rotation", "matrix", "quantization",
	"spacing", "loc", "pose", "affine", "resolution", "origin"}

// harmless are words in the names of what never moves, scales or drops points, by kind. What stands in neither list is noted.
var harmless = map[string][]string{
	"array": {"face", "triangle", "cell", "edge", "normal", "label", "class", "classes", "category", "target", "y", "e", "energy", "energies", "name", "type",
		"theory", "md5", "id", "ids", "idx", "index", "indices", "old", "f", "force", "dipole", "split"},
	"extension": {"material", "texture", "light", "xmp", "quantization", "unlit", "audio", "metadata"},
	"element":   {"edge", "material", "camera", "range", "tristrip", "texture"},
}

func (l *leftover) moves() bool { return l.doubt != "" || !l.neutral && hasWordOf(l.name, movers) }

// judgeRest asks about the first thing that may change the points, and names the others that are not harmless in one note for each kind.
func (f *File) judgeRest(asRead Remedy, settled bool) {
	var kinds []string
	names := map[string][]string{}
	for _, l := range f.rest {
		known := hasWordOf(l.name, harmless[l.kind])
		switch {
		case l.moves() && !settled && !known:
			message := l.doubt
			if message == "" {
				message = fmt.Sprintf("the %s %s may change the points; apply it to them and leave it out, or leave it out where it does not", l.kind, quote([]byte(l.name)))
			}
			stop(ask(&FormatError{Line: l.line, Byte: int64(l.at), Message: message}, asRead))
		case l.doubt != "" || known:
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

// isNeutral tells whether numbers change nothing: none, a unit matrix, factors that are 1 or movements that are 0.
func isNeutral(name string, values []float64) bool {
	side, factors := int(math.Sqrt(float64(len(values)))), hasWordOf(name, []string{"scale", "scaling", "spacing", "resolution"})
	isMatrix := side > 1 && side*side == len(values)
	for i, x := range values {
		want := 0.0
		if isMatrix && i%(side+1) == 0 || !isMatrix && factors {
			want = 1
		}
		if x != want {
			return false
		}
	}
	return true
}

// unlisted returns the arrays that are no part of the archive and tell nothing about its parts: the first, and all that may change points.
func (z *npzArchive) unlisted() (left []leftover) {
	const small, most = 64, 100
	parts, lengths := map[string]bool{}, map[uint64]bool{}
	for i := range z.arrays {
		if a := &z.arrays[i]; a.listed {
			parts[a.name] = true
			if a.err == nil {
				lengths[a.header.rows] = true
			}
		}
	}
	for _, other := range z.others {
		l := leftover{kind: "array", name: other.name, at: -1}
		if parts[l.name] || hasWordOf(l.name, maskWords) || slices.Contains(elementLists, strings.ToLower(l.name)) || len(left) >= most && !l.moves() {
			continue
		}
		if h := other.header; h != nil && l.moves() {
			numbers := 1.0
			for _, n := range h.shape {
				numbers *= float64(n)
			}
			switch {
			case numbers > small:
				l.neutral = lengths[h.shape[0]] // numbers of each point
			case !z.unpackList(other):
			case h.isList() && h.shape[0] > 1 && hasWordOf(l.name, boundWords) && rises(other.wholes()):
				l.neutral = true // where clouds begin or end
			default:
				if array, err := ReadArray(other.content); err == nil {
					l.neutral = isNeutral(l.name, array.Values)
				}
			}
		}
		left = append(left, l)
	}
	return left
}

// rest returns what a part has not used, whose rows a list tells.
func (z *npzArchive) rest(file *File, by string) []leftover {
	return pruned(slices.Clone(z.left), func(l leftover) bool { return l.name == by || file.Cloud.Attribute(l.name) != nil })
}

// readRecords looks through the variable length records of a scan, and those behind its points, for its coordinate system.
func (h *lasHeader) readRecords(data []byte) (left []leftover) {
	const head, long, records = 54, 60, 100
	take := func(at, count, size int) {
		for range min(count, 1<<10) {
			if at < 0 || at > len(data)-size {
				return
			}
			user, id := string(bytes.TrimRight(data[at+2:at+18], "\x00")), binary.LittleEndian.Uint16(data[at+18:])
			length := uint64(binary.LittleEndian.Uint16(data[at+20:]))
			if size == long {
				length = binary.LittleEndian.Uint64(data[at+20:])
			}
			if length > uint64(len(data)-at-size) {
				return
			}
			content := data[at+size : at+size+int(length)]
			doubt := ""
			switch {
			case user != "LASF_Projection":
			case id == 2112:
				doubt = doubtOfWKT(string(content))
			case id == 34735:
				doubt = doubtOfKeys(content)
			}
			if doubt != "" {
				left = append(left, leftover{kind: "record", name: "LASF_Projection", at: at, doubt: doubt})
			}
			at += size + int(length)
		}
	}
	take(int(binary.LittleEndian.Uint16(data[lasHeaderSize:])), int(binary.LittleEndian.Uint32(data[records:])), head)
	if h.minor >= 4 {
		if at := binary.LittleEndian.Uint64(data[lasExtended:]); at < uint64(len(data)) {
			take(int(at), int(min(binary.LittleEndian.Uint32(data[lasExtended+8:]), 1<<10)), long)
		}
	}
	return left
}

const (
	inDegrees = "the coordinate system of the scan is geographic: x and y are angles in degrees, z is a length; distances and rotations of these mean nothing; " +
		"project the scan to metres first, with pdal translate for example"
	inTwoUnits = "the coordinate system of the scan has one unit for x and y and another for z; convert the scan to one unit first, with pdal translate for example"
)

// doubtOfKeys reads GeoTIFF keys (OGC 19-008r4): 1024 the model, 2 for geographic; 3076 and 4099 the units of lengths and of heights.
func doubtOfKeys(keys []byte) string {
	const model, geographic, lengths, heights = 1024, 2, 3076, 4099
	values := map[uint16]uint16{}
	for at := 8; at+8 <= len(keys); at += 8 {
		if binary.LittleEndian.Uint16(keys[at+2:]) == 0 {
			values[binary.LittleEndian.Uint16(keys[at:])] = binary.LittleEndian.Uint16(keys[at+6:])
		}
	}
	switch {
	case values[model] == geographic:
		return inDegrees
	case values[lengths] != 0 && values[heights] != 0 && values[lengths] != values[heights]:
		return inTwoUnits
	}
	return ""
}

// doubtOfWKT reads a coordinate system as text (OGC 01-009, 18-010r7): without a projection it is geographic.
func doubtOfWKT(text string) string {
	text = strings.ToUpper(text)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	}
	if has("GEOGCS[", "GEOGCRS[", "GEODCRS[", "GEODETICCRS[", "GEOGRAPHICCRS[") && !has("PROJCS[", "PROJCRS[", "PROJECTEDCRS[", "GEOCCS[", "LOCAL_CS[") {
		return inDegrees
	}
	vertical := strings.Index(text, "VERT")
	if vertical < 0 {
		return ""
	}
	if flat, high := lastUnit(text[:vertical]), lastUnit(text[vertical:]); flat != 0 && high != 0 && math.Abs(flat/high-1) > 1e-9 {
		return inTwoUnits
	}
	return ""
}

// lastUnit returns the metres of the last unit of lengths in a text, 0 for none.
func lastUnit(text string) (metres float64) {
	for _, word := range []string{"LENGTHUNIT[", "UNIT["} {
		for rest := text; ; {
			_, after, found := strings.Cut(rest, word)
			if !found {
				break
			}
			rest = after
			name, number, _ := strings.Cut(after, ",")
			if end := strings.IndexAny(number, ",]"); end >= 0 && !strings.Contains(name, "DEGREE") && !strings.Contains(name, "RADIAN") && !strings.Contains(name, "GRAD") {
				if x, err := plainNumber(trim([]byte(number[:end]))); err == nil {
					metres = x
				}
			}
		}
		if metres != 0 {
			return metres
		}
	}
	return 0
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
	if !b.asks {
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
