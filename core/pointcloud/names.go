package pointcloud

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A group is what the names of a header have in common that differ in x, y and z alone: "0" of
// x0, y0 and z0, "nose" of nose_x and nose_y, "" of x and y.
type group struct {
	key    string
	placed bool   // a word of the key is of positions
	column [3]int // -1 for none
}

// dimension returns 0 for a group without x or y.
func (g *group) dimension() int {
	d, _ := namedDimension(g.column)
	return d
}

// isKnown tells whether the key is one that coordinates have.
func (g *group) isKnown() bool {
	return g.key == "" || knownStem([]byte(g.key)) != "" || !g.isNumbered() && g.placed
}

// positionWords are in the names of positions: p_RS_R_x of EuRoC, pose.position.x of ROS.
var positionWords = []string{"p", "pos", "position", "translation"}

// isNumbered tells whether the key has a digit: x0, y0, x1, y1, and so on.
func (g *group) isNumbered() bool { return strings.ContainsAny(g.key, "0123456789") }

// groupsOf gathers names by what they are beside a coordinate. Names that come again get the
// key of a later group, as in x, y, x, y.
func groupsOf(fields [][]byte) []group { return groupsBy(fields, groupKey) }

func groupsBy(fields [][]byte, split func(field []byte) (key string, placed bool, coordinate int)) (all []group) {
	at, again, turns := map[string]int{}, map[string]int{}, map[string]bool{}
	for column, field := range fields {
		key, placed, j := split(field)
		if j == 3 {
			turns[key] = true
		}
		if j < 0 || j == 3 {
			continue
		}
		name := key
		seen := key + "xyz"[j:j+1]
		if again[seen]++; again[seen] > 1 {
			name += strconv.Itoa(again[seen])
		}
		i, known := at[name]
		if !known {
			i = len(all)
			at[name] = i
			all = append(all, group{key: name, placed: placed, column: [3]int{-1, -1, -1}})
		}
		if all[i].column[j] < 0 {
			all[i].column[j] = column
		}
	}
	return pruned(all, func(g group) bool { return g.dimension() == 0 || g.key != "" && turns[g.key] })
}

// groupKey splits a name into words and numbers, of which exactly one must be x, y or z, or w of a quaternion, 3; -1
// tells that none is.
func groupKey(field []byte) (key string, placed bool, coordinate int) {
	coordinate = -1
	for _, word := range nameWords(field) {
		j := coordinateName(word)
		if string(word) == "w" {
			j = 3
		}
		switch {
		case j >= 0 && coordinate >= 0:
			return "", false, -1
		case j >= 0:
			coordinate = j
		case !isUnit(word):
			key += string(word)
			placed = placed || slices.Contains(positionWords, string(word))
		}
	}
	return key, placed, coordinate
}

// units are words for a unit of length, its sign first.
var units = [][]string{{"m", "meter", "metre", "meters", "metres"}, {"mm"}, {"cm"}, {"dm"}, {"km"}, {"µm", "μm", "um", "micron", "microns"}, {"nm"}, {"Å", "å", "ang", "angstrom"},
	{"bohr", "au"}, {"in", "inch", "inches"}, {"ft", "foot", "feet", "ftus"}, {"yd", "yard", "yards"}, {"px", "pixel", "pixels", "pix"}, {"slice", "slices"}, {"voxel", "voxels", "vox"}}

// signOf returns the sign of a unit, "" for other words.
func signOf(word []byte) string {
	i := slices.IndexFunc(units, func(all []string) bool { return slices.Contains(all, string(word)) })
	if i < 0 {
		return ""
	}
	return units[i][0]
}

func isUnit(word []byte) bool { return signOf(word) != "" }

