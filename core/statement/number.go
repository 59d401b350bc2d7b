package statement

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type rounding int

const (
	nearest rounding = iota
	down
	up
)

const digits = 4

// number writes x with four significant digits, rounded to a side.
func (s Style) number(x float64, side rounding) string {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	text := strconv.FormatFloat(x, 'e', digits-1, 64)
	if y, _ := strconv.ParseFloat(text, 64); side == down && y > x || side == up && y < x {
		text = stepped(text, side == up)
	}
	return s.typeset(text)
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

// stepped returns the next number with as many digits above or below.
func stepped(text string, above bool) string {
	mantissa, exponent, _ := strings.Cut(text, "e")
	n, _ := strconv.Atoi(strings.Replace(mantissa, ".", "", 1))
	e, _ := strconv.Atoi(exponent)
	switch {
	case above:
		n++
	case n == 1000: // what is below has its digits one place further right
		n, e = 9999, e-1
	default:
		n--
	}
	y := strconv.Itoa(n) + "e" + strconv.Itoa(e-digits+1)
	x, _ := strconv.ParseFloat(y, 64)
	return strconv.FormatFloat(x, 'e', digits-1, 64)
}

func trimmed(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
