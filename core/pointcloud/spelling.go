package pointcloud

import (
	"bytes"
	"errors"
)

// spelling reads numbers of tables as people and programs write them beside the usual way:
// with a decimal comma, and with the exponents of Fortran, 1.5D+03 and 1.5-100.
type spelling struct {
	points  bool // some have a decimal point
	commas  bool // some have a comma
	decimal bool // which in one of them parts no thousands
	fortran bool
}

// coordinate parses a number, NaN for the spellings of what is none.
func (s *spelling) coordinate(field []byte) (float64, error) {
	x, err := coordinate(field)
	if s == nil {
		return x, err
	}
	if err != nil {
		return s.unusual(field, err)
	}
	s.points = s.points || bytes.IndexByte(field, '.') >= 0
	return x, nil
}

// unusual parses what is no number in the usual way, for which err is the error.
func (s *spelling) unusual(field []byte, err error) (float64, error) {
	usual := bytes.Clone(field)
	comma := bytes.IndexByte(usual, ',')
	if comma >= 0 {
		if bytes.IndexByte(usual, '.') >= 0 {
			return 0, err
		}
		usual[comma] = '.'
	}
	changed := fortranExponent(usual)
	x, wrong := number(changed)
	if wrong != nil {
		return 0, err
	}
	s.fortran = s.fortran || !bytes.Equal(changed, usual)
	s.commas = s.commas || comma >= 0
	s.points = s.points || comma < 0
	s.decimal = s.decimal || comma >= 0 && !maybeThousands(usual, comma)
	return x, nil
}

// maybeThousands tells whether a comma may part thousands: one to three digits before it, not
// only a 0, and three behind it.
func maybeThousands(field []byte, comma int) bool {
	whole := bytes.TrimLeft(field[:comma], "+-")
	return len(whole) >= 1 && len(whole) <= 3 && whole[0] != '0' && len(field)-comma-1 == 3
}

// fortranExponent writes an exponent as others do: 1.5D+03 as 1.5e+03, and 1.5-100, of which
// Fortran leaves out the letter, as 1.5e-100.
func fortranExponent(field []byte) []byte {
	if i := bytes.IndexAny(field, "dD"); i > 0 {
		field = bytes.Clone(field)
		field[i] = 'e'
		return field
	}
	i := len(field) - len("-100")
	if i > 0 && (field[i] == '-' || field[i] == '+') && bytes.IndexByte(field[:i], '.') >= 0 {
		return append(append(bytes.Clone(field[:i]), 'e'), field[i:]...)
	}
	return field
}

// check refuses commas that may mean two things.
func (s *spelling) check() error {
	switch {
	case s.commas && s.points:
		return errors.New("has numbers with a decimal point and others with a comma: write all decimals with a point")
	case s.commas && !s.decimal:
		return errors.New("has commas before three digits in all numbers that have one, which may part decimals or thousands: write decimals with a point")
	}
	return nil
}

func (s *spelling) notes() (all []Note) {
	if s.commas {
		all = append(all, note("Commas in numbers are read as decimal points."))
	}
	if s.fortran {
		all = append(all, note("Exponents as Fortran writes them, such as 1.5D+03, are read as 1.5e+03."))
	}
	return all
}
