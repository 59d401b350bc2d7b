package pointcloud

import (
	"bytes"

	"github.com/orbitcert/orbitcert/core/document"
)

const (
	byteOrderMark = "\xef\xbb\xbf" // of UTF-8
	plainText     = "text"
	utf16Text     = "UTF-16 text (save it as UTF-8)"
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
	{"\xff\xfe", utf16Text},
	{"\xfe\xff", utf16Text},
}

// refuseSignature refuses a file of bare numbers that starts like another file.
// Short signatures may be numbers.
func refuseSignature(content []byte) error {
	for _, s := range signatures {
		if len(s.prefix) > 3 && bytes.HasPrefix(content, []byte(s.prefix)) {
			return atLine(0, "not a file of bare numbers: it looks like %s", s.kind)
		}
	}
	return nil
}

// looksLike names what the content seems to be, for messages; it returns
// plainText for anything that may be a table of numbers.
func looksLike(content []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(content, []byte(s.prefix)) {
			return s.kind
		}
	}
	head := content[:min(len(content), 512)]
	switch {
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
	return atLine(lineOf(content, at), "%s has the control character %#02x; replace it, with a blank where it stands between two numbers", quote(cell), head[at])
}

// isControl leaves out NUL, which has an error with a line of its own.
func isControl(r rune) bool { return 0 < r && r < ' ' && (r < '\t' || r > '\r') }

// fromUTF16 returns text as UTF-8, nil where it is no UTF-16.
func fromUTF16(text []byte) []byte {
	if looksLike(text) != utf16Text {
		return nil
	}
	return document.Text(text)
}

// refuseNUL reports the first NUL byte at or after start.
func refuseNUL(data []byte, start int) error {
	i := bytes.IndexByte(data[start:], 0)
	if i < 0 {
		return nil
	}
	return atLine(lineOf(data, start+i), "has a NUL byte, which text has not; save it again as text")
}
