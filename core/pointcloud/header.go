package pointcloud

import (
	"bytes"
	"slices"
	"sort"
	"strings"
)

// A pick says which columns are the coordinates.
type pick struct {
	column    [3]int
	dimension int  // 0 where nothing tells
	own       bool // they are called x and y, and perhaps z
	taken     bool // by the reading
	guessed   bool // by their number alone
	names     [][]byte
	notes     []Note
}

// pickNames picks the columns that are called x, y and z, or by names that differ in these alone; of several such groups
// the first that is known. Where the names leave it open it asks, if it may.
func pickNames(names [][]byte, asks bool, fail failing) pick {
	p, groups := pick{names: names, column: [3]int{-1, -1, -1}}, groupsOf(names)
	if asks && len(groups) > 0 {
		askGroups(groups, names, fail)
	}
	for column, name := range names {
		j := coordinateName(plainName(name))
		switch {
		case j < 0:
			continue
		case p.column[j] >= 0:
			stop(fail("names %c twice", "xyz"[j]))
		}
		p.column[j], p.own = column, true
	}
	if !p.own {
		p.takeStems(groups)
	} else if d, err := namedDimension(p.column); err != nil && asks && len(names) > 2 && p.column[1] < 0 && p.column[0] < 0 {
		askNames(names, 0, fail)
	} else if err != nil {
		stop(fail("%v", err))
	} else {
		p.dimension = d
	}
	if asks && p.dimension > 0 {
		askUnits(names, p.column[:p.dimension], fail)
		p.askHeight(fail)
	}
	return p
}

// pickColumns picks among columns that all have names, x, y and z first: those of the reading, or by their names. It asks where neither tells.
func pickColumns(names [][]byte, r Reading, fail failing) (p pick) {
	if r.Coordinates != (Columns{}) {
		if most := slices.Max(r.Coordinates[:]); most > len(names) {
			stop(fail("has %d columns and no column %d, which coordinates name", len(names), most))
		}
		p = pick{names: names, column: r.Coordinates.fromZero(), dimension: r.Coordinates.dimension(), taken: true}
		d, _ := namedDimension(coordinatesOf(names))
		p.own = d == p.dimension && r.Coordinates == asNamed(d)
		return p
	}
	if p = pickNames(names, true, fail); p.dimension == 0 {
		if len(names) < 2 {
			stop(fail("has no x"))
		}
		p.takeOthers(0, fail)
	}
	return p
}

// pickLists picks among lists that need not belong together: those of the reading, x, y and z, or by their names; dimension 0 where nothing tells.
func pickLists(names [][]byte, r Reading, fail failing) (p pick) {
	if r.Coordinates != (Columns{}) && len(names) > 1 {
		return pickColumns(names, r, fail)
	}
	if own := coordinatesOf(names); own[0] >= 0 && own[1] >= 0 {
		return pick{names: names, column: own, dimension: min(3, 3+own[2]), own: true}
	}
	if try(func() { p = pickNames(names, false, fail) }) == nil && p.dimension > 0 {
		return pickNames(names, true, fail)
	}
	askDegrees(names, fail)
	return pick{}
}

// takeOthers picks the first columns, from one on, where these are two, or are numbered; it asks about other names.
func (p *pick) takeOthers(first int, fail failing) {
	names := p.names[first:]
	askDegrees(p.names, fail)
	if slices.ContainsFunc(names, isAngle) || len(names) != 2 && !isSeries(names[:min(3, len(names))]) {
		askNames(p.names, first, fail)
	}
	p.guessed, p.dimension, p.column = true, min(3, len(names)), [3]int{first, first + 1, first + 2}
	askUnits(p.names, p.column[:p.dimension], fail)
	p.notes = append(p.notes, note("The columns %s are read as %s.", quoted(names[:p.dimension]), axes(p.dimension)))
}

// takeStems picks the first known group.
func (p *pick) takeStems(groups []group) {
	isKnown := func(g group) bool { return g.isKnown() }
	i := slices.IndexFunc(groups, isKnown)
	if i < 0 {
		groups = groupsBy(p.names, splitName)
		i = slices.IndexFunc(groups, isKnown)
	}
	if i < 0 {
		return
	}
	g := groups[i]
	for column, name := range p.names {
		if stem, _, j := splitName(name); j >= 0 && stem == g.key && g.column[j] != column {
			return // twice
		}
	}
	p.column, p.dimension = g.column, g.dimension()
	p.notes = []Note{note("The columns %s are read as %s.", quoted(p.chosen()), axes(p.dimension))}
}

// coordinate returns which coordinate a column is, -1 for none.
func (p *pick) coordinate(column int) int { return slices.Index(p.column[:p.dimension], column) }

// named returns which coordinate a name is of, in either case, −1 for none. Other coordinates than the picked ones are 2.
func (p *pick) named(name []byte) int {
	for j, column := range p.column[:p.dimension] {
		if own := p.names[column]; len(own) == len(name) && bytes.EqualFold(own, name) {
			return j
		}
	}
	if p.own && coordinateName(name) == 2 {
		return 2
	}
	return -1
}

