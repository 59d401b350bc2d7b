// Package say rounds numbers for people to the side on which they hold.
package say

import (
	"math"
	"strconv"
	"strings"
)

// Side is where a number is rounded to.
type Side int

// The sides: a bound from below goes down, towards −∞, and one from above up.
const (
	Nearest Side = iota
	Down
	Up
)

// Round returns the number of so many digits, 2 or more, that is next to x on a side. Its shortest text has these digits.
func Round(x float64, digits int, side Side) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return x
	}
	text := strconv.FormatFloat(x, 'e', digits-1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	n, _ := strconv.Atoi(strings.Replace(mantissa, ".", "", 1))
	power, _ := strconv.Atoi(exponent)
	power -= digits - 1
	y := decimal(n, power)
	step := 0
	if side == Down && y > x {
		step = -1
	} else if side == Up && y < x {
		step = 1
	}
	if step*n < 0 && strings.Trim(mantissa, "-.0") == "1" { // what is nearer to 0 has its digits one place further right
		n, power = 10*n, power-1
	}
	return decimal(n+step, power)
}

// Text writes Round(x, digits, side) with as few characters as name it.
func Text(x float64, digits int, side Side) string {
	return strconv.FormatFloat(Round(x, digits, side), 'g', -1, 64)
}

// decimal returns the float64 nearest to n·10^power.
func decimal(n, power int) float64 {
	x, _ := strconv.ParseFloat(strconv.Itoa(n)+"e"+strconv.Itoa(power), 64)
	return x
}
