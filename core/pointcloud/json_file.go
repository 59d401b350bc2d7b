package pointcloud

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// pointKeys are the names under which JSON files of other programs have their points.
var pointKeys = []string{"points", "vertices", "positions", "position", "coordinates", "coords", "xyz", "pos", "cloud", "pointcloud", "data", "pts",
	"landmarks", "keypoints", "atoms"}

// jsonField is a field of an object: its name and where its value stands.
type jsonField struct {
	key        string
	start, end int
}

// readJSON reads an object that has points: {"points": [[x, y], …]}, perhaps with points that are
// objects, under another name, or beside other fields; or {"x": […], "y": […]}.
func readJSON(file *source) File {
	s := arrayScanner{cursor: cursor{data: file.data, pos: file.start}}
	var cloud Cloud
	err := try(func() { cloud = s.readObject() })
	if err == nil {
		return File{Cloud: cloud, origin: &origin{what: "list", column: [3]int{0, 1, 2}, rows: cloud.Count(), width: cloud.Dimension, told: true, nested: true,
			written: cloud.isWritten(file.data[file.start:])}}
	}
	strict := jsonError(&s, err)
	fields, bad := jsonFields(file.data, file.start)
	if _, certain := errors.AsType[*document.FieldError](err); certain || bad != nil {
		stop(strict)
	}
	if isGeoJSON(fields) {
		nowhere("is GeoJSON, whose coordinates are degrees; project them to metres first, with pyproj or QGIS for example, and save them as CSV")
	}
	if hasField(fields, "layout") && hasField(fields, "data") {
		nowhere("is a figure of Plotly; save x, y and z of one of its traces as {\"x\": […], \"y\": […], \"z\": […]}")
	}
	var above []jsonField
	inner := innerObject(file.data, fields)
	if inner != nil {
		fields, above = inner, fields
	}
	found := pruned(slices.Clone(fields), func(f jsonField) bool { return !isPointKey(f.key) || file.data[f.start] != '[' })
	lists := pruned(slices.Clone(fields), func(f jsonField) bool {
		return coordinateName([]byte(f.key)) < 0 && (file.data[f.start] != '[' || strings.IndexByte("[{", firstItem(file.data, f.start)) >= 0)
	})
	names := make([][]byte, len(lists))
	for i, f := range lists {
		names[i] = []byte(f.key)
	}
	if own := hasCoordinates(fields); own || len(found) == 0 {
		r := file.reading
		if own { // these come first, whatever else is as long
			r.Coordinates = Columns{}
		}
		if p := pickLists(names, r, s.cursor.fail); p.dimension > 0 {
			return readJSONColumns(file, above, fields, lists, p)
		}
	}
	switch {
	case len(found) > 1:
		at := cursor{file.data, found[1].start}
		at.stop("the fields %s and %s may both be the points; leave out one", quote([]byte(found[0].key)), quote([]byte(found[1].key)))
	case len(found) == 1 && found[0].key != "points" && isRowStart(firstItem(file.data, found[0].start)):
		at := cursor{file.data, found[0].start}
		at.stop("%s is a flat list of numbers; want a list of points, [[x, y], …]", quote([]byte(found[0].key)))
	case len(found) == 0 || inner == nil && !isPlainList(file.data, fields, found[0]):
		stop(strict)
	}
	return readJSONList(file, above, fields, found[0])
}

// innerObject returns the fields of the only object among the fields, where the points are in there.
func innerObject(data []byte, fields []jsonField) (inner []jsonField) {
	for _, f := range fields {
		switch {
		case isPointKey(f.key) && data[f.start] == '[', coordinateName([]byte(f.key)) >= 0:
			return nil
		case data[f.start] != '{':
			continue
		}
		list, err := jsonFields(data[:f.end], f.start)
		holds := func(one jsonField) bool { return isPointKey(one.key) && data[one.start] == '[' }
		if err != nil || !slices.ContainsFunc(list, holds) && !hasCoordinates(list) {
			continue
		}
		if inner != nil {
			return nil
		}
		inner = list
	}
	return inner
}

// isPlainList tells whether a list is of points that the strict reader refuses: objects, points with
// missing numbers, or any beside other fields.
func isPlainList(data []byte, fields []jsonField, list jsonField) bool {
	switch firstItem(data, list.start) {
	case '{':
		return true
	case '[':
		return len(fields) > 1 || list.key != "points" || hasNull(data[list.start:list.end]) || isWeighted(data[:list.end], list.start)
	}
	return false
}

// isWeighted tells whether the first point of a list has four numbers, the last of which is 1.
func isWeighted(data []byte, list int) bool {
	l := &listReader{cursor: cursor{data: data, pos: list}}
	l.grid = newGrid(Reading{}, 4)
	l.reserve(1)
	return try(l.open) == nil && l.countRow() == 4 && try(l.readRow) == nil && !l.weighted
}

