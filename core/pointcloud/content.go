package pointcloud

import "bytes"

const (
	byteOrderMark = "\xef\xbb\xbf" // of UTF-8
	plainText     = "text"
	utf16Text     = "UTF-16 text (save it as UTF-8)"
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
	{"LASF", "a LAS or LAZ scan"},
	{"\x89HDF", "an HDF5 file"},
	{"ASTM-E57", "an E57 scan"},
	{"glTF", "a glTF model"},
	{"solid ", "an STL model"},
	{"<", "HTML or XML"},
	{"\xff\xfe", utf16Text},
	{"\xfe\xff", utf16Text},
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
		return "a tar archive"
	case isUTF16(head):
		return utf16Text
	case bytes.ContainsFunc(head, isControl):
		return "binary data"
	}
	return plainText
}

// isControl leaves out NUL, which has an error with a line of its own.
func isControl(r rune) bool { return 0 < r && r < ' ' && (r < '\t' || r > '\r') }

// isUTF16 recognises Latin text in UTF-16 without a byte order mark: every
// other one of the first bytes is NUL.
func isUTF16(head []byte) bool {
	if len(head) < 4 {
		return false
	}
	little := head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0
	big := head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0
	return little || big
}

// refuseNUL reports the first NUL byte at or after start.
func refuseNUL(data []byte, start int) error {
	i := bytes.IndexByte(data[start:], 0)
	if i < 0 {
		return nil
	}
	return atLine(lineOf(data, start+i), "has a NUL byte; text was expected")
}
