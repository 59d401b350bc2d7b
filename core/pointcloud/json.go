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
	cloud, err := s.read()
	if err != nil {
		return err
	}
	if s.skipSpace(); s.pos < len(data) {
		return &PlaceError{Place: "points", Offset: s.pos, Message: "text follows the array"}
	}
	*c = cloud
	return nil
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
func (s *arrayScanner) readObject() (Cloud, error) {
	var cloud Cloud
	start := s.pos
	if !s.take('{') {
		return Cloud{}, errors.New(`want {"points": [[x, y], …]}`)
	}
	key, ok := s.quoted('"')
	switch {
	case !ok:
		return Cloud{}, errors.New(`want the field "points"`)
	case string(key) != "points":
		return Cloud{}, errors.New("unknown field " + quote(key) + `; want "points"`)
	case !s.take(':'):
		return Cloud{}, errors.New(`want ":" here`)
	}
	cloud, err := s.read()
	if err != nil {
		return Cloud{}, err
	}
	if next := s.cursor; next.take(',') {
		if key, _ := next.quoted('"'); string(key) == "attributes" {
			return s.readAttributes(cloud, start)
		}
	}
	if !s.take('}') {
		return Cloud{}, errors.New(`want "}" or "," here`)
	}
	if s.skipSpace(); s.pos < len(s.data) {
		return Cloud{}, errors.New("text follows the object")
	}
	return cloud, nil
}

// readAttributes reads the object that starts at an offset again, which has attributes.
func (s *arrayScanner) readAttributes(cloud Cloud, start int) (Cloud, error) {
	o, err := document.Parse("", s.data[start:])
	if err != nil {
		return Cloud{}, err
	}
	o.Take("points")
	if cloud.Attributes, err = TakeAttributes(o, cloud.Count()); err != nil {
		return Cloud{}, err
	}
	return cloud, o.Done()
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
func (s *arrayScanner) read() (Cloud, error) {
	if !s.take('[') {
		return Cloud{}, s.fail("points", "want an array of points, got %s", s.next())
	}
	if start := s.pos - 1; s.take(']') {
		s.pos = start
		return Cloud{}, s.fail("points", "has no points")
	}
	for s.row = 0; ; s.row++ {
		if s.row == maxPoints {
			return Cloud{}, s.fail("points", "has more than %d points, the limit", maxPoints)
		}
		if err := s.readPoint(); err != nil {
			return Cloud{}, err
		}
		if s.take(']') {
			return s.cloud, nil
		}
		if !s.take(',') {
			return Cloud{}, s.fail("points", `want "," or "]" after points[%d], got %s`, s.row, s.next())
		}
	}
}

func (s *arrayScanner) readPoint() error {
	if !s.take('[') {
		return s.fail(s.place(), "want an array of coordinates, got %s", s.next())
	}
	start := s.pos - 1
	point, n, err := s.readCoordinates()
	if err != nil {
		return err
	}
	return s.add(point, n, start)
}

// readCoordinates reads up to the closing bracket: n coordinates, of which it
// keeps three.
func (s *arrayScanner) readCoordinates() (point [3]float64, n int, err error) {
	if s.take(']') {
		return point, 0, nil
	}
	for {
		x, err := s.readNumber(n)
		if err != nil {
			return point, n, err
		}
		if n < len(point) {
			point[n] = x
		}
		n++
		if s.take(']') {
			return point, n, nil
		}
		if !s.take(',') {
			return point, n, s.fail(s.place(), `want "," or "]", got %s`, s.next())
		}
	}
}

// add keeps the point of n coordinates that started at an offset. The first
// point sets the dimension.
func (s *arrayScanner) add(point [3]float64, n, start int) error {
	d := s.cloud.Dimension
	if d == 0 && n != 2 && n != 3 {
		s.pos = start
		return s.fail(s.place(), "has %d coordinates, want 2 or 3", n)
	}
	if d == 0 {
		d = n
		rows := bytes.Count(s.data[s.pos:], []byte{'['}) + 1
		s.cloud = Cloud{Points: newPoints(uint64(rows), d), Dimension: d}
	}
	if n != d {
		s.pos = start
		return s.fail(s.place(), "has %d coordinates, want %d", n, d)
	}
	s.cloud.Points = append(s.cloud.Points, point[:d]...)
	return nil
}

func (s *arrayScanner) readNumber(coordinate int) (float64, error) {
	s.skipSpace()
	start := s.pos
	word := s.word()
	var x float64
	var err error
	if isJSONNumber(word) {
		if x, err = number(word); err == nil {
			return x, nil
		}
	} else {
		s.pos = start
		err = fmt.Errorf("want a number, got %s", s.next())
	}
	s.pos = start
	return 0, s.fail(fmt.Sprintf("%s[%d]", s.place(), coordinate), "%v", err)
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

func (s *arrayScanner) fail(place, format string, args ...any) error {
	return &PlaceError{Place: place, Offset: s.pos, Message: fmt.Sprintf(format, args...)}
}
