package pointcloud

import (
	"bytes"
	"fmt"
)

// v30 starts every line of a V3000 connection table.
const v30 = "M  V30 "

// readV3000 reads the atoms of a V3000 table, "M  V30 number element x y z …".
func readV3000(l *lines) ([]float64, error) {
	count, err := v3000Count(l)
	if err != nil {
		return nil, err
	}
	if problem := countProblem(count); problem != "" {
		return nil, l.fail("%s", problem)
	}
	if err := v3000Begin(l); err != nil {
		return nil, err
	}
	points := newPoints(min(count, l.left()), 3)
	for i := range count {
		row, err := v3000Line(l)
		if err != nil {
			return nil, err
		}
		point, err := v3000Atom(row)
		if err != nil {
			return nil, l.fail("atom %d of %d: %v", i+1, count, err)
		}
		points = append(points, point[:]...)
	}
	if row, err := v3000Line(l); err != nil || !bytes.HasPrefix(row, []byte("END ATOM")) {
		return nil, l.fail("has more than the %d atoms counted, or no END ATOM", count)
	}
	return points, nil
}

// v3000Line returns the next line of the table without its start. A line that
// ends with "-" goes on on the next.
func v3000Line(l *lines) ([]byte, error) {
	var whole []byte
	for {
		line, ok := l.next()
		if !ok || !bytes.HasPrefix(line, []byte(v30)) {
			return nil, l.fail("want a line that starts with %q", v30)
		}
		line = line[len(v30):]
		head, more := bytes.CutSuffix(trim(line), []byte("-"))
		if !more && whole == nil {
			return line, nil
		}
		if !more {
			return append(whole, line...), nil
		}
		whole = append(whole, head...)
	}
}

// v3000Count reads the table up to its number of atoms.
func v3000Count(l *lines) (uint64, error) {
	for {
		row, err := v3000Line(l)
		if err != nil {
			return 0, err
		}
		fields := words(row, 2)
		switch {
		case len(fields) == 2 && string(fields[0]) == "COUNTS":
			n, err := wholeNumber(fields[1])
			if err != nil {
				return 0, l.fail("the number of atoms: %v", err)
			}
			return n, nil
		case len(fields) == 2 && string(fields[0]) == "BEGIN" && string(fields[1]) == "CTAB":
		default:
			return 0, l.fail("want the counts of the table, got %s", quote(row))
		}
	}
}

func v3000Begin(l *lines) error {
	row, err := v3000Line(l)
	if err == nil && !bytes.HasPrefix(row, []byte("BEGIN ATOM")) {
		err = l.fail("want BEGIN ATOM, got %s", quote(row))
	}
	return err
}

func v3000Atom(row []byte) (point [3]float64, err error) {
	for range 2 {
		_, row, _ = splitSpace(row)
	}
	for j := range point {
		var field []byte
		field, row, _ = splitSpace(row)
		if point[j], err = number(field); err != nil {
			return point, fmt.Errorf("%c: %w", "xyz"[j], err)
		}
	}
	return point, nil
}
