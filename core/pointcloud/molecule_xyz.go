package pointcloud

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// isMoleculeXYZ tells a molecule from a table of numbers: it starts with a
// count alone on its line, and its third line is an atom. An element may be an
// atomic number when the second line is not a row of a table itself, as it is
// in the PTS files of scanners.
func isMoleculeXYZ(content []byte) bool {
	l := newLines(content[:min(len(content), 1<<16)], 0)
	first, _ := l.next()
	count := words(first, 3)
	if len(count) < 1 || len(count) > 2 || digits(count[0]) != len(count[0]) || len(count) == 2 && !isUnit(bytes.ToLower(count[1])) {
		return false
	}
	remark, _ := l.next()
	third, _ := l.next()
	atom := words(third, 5)
	if len(atom) < 4 || isSDF(content[:min(len(content), 1<<12)]) {
		return false
	}
	if _, declared := propertiesOf(remark); declared {
		return true
	}
	label := atom[0][min(digits(atom[0]), len(atom[0])-1)] // behind the isotope
	return isLetter(label) || label == '@' || digits(atom[0]) == len(atom[0]) && !isRow(remark)
}

// isRow tells whether a line starts with three numbers.
func isRow(line []byte) bool {
	return try(func() { readPoint(line, number, nowhere) }) == nil
}

func isLetter(c byte) bool { c |= 0x20; return 'a' <= c && c <= 'z' }

// elementsNote goes with every molecule.
var elementsNote = Note{Text: "Atoms are read as points; their elements are the attribute \"element\".", Routine: true}

// skipFrame moves past the next frame; nil at the end of the file.
func skipFrame(l *lines, number int) *Part {
	count, _, ok := frameCount(l)
	if !ok {
		return nil
	}
	remark, _ := l.next()
	for i := range count {
		if _, ok := l.next(); !ok {
			l.stop("the file ends after %d of %d atoms", i, count)
		}
	}
	skipQM9(l)
	return &Part{Name: fmt.Sprint(number), Title: title(remark), Count: int(min(count, uint64(maxPoints)+1)), Dimension: 3}
}

// frameCount reads the number of atoms, which blank lines may precede, and the unit that Psi4 writes behind it; false at the end of the file.
func frameCount(l *lines) (count uint64, unit string, ok bool) {
	line, ok := l.content(0)
	if !ok {
		return 0, "", false
	}
	if fields := words(line, 3); len(fields) == 2 && isUnit(bytes.ToLower(fields[1])) {
		line, unit = fields[0], signOf(bytes.ToLower(fields[1]))
	}
	return l.count(line, "want the number of atoms of the next frame"), unit, true
}

// unitOfRemark returns the unit that a remark names, "" for none or several. Au is gold, and hartree/bohr a force.
func unitOfRemark(remark []byte) (unit string) {
	parts := func(c rune) bool { return c != '/' && c < 0x80 && (c < 'a' || c > 'z') }
	for _, word := range bytes.FieldsFunc(bytes.ToLower(remark), parts) {
		sign := signOf(word)
		if sign != "bohr" && sign != "Å" || string(word) == "au" {
			continue
		}
		if unit != "" && unit != sign {
			return ""
		}
		unit = sign
	}
	return unit
}

