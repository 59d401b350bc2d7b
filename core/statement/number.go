package statement

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/say"
)

const digits = 4

// number writes x with four significant digits, rounded to a side.
func (s Style) number(x float64, side say.Side) string {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return s.typeset(strconv.FormatFloat(say.Round(x, digits, side), 'e', digits-1, 64))
}

// typeset writes a number with an exponent as papers do, with all its digits.
func (s Style) typeset(text string) string {
	mantissa, exponent, _ := strings.Cut(text, "e")
	e, _ := strconv.Atoi(exponent)
	if e < -4 || e > 5 {
		return fmt.Sprintf(s.power, trimmed(mantissa), strconv.Itoa(e))
	}
	y, _ := strconv.ParseFloat(text, 64)
	return strconv.FormatFloat(y, 'f', -1, 64)
}

func trimmed(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
