package pointcloud

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// isPDB looks at the first record; a file without a header starts with an atom.
func isPDB(content []byte) bool {
	line, _ := newLines(content, 0).next()
	if bytes.HasPrefix(line, []byte("HEADER    ")) || bytes.HasPrefix(line, []byte("CRYST1 ")) {
		return true
	}
	return isPDBAtom(line) && try(func() { pdbPoint(line, nowhere) }) == nil
}

func isPDBAtom(line []byte) bool {
	return bytes.HasPrefix(line, []byte("ATOM ")) || bytes.HasPrefix(line, []byte("HETATM"))
}

// The places of x, y and z in a record, and of the decimal points of numbers with three decimals.
const pdbX, pdbWidth, pdbPoint1 = 30, 8, 34

// pdbShift returns by how many columns a record is moved to the right, by a serial of six or seven
// digits or a residue of five: the decimal points of x, y and z, and the blanks before x, tell. -1 is
// for a record whose numbers are not in the columns at all.
func pdbShift(line []byte) int {
	const most = 4
	for shift := range most + 1 {
		if isPDBColumns(line, shift) {
			return shift
		}
	}
	if fitsPDBColumns(line) {
		return 0
	}
	return -1
}

// isPDBColumns tells whether numbers with three decimals stand in the columns moved by so many.
func isPDBColumns(line []byte, shift int) bool {
	if len(line) < pdbX+3*pdbWidth+shift || len(trim(line[pdbX-3+shift:pdbX+shift])) > 0 {
		return false
	}
	for j := range 3 {
		if line[pdbPoint1+shift+pdbWidth*j] != '.' {
			return false
		}
	}
	end := pdbX + shift + 3*pdbWidth
	return (end == len(line) || digits(line[end:end+1]) == 0 && line[end] != '.') && try(func() { fixedPoint(line[pdbX+shift:], pdbWidth, nowhere) }) == nil
}

// fitsPDBColumns tells whether numbers with other decimals stand in the columns: each of the first
// three behind the residue is within its own, with blanks between.
func fitsPDBColumns(line []byte) bool {
	if len(line) < pdbX+3*pdbWidth || len(trim(line[pdbX-3:pdbX])) > 0 {
		return false
	}
	at := pdbX
	for j := range 3 {
		field, rest, _ := splitSpace(line[at:])
		end := len(line) - len(rest)
		if start := end - len(field); start < pdbX+pdbWidth*j || end > pdbX+pdbWidth*(j+1) {
			return false
		}
		if _, err := number(field); err != nil {
			return false
		}
		at = end
	}
	return true
}

// pdbPoint reads the coordinates of an atom, and by how many columns it is moved.
func pdbPoint(line []byte, stop stopping) (point [3]float64, shift int) {
	if len(line) < pdbX+3*pdbWidth {
		stop("has %d columns; an atom needs 54", len(line))
	}
	shift = pdbShift(line)
	point = fixedPoint(line[pdbX+max(0, shift):], pdbWidth, stop)
	if shift < 0 {
		stop("x, y and z are not in columns 31 to 54, nor moved to the right together; write the file again, with Open Babel for example")
	}
	return point, shift
}

// readPDB reads the atoms of a Protein Data Bank file (wwPDB format 3.3): the
// records ATOM and HETATM, with x, y and z in columns 31–38, 39–46 and 47–54,
// in Å. The models, where there are any, are the parts. Where a residue has
// alternate locations, those of the letter that comes first are taken.
func readPDB(s *source, found parts) {
	declared := false
	if n := pdbCopies(newLines(s.data, s.start)); n > 0 {
		found = noted(found, []Note{note("Copies of the atoms that the file gives by matrices alone (MTRIX, BIOMT) are left out: %s.", thousands(n))})
	}
	newLines(s.data, s.start).walk(found, "has no points (records ATOM and HETATM)", func(l *lines, number int) *Part {
		m := pdbModel{lines: l, later: declared}
		if m.read(); m.atoms == 0 && !m.declared {
			return nil
		}
		declared = declared || m.declared
		return m.part(number)
	}, readPDBModel)
}

