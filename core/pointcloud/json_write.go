package pointcloud

import (
	"fmt"
	"math"
	"strconv"
)

// MarshalJSON writes the array [[x,y],…]. Each number is the shortest text
// that reads back to the same bits, spelled as encoding/json and JavaScript
// do. A cloud that UnmarshalJSON would refuse is an error.
func (c Cloud) MarshalJSON() ([]byte, error) {
	if c.Dimension != 2 && c.Dimension != 3 {
		return nil, fmt.Errorf("pointcloud: dimension %d, want 2 or 3", c.Dimension)
	}
	if len(c.Points)%c.Dimension != 0 {
		return nil, fmt.Errorf("pointcloud: %d numbers are no points of dimension %d", len(c.Points), c.Dimension)
	}
	if problem := countProblem(uint64(c.Count())); problem != "" {
		return nil, fmt.Errorf("pointcloud: the cloud %s", problem)
	}
	const usual = 20 // bytes of a number and what surrounds it
	text := append(make([]byte, 0, len(c.Points)*usual), '[')
	for i, x := range c.Points {
		if !finite(x) {
			return nil, fmt.Errorf("pointcloud: points[%d][%d]: %v is not a finite number", i/c.Dimension, i%c.Dimension, x)
		}
		switch {
		case i%c.Dimension != 0:
			text = append(text, ',')
		case i > 0:
			text = append(text, "],["...)
		default:
			text = append(text, '[')
		}
		text = appendNumber(text, x)
	}
	return append(text, "]]"...), nil
}

// appendNumber writes a number as ECMAScript does: with an exponent below 1e-6
// and from 1e21 on, and no leading zero in the exponent. Unlike ECMAScript it
// keeps the sign of -0.
func appendNumber(text []byte, x float64) []byte {
	size := math.Abs(x)
	if size == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(text, x, 'f', -1, 64)
	}
	text = strconv.AppendFloat(text, x, 'e', -1, 64)
	if n := len(text); text[n-2] == '0' && (text[n-3] == '-' || text[n-3] == '+') {
		text[n-2] = text[n-1]
		text = text[:n-1]
	}
	return text
}
