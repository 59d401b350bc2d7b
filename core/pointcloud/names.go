package pointcloud

import "errors"

// coordinateName returns 0, 1, 2 for the names x, y, z in either case, else -1.
func coordinateName(name []byte) int {
	if len(name) != 1 {
		return -1
	}
	switch name[0] | 0x20 {
	case 'x':
		return 0
	case 'y':
		return 1
	case 'z':
		return 2
	}
	return -1
}

// namedDimension returns the dimension of a cloud whose coordinates have the
// given columns, -1 for absent: x and y must be there, z may be.
func namedDimension(column [3]int) (int, error) {
	switch {
	case column[0] < 0:
		return 0, errors.New("has no x")
	case column[1] < 0:
		return 0, errors.New("has no y")
	case column[2] < 0:
		return 2, nil
	}
	return 3, nil
}