// pdbCopies counts the matrices before the first atom by which copies are made: MTRIX1 without the mark of atoms that are given, and BIOMT1 of
// REMARK 350, except those that change nothing.
func pdbCopies(l *lines) (copies int) {
	moves := false
	for line, ok := l.next(); ok && !isPDBAtom(line); line, ok = l.next() {
		name, rest, _ := bytes.Cut(bytes.TrimPrefix(line, []byte("REMARK 350   ")), []byte(" "))
		row := bytes.TrimPrefix(bytes.TrimPrefix(name, []byte("MTRIX")), []byte("BIOMT"))
		fields := words(rest, 6)
		if len(row) != 1 || len(name) != 6 || row[0] < '1' || row[0] > '3' || len(fields) < 5 || len(fields) > 5 && string(fields[5]) == "1" {
			continue
		}
		moves = moves && row[0] > '1'
		for j, field := range fields[1:5] {
			if x, err := number(field); err != nil || j == int(row[0]-'1') && x != 1 || j != int(row[0]-'1') && x != 0 {
				if !moves {
					copies++
				}
				moves = true
			}
		}
	}
	return copies
}

// pdbModel goes over the records of one model, or over those of a file that
// has none.
type pdbModel struct {
	*lines
	points   *[]float64 // to which coordinates are added; nil when atoms are only counted
	elements []float64  // of these
	declared bool       // by MODEL
	later    bool       // after others that are declared
	first    string     // number, name and residue of the first atom
	frames   []int      // the atoms with the same, or with the same but for the number
	same     bool       // the numbers, too
	serial   []byte     // behind MODEL
	atoms    int        // taken
	taken    map[[6]byte]byte
	moved    int // the first line whose columns are moved to the right
	left     int // atoms in other locations than the one taken
	leftLine int // of the first
}

// read goes on to the end of the model: ENDMDL, or without MODEL the record END, by which programs part frames.
func (m *pdbModel) read() {
	for {
		line, ok := m.next()
		switch {
		case !ok && m.declared:
			m.stop("the file ends within a model: no ENDMDL")
		case !ok:
			return
		case isPDBAtom(line):
			if m.later && !m.declared {
				m.stop("an atom is outside the models")
			}
			m.add(line)
		case bytes.HasPrefix(line, []byte("ATOM\t")), bytes.HasPrefix(line, []byte("HETATM\t")):
			m.stop("tabs part the columns of the record, which have fixed places; write the file again, with Open Babel for example")
		case bytes.HasPrefix(line, []byte("MODEL ")):
			if m.declared || m.atoms > 0 {
				m.stop("MODEL is inside a model, or after an atom outside any model")
			}
			m.declared, m.serial = true, trim(line[6:])
		case bytes.HasPrefix(line, []byte("ENDMDL")):
			if !m.declared && m.atoms == 0 {
				m.stop("ENDMDL without MODEL")
			}
			return
		case m.atoms > 0 && !m.declared && string(bytes.TrimRight(line[:min(len(line), 6)], " \r")) == "END":
			return
		}
	}
}

// add takes an atom, unless it is in another location than others of its
// residue. Columns 22–27 are chain, number and insertion code of the residue,
// column 17 is the letter of the location.
func (m *pdbModel) add(line []byte) {
	if len(line) < pdbX+3*pdbWidth {
		m.stop("has %d columns; an atom needs 54", len(line))
	}
	over := serialOver(line)
	residue, letter := [6]byte(line[21+over:27+over]), line[16+over]
	if letter != ' ' {
		if m.taken == nil {
			m.taken = map[[6]byte]byte{}
		}
		if taken, ok := m.taken[residue]; ok && taken != letter {
			if m.left == 0 {
				m.leftLine = m.number
			}
			m.left++
			return
		}
		m.taken[residue] = letter
	}
	const serial = 5
	label := string(line[6 : 27+over])
	if m.atoms == 0 {
		m.first = label
	}
	if len(label) == len(m.first) && label[serial:] == m.first[serial:] {
		m.frames = append(m.frames, m.atoms)
		m.same = m.same || m.atoms > 0 && label == m.first
	}
	if m.atoms++; m.points == nil {
		return
	}
	if m.atoms > maxPoints {
		m.stop("has more than %d points"+sampling, maxPoints)
	}
	point, shift := pdbPoint(line, m.stop)
	if shift > 0 && m.moved == 0 {
		m.moved = m.number
	}
	*m.points = append(*m.points, point[:]...)
	m.elements = append(m.elements, pdbElement(line, shift, over))
}

