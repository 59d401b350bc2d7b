package pointcloud

import (
	"bytes"
)

// parsed reads coordinate j.
func parsed(j int, field []byte, number func([]byte) (float64, error), stop stopping) float64 {
	x, err := number(field)
	if err != nil {
		stop("%c: %v", "xyz"[j], err)
	}
	return x
}

// readPoint reads three numbers, and returns what follows them.
func readPoint(row []byte, number func([]byte) (float64, error), stop stopping) (point [3]float64, rest []byte) {
	for j := range point {
		var field []byte
		field, row, _ = splitSpace(row)
		point[j] = parsed(j, field, number, stop)
	}
	return point, row
}

// fixedPoint reads three numbers in columns of a width.
func fixedPoint(row []byte, width int, stop stopping) (point [3]float64) {
	for j := range point {
		point[j] = parsed(j, trim(row[width*j:width*(j+1)]), number, stop)
	}
	return point
}

// spelling reads numbers as people and programs write them beside the usual way: decimal
// commas, separators of thousands, the exponents of Fortran (1.5D+03, 1.5-100) and of
// Mathematica (1.5*^3). The zero value is ready to use.
type spelling struct {
	sign     byte // the decimal sign that the reading names, 0 where it names none
	points   bool // a number has a decimal point
	commas   bool // a number has a decimal comma
	certain  bool // a decimal comma cannot part thousands
	grouped  bool // commas part thousands: 1,234.5
	dotted   bool // points part thousands: 1.234,5
	fortran  bool
	wolfram  bool
	ratios   bool   // 1/2
	previous []byte // the first number with a comma, for messages
}

// coordinate parses a number, NaN for the spellings of a missing one.
func (s *spelling) coordinate(field []byte) (float64, error) {
	x, ok := s.parse(field)
	switch {
	case ok:
		return x, nil
	case isMissing(field):
		return nan, nil
	}
	return 0, wrong(field)
}

// number parses a number.
func (s *spelling) number(field []byte) (float64, error) {
	if x, ok := s.parse(field); ok {
		return x, nil
	}
	return 0, wrong(field)
}

// wrong says why a field is no number in any spelling.
func wrong(field []byte) error {
	if _, err := number(field); err != nil {
		return err
	}
	return notNumber(field)
}

func (s *spelling) parse(field []byte) (float64, bool) {
	if isRoundedWhole(field) {
		return 0, false
	}
	if s.sign != ',' {
		if x, err := plainNumber(field); err == nil {
			s.points = s.points || bytes.IndexByte(field, '.') >= 0
			return x, true
		}
	}
	const longest = 64
	if len(field) == 0 || len(field) > longest || isNonFinite(field) {
		return 0, false
	}
	return s.unusual(field)
}

// unusual parses a number in another spelling.
func (s *spelling) unusual(field []byte) (float64, bool) {
	if x, ok := ratio(field); ok {
		s.ratios = true
		return x, true
	}
	text, fortran, wolfram := usualExponent(field)
	mantissa, exponent := text, []byte(nil)
	if i := bytes.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i:]
	}
	before := *s
	mantissa, ok := s.mantissa(mantissa)
	if !ok {
		*s = before
		return 0, false
	}
	x, err := plainNumber(append(bytes.Clone(mantissa), exponent...))
	if err != nil {
		*s = before
		return 0, false
	}
	if (s.commas || s.grouped) && s.previous == nil {
		s.previous = bytes.Clone(field)
	}
	s.fortran, s.wolfram = s.fortran || fortran, s.wolfram || wolfram
	return x, true
}

// ratio reads 1/2, of whole numbers that have no rounding.
func ratio(field []byte) (float64, bool) {
	const most = 15
	above, below, found := bytes.Cut(field, []byte{'/'})
	a, b := bytes.TrimLeft(above, "+-"), below
	if !found || len(a) < 1 || len(above)-len(a) > 1 || len(b) < 1 || max(len(a), len(b)) > most || digits(a) != len(a) || digits(b) != len(b) {
		return 0, false
	}
	x, err := plainNumber(above)
	y, bad := plainNumber(below)
	return x / y, err == nil && bad == nil && y != 0
}

// mantissa writes a number without an exponent with a decimal point.
func (s *spelling) mantissa(text []byte) ([]byte, bool) {
	comma, point := bytes.IndexByte(text, ','), bytes.IndexByte(text, '.')
	switch {
	case comma < 0 && point < 0:
		return text, true
	case comma < 0:
		return s.onlyPoints(text)
	case point > comma: // 1,234.5
		whole, part, _ := bytes.Cut(text, []byte{'.'})
		if s.sign == ',' || !isGrouped(whole, ',') {
			return nil, false
		}
		s.points, s.grouped = true, true
		return append(append(stripped(whole, ','), '.'), part...), true
	case point >= 0: // 1.234,5
		whole, part, _ := bytes.Cut(text, []byte{','})
		if s.sign == '.' || !isGrouped(whole, '.') || bytes.IndexByte(part, ',') >= 0 {
			return nil, false
		}
		s.commas, s.certain, s.dotted = true, true, true
		return append(append(stripped(whole, '.'), '.'), part...), true
	}
	return s.onlyCommas(text, comma)
}

// onlyPoints takes a number with points and no comma.
func (s *spelling) onlyPoints(text []byte) ([]byte, bool) {
	if s.sign != ',' && bytes.Count(text, []byte{'.'}) == 1 {
		s.points = true
		return text, true
	}
	if s.sign == '.' || !isGrouped(text, '.') {
		return nil, false
	}
	s.dotted = true
	return stripped(text, '.'), true
}

