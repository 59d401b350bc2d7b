package pointcloud

import (
	"bytes"
	"fmt"
)

// isPDB looks at the first record; a file without a header starts with an atom.
func isPDB(content []byte) bool {
	line, _ := newLines(content, 0).next()
	if bytes.HasPrefix(line, []byte("HEADER    ")) || bytes.HasPrefix(line, []byte("CRYST1 ")) {
		return true
	}
	_, err := pdbPoint(line)
	return err == nil && isPDBAtom(line)
}

func isPDBAtom(line []byte) bool {
	return bytes.HasPrefix(line, []byte("ATOM  ")) || bytes.HasPrefix(line, []byte("HETATM"))
}

// pdbPoint reads the coordinates of an atom.
func pdbPoint(line []byte) (point [3]float64, err error) {
	if len(line) < 54 {
		return point, fmt.Errorf("has %d columns; an atom needs 54", len(line))
	}
	for j := range point {
		field := trim(line[30+8*j : 38+8*j])
		if point[j], err = number(field); err != nil {
			return point, fmt.Errorf("%c: %v", "xyz"[j], err)
		}
	}
	return point, nil
}

// readPDB reads the atoms of a Protein Data Bank file (wwPDB format 3.3): the
// records ATOM and HETATM, with x, y and z in columns 31–38, 39–46 and 47–54,
// in Å. The models, where there are any, are the parts. Where a residue has
// alternate locations, those of the letter that comes first are taken.
func readPDB(s *source, found parts) error {
	l := newLines(s.data, s.start)
	for number := 1; ; number++ {
		first := *l
		m := pdbModel{lines: l}
		if err := m.read(number > 1); err != nil {
			return err
		}
		if m.atoms == 0 && !m.declared {
			if number == 1 {
				return l.fail("has no points (records ATOM and HETATM)")
			}
			return nil
		}
		if err := found.part(m.part(number), func() (File, error) {
			l := first
			return readPDBModel(&l)
		}); err != nil {
			return err
		}
	}
}

// pdbModel goes over the records of one model, or over those of a file that
// has none.
type pdbModel struct {
	*lines
	points   *[]float64 // to which coordinates are added; nil when atoms are only counted
	declared bool       // by MODEL
	serial   []byte     // behind MODEL
	atoms    int        // taken
	taken    map[[6]byte]byte
	left     int // atoms in other locations than the one taken
	leftLine int // of the first
}

// read goes on to the end of the model; later is set when there was one before.
func (m *pdbModel) read(later bool) error {
	for {
		line, ok := m.next()
		switch {
		case !ok && m.declared:
			return m.fail("the file ends within a model: no ENDMDL")
		case !ok:
			return nil
		case isPDBAtom(line):
			if later && !m.declared {
				return m.fail("an atom stands outside of the models")
			}
			if err := m.add(line); err != nil {
				return err
			}
		case bytes.HasPrefix(line, []byte("MODEL ")):
			if m.declared || m.atoms > 0 {
				return m.fail("MODEL stands within a model or behind an atom without one")
			}
			m.declared, m.serial = true, trim(line[6:])
		case bytes.HasPrefix(line, []byte("ENDMDL")):
			if !m.declared {
				return m.fail("ENDMDL without MODEL")
			}
			return nil
		}
	}
}

// add takes an atom, unless it is in another location than others of its
// residue. Columns 22–27 are chain, number and insertion code of the residue,
// column 17 is the letter of the location.
func (m *pdbModel) add(line []byte) error {
	if len(line) < 54 {
		return m.fail("has %d columns; an atom needs 54", len(line))
	}
	residue, letter := [6]byte(line[21:27]), line[16]
	if letter != ' ' {
		if m.taken == nil {
			m.taken = map[[6]byte]byte{}
		}
		if taken, ok := m.taken[residue]; ok && taken != letter {
			if m.left == 0 {
				m.leftLine = m.number
			}
			m.left++
			return nil
		}
		m.taken[residue] = letter
	}
	if m.atoms++; m.points == nil {
		return nil
	}
	if m.atoms > maxPoints {
		return m.fail("has more than %d points, the limit", maxPoints)
	}
	point, err := pdbPoint(line)
	if err != nil {
		return m.fail("%v", err)
	}
	*m.points = append(*m.points, point[:]...)
	return nil
}

func (m *pdbModel) part(number int) Part {
	p := Part{Name: fmt.Sprint(number), Count: m.atoms, Dimension: 3}
	if m.declared && string(m.serial) != p.Name {
		p.Title = title(append([]byte("MODEL "), m.serial...))
	}
	return p
}

// readPDBModel reads the model that starts at l.
func readPDBModel(l *lines) (File, error) {
	file := File{Cloud: Cloud{Dimension: 3}, Notes: []Note{elementsNote}}
	m := pdbModel{lines: l, points: &file.Cloud.Points}
	if err := m.read(false); err != nil {
		return File{}, err
	}
	if m.atoms == 0 {
		return File{}, m.fail("the model has no points")
	}
	if m.left > 0 {
		file.Notes = append(file.Notes, note(
			"Some residues have alternate locations: the first of each is taken, and %d atoms in others are left out, the first on line %d.", m.left, m.leftLine))
	}
	return file, nil
}
