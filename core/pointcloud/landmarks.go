package pointcloud

import (
	"bytes"
	"math"
)

// isLandmarks knows the files of iBUG and Menpo with the landmarks of a face: "version: 1", then
// "n_points: 68", then the points in braces.
func isLandmarks(content []byte) bool {
	l := newLines(content[:min(len(content), 1<<10)], 0)
	for {
		line, ok := l.content('#')
		if !ok {
			return false
		}
		switch key, _ := landmarkKey(line); key {
		case "n_points":
			return true
		case "version":
		default:
			return false
		}
	}
}

// landmarkKey splits "n_points:  68" into a key in lower case and a value.
func landmarkKey(line []byte) (key string, value []byte) {
	before, value, found := bytes.Cut(line, []byte{':'})
	if !found {
		return "", nil
	}
	return string(bytes.ToLower(trim(before))), trim(value)
}

// readLandmarks reads points in the plane or in space, in pixels.
func readLandmarks(s *source) (File, error) {
	l := newLines(s.data, s.start)
	count, err := landmarkHead(l)
	if err != nil {
		return File{}, err
	}
	var t table
	for i := range count {
		row, ok := l.content('#')
		if !ok || row[0] == '}' {
			return File{}, l.fail("the list ends after %d of %d points", i, count)
		}
		if t.grid == nil {
			t = table{grid: newGrid(Reading{}, columns(splitSpace, row)), split: splitSpace}
			if t.named = true; t.width < 2 || t.width > 3 {
				return File{}, l.fail("has %d columns, want 2 or 3", t.width)
			}
			t.reserve(min(count, l.left()+1))
		}
		if err := t.add(l, row); err != nil {
			return File{}, err
		}
	}
	if line, ok := l.content('#'); !ok || string(line) != "}" {
		return File{}, l.fail("want } behind the %d points that n_points counts", count)
	}
	if _, ok := l.content('#'); ok {
		return File{}, l.fail("text follows the points")
	}
	file, err := t.file(l.fail)
	file.Notes = append([]Note{note("The %d landmarks are read as points, in the order of the file.", count)}, file.Notes...)
	return file, err
}

// landmarkHead reads up to the opening brace.
func landmarkHead(l *lines) (count uint64, err error) {
	for {
		line, ok := l.content('#')
		if !ok {
			return 0, l.fail("the file ends before its points")
		}
		if string(line) == "{" {
			break
		}
		key, value := landmarkKey(line)
		if key != "n_points" {
			continue
		}
		if count, err = wholeNumber(value); err != nil {
			return 0, l.fail("n_points: %v", err)
		}
	}
	if problem := countProblem(count); problem != "" {
		return 0, l.fail("%s", problem)
	}
	return count, nil
}

// An airfoil is a title and two columns, the coordinates in units of the chord (the UIUC collection).
// Selig's order goes from the trailing edge along the upper side to the leading edge and back along
// the lower side. Lednicer's has the numbers of points of both sides first, then each from the
// leading edge on, with blank lines between.
type airfoil struct {
	title  []byte
	counts [2]uint64 // of Lednicer's order, 0 in Selig's
}

// airfoilHead reads the title and the counts, nil where a file has none.
func airfoilHead(l *lines) *airfoil {
	title, ok := l.content(0)
	if !ok || !hasLetter(title) || namesPoint(title) {
		return nil
	}
	a := &airfoil{title: title}
	before := *l
	row, _ := l.content(0)
	first, ok := airfoilRow(row)
	if !ok {
		return nil
	}
	if first[0] > 1.5 && first[1] > 1.5 && first[0] == math.Trunc(first[0]) && first[1] == math.Trunc(first[1]) && max(first[0], first[1]) < 1<<20 {
		a.counts = [2]uint64{uint64(first[0]), uint64(first[1])}
	} else {
		*l = before
	}
	return a
}

func hasLetter(text []byte) bool {
	for _, c := range text {
		if isLetter(c) {
			return true
		}
	}
	return false
}

// airfoilRow reads two numbers that a line consists of.
func airfoilRow(row []byte) (point [2]float64, ok bool) {
	fields := words(row, 3)
	if len(fields) != 2 {
		return point, false
	}
	for j, field := range fields {
		x, err := number(field)
		if err != nil {
			return point, false
		}
		point[j] = x
	}
	return point, true
}

// isAirfoil goes by the shape, as any text may be a title: points within the chord that start and end at
// the trailing edge and reach the leading edge between, or two counts before them.
func isAirfoil(content []byte) bool {
	const most = 1 << 17
	l := newLines(content[:min(len(content), most)], 0)
	a := airfoilHead(l)
	if a == nil {
		return false
	}
	rows, lead, first, last := uint64(0), math.Inf(1), 0.0, 0.0
	for row, more := l.content(0); more; row, more = l.content(0) {
		point, ok := airfoilRow(row)
		if !ok || math.Abs(point[0]) > 1.5 || math.Abs(point[1]) > 1.5 {
			return false
		}
		if rows == 0 {
			first = point[0]
		}
		last, lead = point[0], min(lead, point[0])
		rows++
	}
	if a.counts[0] > 0 {
		return rows > 1
	}
	return rows > 2 && first > 0.9 && last > 0.9 && lead < 0.1
}

// readAirfoil reads the points in the order of the file.
func readAirfoil(s *source) (File, error) {
	l := newLines(s.data, s.start)
	a := airfoilHead(l)
	if a == nil {
		return File{}, l.fail("want a title and two columns of numbers")
	}
	points := gather(l.left()+1, 2)
	for row, more := l.content(0); more; row, more = l.content(0) {
		point, ok := airfoilRow(row)
		if !ok {
			return File{}, l.fail("want two numbers, got %s", quote(row))
		}
		if points.rows == maxPoints {
			return File{}, l.fail("has more than %d points, the limit; save a file of points, such as PLY or XYZ, which can be sampled", maxPoints)
		}
		points.add([3]float64{point[0], point[1]})
	}
	file, err := points.file(l.fail)
	notes := []Note{note("The first line, %s, is read as the title of an airfoil.", quote(a.title))}
	if a.counts[0] > 0 {
		if uint64(points.rows) != a.counts[0]+a.counts[1] {
			return File{}, l.fail("has %d points; its second line counts %d and %d", points.rows, a.counts[0], a.counts[1])
		}
		notes = append(notes, note("The upper side has %d points, the lower side %d.", a.counts[0], a.counts[1]))
	}
	file.Notes = append(file.Notes, notes...)
	return file, err
}
