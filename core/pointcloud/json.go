package pointcloud

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/orbitcert/orbitcert/core/document"
)

// PlaceError says which part of a JSON array of points is bad: Place is
// "points", "points[3]" or "points[3][1]", Offset the byte within the text.
type PlaceError struct {
	Place   string
	Offset  int
	Message string
}

// Error returns "points[3]: has 2 coordinates, want 3".
func (e *PlaceError) Error() string { return e.Place + ": " + e.Message }

// UnmarshalJSON reads the array [[x, y], …] or [[x, y, z], …] under the same
// conditions as Parse. Errors are *PlaceError.
func (c *Cloud) UnmarshalJSON(data []byte) error {
	s := arrayScanner{cursor: cursor{data: data}}
	return try(func() {
		cloud := s.read()
		if s.skipSpace(); s.pos < len(data) {
			s.stop("points", "text follows the array")
		}
		*c = cloud
	})
}

func isJSON(content []byte) bool {
	c := cursor{data: beginning(content)}
	if !c.take('{') || isNestedBraces(content) {
		return false
	}
	lines := cursor{data: content[:min(len(content), 1<<12)]}
	return !lines.skipValue() || !bytes.Contains(lines.data[:lines.pos], []byte(`"x"`)) || !lines.take('{') // one object a line is a list
}

// readObject reads an object whose only fields are "points" and, behind it, "attributes".
func (s *arrayScanner) readObject() Cloud {
	want := func(kept bool, what string) {
		if !kept {
			stop(errors.New(what))
		}
	}
	start := s.pos
	want(s.take('{'), `want {"points": [[x, y], …]}`)
	key, ok := s.quoted('"')
	want(ok, `want the field "points"`)
	want(string(key) == "points", "unknown field "+quote(key)+`; want "points"`)
	want(s.take(':'), `want ":" here`)
	cloud := s.read()
	if next := s.cursor; next.take(',') {
		if key, _ := next.quoted('"'); string(key) == "attributes" {
			cloud.Attributes = s.readAttributes(cloud.Count(), start)
			return cloud
		}
	}
	want(s.take('}'), `want "}" or "," here`)
	s.skipSpace()
	want(s.pos == len(s.data), "text follows the object")
	return cloud
}

// readAttributes reads the object that starts at an offset again, which has attributes.
func (s *arrayScanner) readAttributes(count, start int) Attributes {
	o, err := document.Parse("", s.data[start:])
	stop(err)
	o.Take("points")
	all, err := TakeAttributes(o, count)
	stop(err)
	stop(o.Done())
	return all
}

