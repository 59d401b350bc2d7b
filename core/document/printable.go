package document

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns a text of others as one line of a message. Characters that steer a terminal, end a line, change the
// direction of writing or have no shape are written as in Go, such as \x1b, \n and \u202e, and so are bytes that are no UTF-8.
func Printable(text string) string {
	var out strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[0])
		case unicode.IsGraphic(r):
			out.WriteString(text[:size])
		default:
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
		text = text[size:]
	}
	return out.String()
}

// PrintableJSON returns the same JSON, with \u escapes for the characters that Printable does not show. Ends of lines stay between its tokens;
// within them JSON has none.
func PrintableJSON(text []byte) []byte {
	if isPlain(text) {
		return text
	}
	out := make([]byte, 0, len(text))
	for _, r := range string(text) {
		switch {
		case unicode.IsGraphic(r), r == '\n':
			out = utf8.AppendRune(out, r)
		case r > 0xFFFF:
			r -= 0x10000 // in two halves (RFC 8259, 7)
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// isPlain tells whether JSON has ASCII only, and nothing that a terminal obeys: the other control characters are escaped in any JSON.
func isPlain(text []byte) bool {
	for _, c := range text {
		if c >= 0x7F {
			return false
		}
	}
	return true
}
