package pointcloud

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

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
		f.Cloud.Attributes = slices.DeleteFunc(f.Cloud.Attributes, func(a Attribute) bool { return a.Name == Element })
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
