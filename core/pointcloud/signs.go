package pointcloud

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// signs tells which signs of printed text were replaced by those that programs write.
type signs struct {
	blanks, minuses bool
}

// usualSigns writes the blanks and minus signs of printed text, such as the no-break space and
// U+2212, as programs do. The text keeps its length and its lines: blanks fill them up. Text
// without such signs is returned as it is.
func usualSigns(text []byte) ([]byte, signs, error) {
	first := firstSign(text)
	if first == len(text) {
		return text, signs{}, nil
	}
	var s signs
	out := append(make([]byte, 0, len(text)), text[:first]...)
	short := 0 // by how much the line is shorter
	for i := first; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c == '\n' || c == '\r' {
				out, short = fill(out, short), 0
			}
			out = append(out, c)
			i++
			continue
		}
		sign, size := usualSign(text[i:])
		switch {
		case sign == ' ' && maybeGrouped(text, i, size):
			return nil, s, atLine(lineOf(text, i), "a no-break space stands before three digits and may part thousands; remove it, or write a plain blank between columns")
		case sign == 0:
			out = append(out, text[i:i+size]...)
		default:
			s.blanks, s.minuses = s.blanks || sign == ' ', s.minuses || sign == '-'
			out = append(out, sign)
			short += size - 1
		}
		i += size
	}
	return fill(out, short), s, nil
}

// firstSign returns the place of the first byte beyond ASCII, eight at a time.
func firstSign(text []byte) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		if binary.LittleEndian.Uint64(text[i:])&0x8080808080808080 != 0 {
			break
		}
	}
	for i < len(text) && text[i] < utf8.RuneSelf {
		i++
	}
	return i
}

func fill(out []byte, blanks int) []byte { return append(out, bytes.Repeat([]byte{' '}, blanks)...) }

// usualSign returns what a character is written as, 0 for itself, and its length. Single bytes are
// those of Latin-1 and its relative of Windows.
func usualSign(text []byte) (sign byte, size int) {
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size == 1 {
		r = rune(text[0])
	}
	switch {
	case r == 0xa0, r == 0x1680, 0x2000 <= r && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000, r == 0x200b, r == 0x2060, r == 0xfeff:
		return ' ', size
	case r == 0x2212, 0x2010 <= r && r <= 0x2014, r == 0xfe63, r == 0xff0d, r == 0x96 && size == 1:
		return '-', size
	}
	return 0, size
}

// maybeGrouped tells whether a blank may part thousands: three digits follow, one to three stand
// before it, and other signs part the columns of the line.
func maybeGrouped(text []byte, at, size int) bool {
	before := text[:at]
	n := 0
	for n < len(before) && n < 4 && digits(before[len(before)-n-1:len(before)-n]) == 1 {
		n++
	}
	rest := text[at+size:]
	behind := digits(rest[:min(len(rest), 4)])
	if n < 1 || n > 3 || behind != 3 || n < len(before) && bytes.IndexByte([]byte(".,"), before[len(before)-n-1]) >= 0 {
		return false
	}
	start := bytes.LastIndexAny(before, "\r\n") + 1
	end := at + size + find(rest, 0, '\n')
	return bytes.ContainsAny(trim(bytes.TrimRight(text[start:end], "\r")), " \t;,")
}

func (s signs) notes() (all []Note) {
	if s.blanks {
		all = append(all, note("No-break and other blanks of printed text are read as plain blanks."))
	}
	if s.minuses {
		all = append(all, note("Minus signs and dashes of printed text, such as U+2212, are read as -."))
	}
	return all
}

// noted adds notes to whatever is read.
type noted struct {
	parts
	notes []Note
}

func (n noted) add(read func() (File, error)) func() (File, error) {
	return func() (File, error) {
		file, err := read()
		if err == nil {
			file.Notes = append(file.Notes, n.notes...)
		}
		return file, err
	}
}

func (n noted) only(read func() (File, error)) error { return n.parts.only(n.add(read)) }

func (n noted) part(p Part, read func() (File, error)) error { return n.parts.part(p, n.add(read)) }