// unitOf returns the unit that a name has behind a coordinate, or in brackets, where any word is one; "" for none.
func unitOf(field []byte) string {
	words := nameWords(field)
	if last := len(words) - 1; last > 0 && isUnit(words[last]) {
		return signOf(words[last])
	}
	if i := bytes.IndexAny(field, "[("); i > 0 {
		inner := bytes.Trim(field[i:], "[]() \"'")
		if hasLetter(inner) {
			return string(inner)
		}
	}
	return ""
}

// unitOfAll returns the unit of columns, "" for none or several. Of these, mixed tells where at least one is known.
func unitOfAll(fields [][]byte, columns []int) (unit string, mixed bool) {
	known := false
	for _, column := range columns {
		if column >= len(fields) {
			continue
		}
		one := unitOf(fields[column])
		known = known || isUnit([]byte(one))
		mixed = mixed || one != "" && unit != "" && one != unit
		unit = cmp.Or(unit, one)
	}
	if mixed || !known {
		unit = ""
	}
	return unit, mixed && known
}

// askUnits asks about coordinates in different units.
func askUnits(fields [][]byte, columns []int, fail failing) {
	if _, mixed := unitOfAll(fields, columns); mixed {
		last := columns[len(columns)-1]
		stop(ask(fail("%s to %s have different units; convert them to one unit first", shown(fields[columns[0]]), shown(fields[last])), columnsRemedy(fields, columns)))
	}
}

// askHeight asks about x and y beside a height, which may be z.
func (p *pick) askHeight(fail failing) {
	if !p.own || p.taken || p.dimension != 2 {
		return
	}
	at := -1
	for column, name := range p.names {
		switch word := nameWords(name); {
		case len(word) == 0:
		case slices.Contains([]string{"w", "width"}, string(word[0])):
			return // of a box
		case at < 0 && slices.Contains(geographic[2], string(word[0])) && (len(word) == 1 || len(word) == 2 && unitOf(name) != ""):
			at = column
		}
	}
	if at >= 0 {
		plane := p.column[:2]
		stop(ask(fail("%s may be z; choose the columns of the coordinates", shown(p.names[at])), columnsRemedy(p.names, append(slices.Clone(plane), at)), columnsRemedy(p.names, plane)))
	}
}

// isAngle tells whether a name is one of angles, as polar coordinates have.
func isAngle(name []byte) bool {
	return slices.ContainsFunc(nameWords(name), func(word []byte) bool {
		return slices.Contains([]string{"theta", "phi", "psi", "angle", "azimuth", "azim", "az", "bearing", "heading"}, string(word))
	})
}

// nameWords splits "Point1X", "hand_0_x" and "x [m]" into words and numbers in lower case.
func nameWords(name []byte) (words [][]byte) {
	var before byte // 0 behind a sign, else the first of its kind: 0, A or a
	for _, c := range name[:min(len(name), 64)] {
		var kind byte
		switch {
		case '0' <= c && c <= '9':
			kind = '0'
		case 'A' <= c && c <= 'Z':
			kind, c = 'A', c|0x20
		case 'a' <= c && c <= 'z', c >= 0x80:
			kind = 'a'
		}
		if kind != 0 && kind != before && (before != 'A' || kind != 'a') {
			words = append(words, nil)
		}
		if last := len(words) - 1; kind != 0 {
			words[last] = append(words[last], c)
		}
		before = kind
	}
	return words
}

// nameKey is a name without what parts its words.
func nameKey(name string) string { return string(bytes.Join(nameWords([]byte(name)), nil)) }

// askGroups asks which of several points in a row are meant, unless a header names one.
func askGroups(groups []group, fields [][]byte, fail failing) {
	if len(groups) < 2 {
		return
	}
	known, numbered := 0, 0
	for i := range groups {
		if g := &groups[i]; g.isKnown() {
			known++
		} else if g.isNumbered() {
			numbered++
		}
	}
	if known == 1 && numbered == 0 {
		return
	}
	remedies := []Remedy{{Label: "Read each row as a cloud of several points", Reading: &Reading{Rows: rowClouds}}}
	for i := range groups[:min(len(groups), 4)] {
		g := &groups[i]
		remedies = append(remedies, columnsRemedy(fields, g.column[:g.dimension()]))
	}
	first, last := &groups[0], &groups[len(groups)-1]
	stop(ask(fail("the names %s to %s are of several points in a row; choose one cloud a row, or the columns of one point",
		shown(fields[first.column[0]]), shown(fields[last.column[last.dimension()-1]])), remedies...))
}

