package pointcloud

import "errors"

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

// parseJSON reads the object {"points": [[x, y], …]}.
func parseJSON(data []byte, start int) (Cloud, error) {
	s := arrayScanner{cursor: cursor{data: data, pos: start}}
	cloud, err := s.readObject()
	if err == nil {
		return cloud, nil
	}
	bad := &PlaceError{Offset: s.pos}
	message := err.Error()
	errors.As(err, &bad)
	return Cloud{}, &FormatError{Line: lineOf(data, bad.Offset), Byte: int64(bad.Offset), Message: message}
}

func isJSON(content []byte) bool {
	c := cursor{data: content}
	return c.take('{')
}

// readObject reads an object whose only field is "points".
func (s *arrayScanner) readObject() (Cloud, error) {
	var cloud Cloud
	if !s.take('{') {
		return Cloud{}, errors.New(`want {"points": [[x, y], …]}`)
	}
	key, ok := s.quoted('"')
	switch {
	case !ok:
		return Cloud{}, errors.New(`want the field "points"`)
	case string(key) != "points":
		return Cloud{}, errors.New("the field " + quote(key) + ` is not known; want "points" only`)
	case !s.take(':'):
		return Cloud{}, errors.New(`want ":" here`)
	}
	cloud, err := s.read()
	if err != nil {
		return Cloud{}, err
	}
	if !s.take('}') {
		return Cloud{}, errors.New(`want "}" here: "points" is the only field`)
	}
	if s.skipSpace(); s.pos < len(s.data) {
		return Cloud{}, errors.New("text follows the object")
	}
	return cloud, nil
}