// onlyCommas takes a number with commas and no point.
func (s *spelling) onlyCommas(text []byte, comma int) ([]byte, bool) {
	several := bytes.IndexByte(text[comma+1:], ',') >= 0
	grouped := isGrouped(text, ',')
	switch {
	case (several || s.sign == '.') && (!grouped || s.sign == ','):
		return nil, false
	case several || s.sign == '.':
		s.grouped = true
		return stripped(text, ','), true
	}
	s.commas = true
	s.certain = s.certain || !grouped
	usual := bytes.Clone(text)
	usual[comma] = '.'
	return usual, true
}

// isGrouped tells whether a sign may part the thousands of a whole number: groups of three
// digits behind one to three digits, which do not start with 0.
func isGrouped(text []byte, sign byte) bool {
	text = bytes.TrimLeft(text, "+-")
	first, rest, more := bytes.Cut(text, []byte{sign})
	if len(first) < 1 || len(first) > 3 || digits(first) != len(first) || first[0] == '0' || !more {
		return false
	}
	for more {
		var group []byte
		if group, rest, more = bytes.Cut(rest, []byte{sign}); len(group) != 3 || digits(group) != 3 {
			return false
		}
	}
	return true
}

func stripped(text []byte, sign byte) []byte { return bytes.ReplaceAll(text, []byte{sign}, nil) }

// usualExponent writes an exponent as most programs do: 1.5D+03 and 1.5*^3 as 1.5e3, and
// 1.5-100, where Fortran leaves out the letter, as 1.5e-100. A mark of precision of
// Mathematica, as in 0.5`16., is cut off.
func usualExponent(field []byte) (text []byte, fortran, wolfram bool) {
	if i := bytes.IndexByte(field, '`'); i > 0 {
		end := i + 1
		for end < len(field) && (digits(field[end:end+1]) == 1 || field[end] == '.' || field[end] == '`') {
			end++
		}
		field, wolfram = append(bytes.Clone(field[:i]), field[end:]...), true
	}
	if i := bytes.Index(field, []byte("*^")); i > 0 {
		return append(append(bytes.Clone(field[:i]), 'e'), field[i+2:]...), false, true
	}
	if i := bytes.IndexAny(field, "dD"); i > 0 {
		text = bytes.Clone(field)
		text[i] = 'e'
		return text, true, wolfram
	}
	i := len(field) - len("-100")
	if i > 0 && (field[i] == '-' || field[i] == '+') && bytes.IndexByte(field[:i], '.') >= 0 && digits(field[i+1:]) == 3 {
		return append(append(bytes.Clone(field[:i]), 'e'), field[i:]...), true, wolfram
	}
	return field, false, wolfram
}

// again tells that other numbers of the file show what its commas mean, so that it has to be
// read once more by that decimal sign.
func (s *spelling) again() (sign byte) {
	if s.sign == 0 && s.grouped && s.commas && !s.certain {
		return '.'
	}
	return 0
}

// check asks about commas that may mean two things.
func (s *spelling) check() {
	decimal := Remedy{Label: "Read commas as decimal points", Reading: &Reading{Decimal: ","}}
	thousands := Remedy{Label: "Read commas as separators of thousands", Reading: &Reading{Decimal: "."}}
	either := atLine(0, "commas of numbers such as %s may separate decimals or thousands", quote(s.previous))
	switch {
	case s.sign != 0:
	case s.grouped && (s.commas || s.dotted), s.commas && s.points && s.certain:
		nowhere("some numbers have a decimal point and others a decimal comma; write all decimals with a point")
	case s.commas && s.points:
		stop(ask(either, thousands, decimal))
	case s.dotted && s.points:
		nowhere("points of numbers may separate decimals or thousands; write decimals with a point and no separators of thousands")
	case s.commas && !s.certain:
		stop(ask(either, decimal, thousands))
	}
}

// file returns what was read of a text, whose numbers must have one meaning.
func (s *spelling) file(read func(stopping) File, at stopping) File {
	s.check()
	file := read(at)
	file.Notes = append(file.Notes, s.notes()...)
	return file
}

func (s *spelling) notes() []Note {
	return notesOf([]fact{
		{s.commas, "Commas in numbers are read as decimal points."}, {s.grouped, "Commas in numbers separate thousands: 1,234.5 is read as 1234.5."},
		{s.dotted, "Points in numbers separate thousands: 1.234,5 is read as 1234.5."},
		{s.fortran, "Exponents as Fortran writes them, such as 1.5D+03, are read as 1.5e+03."},
		{s.ratios, "Fractions such as 1/2 are read as 0.5."},
		{s.wolfram, "Numbers as Mathematica writes them, such as 1.5*^3, are read as 1.5e3."},
	})
}

// A fact is noted where it holds.
type fact struct {
	holds bool
	text  string
}

func notesOf(facts []fact) (all []Note) {
	for _, f := range facts {
		if f.holds {
			all = append(all, Note{Text: f.text})
		}
	}
	return all
}

// withoutTypes blanks the types that NumPy 2 prints around numbers: np.float64(0.5).
func withoutTypes(text []byte) []byte {
	const word = "np."
	if !bytes.Contains(text, []byte(word)) {
		return text
	}
	out := bytes.Clone(text)
	for at := 0; ; {
		i := bytes.Index(out[at:], []byte(word))
		if i < 0 {
			return out
		}
		at += i + len(word)
		open := bytes.IndexByte(out[at:min(len(out), at+12)], '(')
		if open < 0 || !bytes.HasPrefix(out[at:], []byte("float")) && !bytes.HasPrefix(out[at:], []byte("int")) {
			continue
		}
		if end := find(out[:min(len(out), at+open+64)], at+open, ')'); end < len(out) && out[end] == ')' {
			copy(out[at-len(word):at+open+1], bytes.Repeat([]byte{' '}, open+1+len(word)))
			out[end] = ' '
		}
	}
}