// readFrame reads a frame of a molecule file: a line with the number of atoms, a line of remarks, then a line "element x y z" for every
// atom, whose further columns are ignored. A remark of the extended format says itself which columns are which. Lengths are in Å,
// unless the file names another unit.
func readFrame(l *lines) File {
	count, unit, _ := frameCount(l)
	allow(countProblem(count), l.stop)
	remark, _ := l.next()
	c := columnsOf(remark, l.stop)
	points, sp := gather(count, 3), spelling{}
	places := points.carries(c.names...)
	cells := 0
	for range count {
		row, _ := l.next()
		if c.label >= 0 && isCell(columnOf(row, c.label)) {
			cells++
			continue
		}
		point := atom(l, &sp, row, c.x)
		if n := columns(splitSpace, row); c.width > 0 && n != c.width {
			l.stop("has %d columns, but Properties names %d; correct Properties or the row", n, c.width)
		}
		for k, column := range c.others {
			points.carry(places[k], valueOf(c.names[k], columnOf(row, column)))
		}
		points.add(point)
	}
	file := sp.file(points.file, l.stop)
	file.Unit = cmp.Or(unit, unitOfRemark(remark))
	file.Notes = append([]Note{elementsNote}, file.Notes...)
	if bytes.Contains(bytes.ToLower(remark), []byte("lattice=")) {
		file.Notes = append(file.Notes, note("The cell that Lattice gives is left out: the atoms are points, without their periodic images."))
	}
	if cells > 0 {
		file.Notes = append(file.Notes, note("The %d rows Tv or VEC are vectors of the lattice and are left out: the atoms are points, without their periodic images.", cells))
	}
	if skipQM9(l) {
		file.Notes = append(file.Notes, note("The lines after the atoms, with frequencies, SMILES and InChI, are left out."))
	}
	return file
}

// skipQM9 moves past what files of the data set QM9 have behind the atoms (Ramakrishnan et al.,
// Sci. Data 1, 2014): a line of frequencies, one of SMILES, one of InChI.
func skipQM9(l *lines) bool {
	const most = 3
	at := *l
	for range most {
		line, ok := at.next()
		if !ok {
			return false
		}
		if bytes.HasPrefix(trim(line), []byte("InChI=")) {
			*l = at
			return true
		}
	}
	return false
}

// propertiesOf returns how a remark of the extended XYZ format declares the columns:
// Properties=species:S:1:pos:R:3, perhaps in quotes.
func propertiesOf(remark []byte) (declaration []byte, declared bool) {
	const key = "properties="
	i := bytes.Index(bytes.ToLower(remark), []byte(key))
	if i < 0 {
		return nil, false
	}
	value := remark[i+len(key):]
	if len(value) > 0 && (value[0] == '"' || value[0] == '\'') {
		quoted, _, _ := bytes.Cut(value[1:], value[:1])
		return trim(quoted), true
	}
	word, _, _ := splitSpace(value)
	return word, true
}

// xyzColumns are the columns of a molecule file, counted from 0.
type xyzColumns struct {
	x      int
	width  int      // the number of columns, 0 for any
	label  int      // -1 for none
	names  []string // of attributes
	others []int    // their columns
}

// columnsOf returns the columns that the remark declares, or else the element and then x.
func columnsOf(remark []byte, stop stopping) (c xyzColumns) {
	declaration, declared := propertiesOf(remark)
	if !declared {
		return xyzColumns{x: 1, names: labelNames[:1], others: []int{0}}
	}
	const most = 1 << 10
	c.x, c.label = -1, -1
	var names []string
	parts := bytes.Split(declaration, []byte{':'})
	for ; len(parts) >= 3; parts = parts[3:] {
		count, err := wholeNumber(parts[2])
		if err != nil || count == 0 || count > most {
			stop("Properties: %s needs a number of columns, got %s", quote(parts[0]), quote(parts[2]))
		}
		name := string(bytes.ToLower(parts[0]))
		if name == "positions" || name == "position" {
			name = "pos"
		}
		if slices.Contains(names, name) {
			stop("Properties names %s twice; give each column a name of its own", quote(parts[0]))
		}
		names = append(names, name)
		if name == "pos" && count == 3 && bytes.EqualFold(parts[1], []byte("R")) {
			c.x = c.width
		}
		switch kind := bytes.ToUpper(parts[1]); {
		case count != 1:
		case name == labelNames[0]:
			c.label = c.width
			c.names, c.others = append(c.names, name), append(c.others, c.width)
		case (name == "z" || name == "numbers") && !slices.Contains(c.names, Element):
			c.names, c.others = append(c.names, Element), append(c.others, c.width)
		case string(kind) == "R" || string(kind) == "I":
			c.names, c.others = append(c.names, string(parts[0])), append(c.others, c.width)
		}
		c.width += int(count)
	}
	if c.x < 0 {
		stop("Properties names no column pos:R:3; add it, or leave Properties out where the columns are element, x, y and z")
	}
	return c
}

