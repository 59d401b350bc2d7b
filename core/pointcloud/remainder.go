package pointcloud

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
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

// worded fills in what a text says: the value of a field, or a remark such as "offset 5 0 1". The name of a remark is its first word for a movement, a
// unit or a coordinate system. It returns false for remarks without such a word.
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

const (
	inDegrees = "the coordinate system is geographic: x and y are angles in degrees, z is a length; distances and rotations of these mean nothing; " +
		"project the points to metres first, with pdal translate or pyproj for example"
	inTwoUnits = "x and y have one unit and z has another; convert all to one unit first, with pdal translate for example"
	isMoved    = "a record of the scan has a transformation that its points may need; apply it first, with pdal translate for example"
	isUnknown  = "a record of the coordinate system is of a kind that is not known; convert the scan first, with pdal translate for example"
)

// doubtOfJSON reads a coordinate system in the JSON of PROJ.
func doubtOfJSON(content []byte) string {
	if bytes.Contains(content, []byte(`"GeographicCRS"`)) && !bytes.Contains(content, []byte(`"ProjectedCRS"`)) {
		return inDegrees
	}
	return ""
}

// doubtOfKeys reads GeoTIFF keys (OGC 19-008r4): 1024 the model, 2 for geographic, which 2048 and 2054 tell as well; 3076 and 4099 the units of
// lengths and of heights, and 4096 the system of heights.
func doubtOfKeys(keys []byte) string {
	const model, geographic, system, angles, projected, lengths, vertical, heights, metre, survey = 1024, 2, 2048, 2054, 3072, 3076, 4096, 4099, 9001, 9003
	unitOf := map[uint16]uint16{5701: metre, 5703: metre, 5773: metre, 3855: metre, 5702: survey, 6360: survey}
	values := map[uint16]uint16{}
	for at := 8; at+8 <= len(keys); at += 8 {
		if binary.LittleEndian.Uint16(keys[at+2:]) == 0 {
			values[binary.LittleEndian.Uint16(keys[at:])] = binary.LittleEndian.Uint16(keys[at+6:])
		}
	}
	if values[heights] == 0 {
		values[heights] = unitOf[values[vertical]]
	}
	switch {
	case values[model] == geographic, values[model] == 0 && values[projected] == 0 && values[lengths] == 0 && (values[system] != 0 || values[angles] != 0):
		return inDegrees
	case values[lengths] != 0 && values[heights] != 0 && values[lengths] != values[heights]:
		return inTwoUnits
	}
	return ""
}

// doubtOfWKT reads a coordinate system as text (OGC 01-009, 18-010r7): the first system in it that is not of several tells what x and y are.
func doubtOfWKT(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '(':
			return '['
		case r == ')':
			return ']'
		case r <= ' ':
			return -1
		}
		return r
	}, strings.ToUpper(text))
	bare, quoted := []byte(text), false
	for i, c := range bare {
		if quoted = quoted != (c == '"'); quoted {
			bare[i] = ' '
		}
	}
	first := func(words ...string) int {
		at := len(bare)
		for _, word := range words {
			if i := bytes.Index(bare, []byte(word)); i >= 0 {
				at = min(at, i)
			}
		}
		return at
	}
	geographic := first("GEOGCS[", "GEOGCRS[", "GEODCRS[", "GEODETICCRS[", "GEOGRAPHICCRS[")
	if geographic < first("PROJCS[", "PROJCRS[", "PROJECTEDCRS[", "GEOCCS[", "LOCAL_CS[", "CS[CARTESIAN") {
		return inDegrees
	}
	flat, high, isHigh := strings.Cut(text, "VERT")
	parts := strings.Split(flat, "AXIS[")
	if len(parts) > 1 {
		parts = parts[1:] // each with its unit, or all but the last without
	}
	if isHigh {
		parts = append(parts, high)
	}
	unit := 0.0
	for _, part := range parts {
		metres := lastUnit(part)
		if unit != 0 && metres != 0 && math.Abs(metres/unit-1) > 1e-9 {
			return inTwoUnits
		}
		unit = cmp.Or(metres, unit)
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
			isAngle := strings.Contains(name, "DEGREE") || strings.Contains(name, "RADIAN") || strings.Contains(name, "GRAD")
			if end := strings.IndexAny(number, ",]"); end >= 0 && !isAngle {
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