// shown is a name or cell as messages show it.
func shown(field []byte) string { return quote(trim(bytes.Trim(field, `"'`))) }

// columnsRemedy reads the columns given, counted from 0. Names are those of a header, if any.
func columnsRemedy(names [][]byte, columns []int) Remedy {
	r := Reading{}
	list := make([]string, len(columns))
	for j, column := range columns {
		r.Coordinates[j] = column + 1
		if list[j] = "column " + thousands(column+1); column < len(names) {
			list[j] = shown(names[column])
		}
	}
	return Remedy{Label: "Read " + listed(list) + " as " + axes(len(columns)), Reading: &r}
}

// listed writes "a, b and c".
func listed(list []string) string {
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// geographic are the words of names by which a header speaks of places on the Earth.
var geographic = [3][]string{{"lat", "latitude"}, {"lon", "lng", "long", "longitude"}, {"alt", "altitude", "ele", "elev", "elevation", "height", "depth"}}

// askDegrees asks about latitude and longitude, which are angles.
func askDegrees(fields [][]byte, fail failing) {
	found := [3]int{-1, -1, -1}
	for column, field := range fields {
		for _, word := range nameWords(field) {
			for j, names := range geographic {
				if found[j] < 0 && slices.Contains(names, string(word)) {
					found[j] = column
				}
			}
		}
	}
	if found[0] < 0 || found[1] < 0 {
		return
	}
	columns := []int{min(found[0], found[1]), max(found[0], found[1])}
	what := shown(fields[columns[0]]) + " and " + shown(fields[columns[1]]) + " are angles in degrees"
	if found[2] >= 0 {
		columns = append(columns, found[2])
		what += ", " + shown(fields[found[2]]) + " is a length"
	}
	stop(ask(fail("%s: distances and rotations of these mean nothing; project them to metres first, with pyproj or QGIS for example", what),
		columnsRemedy(fields, columns)))
}

// askNames asks about a header that names no coordinate.
func askNames(fields [][]byte, first int, fail failing) {
	var remedies []Remedy
	if east := metricColumns(fields); east != nil {
		remedies = append(remedies, columnsRemedy(fields, east))
		first = len(fields)
	}
	for _, start := range []int{first, first + 1} {
		if d := min(3, len(fields)-start); d >= 2 {
			remedies = append(remedies, columnsRemedy(fields, []int{start, start + 1, start + 2}[:d]))
		}
	}
	names := make([]string, 0, 4)
	for _, field := range fields[:min(len(fields), 4)] {
		names = append(names, shown(field))
	}
	stop(ask(fail("the header names %s, not x, y and z; choose the columns of the coordinates", listed(names)), remedies...))
}

// isSeries tells whether names are one word with numbers that count from 0 or 1, as V1, V2, V3
// of R, or directions that are lengths.
func isSeries(names [][]byte) bool {
	stem, first := "", 0
	for i, name := range names {
		words := nameWords(name)
		if len(words) != 2 || digits(words[1]) != len(words[1]) {
			return isMetric(names)
		}
		n, err := wholeNumber(words[1])
		if err != nil || n > 3 {
			return false
		}
		if i == 0 {
			stem, first = string(words[0]), int(n)
		}
		if string(words[0]) != stem || int(n) != first+i || first > 1 {
			return false
		}
	}
	return len(names) > 1
}

// metric are names of lengths along east, north and up.
var metric = [3][]string{{"east", "easting", "e"}, {"north", "northing", "n"}, {"up", "height", "elevation", "u"}}

// metricColumns returns the columns of lengths along east, north and up in this order, in any order of names; nil where one lacks.
func metricColumns(names [][]byte) (columns []int) {
	for i, words := range metric {
		at := slices.IndexFunc(names, func(name []byte) bool {
			word := nameWords(name)
			return len(word) > 0 && (slices.Contains(words, string(word[0])) || i == 2 && string(word[0]) == "z")
		})
		if at < 0 {
			return nil
		}
		columns = append(columns, at)
	}
	return columns
}

func isMetric(names [][]byte) bool {
	if len(names) < 2 || len(names) > 3 {
		return false
	}
	for i, name := range names {
		if words := nameWords(name); len(words) == 0 || !slices.Contains(metric[i], string(words[0])) {
			return false
		}
	}
	return true
}

// fills are numbers that programs write where there is none: rasters, NetCDF and scanners.
var fills = []float64{
	-9999, -99999, -999999, 9999, 99999, 999999, -32768, -32767, 32767, -2147483648, 2147483647,
	1e20, -1e20, 1e30, -1e30, math.MaxFloat32, -math.MaxFloat32, 0x1.ep122,
}

// fewest is how many points tell anything about the others.
const fewest = 3

// fillApart is how much farther than the others are apart a number must be from them.
const fillApart = 10

// isFill allows for a few digits.
func isFill(x float64) bool {
	return slices.ContainsFunc(fills, func(fill float64) bool { return x == fill || math.Abs(x/fill-1) < 1e-6 })
}

// fillOf returns a number that stands apart from all others of a coordinate, and in how many rows; 0 rows for none.
func fillOf(c *Cloud, j int) (fill float64, rows int) {
	low, high := math.Inf(1), math.Inf(-1)
	for i := j; i < len(c.Points); i += c.Dimension {
		switch x := c.Points[i]; {
		case !isFill(x):
			low, high = min(low, x), max(high, x)
		case rows == 0 || x == fill:
			fill = x
			rows++
		}
	}
	if rows == 0 || !(low <= high) || c.Count() < fewest {
		return 0, 0
	}
	if apart := max(low-fill, fill-high); !(apart > fillApart*(high-low)) || !(apart > fillApart*max(math.Abs(low), math.Abs(high))) {
		return 0, 0
	}
	return fill, rows
}

// areDegrees tells whether the first two coordinates may be latitude and longitude, in either order, of places near each other:
// written to more than three decimals, within a degree, and far from 0.
func areDegrees(c *Cloud) bool {
	const (
		spread = 1
		far    = 10 // times the spread
	)
	if c.Count() < fewest {
		return false
	}
	most := [2]float64{}
	for j := range most {
		low, high, fine := math.Inf(1), math.Inf(-1), 0
		for i := j; i < len(c.Points); i += c.Dimension {
			x := c.Points[i]
			low, high = min(low, x), max(high, x)
			if scaled := float64(x * 1000); math.Abs(scaled-math.Floor(scaled+0.5)) > 1e-6 {
				fine++
			}
		}
		most[j] = max(math.Abs(low), math.Abs(high))
		least := min(math.Abs(low), math.Abs(high))
		if !(high-low < spread) || low < 0 && high > 0 || !(least > far*(high-low)) || least < spread || 2*fine < c.Count() {
			return false
		}
	}
	return min(most[0], most[1]) <= 90 && max(most[0], most[1]) <= 180
}

// isColour tells whether a field of three numbers is named as a colour is.
func isColour(name []byte) bool {
	return isOneOf(name, "rgb", "color", "colour", "colors", "colours")
}

// isPosition tells whether a field of several numbers is named as a point is.
func isPosition(name []byte) bool {
	key := nameKey(string(name))
	return len(name) > 1 && knownStem([]byte(key)) != "" && !isUnit([]byte(key)) || key == "xy" || key == "p" || key == "vertex" || key == "vertices"
}
