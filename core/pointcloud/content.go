package pointcloud

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"github.com/orbitcert/orbitcert/core/document"
)

const (
	byteOrderMark = "\xef\xbb\xbf" // of UTF-8
	plainText     = "text"
	utf16Text     = "UTF-16 text (save it as UTF-8)"
	utf32Text     = "UTF-32 text (save it as UTF-8)"
	binaryData    = "binary data"
)

// signatures are the first bytes of files people drop by mistake.
var signatures = []struct{ prefix, kind string }{
	{"\x89PNG", "a PNG image"},
	{"\xff\xd8\xff", "a JPEG image"},
	{"GIF8", "a GIF image"},
	{"II*\x00", "a TIFF image"},
	{"MM\x00*", "a TIFF image"},
	{"RIFF", "an image, sound or film (RIFF)"},
	{"%PDF-", "a PDF document"},
	{"PK\x03\x04", "a ZIP archive (as NPZ and XLSX are)"},
	{"\x1f\x8b", "a gzip archive"},
	{"7z\xbc\xaf", "a 7z archive (unpack it)"},
	{"Rar!", "a RAR archive (unpack it)"},
	{"BZh", "a bzip2 archive (unpack it)"},
	{"\xfd7zXZ", "an xz archive (unpack it)"},
	{"\x28\xb5\x2f\xfd", "a Zstandard archive (unpack it)"},
	{"# vtk", "a VTK file (ParaView saves it as PLY)"},
	{"DRACO", "a Draco mesh"},
	{"#ROSBAG", "a ROS bag"},
	{"\x89HDF", "an HDF5 file"},
	{"ASTM-E57", "an E57 scan"},
	{"<", "HTML or XML"},
	{"\xff\xfe\x00\x00", utf32Text},
	{"\x00\x00\xfe\xff", utf32Text},
	{"\xff\xfe", utf16Text},
	{"\xfe\xff", utf16Text},
}

// refuseSignature refuses a file of bare numbers that starts like another file.
// Short signatures may be numbers.
func refuseSignature(content []byte) error {
	if kind := signatureOf(content, 4); kind != "" {
		return atLine(0, "not a file of bare numbers: it looks like %s", kind)
	}
	return nil
}

// signatureOf names the file that content of so many bytes or more starts like, "" for none.
func signatureOf(content []byte, least int) string {
	for _, s := range signatures {
		if len(s.prefix) >= least && bytes.HasPrefix(content, []byte(s.prefix)) {
			return s.kind
		}
	}
	return ""
}

// looksLike names what the content seems to be, for messages; it returns
// plainText for anything that may be a table of numbers.
func looksLike(content []byte) string {
	head, kind := content[:min(len(content), 512)], signatureOf(content, 1)
	switch {
	case kind != "":
		return kind
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return "a tar archive (unpack it)"
	case document.IsUTF16(head):
		return utf16Text
	case bytes.ContainsFunc(head, isControl):
		return binaryData
	}
	return plainText
}

// refuseControl names the cell of a text that has a control character; nil where there are too many for
// a text.
func refuseControl(content []byte) error {
	const seldom = 32
	head := content[:min(len(content), 512)]
	n := 0
	for _, c := range head {
		if isControl(rune(c)) {
			n++
		}
	}
	if n == 0 || n > 1+len(head)/seldom || bytes.IndexByte(head, 0) >= 0 {
		return nil
	}
	at := bytes.IndexFunc(head, isControl)
	part := func(r rune) bool { return r == ' ' || r == '\t' || r == ',' || r == ';' || r == '\n' || r == '\r' }
	cell := head[bytes.LastIndexFunc(head[:at], part)+1:]
	if end := bytes.IndexFunc(cell, part); end >= 0 {
		cell = cell[:end]
	}
	return atLine(lineOf(content, at), "%s has the control character %#02x; replace it, with a blank if it is between two numbers", quote(cell), head[at])
}

// isControl leaves out NUL, which has an error with a line of its own.
func isControl(r rune) bool { return 0 < r && r < ' ' && (r < '\t' || r > '\r') }

// refuseNUL reports the first NUL byte at or after start.
func refuseNUL(data []byte, start int) {
	if i := bytes.IndexByte(data[start:], 0); i >= 0 {
		stop(atLine(lineOf(data, start+i), "has a NUL byte, which text cannot have; save it again as text"))
	}
}

// signs tells which signs of printed text were replaced by those that programs write.
type signs struct {
	blanks, minuses bool
}

// usualSigns writes the blanks and minus signs of printed text, such as the no-break space and
// U+2212, as programs do. The text keeps its length and its lines: blanks fill them up. Text
// without such signs is returned as it is.
func usualSigns(text []byte) ([]byte, signs) {
	first := firstSign(text)
	if first == len(text) {
		return text, signs{}
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
			stop(atLine(lineOf(text, i), "a no-break space before three digits may separate thousands; remove it, or write a plain blank between columns"))
		case sign == 0:
			out = append(out, text[i:i+size]...)
		default:
			s.blanks, s.minuses = s.blanks || sign == ' ', s.minuses || sign == '-'
			out = append(out, sign)
			short += size - 1
		}
		i += size
	}
	return fill(out, short), s
}

// plain writes the text behind a header with usual signs, and refuses NUL in it.
func (l *lines) plain() (s signs) {
	refuseNUL(l.data, l.pos)
	l.data, s = usualSigns(l.data)
	return s
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

func (s signs) notes() []Note {
	return notesOf([]fact{{s.blanks, "No-break and other blanks of printed text are read as plain blanks."},
		{s.minuses, "Minus signs and dashes of printed text, such as U+2212, are read as -."}})
}
