package pointcloud

import (
	"bytes"
	"fmt"
)

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
		if s.row == MaxPoints {
			return Cloud{}, s.fail("points", "has more than %d points, the limit", MaxPoints)
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

// next shows what comes next, for messages.
func (s *arrayScanner) next() string {
	s.skipSpace()
	if s.pos == len(s.data) {
		return "the end of the text"
	}
	c := cursor{data: s.data, pos: s.pos}
	if word := c.word(); len(word) > 0 {
		return quote(word)
	}
	return quote(s.data[s.pos : s.pos+1])
}