// valueOf reads an attribute: the label of an atom, or a number, NaN for none.
func valueOf(name string, field []byte) float64 {
	x, loose := numberOr(field), slices.Contains(labelNames, name)
	switch {
	case loose && x >= 0 && x <= float64(len(symbols)) && !isFraction(x):
		return mark(wholeLabel, int(x))
	case name != Element && !loose || !math.IsNaN(x):
		return x
	}
	return elementOf(field)
}

// columnOf returns a column of a row, counted from 0; nil for one that it does not have.
func columnOf(row []byte, column int) (field []byte) {
	for range column + 1 {
		field, row, _ = splitSpace(row)
	}
	return field
}

// atom reads x, y and z from the columns at first, counted from 0.
func atom(l *lines, sp *spelling, row []byte, first int) [3]float64 {
	if isBlank(row) {
		l.stop(`want "element x y z", got a blank line`)
	}
	for range first {
		_, row, _ = splitSpace(row)
	}
	point, _ := readPoint(row, sp.number, l.stop)
	return point
}

// symbols are those of the chemical elements; hydrogen has the number 1.
var symbols = strings.Fields(`
	H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr
	Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu
	Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr
	Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`)

// numberOf returns the atomic number of a symbol in any case, 0 for other words. D and T are hydrogen.
func numberOf(symbol []byte) int {
	if len(symbol) < 1 || len(symbol) > 2 {
		return 0
	}
	word := string(bytes.ToUpper(symbol[:1])) + string(bytes.ToLower(symbol[1:]))
	if word == "D" || word == "T" {
		return 1
	}
	return slices.Index(symbols, word) + 1
}

// dummies are labels of places without an atom.
var dummies = []string{"X", "XX", "DU", "DUM", "DUMMY", "Q", "A", "L", "LP", "BQ", "GH", "R#", "*", "?"}

// isCell tells whether a label is of a lattice vector, as MOPAC and others write it among atoms.
func isCell(label []byte) bool {
	return len(label) > 1 && slices.Contains([]string{"TV", "VEC"}, string(bytes.ToUpper(bytes.TrimRight(label, "123"))))
}

// labelNames are columns with the labels of atoms, which may be elements, types, numbers or names. The first is that of molecule files.
var labelNames = []string{"species", "symbol", "symbols", "atom"}

// Only all labels of a file together tell what they are. Until all are read, each is a mark: a NaN with the element that it may be, and a kind.
const (
	elementMark = 0x7ffc_0000_0000_0000
	sureLabel   = iota // an element
	pairLabel          // two letters of one case
	nameLabel          // the same, but perhaps the name of an atom, such as CA
	wholeLabel         // a whole number, perhaps of a type or of an atom
	beadLabel          // perhaps the name of a bead
	onlyBead           // the same, and of no numbered atom
)

func mark(kind uint64, element int) float64 {
	return math.Float64frombits(elementMark | kind<<16 | uint64(element))
}

// marked returns what mark was given, kind 0 for other numbers.
func marked(x float64) (kind uint64, element int) {
	bits := math.Float64bits(x)
	if bits&elementMark != elementMark {
		return 0, 0
	}
	return bits >> 16 & 0xff, int(bits & 0xffff)
}

// beads may be those of coarse models (Martini) as well as numbered atoms, the first only those.
var beads = strings.Fields("A B W N0 P1 P2 P3 P4 P5 P6 C1 C2 C3 C4 C5 C6 N1 N2 N3 N4 N5 N6 Na Nd")

