package pointcloud

import (
	"bytes"
	"errors"
	"strconv"
)

// number parses a decimal number, the only way a text becomes a coordinate.
// It accepts [+-] digits [. digits] [e [+-] digits] and rounds to the nearest
// float64. Refused are what strconv.ParseFloat takes beyond that (hexadecimal
// floats, underscores, NaN, Inf) and what overflows.
func number(field []byte) (float64, error) {
	for _, c := range field {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, notNumber(field)
		}
	}
	x, err := strconv.ParseFloat(string(field), 64)
	switch {
	case err == nil:
		return x, nil
	case errors.Is(err, strconv.ErrRange):
		return 0, errors.New(quote(field) + " is too large for a 64-bit number")
	}
	return 0, notNumber(field)
}

func notNumber(field []byte) error {
	switch {
	case len(field) == 0:
		return errors.New("is empty; want a number")
	case isNonFinite(field):
		return errors.New(quote(field) + " is not a finite number")
	case bytes.IndexByte(field, ',') >= 0:
		return errors.New(quote(field) + " is not a number (decimals need a point; commas between columns need a CSV file)")
	}
	return errors.New(quote(field) + " is not a number")
}

// isNonFinite recognises the spellings of NaN and infinity in use: nan,
// -nan(ind), inf, Infinity, 1.#IND.
func isNonFinite(field []byte) bool {
	word := bytes.ToLower(bytes.TrimLeft(field[:min(len(field), 8)], "+-"))
	for _, prefix := range []string{"nan", "inf", "1.#"} {
		if bytes.HasPrefix(word, []byte(prefix)) {
			return true
		}
	}
	return false
}

// wholeNumber parses a count: digits only, below 2⁶⁴.
func wholeNumber(field []byte) (uint64, error) {
	n, err := strconv.ParseUint(string(field), 10, 64)
	if err != nil {
		return 0, errors.New(quote(field) + " is not a count")
	}
	return n, nil
}
