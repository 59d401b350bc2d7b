package pointcloud

import "fmt"

// readPTX reads scans as Leica's Cyclone writes them, one after another: the numbers of
// columns and rows, position and axes of the scanner on four lines, a matrix on four more,
// then "x y z intensity", perhaps with a colour, for each column and row. Points are in the
// scanner's coordinates; the matrix, written for points as rows, moves them to where the
// scan was registered. What the scanner did not see is 0 0 0.
func readPTX(s *source, found parts) error {
	l := newLines(s.data, s.start)
	for number := 1; ; number++ {
		start := *l
		scan, err := ptxHead(l)
		if err != nil {
			return err
		}
		if scan == nil && number == 1 {
			return l.fail("has no points")
		}
		if scan == nil {
			return nil
		}
		for i := range scan.count {
			if _, ok := l.content(0); !ok {
				return l.fail("the file ends after %d of %d points", i, scan.count)
			}
		}
		p := Part{Name: fmt.Sprint(number), Count: int(min(scan.count, uint64(maxPoints)+1)), Dimension: 3}
		if err := start.part(found, p, readScan); err != nil {
			return err
		}
	}
}

// ptxScan is what stands before the points of a scan.
type ptxScan struct {
	count  uint64
	matrix [4][3]float64 // without its last column
	moved  bool          // the matrix is not that of no motion
}

// ptxHead reads it; nil at the end of the file.
func ptxHead(l *lines) (*ptxScan, error) {
	columns, err := ptxCount(l)
	if columns == 0 || err != nil {
		return nil, err
	}
	rows, err := ptxCount(l)
	if err != nil {
		return nil, err
	}
	if rows == 0 {
		return nil, l.fail("the file ends within the first ten lines of a scan")
	}
	scan := &ptxScan{count: columns * rows}
	for range 4 {
		if _, err := ptxNumbers(l, 3); err != nil {
			return nil, err
		}
	}
	for i := range scan.matrix {
		row, err := ptxNumbers(l, 4)
		if err != nil {
			return nil, err
		}
		if last := i == 3; row[3] != 0 && !last || row[3] != 1 && last {
			return nil, l.fail("the last column of the matrix must be 0, 0, 0, 1")
		}
		for j := range 3 {
			scan.matrix[i][j] = row[j]
			scan.moved = scan.moved || row[j] != 0 && i != j || row[j] != 1 && i == j
		}
	}
	return scan, nil
}

// ptxCount reads a number of columns or rows; 0 at the end of the file.
func ptxCount(l *lines) (uint64, error) {
	const most = 1 << 20
	line, ok := l.content(0)
	if !ok {
		return 0, nil
	}
	n, err := wholeNumber(line)
	if err == nil && (n == 0 || n > most) {
		err = fmt.Errorf("has %d columns or rows; want 1 to %d", n, most)
	}
	if err != nil {
		return 0, l.fail("want the number of columns or rows of a scan: %v", err)
	}
	return n, nil
}

// ptxNumbers reads the first numbers of a line.
func ptxNumbers(l *lines, n int) (numbers [4]float64, err error) {
	line, ok := l.content(0)
	if !ok {
		return numbers, l.fail("the file ends within the first ten lines of a scan")
	}
	for i := range n {
		var field []byte
		field, line, _ = splitSpace(line)
		if numbers[i], err = number(field); err != nil {
			return numbers, l.fail("number %d of %d: %v", i+1, n, err)
		}
	}
	return numbers, nil
}

// readScan reads the scan that readPTX has gone over before.
func readScan(l *lines) (File, error) {
	scan, err := ptxHead(l)
	if err != nil {
		return File{}, err
	}
	points, err := l.gather(scan.count, Intensity)
	if err != nil {
		return File{}, err
	}
	for range scan.count {
		line := *l
		p, err := ptxNumbers(l, 3)
		if err != nil {
			return File{}, err
		}
		if p == [4]float64{} {
			points.miss()
			continue
		}
		moved := scan.move(p)
		if !finite(moved[0]) || !finite(moved[1]) || !finite(moved[2]) {
			return File{}, l.fail("the matrix moves the point beyond all numbers")
		}
		row, _ := line.content(0)
		points.carry(0, numberOr(columnOf(row, 3)))
		points.add(moved)
	}
	file, err := points.file(l.fail)
	if scan.moved {
		file.Notes = append(file.Notes, note("The points are moved by the matrix of the scan, to where it was registered."))
	}
	if file.Missing != nil {
		file.Notes = append(file.Notes, note("Points 0 0 0 are those that the scanner did not see."))
	}
	return file, err
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