// chosen returns the names of the coordinates.
func (p *pick) chosen() (names [][]byte) {
	for _, column := range p.column[:p.dimension] {
		names = append(names, p.names[column])
	}
	return names
}

// carries tells whether a column is an attribute: not x, y or z where the reading has taken others.
func (p *pick) carries(column int) bool {
	return p.coordinate(column) < 0 && (!p.taken || coordinateName(p.names[column]) < 0)
}

// origin is what the chooser has to know, nil where the columns are x, y and z.
func (p *pick) origin() *origin {
	if p.own {
		return nil
	}
	return &origin{what: "table", names: p.names, column: p.column, width: len(p.names), named: !p.guessed, told: true, taken: p.taken}
}

// coordinatesOf returns the columns that are called x, y and z, −1 for none.
func coordinatesOf(names [][]byte) (column [3]int) {
	for j := range column {
		column[j] = slices.IndexFunc(names, func(name []byte) bool { return coordinateName(name) == j })
	}
	return column
}

// coordinatesFirst puts what is called x, y or z first, in this order.
func coordinatesFirst[T any](list []T, name func(one T) string) {
	rank := func(i int) int { return (coordinateName([]byte(name(list[i]))) + 4) % 4 }
	sort.SliceStable(list, func(i, j int) bool { return rank(i) < rank(j) })
}

// header tells whether the row is one, and takes the columns that it, or a remark before
// it, names.
func (t *table) header(r *rowReader) (bool, []Note) {
	if t.transposed {
		return false, nil
	}
	fields := t.fields(r.row)
	if t.named {
		return t.skipsHeader(r, fields), nil
	}
	if p := pickNames(fields, true, r.fail); p.dimension > 0 {
		t.named, t.column, t.dimension = true, p.column, p.dimension
		return true, p.notes
	}
	if t.takeRemark(r) {
		if t.column == [3]int{0, 1, 2} {
			return false, nil
		}
		return false, []Note{note("The remark %s is read as the names of the columns.", quote(trim(r.remark)))}
	}
	if r.delimiter == 0 && isNumbered(fields) && columns(t.split, r.ahead()) == t.width+1 {
		t.told = true
		return true, []Note{note("The first row, %s, is read as the names of columns, as pandas prints them.", quote(trim(r.row)))}
	}
	return t.takeOthers(r, fields)
}

// skipsHeader tells whether the first row is a header, where the reading names the columns.
func (t *table) skipsHeader(r *rowReader, fields [][]byte) bool {
	if r.delimiter != 0 && isNumbered(fields) && t.decimalsFollow(r) {
		return true
	}
	for j, column := range t.column[:t.dimension] {
		if column >= len(fields) {
			return false
		}
		if _, err := (&spelling{}).coordinate(fields[column]); err == nil {
			return false
		} else if first := fields[column]; j == 0 && len(first) > 0 && digits(first[:1]) == 1 {
			return false
		}
	}
	return true
}

// fields splits a row, of which a long one has no names.
func (t *table) fields(row []byte) (all [][]byte) {
	const most = 1 << 12
	for field, rest, ok := t.split(row); ok && len(all) < most; field, rest, ok = t.split(rest) {
		all = append(all, field)
	}
	return all
}

// elementNames are names of columns with the elements of atoms.
var elementNames = []string{Element, "elements", "atomic_number"}

// carryNamed makes the columns that a header names attributes, the coordinates aside.
func (t *table) carryNamed(fields [][]byte) {
	for column, field := range fields[:min(len(fields), 2*MaxAttributes)] {
		if slices.Contains(t.column[:t.dimension], column) {
			continue
		}
		t.carry(attributeName(field), column, 0)
	}
}

// attributeName is the name of the attribute in a column that is called so.
func attributeName(field []byte) string {
	name := plainName(field)
	switch lower := string(bytes.ToLower(name)); {
	case slices.Contains(elementNames, lower):
		return Element
	case slices.Contains(labelNames, lower):
		return lower
	}
	return string(name)
}

// stems are what names of coordinates have beside x, y and z, or 0, 1 and 2, in the files
// of ParaView (Points:0, CoordinatesX), VeloView (Points_m_XYZ:0) and people.
var stems = []string{
	"point", "points", "pointsmxyz", "p", "pt", "pts", "pos", "position", "positions", "coord", "coords", "coordinate", "coordinates",
	"xyz", "x", "cloud", "loc", "location", "m", "mm", "cm",
}

// splitName returns which coordinate a name is of, and its stem, "" for other names.
func splitName(field []byte) (stem string, placed bool, coordinate int) {
	name := []byte(lettersOf(string(field)))
	n := len(name) - 1
	if n < 1 {
		return "", false, -1
	}
	stem, j := string(name[:n]), int(name[n])-'0'
	if j < 0 || j > 2 {
		j = coordinateName(name[n:])
	}
	if j < 0 || knownStem(name[:n]) == "" {
		stem, j = string(name[1:]), coordinateName(name[:1])
	}
	if knownStem([]byte(stem)) == "" {
		return "", false, -1
	}
	return stem, false, j
}