// serialOver returns by how many columns a serial of more than five digits moves what follows.
func serialOver(line []byte) int {
	const start, end, most = 6, 11, 4
	n := start
	for n < len(line) && line[n] == ' ' {
		n++
	}
	n += digits(line[n:])
	return min(max(0, n-end), most, max(0, len(line)-27))
}

func (m *pdbModel) part(number int) *Part {
	p := &Part{Name: fmt.Sprint(number), Count: m.atoms, Dimension: 3}
	if m.declared && string(m.serial) != p.Name {
		p.Title = title(append([]byte("MODEL "), m.serial...))
	}
	return p
}

// cuts returns where the first atom comes again: of frames if it has the same number, or if all are as long.
func (m *pdbModel) cuts() *cuts {
	n := len(m.frames)
	for i := range m.frames {
		if !m.same && (m.atoms%n != 0 || m.frames[i] != i*(m.atoms/n)) {
			return nil
		}
	}
	if n < 2 {
		return nil
	}
	return &cuts{by: "atoms", how: "begin again: the name of the first comes " + thousands(n) + " times", rows: m.frames, asks: m.same}
}

// readPDBModel reads the model that starts at l.
func readPDBModel(l *lines) File {
	file := File{Cloud: Cloud{Dimension: 3}, Notes: []Note{elementsNote}}
	m := pdbModel{lines: l, points: &file.Cloud.Points}
	m.read()
	if m.atoms == 0 {
		m.stop("the model has no points")
	}
	file.Cloud.Attributes = []Attribute{{Element, m.elements}}
	file.cuts = m.cuts()
	if m.moved > 0 {
		file.Notes = append(file.Notes,
			note("From line %d on, long numbers of atoms or residues move the columns to the right; x, y and z are read from there.", m.moved))
	}
	if m.left > 0 {
		file.Notes = append(file.Notes, note(
			"Some residues have alternate locations: the first of each is taken, and %d atoms in others are left out, the first on line %d.", m.left, m.leftLine))
	}
	return file
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
	inner := line[name+over] == ' ' || digits(line[name+over:name+over+1]) == 1
	switch {
	case len(label) == 0, label[0] == 'W', isBead(word, label): // tungsten has a symbol in its columns
		return wordNumber(label)
	case word != "" && letters(group) == word && pair > 0: // an ion
		return float64(pair)
	case word == "FE" && strings.HasPrefix(group, "HE"), word == "SE" && (group == "MSE" || group == "SEC"):
		return float64(pair)
	case slices.Contains(residues, group) || len(group) == 4 && slices.Contains(residues, group[1:]) || len(group) == 3 && group[0] == 'D' && slices.Contains(residues, group[:2]):
		switch {
		case label[0] == 'M' || label[0] == 'L' || label[0] == 'E':
			return 0 // a site of a model of water
		case bytes.IndexByte([]byte("CNOSHDP"), label[0]) < 0:
			return wordNumber(label)
		}
		return orWord(numberOf(label[:1]), label)
	case inner:
		return orWord(numberOf(label[:1]), label)
	case len(label) == 4 && label[0] == 'H':
		return 1
	case len(label) < 4 && len(word) > 1 && (word[:2] == "CL" || bytes.IndexByte([]byte("CHNOPS"), word[0]) < 0):
		return orWord(numberOf([]byte(word[:2])), label)
	}
	return wordNumber(label)
}

// isBead tells whether a name is that of a bead of a coarse model: BB, SC1.
func isBead(word string, label []byte) bool {
	return word == "BB" || word == "SC" && len(label) == 3
}

func orWord(n int, label []byte) float64 {
	if n == 0 {
		return wordNumber(label)
	}
	return float64(n)
}
