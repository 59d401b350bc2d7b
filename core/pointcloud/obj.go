package pointcloud

import "bytes"

// parseOBJ reads the vertices of a Wavefront OBJ model: its lines "v x y z".
// A weight or colour after z is ignored, as are all other lines.
func parseOBJ(data []byte, start int) (Cloud, error) {
	l := newLines(data, start)
	t := inOrder(splitSpace, 0)
	for {
		line, ok := l.content('#')
		if !ok {
			break
		}
		if keyword, rest, _ := splitSpace(line); string(keyword) == "v" {
			if err := addVertex(t, l, rest); err != nil {
				return Cloud{}, err
			}
		}
	}
	if t.points == nil {
		return Cloud{}, l.fail(`has no points (lines "v x y z")`)
	}
	return t.cloud(l)
}

func addVertex(t *table, l *lines, row []byte) error {
	if t.points == nil {
		width := columns(splitSpace, row)
		if width < 3 {
			return l.fail("has %d coordinates, want 3", width)
		}
		*t = *inOrder(splitSpace, width)
		t.points = newPoints(uint64(bytes.Count(l.data[l.pos:], []byte("v ")))+1, 3)
	}
	return t.add(l, row)
}