// MarshalJSON writes the array [[x,y],…]. Each number is the shortest text
// that reads back to the same bits, spelled as encoding/json and JavaScript
// do. A cloud that UnmarshalJSON would refuse is an error.
func (c Cloud) MarshalJSON() ([]byte, error) {
	if c.Dimension != 2 && c.Dimension != 3 {
		return nil, fmt.Errorf("pointcloud: dimension %d, want 2 or 3", c.Dimension)
	}
	if len(c.Points)%c.Dimension != 0 {
		return nil, fmt.Errorf("pointcloud: %d numbers do not make points of dimension %d", len(c.Points), c.Dimension)
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

// Document returns the cloud as a request has it: {"points": …, "attributes": …}, and a line end. A file of it is read without a question.
func (c Cloud) Document() ([]byte, error) {
	points, err := c.MarshalJSON()
	if err != nil || len(c.Attributes) == 0 {
		return fmt.Appendf(nil, "{\"points\": %s}\n", points), err
	}
	attributes, err := c.Attributes.MarshalJSON()
	return fmt.Appendf(nil, "{\"points\": %s, \"attributes\": %s}\n", points, attributes), err
}

// isWritten tells whether a text has its points to the byte as Document writes them: then its questions were answered before.
func (c Cloud) isWritten(text []byte) bool {
	text, ours := bytes.CutPrefix(text, []byte(`{"points": `))
	if !ours || !bytes.HasSuffix(text, []byte("}\n")) {
		return false
	}
	own, err := c.MarshalJSON()
	rest, same := bytes.CutPrefix(text, own)
	return err == nil && same && (string(rest) == "}\n" || bytes.HasPrefix(rest, []byte(`, "attributes": {"`)))
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

// arrayScanner reads an array of points in one pass over the bytes, with no
// memory but that of the points.
type arrayScanner struct {
	cursor
	cloud Cloud
	row   int // the point being read
}

// read takes the array that comes next.
func (s *arrayScanner) read() Cloud {
	if !s.take('[') {
		s.stop("points", "want an array of points, got %s", s.next())
	}
	if start := s.pos - 1; s.take(']') {
		s.pos = start
		s.stop("points", "has no points")
	}
	for s.row = 0; ; s.row++ {
		if s.row == maxPoints {
			s.stop("points", "has more than %d points, the limit", maxPoints)
		}
		s.readPoint()
		if s.take(']') {
			return s.cloud
		}
		if !s.take(',') {
			s.stop("points", `want "," or "]" after points[%d], got %s`, s.row, s.next())
		}
	}
}

// readPoint keeps the next point. The first sets the dimension.
func (s *arrayScanner) readPoint() {
	if !s.take('[') {
		s.stop(s.place(), "want an array of coordinates, got %s", s.next())
	}
	var point [3]float64
	start, n := s.pos-1, 0
	for ended := s.take(']'); !ended; n++ {
		if x := s.readNumber(n); n < len(point) {
			point[n] = x
		}
		if ended = s.take(']'); !ended && !s.take(',') {
			s.stop(s.place(), `want "," or "]", got %s`, s.next())
		}
	}
	end, d := s.pos, s.cloud.Dimension
	s.pos = start
	switch {
	case d == 0 && n != 2 && n != 3:
		s.stop(s.place(), "has %d coordinates, want 2 or 3", n)
	case d == 0:
		rows := bytes.Count(s.data[end:], []byte{'['}) + 1
		s.cloud = Cloud{Points: newPoints(uint64(rows), n), Dimension: n}
	case n != d:
		s.stop(s.place(), "has %d coordinates, want %d", n, d)
	}
	s.pos = end
	s.cloud.Points = append(s.cloud.Points, point[:n]...)
}

func (s *arrayScanner) readNumber(coordinate int) float64 {
	s.skipSpace()
	start := s.pos
	word := s.word()
	x, err := number(word)
	if s.pos = start; !isJSONNumber(word) {
		err = fmt.Errorf("want a number, got %s", s.next())
	}
	if s.pos = start; err != nil {
		s.stop(fmt.Sprintf("%s[%d]", s.place(), coordinate), "%v", err)
	}
	s.pos += len(word)
	return x
}

// isJSONNumber tells whether the word follows JSON's grammar of numbers, which
// is narrower than that of number: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
func isJSONNumber(word []byte) bool {
	word = bytes.TrimPrefix(word, []byte("-"))
	whole := digits(word)
	if whole == 0 || whole > 1 && word[0] == '0' {
		return false
	}
	word = word[whole:]
	if len(word) > 0 && word[0] == '.' {
		n := digits(word[1:])
		if n == 0 {
			return false
		}
		word = word[1+n:]
	}
	if len(word) == 0 {
		return true
	}
	if word[0] != 'e' && word[0] != 'E' {
		return false
	}
	word = word[1:]
	if len(word) > 0 && (word[0] == '+' || word[0] == '-') {
		word = word[1:]
	}
	return len(word) > 0 && digits(word) == len(word)
}

// digits counts the decimal digits at the start.
func digits(s []byte) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func (s *arrayScanner) place() string { return fmt.Sprintf("points[%d]", s.row) }

func (s *arrayScanner) stop(place, format string, args ...any) {
	stop(&PlaceError{Place: place, Offset: s.pos, Message: fmt.Sprintf(format, args...)})
}