// isGeoJSON knows a file of places on the Earth.
func isGeoJSON(fields []jsonField) bool {
	return hasField(fields, "type") && (hasField(fields, "coordinates") || hasField(fields, "features") || hasField(fields, "geometry"))
}

func hasField(fields []jsonField, key string) bool {
	return slices.ContainsFunc(fields, func(f jsonField) bool { return f.key == key })
}

// jsonError gives the error of a scanner its place.
func jsonError(s *arrayScanner, err error) error {
	if bad, ok := err.(*PlaceError); ok {
		s.pos = bad.Offset
	}
	return s.cursor.fail("%v", err)
}

func isPointKey(key string) bool { return slices.Contains(pointKeys, nameKey(key)) }

// firstItem returns what the first item of a list starts with.
func firstItem(data []byte, list int) byte {
	c := cursor{data: data, pos: list + 1}
	c.skipSpace()
	return c.peek()
}

// hasNull tells whether a list has numbers that are missing.
func hasNull(list []byte) bool {
	return bytes.Contains(list, []byte("null")) || bytes.Contains(list, []byte("NaN")) || bytes.Contains(list, []byte("Infinity"))
}

// readJSONList reads a list of points, and says what else is left out.
func readJSONList(file *source, above, fields []jsonField, points jsonField) File {
	l := &listReader{cursor: cursor{data: file.data[:points.end], pos: points.start}}
	l.open()
	if !l.outer {
		l.stop("%s: want a list of points, [[x, y], …]", quote([]byte(points.key)))
	}
	if r := (Reading{}); l.peek() == '{' {
		r.Coordinates = file.reading.Coordinates
		l.begin(r)
	} else {
		l.begin(r)
	}
	if l.told = true; !l.names && l.width > 4 {
		l.stop("%s[0]: has %d coordinates, want 2 or 3", quote([]byte(points.key)), l.width)
	}
	l.readRows()
	result := l.finish()
	if !l.names && l.width == 4 {
		if l.weighted {
			l.stop("%s[%d]: has 4 coordinates, want 2 or 3; a fourth is left out where it is 1 for every point", quote([]byte(points.key)), l.heavy)
		}
		result.Notes = []Note{note("The fourth number of each point is 1 and is left out.")}
	}
	if points.key != "points" {
		result.Notes = append(result.Notes, note("The field %s is read as the points.", quote([]byte(points.key))))
	}
	read := []string{points.key}
	if result.takeAttributes(file.data, fields) {
		read = append(read, "attributes")
	}
	result.rest = append(result.rest, jsonRest(file.data, above, fields, read)...)
	return result
}

// takeAttributes takes the field "attributes", and tells whether it has a number for each point.
func (f *File) takeAttributes(data []byte, fields []jsonField) bool {
	i := slices.IndexFunc(fields, func(one jsonField) bool { return one.key == "attributes" && data[one.start] == '{' })
	if i < 0 || f.Missing != nil {
		return false
	}
	o, err := document.Parse("", slices.Concat([]byte(`{"attributes":`), data[fields[i].start:fields[i].end], []byte{'}'}))
	if err != nil {
		return false
	}
	f.Cloud.Attributes, err = TakeAttributes(o, f.Cloud.Count())
	return err == nil
}

// jsonRest lists the fields that are not read, beside the points and above them.
func jsonRest(data []byte, above, fields []jsonField, read []string) (left []leftover) {
	for i, f := range append(slices.Clone(fields), above...) {
		own := i < len(fields) && slices.Contains(read, f.key)
		around := i >= len(fields) && f.start < fields[0].start && fields[0].start < f.end
		if l := (leftover{kind: "field", name: f.key, line: lineOf(data, f.start), at: f.start}); !own && !around {
			l.worded(string(data[f.start:min(f.end, f.start+mostWorded+1)]))
			left = append(left, l)
		}
	}
	return left
}

// hasCoordinates tells whether there are fields x and y.
func hasCoordinates(fields []jsonField) bool {
	named := func(j int) bool {
		return slices.ContainsFunc(fields, func(f jsonField) bool { return coordinateName([]byte(f.key)) == j })
	}
	return named(0) && named(1)
}