// elementOf returns the mark of a label: a symbol, perhaps with an isotope, a charge or a number; of the element 0 for dummies. It returns NaN for others.
func elementOf(label []byte) float64 {
	word := label[digits(label):] // without the isotope
	if digits(label) > 3 {
		return wordNumber(label)
	}
	end := 0
	for end < len(word) && isLetter(word[end]) {
		end++
	}
	upper := string(bytes.ToUpper(word[:end]))
	n, rest := numberOf(word[:end]), word[end:]
	charged := len(bytes.Trim(rest, "+-0123456789()^")) == 0 && bytes.ContainsAny(rest, "+-")
	pair := end > 1 && (upper == string(word[:end]) || string(bytes.ToLower(word[:end])) == string(word[:end]))
	bead := slices.Index(beads, string(label))
	switch {
	case bead >= 0 && bead < 4:
		return mark(onlyBead, n)
	case bead >= 0:
		return mark(beadLabel, n)
	case len(label) > 0 && label[0] == '@', slices.Contains(dummies, upper) && (end < 2 || len(bytes.Trim(rest, "0123456789-():")) <= 2), slices.Contains(dummies, string(label)):
		return mark(sureLabel, 0)
	case n == 0 || pair && len(rest) > 0 && !charged:
		return wordNumber(label)
	case !pair:
		return mark(sureLabel, n)
	case bytes.IndexByte([]byte("CHNOPS"), upper[0]) >= 0 && !slices.Contains([]string{"CL", "NA", "SI", "SE", "PT", "CR", "CS"}, upper):
		return mark(nameLabel, n)
	}
	return mark(pairLabel, n)
}

// areElementLabels tells whether labels are elements: they are where all have a mark, unless they are 0 or 1, 2 and so on; or beads; or names beside plain
// carbon or nitrogen, or beside no other symbol.
func areElementLabels(values []float64) bool {
	var kinds [onlyBead + 1]bool
	var elements [256]bool
	organic, highest, several := false, 0, 0
	for _, x := range values {
		kind, n := marked(x)
		if kind == 0 {
			return false
		}
		if !elements[n] {
			several++
		}
		kinds[kind], elements[n], highest = true, true, max(highest, n)
		organic = organic || (n == 6 || n == 7) && kind != wholeLabel
	}
	atoms := kinds[sureLabel] || kinds[pairLabel] || kinds[nameLabel]
	counted := kinds[wholeLabel] && !atoms && (several == highest || several == highest+1)
	coarse := kinds[onlyBead] && (!atoms || elements[0] && elements[5])
	return !counted && !coarse && !(kinds[nameLabel] && (organic || !kinds[pairLabel]))
}

func hasLabels(a Attribute) bool { return a.Name == Element || slices.Contains(labelNames, a.Name) }

// settleElements reads the marks of labels. Types and numbers of atoms stay as they are.
func (f *File) settleElements() {
	at := slices.IndexFunc(f.Notes, func(n Note) bool { return n.Text == elementsNote.Text })
	for i := range f.Cloud.Attributes {
		a := &f.Cloud.Attributes[i]
		if !hasLabels(*a) {
			continue
		}
		atoms := areElementLabels(a.Values)
		for k, x := range a.Values {
			if kind, n := marked(x); kind == wholeLabel || atoms {
				a.Values[k] = float64(n)
			}
		}
		if known := f.Cloud.Attribute(Element); atoms && known == nil {
			a.Name = Element
		}
	}
	if at < 0 {
		return
	}
	i := slices.IndexFunc(f.Cloud.Attributes, hasLabels)
	f.Notes = slices.Clone(f.Notes)
	switch {
	case i < 0:
	case slices.ContainsFunc(f.Cloud.Attributes[i].Values, math.IsNaN):
		f.Cloud.Attributes = pruned(f.Cloud.Attributes, hasLabels)
		f.Notes[at] = note("Atoms are read as points. Some of their labels may be no symbols of elements, so that the attribute \"element\" is left out.")
	case f.Cloud.Attributes[i].Name != Element:
		f.Notes[at] = note("Atoms are read as points. Their labels may be types or numbers instead of elements, and are the attribute \"%s\".", labelNames[0])
	case slices.Contains(f.Cloud.Attributes[i].Values, 0):
		f.Notes = append(f.Notes, note("Dummy atoms have the element 0."))
	}
}
