package card

import (
	"strconv"
	"strings"
)

// quoted returns a text as a double-quoted scalar of YAML 1.2 (7.3.1), which has all escapes of Go. Bytes that are no UTF-8
// become U+FFFD.
func quoted(text string) string { return strconv.Quote(strings.ToValidUTF8(text, "\uFFFD")) }

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
