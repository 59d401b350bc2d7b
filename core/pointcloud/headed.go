package pointcloud

import (
	"bytes"
	"fmt"
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
func readLandmarks(s *source) File {
	l := newLines(s.data, s.start)
	count := landmarkHead(l)
	allow(countProblem(count), l.stop)
	var t table
	t.addRows(l, count, '#', '}', "the list ends after %d of %d points", 2, 3)
	if line, ok := l.content('#'); !ok || string(line) != "}" {
		l.stop("want } behind the %d points that n_points counts", count)
	}
	if _, ok := l.content('#'); ok {
		l.stop("text follows the points")
	}
	file := t.file(l.stop)
	file.Notes = append([]Note{note("The %d landmarks are read as points, in the order of the file.", count)}, file.Notes...)
	return file
}

// landmarkHead reads up to the opening brace.
func landmarkHead(l *lines) (count uint64) {
	for {
		line, ok := l.content('#')
		if !ok {
			l.stop("the file ends before its points")
		}
		if string(line) == "{" {
			return count
		}
		if key, value := landmarkKey(line); key == "n_points" {
			count = l.count(value, "n_points")
		}
	}
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
	return bytes.ContainsFunc(text, func(r rune) bool { return r < 0x80 && isLetter(byte(r)) })
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
func readAirfoil(s *source) File {
	l := newLines(s.data, s.start)
	a := airfoilHead(l)
	if a == nil {
		l.stop("want a title and two columns of numbers")
	}
	t := table{grid: newGrid(Reading{}, 2), split: splitSpace}
	t.named = true
	t.reserve(l.left() + 1)
	for row, more := l.content(0); more; row, more = l.content(0) {
		t.add(row, l.stop)
	}
	file := t.file(l.stop)
	notes := []Note{note("The first line, %s, is read as the title of an airfoil.", quote(a.title))}
	if a.counts[0] > 0 {
		if uint64(t.rows) != a.counts[0]+a.counts[1] {
			l.stop("has %d points; its second line counts %d and %d", t.rows, a.counts[0], a.counts[1])
		}
		notes = append(notes, note("The upper side has %d points, the lower side %d.", a.counts[0], a.counts[1]))
	}
	file.Notes = append(file.Notes, notes...)
	return file
}

// skipScan moves past the next scan; nil at the end of the file.
func skipScan(l *lines, number int) *Part {
	scan := ptxHead(l)
	if scan == nil {
		return nil
	}
	for i := range scan.count {
		if _, ok := l.content(0); !ok {
			l.stop("the file ends after %d of %d points", i, scan.count)
		}
	}
	return &Part{Name: fmt.Sprint(number), Count: int(min(scan.count, uint64(maxPoints)+1)), Dimension: 3}
}

// ptxScan is what stands before the points of a scan.
type ptxScan struct {
	count  uint64
	matrix [4][3]float64 // without its last column
	moved  bool          // the matrix is not that of no motion
}

// ptxHead reads it; nil at the end of the file.
func ptxHead(l *lines) *ptxScan {
	columns := ptxCount(l)
	if columns == 0 {
		return nil
	}
	scan := &ptxScan{count: columns * ptxCount(l)}
	if scan.count == 0 {
		l.stop("the file ends within the first ten lines of a scan")
	}
	for range 4 {
		ptxNumbers(l, 3)
	}
	for i := range scan.matrix {
		row := ptxNumbers(l, 4)
		if last := i == 3; row[3] != 0 && !last || row[3] != 1 && last {
			l.stop("the last column of the matrix must be 0, 0, 0, 1")
		}
		for j := range 3 {
			scan.matrix[i][j] = row[j]
			scan.moved = scan.moved || row[j] != 0 && i != j || row[j] != 1 && i == j
		}
	}
	return scan
}

// ptxCount reads a number of columns or rows; 0 at the end of the file.
func ptxCount(l *lines) uint64 {
	const most, wanted = 1 << 20, "want the number of columns or rows of a scan"
	line, ok := l.content(0)
	if !ok {
		return 0
	}
	n := l.count(line, wanted)
	if n == 0 || n > most {
		l.stop(wanted+": has %d columns or rows; want 1 to %d", n, most)
	}
	return n
}

// ptxNumbers reads the first numbers of a line.
func ptxNumbers(l *lines, n int) (numbers [4]float64) {
	line, ok := l.content(0)
	if !ok {
		l.stop("the file ends within the first ten lines of a scan")
	}
	var err error
	for i := range n {
		var field []byte
		field, line, _ = splitSpace(line)
		if numbers[i], err = number(field); err != nil {
			l.stop("number %d of %d: %v", i+1, n, err)
		}
	}
	return numbers
}

// readScan reads a scan as Leica's Cyclone writes it: the numbers of columns and rows, position and axes of the scanner on four lines, a
// matrix on four more, then "x y z intensity", perhaps with a colour, for each column and row. Points are in the scanner's coordinates; the
// matrix, written for points as rows, moves them to where the scan was registered. What the scanner did not see is 0 0 0.
func readScan(l *lines) File {
	scan := ptxHead(l)
	points := l.gather(scan.count, Intensity)
	for range scan.count {
		line := *l
		p := ptxNumbers(l, 3)
		if p == [4]float64{} {
			points.miss()
			continue
		}
		moved := scan.move(p)
		if !finite(moved[0]) || !finite(moved[1]) || !finite(moved[2]) {
			l.stop("the matrix moves the point beyond all numbers")
		}
		row, _ := line.content(0)
		points.carry(0, numberOr(columnOf(row, 3)))
		points.add(moved)
	}
	file := points.file(l.stop)
	file.Notes = append(file.Notes, notesOf([]fact{{scan.moved, "The points are moved by the matrix of the scan, to where it was registered."},
		{file.Missing != nil, "Points 0 0 0 are those that the scanner did not see."}})...)
	return file
}

// move returns p·R + t, for no motion p itself. No product is fused with a sum.
func (s *ptxScan) move(p [4]float64) (moved [3]float64) {
	if !s.moved {
		return [3]float64(p[:3])
	}
	for j := range 3 {
		m := &s.matrix
		moved[j] = float64(p[0]*m[0][j]) + float64(p[1]*m[1][j]) + float64(p[2]*m[2][j]) + m[3][j]
	}
	return moved
}