// lettersOf returns the letters and digits of a name in lower case.
func lettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if r > 'z' || !isLetter(byte(r)) && (r < '0' || r > '9') {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

func knownStem(name []byte) string {
	if slices.Contains(stems, string(name)) {
		return string(name)
	}
	return ""
}

// takeRemark takes the names in a comment before the first row, as numpy.savetxt writes
// them, where it has as many as there are columns.
func (t *table) takeRemark(r *rowReader) bool {
	if r.remark == nil {
		return false
	}
	var p pick
	fields := (&table{split: splitRemark(r.remark)}).fields(r.remark)
	if len(fields) != t.width || try(func() { p = pickNames(fields, false, r.fail) }) != nil || p.dimension == 0 {
		return false
	}
	askUnits(fields, p.column[:p.dimension], r.fail)
	t.named, t.column, t.dimension, t.names = true, p.column, p.dimension, cloned(fields)
	t.carryNamed(fields)
	return true
}

// takeOthers takes a header that names no coordinate: of two or three columns, beside one
// without a name that numbers the rows; or the numbers that pandas gives to columns.
func (t *table) takeOthers(r *rowReader, fields [][]byte) (header bool, notes []Note) {
	first := 0
	if len(fields) > 2 && len(fields[0]) == 0 {
		first = 1
		notes = append(notes, note("The first column, which has no name, numbers the rows and is left out."))
	}
	names := fields[first:]
	numbered := r.delimiter != 0 && isNumbered(names)
	switch {
	case !numbered && !isHeader(t.split, r.row):
		return false, nil
	case !numbered && len(names) < 2:
		r.stop("has %d columns, want 2 or 3, or a header that names x, y and z", len(names))
	case numbered && !(first > 0 && t.indexFollows(r) || first == 0 && t.decimalsFollow(r)):
		return false, nil
	}
	p := pick{names: fields, dimension: min(3, len(names)), column: [3]int{first, first + 1, first + 2}}
	if numbered {
		p.notes = []Note{note("The first row, %s, is read as the names of columns, as pandas writes them.", quote(trim(r.row)))}
	} else {
		p.takeOthers(first, r.fail)
	}
	t.dimension, t.column = p.dimension, p.column
	t.told = t.told || numbered && first > 0 && len(names) <= manyColumns || !numbered && len(names) <= 3
	return true, append(notes, p.notes...)
}

// quoted lists names.
func quoted(names [][]byte) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = shown(name)
	}
	return listed(list)
}

// isNumbered tells whether names are 0, 1, 2 and so on.
func isNumbered(names [][]byte) bool {
	for i, name := range names {
		if n, err := wholeNumber(name); err != nil || n != uint64(i) || len(name) > 1 && name[0] == '0' {
			return false
		}
	}
	return len(names) > 1
}

// decimalsFollow tells whether the row after this one has a decimal point: then 0, 1, 2 is
// no row of the same numbers.
func (t *table) decimalsFollow(r *rowReader) bool { return bytes.IndexByte(r.ahead(), '.') >= 0 }

// indexFollows tells whether the row after this one has something in its first column.
func (t *table) indexFollows(r *rowReader) bool {
	first, _, _ := t.split(r.ahead())
	return len(first) > 0
}

// ahead returns the row after this one.
func (r *rowReader) ahead() []byte {
	lines := *r.lines
	next := rowReader{lines: &lines, delimiter: r.delimiter}
	next.next()
	return next.row
}

// plainName takes a name out of its quotes, comment signs and units: "//X",
// "x [m]", "y(mm)".
func plainName(field []byte) []byte {
	field = bytes.TrimPrefix(bytes.Trim(field, `"'`), []byte("//"))
	if i := bytes.IndexAny(field, "[("); i > 0 {
		field = field[:i]
	}
	return trim(field)
}

// splitRemark splits at commas or semicolons where a remark has some, else at blanks.
func splitRemark(remark []byte) splitter {
	if i := bytes.IndexAny(remark, ",;"); i >= 0 {
		return splitAt(remark[i])
	}
	return splitSpace
}

// namesPoint tells whether a remark is a header: "//X Y Z R G B".
func namesPoint(row []byte) bool {
	found, split := 0, splitRemark(row)
	if groups := groupsOf((&table{split: split}).fields(row)); len(groups) == 1 && groups[0].isKnown() {
		return true
	}
	for field, rest, ok := split(row); ok; field, rest, ok = split(rest) {
		if coordinateName(plainName(field)) == found {
			found++
		}
	}
	return found >= 2
}

// isHeader tells whether no field of the row is meant as a number.
func isHeader(split splitter, row []byte) bool {
	names := 0
	for field, rest, ok := split(row); ok; field, rest, ok = split(rest) {
		switch {
		case len(field) == 0:
		case isRowStart(field[0]) || isMissing(field):
			return false
		default:
			names++
		}
	}
	return names > 0
}

func cloned(fields [][]byte) [][]byte {
	out := make([][]byte, len(fields))
	for i, field := range fields {
		out[i] = bytes.Clone(field)
	}
	return out
}
