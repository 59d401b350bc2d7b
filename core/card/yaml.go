package card

import (
	"fmt"
	"strconv"
	"strings"
)

// quoted returns a text as a double-quoted scalar of YAML 1.2 (7.3.1), in which whatever is
// not printable (5.1) or could end a line is escaped. Bytes that are no UTF-8 become U+FFFD.
func quoted(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case printable(r):
			out.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&out, `\u%04X`, r)
		default:
			fmt.Fprintf(&out, `\U%08X`, r)
		}
	}
	return out.String() + `"`
}

// printable leaves out the separators of lines and paragraphs and the byte order mark, which
// some readers take for more than text.
func printable(r rune) bool {
	switch {
	case r == 0x2028 || r == 0x2029 || r == 0xfeff:
		return false
	case r < 0x10000:
		return r >= ' ' && r <= '~' || r >= 0xa0 && r <= 0xfffd
	}
	return r&0xfffe != 0xfffe
}

// number returns the shortest decimal that reads as x: with a point where it has an exponent,
// as YAML 1.1 wants it.
func number(x float64) string {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if mantissa, exponent, found := strings.Cut(text, "e"); found && !strings.Contains(mantissa, ".") {
		return mantissa + ".0e" + exponent
	}
	return text
}

// argument is a named value in one line.
type argument struct{ name, value string }

// flow returns arguments as a mapping in one line.
func flow(arguments []argument) string {
	parts := make([]string, len(arguments))
	for i, a := range arguments {
		parts[i] = a.name + ": " + a.value
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
