package pointcloud

// parseXYZ reads rows of numbers separated by white space. Two columns are a
// 2-D cloud; of three or more the first three are x, y, z and the rest
// (intensity, colour, normals) is ignored. # starts a comment.
func parseXYZ(data []byte, start int) (Cloud, error) {
	l := newLines(data, start)
	var t *table
	for {
		row, ok := l.content('#')
		if !ok {
			break
		}
		if t == nil {
			width := columns(splitSpace, row)
			if width < 2 {
				return Cloud{}, oneColumn(l, row)
			}
			t = inOrder(splitSpace, width)
			t.points = newPoints(l.left()+1, t.dimension)
		}
		if err := t.add(l, row); err != nil {
			return Cloud{}, err
		}
	}
	if t == nil {
		return Cloud{}, l.fail("has no points")
	}
	return t.cloud(l)
}

// oneColumn says first what is wrong with the only field, if it is no number.
func oneColumn(l *lines, field []byte) error {
	if _, err := number(field); err != nil {
		return l.fail("x: %v", err)
	}
	return l.fail("has 1 column, want at least 2")
}