// readJSONColumns reads {"x": [1, 3], "y": [2, 4]}, or as pandas writes it,
// {"x": {"0": 1, "1": 3}, "y": {"0": 2, "1": 4}}.
func readJSONColumns(file *source, above, fields, lists []jsonField, p pick) File {
	s, d := spelling{}, p.dimension
	columns := make([][]float64, d)
	var keys [][]byte // of the numbers, as pandas has them
	read := make([]string, d)
	for j := range d {
		list := lists[p.column[j]]
		c := &cursor{data: file.data[:list.end], pos: list.start}
		stop := func(format string, args ...any) {
			c.stop("%s: %s", quote([]byte(list.key)), fmt.Sprintf(format, args...))
		}
		columns[j] = readJSONColumn(c, &s, "", &keys, stop)
		if read[j] = list.key; len(columns[j]) != len(columns[0]) {
			stop("has %d numbers, want %d as in %s", len(columns[j]), len(columns[0]), quote([]byte(read[0])))
		}
	}
	points := gather(uint64(len(columns[0])), d)
	var names []string
	for _, f := range fields {
		c := &cursor{data: file.data[:f.end], pos: f.start}
		name := attributeName([]byte(f.key))
		var list []float64
		if !slices.Contains(read, f.key) && try(func() { list = readJSONColumn(c, nil, name, &keys, c.stop) }) == nil && len(list) == len(columns[0]) {
			read, names, columns = append(read, f.key), append(names, name), append(columns, list)
		}
	}
	places := points.carries(names...)
	for i := range columns[0] {
		var point [3]float64
		for j := range columns {
			if j < d {
				point[j] = columns[j][i]
			} else {
				points.carry(places[j-d], columns[j][i])
			}
		}
		points.add(point)
	}
	result := s.file(points.file, nowhere)
	result.origin, result.Notes = p.origin(), append(p.notes, result.Notes...)
	result.rest = append(result.rest, jsonRest(file.data, above, fields, read)...)
	if file.reading.Coordinates == (Columns{}) { // whose numbers count x and y first
		all := p
		all.names, all.column = p.chosen(), [3]int{0, 1, -1}
		for _, name := range result.Cloud.AttributeNames() {
			all.names = append(all.names, []byte(name))
		}
		all.askHeight(func(format string, args ...any) error { return atLine(0, format, args...) })
	}
	return result
}

// readJSONColumn reads the coordinates in a list, or without a spelling an attribute, whose values may be words. Numbers with keys must have those of
// the first list in the same order.
func readJSONColumn(c *cursor, s *spelling, name string, keys *[][]byte, stop stopping) (list []float64) {
	named := c.take('{')
	if !named && !c.take('[') {
		stop("want a list of numbers, got %s", c.next())
	}
	last := byte(']')
	if named {
		last = '}'
	}
	for !c.take(last) {
		if named {
			key, ok := c.quoted('"')
			if !ok || !c.take(':') {
				stop("want a name and a number, got %s", c.next())
			}
			switch k := len(list); {
			case k == len(*keys):
				*keys = append(*keys, key)
			case !bytes.Equal(key, (*keys)[k]):
				stop("number %d is called %s, want %s as in the first list; save the table with its rows in order", k+1, quote(key), quote((*keys)[k]))
			}
		}
		c.skipSpace()
		word, quoted := []byte(nil), false
		if s == nil {
			word, quoted = c.quoted('"')
		}
		if !quoted {
			word = c.word()
		}
		x, err := valueOf(name, word), error(nil)
		if s != nil {
			x, err = s.coordinate(word)
		}
		if len(word) == 0 && !quoted || err != nil {
			stop("number %d: want a number, got %s", len(list)+1, quote(word))
		}
		if len(list) == maxPoints {
			stop("has more than %d numbers, the limit", maxPoints)
		}
		list = append(list, x)
		if c.skipSpace(); !c.take(',') && c.peek() != last {
			stop("want a comma or the end of the list, got %s", c.next())
		}
	}
	return list
}

// jsonFields lists the fields of an object, without a look at their values.
func jsonFields(data []byte, start int) (all []jsonField, err error) {
	const most = 1000
	c := &cursor{data: data, pos: start}
	bad := func() error { return atByte(c.pos, "is not an object") }
	if !c.take('{') {
		return nil, bad()
	}
	for !c.take('}') {
		key, ok := c.quoted('"')
		if !ok || !c.take(':') || len(all) == most {
			return nil, bad()
		}
		c.skipSpace()
		f := jsonField{key: string(key), start: c.pos}
		if !c.skipValue() || slices.ContainsFunc(all, func(other jsonField) bool { return other.key == f.key }) {
			return nil, bad()
		}
		f.end = c.pos
		all = append(all, f)
		if c.skipSpace(); !c.take(',') && c.peek() != '}' {
			return nil, bad()
		}
	}
	if c.skipSpace(); c.pos < len(c.data) {
		return nil, bad()
	}
	return all, nil
}

// skipValue moves past a value of JSON, whose brackets match; false at the end of the text.
func (c *cursor) skipValue() bool {
	depth := 0
	for c.skipSpace(); c.pos < len(c.data); c.skipSpace() {
		switch c.data[c.pos] {
		case '"':
			if _, ok := c.quoted('"'); !ok {
				return false
			}
		case '[', '{':
			depth++
			c.pos++
		case ']', '}':
			depth--
			c.pos++
		case ',', ':':
			c.pos++
			continue
		default:
			if len(c.word()) == 0 {
				c.pos++
			}
		}
		if depth < 0 {
			return false
		}
		if depth == 0 {
			return true
		}
	}
	return false
}
