package pointcloud

import (
	"bytes"
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
	count := words(first, 2)
	if len(count) != 1 || digits(count[0]) != len(count[0]) {
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
	count, ok := frameCount(l)
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

// frameCount reads the number of atoms, which blank lines may precede; false at the end of the file.
func frameCount(l *lines) (count uint64, ok bool) {
	if line, ok := l.content(0); ok {
		return l.count(line, "want the number of atoms of the next frame"), true
	}
	return 0, false
}

// readFrame reads a frame of a molecule file: a line with the number of atoms, a line of remarks, then a line "element x y z" for every
// atom, whose further columns are ignored. A remark of the extended format says itself which columns are which. Lengths are in Å.
func readFrame(l *lines) File {
	count, _ := frameCount(l)
	allow(countProblem(count), l.stop)
	remark, _ := l.next()
	c := columnsOf(remark, l.stop)
	points, sp := gather(count, 3), spelling{}
	places := points.carries(c.names...)
	cells := 0
	for range count {
		row, _ := l.next()
		if len(c.others) > 0 && c.names[0] == Element && isCell(columnOf(row, c.others[0])) {
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
	names  []string // of attributes
	others []int    // their columns
}

// columnsOf returns the columns that the remark declares, or else the element and then x.
func columnsOf(remark []byte, stop stopping) (c xyzColumns) {
	declaration, declared := propertiesOf(remark)
	if !declared {
		return xyzColumns{x: 1, names: []string{Element}, others: []int{0}}
	}
	const most = 1 << 10
	c.x = -1
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
		case (name == "species" || name == "z" || name == "numbers") && !slices.Contains(c.names, Element):
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

// valueOf reads an attribute: an element by its symbol, or a number, NaN for none.
func valueOf(name string, field []byte) float64 {
	if x := numberOr(field); name != Element || !math.IsNaN(x) {
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

// Labels of capitals alone, such as CA, may be names of atoms or symbols. The labels of a file tell together, so that each is marked until all are
// known: either may be, or only a symbol.
const (
	elementMark = 0x7ffc_0000_0000_0000 // a NaN
	maybeName   = elementMark | 1<<16
	capitals    = elementMark | 2<<16
)

// elementOf returns the atomic number of a label: a symbol, perhaps with an isotope, a charge or a number, or the number itself. It is 0 for
// dummies, a mark for capitals and NaN for other labels.
func elementOf(label []byte) float64 {
	if n, err := wholeNumber(label); err == nil && n <= uint64(len(symbols)) {
		return float64(n)
	}
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
	switch charged := len(bytes.Trim(rest, "+-0123456789()^")) == 0 && bytes.ContainsAny(rest, "+-"); {
	case len(label) > 0 && label[0] == '@', slices.Contains(dummies, upper) && (end < 2 || len(bytes.Trim(rest, "0123456789-():")) <= 2), slices.Contains(dummies, string(label)):
		return 0
	case n == 0 || end > 1 && upper == string(word[:end]) && len(rest) > 0 && !charged:
		return wordNumber(label)
	case end == 1 || upper != string(word[:end]):
		return float64(n)
	case bytes.IndexByte([]byte("CHNOPS"), word[0]) >= 0 && !slices.Contains([]string{"CL", "NA", "SI", "SE", "PT", "CR", "CS"}, upper):
		return math.Float64frombits(maybeName | uint64(n))
	}
	return math.Float64frombits(capitals | uint64(n))
}

// settleElements reads the marks of labels by all of them.
func (f *File) settleElements() {
	values := f.Cloud.Attribute(Element)
	mark := func(x float64) uint64 { return math.Float64bits(x) &^ 0xffff }
	sure := slices.ContainsFunc(values, func(x float64) bool { return mark(x) == capitals })
	for i, x := range values {
		if bits := math.Float64bits(x); mark(x) == capitals || mark(x) == maybeName && sure {
			values[i] = float64(bits & 0xffff)
		}
	}
	at := slices.IndexFunc(f.Notes, func(n Note) bool { return n.Text == elementsNote.Text })
	switch {
	case at < 0:
	case slices.ContainsFunc(values, math.IsNaN):
		f.Cloud.Attributes = pruned(f.Cloud.Attributes, func(a Attribute) bool { return a.Name == Element })
		f.Notes = slices.Clone(f.Notes)
		f.Notes[at] = note("Atoms are read as points. Some of their labels are no symbols of elements, so that the attribute \"element\" is left out.")
	case slices.Contains(values, 0):
		f.Notes = append(f.Notes, note("Dummy atoms have the element 0."))
	}
}

// residues are groups whose atoms have names that begin with their elements: amino acids, nucleotides, water, and groups that end chains.
var residues = strings.Fields(`
	ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL MSE SEC PYL HYP SEP TPO PTR CME CSO KCX
	HID HIE HIP HSD HSE HSP CYX CYM ASH GLH LYN ACE NME NMA NH2 FOR UNK ASX GLX
	A C G U T I DA DC DG DT DU DI RA RC RG RU ADE CYT GUA THY URA
	HOH WAT H2O DOD TIP TIP3 TP3 T3P T4P SOL SPC HEM HEC HEA HEB`)

// pdbElement returns the element of an atom: by columns 77 and 78, its residue, or the columns of its name, in which the element ends in
// column 14. NaN stands for names that leave it open.
func pdbElement(line []byte, shift, over int) float64 {
	const symbol, name, residue, end = 76, 12, 17, 21
	if at := symbol + shift; len(line) >= at+2 {
		if word := trim(line[at : at+2]); !slices.ContainsFunc(word, func(c byte) bool { return !isLetter(c) }) {
			if n := numberOf(word); n > 0 {
				return float64(n)
			}
		}
	}
	label := bytes.TrimLeft(trim(line[name+over:name+4+over]), "0123456789'\"*")
	group := string(bytes.ToUpper(trim(line[residue+over : end+over-1])))
	letters := func(word string) string {
		return strings.TrimRightFunc(strings.ToUpper(word), func(r rune) bool { return r < 'A' || r > 'Z' })
	}
	word := letters(string(label))
	pair := numberOf([]byte(word))
	switch {
	case len(label) == 0:
		return wordNumber(label)
	case word != "" && letters(group) == word && pair > 0: // an ion
		return float64(pair)
	case word == "FE" && strings.HasPrefix(group, "HE"), word == "SE" && (group == "MSE" || group == "SEC"):
		return float64(pair)
	case slices.Contains(residues, group) || len(group) == 4 && slices.Contains(residues, group[1:]) || len(group) == 3 && group[0] == 'D' && slices.Contains(residues, group[:2]):
		if label[0] == 'M' || label[0] == 'L' || label[0] == 'E' {
			return 0 // a site of a model of water
		}
		return orWord(numberOf(label[:1]), label)
	case line[name+over] == ' ' || digits(line[name+over:name+over+1]) == 1:
		return orWord(numberOf(label[:1]), label)
	}
	x := elementOf([]byte(word[:min(len(word), 2)]))
	if bits := math.Float64bits(x) &^ 0xffff; bits == capitals {
		return float64(math.Float64bits(x) & 0xffff)
	}
	if len(label) == 4 && label[0] == 'H' {
		return 1
	}
	return wordNumber(label)
}

func orWord(n int, label []byte) float64 {
	if n == 0 {
		return wordNumber(label)
	}
	return float64(n)
}
